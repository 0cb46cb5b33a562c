"""The command that matches two players: match."""

from __future__ import annotations

import json
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rl.cli.board import json_option, workers_option
from rl.cli.looking import MATCH_NODES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rl.config.match_files import MatchPlan
    from rl.matches.config import MatchConfig
    from rl.matches.match import MatchResult
    from rl.matches.players import Player


@click.command(context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
@click.argument("players", nargs=-1, type=click.UNPROCESSED, metavar="FIRST SECOND | FILE")
@click.option("--ruleset", help="Ruleset; otherwise that of the networks, or english.")
@click.option(
    "--openings",
    help="A deck, random, go-as-you-please, or a .pdn, .txt, .fen or .json file.  "
    "[default: the usual deck]",
)
@click.option("--pairs", type=click.IntRange(1), help="Game pairs, at most.  [default: 100]")
@click.option("--time", "time_s", type=click.FloatRange(0, min_open=True), help="Seconds a move.")
@click.option("--nodes", type=click.IntRange(1), help=f"Nodes a move.  [default: {MATCH_NODES:,}]")
@click.option("--depth", type=click.IntRange(1), help="Plies a move.")
@click.option("--clock", metavar="S+INCREMENT", help="Seconds a game, and more before each move.")
@click.option("--sprt", metavar="ELO0,ELO1", help="Stop as soon as a test decides.")
@click.option(
    "--sprt-model",
    type=click.Choice(["normalised", "logistic"]),
    help="Elo of the bounds.  [default: normalised]",
)
@click.option("--alpha", type=float, help="Chance of passing at ELO0.  [default: 0.05]")
@click.option("--beta", type=float, help="Chance of failing at ELO1.  [default: 0.05]")
@click.option(
    "--tables",
    metavar="PIECES|FOLDER",
    help="End games by endgame tables; players search by them only with --search_tables true.",
)
@click.option(
    "--table-mib",
    type=click.FloatRange(0, min_open=True),
    help="Table of each player.  [default: 16]",
)
@click.option(
    "--seed", type=click.IntRange(0), help="Seed of the order of the openings.  [default: 1]"
)
@workers_option()
@click.option(
    "--out",
    type=click.Path(file_okay=False),
    help="Folder for report, PDN and curves; a match found there goes on.",
)
@click.option("--quiet", is_flag=True, help="No progress bar.")
@json_option
def match(
    players: tuple[str, ...],
    quiet: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Match two players and tell which is the stronger.

    Games come in pairs from one opening, with colours swapped. A player is an evaluator, random, or
    an engine as hub:COMMAND; @depth=4, @nodes=1000 or @time=0.1 behind it is its own limit. FILE,
    or the name of a shipped one, describes a whole match. Every key of such a file can be set
    behind the players, too, as --KEY VALUE.

    \b
    Example: crownhead match runs/english-quick handcrafted --time 0.02 --pairs 500
             crownhead match english material@depth=4 --nodes 2000 --sprt 0,10 --out runs/m1
             crownhead match equal-time --pairs 50
    """
    plan = read_plan(players, given)
    result = play_plan(plan, progress=not quiet)
    if as_json:
        from rl.matches.report import summarise

        click.echo(json.dumps(summarise(result), indent=2))
    else:
        from rl.matches.report import format_report

        click.echo(format_report(result), nl=False)


def read_plan(words: Sequence[str], given: dict[str, Any]) -> MatchPlan:
    """Return the match that players or a file, options and overrides describe."""
    from rl.config.match_files import find_match, plan_match, read_match
    from rl.config.tables import COMMAND_LINE, parse_overrides

    behind = next((at for at, word in enumerate(words) if word.startswith("--")), len(words))
    names, rest = words[:behind], words[behind:]
    overrides = parse_overrides(rest) | _keys(given)
    if len(names) == 1:
        path = find_match(names[0])
        return plan_match(read_match(path), str(path), overrides)
    if len(names) != 2:
        raise click.UsageError(f"expected two players or one match file, got {len(names)} names")
    players = {"first": names[0], "second": names[1]}
    return plan_match({}, COMMAND_LINE, players | overrides)


def play_plan(plan: MatchPlan, progress: bool) -> MatchResult:
    """Play the match, alone in its folder, and write there what became of it."""
    from rl.checkpoints.lock import held
    from rl.config import usable_cores
    from rl.matches.curves import MatchCurves
    from rl.matches.match import play_match
    from rl.matches.openings import choose_openings
    from rl.matches.players import parse_players, repeats
    from rl.matches.report import write_report

    first, second = parse_players([plan.first, plan.second], plan.ruleset or None)
    config, test = _limited(plan.config, (first, second)), plan.sprt.test()
    openings = choose_openings(config, first.ruleset, repeats((first, second), config))
    folder = _match_folder(plan.out)
    with ExitStack() as stack:
        follow = None
        if folder is not None:
            stack.enter_context(held(folder, "playing a match in this folder"))
            follow = stack.enter_context(MatchCurves(folder, test)).follow
        result = play_match(
            first,
            second,
            openings,
            config,
            folder,
            workers=plan.workers or usable_cores(),
            progress=progress,
            test=test,
            follow=follow,
        )
        if folder is not None:
            write_report(folder, result)
    return result


def _limited(config: MatchConfig, players: Sequence[Player]) -> MatchConfig:
    """Return the settings under which nobody thinks for ever."""
    unlimited = [player for player in players if player.thinks and player.limits is None]
    if unlimited and config.limits is None and not config.clock_s:
        return replace(config, nodes=MATCH_NODES)
    return config


def _match_folder(out: str) -> Path | None:
    """Return the folder that a match is kept in; one that holds other work is refused."""
    from rl.checkpoints.description import check_kind
    from rl.matches.blocks import DESCRIPTION

    if not out:
        return None
    check_kind(Path(out), "a match", DESCRIPTION)
    return Path(out)


def _keys(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that were given, under the keys of a match file."""
    chosen = {name: value for name, value in given.items() if value is not None}
    keys: dict[str, Any] = {}
    if (clock := chosen.pop("clock", None)) is not None:
        text = clock if "+" in clock else f"{clock}+0"
        clock_s, increment_s = _numbers("--clock", text, "+", "SECONDS+INCREMENT, as in 60+0.6")
        keys |= {"clock_s": clock_s, "increment_s": increment_s}
    if (sprt := chosen.pop("sprt", None)) is not None:
        keys["sprt.bounds"] = _numbers("--sprt", sprt, ",", "ELO0,ELO1, as in 0,10")
    for option, key in (("sprt_model", "model"), ("alpha", "alpha"), ("beta", "beta")):
        if option in chosen:
            keys[f"sprt.{key}"] = chosen.pop(option)
    return keys | chosen


def _numbers(option: str, text: str, sign: str, expected: str) -> list[float]:
    """Read two numbers with a sign between them."""
    try:
        one, other = map(float, text.split(sign))
    except ValueError:
        raise click.UsageError(f"{option}: expected {expected}, got {text!r}") from None
    return [one, other]
