/**
 * A person's turn: what is clicked becomes a move, step by step, and what cannot be is explained.
 */

import { clearChoices, offerChoices } from "./choices.js";
import { Chooser } from "./chooser.js";
import { explainChoice, explainRefusal, isBound, sideName } from "./moves.js";
import { settings } from "./settings.js";

export class Turn {
  /**
   * @param {{board: import("./board.js").Board, send: (request: any) => boolean,
   *   say: (words: string) => void}} page
   */
  constructor(page) {
    this.page = page;
    this.chooser = new Chooser();
    this.position = null;
    this.facts = null;
    this.open = false;
    this.closedBecause = "";
    this.hint = [];
    /** The move sent last, and how far along its path the piece stood then. */
    this.sent = null;
  }

  /**
   * Take a position; a choice that had begun in it before goes on.
   * @param {any} position
   * @param {any} facts what the server said of the board
   * @param {string} closedBecause why nothing can be chosen now, empty where it can
   */
  update(position, facts, closedBecause) {
    const same = this.position?.revision === position.revision && this.position?.pieces;
    this.position = position;
    this.facts = facts;
    this.open = !closedBecause;
    this.closedBecause = closedBecause;
    if (!same) {
      this.hint = [];
      this.chooser = new Chooser(position.moves.map((move, number) => ({ ...move, number })));
      const said = this.open ? [position.last?.why, this.opening()] : [];
      this.page.say(said.filter(Boolean).join(" "));
      if (this.open && !this.page.board.cells.hasFocus()) this.offerFirst();
    }
    this.render();
  }

  /** What a person has to know before the first click. */
  opening() {
    const { chooser, position } = this;
    const board = this.page.board.geometry;
    if (position.huffReason) return position.huffReason;
    if (isBound(chooser.open)) return "You have to capture.";
    const refusing = chooser.moves.filter((move) => move.lost);
    if (refusing.length) {
      const lost = new Set(refusing.map((move) => move.lost));
      const which = lost.size === 1 ? `the piece on ${board.name([...lost][0])}` : "a piece";
      return `You can capture. Moves marked \u2212 cost ${which}.`;
    }
    if (chooser.moves.some((move) => move.captured.length)) return "You can capture.";
    const begins = position.ply < 2 && settings.showMoves;
    return begins ? "Choose a piece with a ring, then a square with a dot." : "";
  }

  /** Take a square that was clicked, dropped on or entered. */
  pick(square) {
    if (!this.open) {
      this.page.say(this.closedBecause);
      return;
    }
    const picked = this.chooser.pick(square);
    clearChoices();
    if (picked.kind === "play") this.play(picked.move, picked.stood);
    else if (picked.kind === "choose") this.ask(picked);
    else if (picked.kind === "refused") this.refuse(picked);
    else this.page.say(this.sayPicked(picked));
    this.render();
  }

  /** Take hold of a piece to drag it; tells whether it can move. */
  grab(square) {
    if (!this.open) {
      this.page.say(this.closedBecause);
      return false;
    }
    const { chooser } = this;
    if (chooser.here === square) return true;
    if (chooser.path.length > 1 || !chooser.movable().has(square)) {
      this.refuse({ square, from: 0 });
      return false;
    }
    chooser.path = [square];
    this.page.say("");
    this.render();
    return true;
  }

  cancel() {
    clearChoices();
    if (this.chooser.cancel()) this.page.say("Taken back: choose a piece.");
    this.render();
  }

  play(move, stood = 1) {
    const { revision } = this.position;
    const request = { type: "play", revision, move: move.number };
    if (!this.page.send(request)) {
      this.page.say("There is no connection: the move was not made.");
      this.chooser.cancel();
      return;
    }
    this.sent = { revision, stood, request };
    this.open = false;
    this.closedBecause = "The move is on its way.";
  }

  /** Begin to choose again, after a move was refused. */
  beginAgain() {
    this.sent = null;
    this.chooser.cancel();
  }

  /** Send a move again that a lost connection took with it; one that arrived has a new revision. */
  sendAgain() {
    if (this.sent?.revision === this.position?.revision) this.page.send(this.sent.request);
  }

