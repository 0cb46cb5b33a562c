/**
 * Choosing a move square by square. The server lists the legal moves with every way to play each;
 * here a choice narrows them down until one is left. No rule of the game is known here.
 *
 * @typedef {{number: number, text: string, paths: number[][], captured: number[], huffed: number,
 *   lost: number, promoted: boolean}} Move
 * @typedef {{kind: "nothing" | "selected" | "stepped" | "cancelled" | "huffed"}
 *   | {kind: "play", move: Move, stood: number}
 *   | {kind: "choose", moves: Move[], square: number}
 *   | {kind: "refused", square: number, from: number}} Picked
 */

export class Chooser {
  /** @param {Move[]} moves */
  constructor(moves = []) {
    this.moves = moves;
    this.huffed = 0;
    /** @type {number[]} */
    this.path = [];
  }

  get from() {
    return this.path[0] ?? 0;
  }

  get here() {
    return this.path[this.path.length - 1] ?? 0;
  }

  /** The moves of the turn as it was begun: after a huff, those that go with it. */
  get open() {
    return this.moves.filter((move) => move.huffed === this.huffed);
  }

  /** The squares of pieces that can move now. */
  movable() {
    return new Set(this.open.map((move) => move.paths[0][0]));
  }

  /** The squares of enemy pieces that may be huffed now. */
  huffable() {
    return new Set(this.huffed ? [] : this.moves.map((m) => m.huffed).filter((square) => square));
  }

  /** The moves that go on from the squares chosen so far, each with the way it does. */
  entries() {
    const chosen = this.path;
    const found = [];
    for (const move of chosen.length ? this.open : []) {
      for (const path of move.paths) {
        if (chosen.every((square, at) => path[at] === square)) found.push({ move, path });
      }
    }
    return found;
  }

  /** The squares to go to: the next ones, and the ends of captures further on. */
  targets() {
    /** @type {Map<number, {next: boolean, moves: Set<Move>}>} */
    const targets = new Map();
    const add = (square, next, move) => {
      const known = targets.get(square) ?? { next: false, moves: new Set() };
      known.next ||= next;
      known.moves.add(move);
      targets.set(square, known);
    };
    for (const { move, path } of this.entries()) {
      if (path.length <= this.path.length) continue;
      add(path[this.path.length], true, move);
      add(path[path.length - 1], false, move);
    }
    return targets;
  }

  onward(square) {
    return square === this.from ? undefined : this.targets().get(square);
  }

  /** Begin again. */
  cancel() {
    const begun = this.path.length > 0 || this.huffed > 0;
    this.path = [];
    this.huffed = 0;
    return begun;
  }

  /**
   * Take a square that was clicked, dropped on or entered.
   * @param {number} square
   * @returns {Picked}
   */
  pick(square) {
    if (!this.path.length) return this.begin(square);
    // A capture that comes back to where it began is chosen by its first step, not by this square.
    const target = this.path.length > 1 ? this.targets().get(square) : this.onward(square);
    if (!target && square === this.here) {
      this.path = [];
      return { kind: "cancelled" };
    }
    if (!target) return this.elsewhere(square);
    if (target.moves.size === 1) return this.play([...target.moves][0]);
    if (!target.next) return { kind: "choose", moves: [...target.moves], square };
    this.path = [...this.path, square];
    return this.stepped();
  }

  /**
   * @param {number} square
   * @returns {Picked}
   */
  begin(square) {
    if (this.huffed && square === this.huffed) {
      this.huffed = 0;
      return { kind: "cancelled" };
    }
    if (this.huffable().has(square)) {
      this.huffed = square;
      return { kind: "huffed" };
    }
    if (!this.movable().has(square)) return { kind: "refused", square, from: 0 };
    this.path = [square];
    return { kind: "selected" };
  }

  /**
   * Choose another piece while a capture has not begun; after that it goes on or is given up.
   * @param {number} square
   * @returns {Picked}
   */
  elsewhere(square) {
    const from = this.from;
    if (this.path.length > 1) return { kind: "refused", square, from };
    this.path = [];
    const begun = this.begin(square);
    if (begun.kind === "refused") return { kind: "refused", square, from };
    return begun;
  }

  /** @returns {Picked} */
  stepped() {
    const entries = this.entries();
    const moves = [...new Set(entries.map(({ move }) => move))];
    if (moves.length === 1) return this.play(moves[0]);
    const whole = entries.some(({ path }) => path.length === this.path.length);
    return whole ? { kind: "choose", moves, square: this.here } : { kind: "stepped" };
  }

  /**
   * @param {Move} move
   * @returns {Picked}
   */
  play(move) {
    return { kind: "play", move, stood: this.path.length };
  }
}
