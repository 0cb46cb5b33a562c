"""A Hub engine that misbehaves once: `python bad_hub.py HABIT MOVE [PIDS]`.

It knows no rules and imports next to nothing, so that it starts at once: its one king goes to and
fro between two squares, which is legal in the games of two such engines that begin from `BOOK`. The
habit shows at its MOVE-th answer, counted over all games of the process. Into PIDS it writes its
process id.
"""

from __future__ import annotations

import os
import sys
import time

BOOK = "W:WK30:BK3\nW:WK31:BK3\nW:WK30:BK2\nW:WK31:BK2\n"
SLOW_START_S = 4.0
TO_AND_FRO = {30: 26, 26: 30, 31: 27, 27: 31, 3: 7, 7: 3, 2: 6, 6: 2}


def say(text: str) -> None:
    """Write a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def misbehave(habit: str) -> bool:
    """Do what the habit is; True where an ordinary answer follows."""
    if habit == "crash":
        sys.stderr.write("assertion failed: ply < MAX_PLY\n")
        sys.stderr.flush()
        os.abort()
    if habit == "hang":
        time.sleep(3600)
    if habit == "illegal move":
        say("done move=1-32")
    if habit == "protocol":
        say('error message="lost my way"')
    if habit == "late":
        time.sleep(0.4)
    return habit in ("good", "late", "slow start")


def own_square(line: str) -> int:
    """Return where the king of the side to move stands after `pos pos=... [moves="..."]`."""
    words = line.replace('"', " ").replace("=", " ").split()
    board, moves = words[2], words[4:]
    kings = {letter: board.index(letter, 1) for letter in "WB"}
    turn = board[0]
    for move in moves:
        kings[turn] = int(move.partition("-")[2])
        turn = "B" if turn == "W" else "W"
    return kings[turn]


def main(habit: str, at: int) -> None:
    """Serve until the input ends."""
    answers, square = 0, 0
    for line in sys.stdin:
        command = line.split()[0]
        if command == "hub":
            say('id name=Bad version=1\nparam name=variant type=enum values="english"\nwait')
        elif command == "init":
            time.sleep(SLOW_START_S if habit == "slow start" else 0)
            say("ready")
        elif command == "pos":
            square = own_square(line)
        elif command == "go":
            answers += 1
            if answers != at or misbehave(habit):
                say(f"done move={square}-{TO_AND_FRO[square]}")
        elif command == "quit":
            return


if __name__ == "__main__":
    if len(sys.argv) > 3:
        with open(sys.argv[3], "a") as file:  # noqa: PTH123 (pathlib is slow to import)
            file.write(f"{os.getpid()}\n")
    main(sys.argv[1], int(sys.argv[2]))