  ask(picked) {
    const { geometry } = this.page.board;
    this.page.say(explainChoice(picked, this.chooser, geometry));
    offerChoices(
      picked.moves.map((move) => [
        whole(move, geometry),
        () => {
          clearChoices();
          this.play(move, this.chooser.path.length);
          this.render();
        },
      ]),
    );
  }

  refuse(refused) {
    const { geometry } = this.page.board;
    this.page.say(explainRefusal(refused, this.position, this.facts, geometry, this.chooser));
  }

  sayPicked({ kind }) {
    const { chooser, page } = this;
    const name = (square) => page.board.geometry.name(square);
    if (kind === "huffed") return `The piece on ${name(chooser.huffed)} is huffed: now move. A click there, or Escape, takes it back.`;
    if (kind === "stepped") return `The capture goes on from ${name(chooser.here)}: choose the next square.`;
    if (kind === "selected") {
      const costs = chooser.entries().every(({ move }) => move.lost);
      return costs ? "Moving this piece refuses a capture, and costs a piece." : "";
    }
    return kind === "cancelled" ? this.opening() : "";
  }

  showHint(hint) {
    const move = this.chooser.moves[hint.move];
    if (!move) return;
    this.hint = [...(move.huffed ? [move.huffed] : []), ...move.paths[0]];
    this.page.say(`Hint: ${move.text} (${hint.words}).`);
    this.render();
  }

  /** Put a piece that can move into the tab order. */
  offerFirst() {
    const [first] = this.chooser.movable();
    if (first) this.page.board.cells.offer(first);
  }

  /** Draw the pieces as they stand in the middle of a choice, and mark what can be chosen. */
  render() {
    const { chooser, position } = this;
    if (!position) return;
    const { board } = this.page;
    const path = chooser.path;
    const taken = new Set();
    if (path.length > 1) {
      const captured = chooser.entries()[0]?.move.captured ?? [];
      board.geometry.takenByLeg(path, captured).flat().forEach((square) => taken.add(square));
    }
    const gone = (square) => square === chooser.huffed || (this.facts.removedAtOnce && taken.has(square));
    const pieces = position.pieces
      .filter(({ square }) => !gone(square))
      .map((p) => (path.length > 1 && p.square === path[0] ? { ...p, square: chooser.here } : p));
    board.show(pieces, taken);
    const shown = this.open && settings.showMoves;
    board.mark({
      last: position.last,
      path: this.open ? path : [],
      hint: this.open ? this.hint : [],
      movable: shown && !path.length ? chooser.movable() : undefined,
      huffable: this.open && !path.length ? chooser.huffable() : undefined,
      targets: shown ? chooser.targets() : undefined,
    });
    this.describe(pieces);
    const state = this.open ? "open" : position.ending ? "over" : "closed";
    const { ply, revision } = position;
    Object.assign(board.frame.dataset, { state, ply, revision });
  }

  describe(pieces) {
    const { chooser, open, page } = this;
    const at = new Map(pieces.map((piece) => [piece.square, piece]));
    const movable = open && !chooser.path.length ? chooser.movable() : new Set();
    const huffable = open && !chooser.path.length ? chooser.huffable() : new Set();
    const targets = open ? chooser.targets() : new Map();
    page.board.cells.describe((square) => {
      const piece = at.get(square);
      const words = [page.board.geometry.name(square)];
      words.push(piece ? `${sideName(piece.side)} ${piece.king ? "king" : "man"}` : "empty");
      if (movable.has(square)) words.push("can move");
      if (huffable.has(square)) words.push("can be huffed");
      if (targets.has(square)) words.push(targetWords(targets.get(square), chooser));
      const grab = movable.has(square) || (open && square === chooser.here);
      return { label: words.join(", "), selected: square === chooser.here, grab };
    });
  }
}

function targetWords({ moves }, chooser) {
  const from = [...moves].some((move) => move.captured.length) ? "capture to here" : "move to here";
  const costs = [...moves].every((move) => move.lost);
  return costs && chooser ? `${from}, costs a piece` : from;
}

/** Write a move with every square, so that two with the same ends differ. */
function whole(move, geometry) {
  const sign = move.captured.length ? "x" : "-";
  const squares = move.paths[0].map((square) => geometry.name(square)).join(sign);
  const taken = move.captured.map((square) => geometry.name(square)).join(", ");
  return taken ? `${squares}, taking ${taken}` : squares;
}
