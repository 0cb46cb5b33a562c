/**
 * Setting up a position, beside the board and in place of the game's controls: choose what to put,
 * then the squares. What is illegal the server says by name; until a game is begun with it, the
 * game goes on.
 */

import { drawPiece } from "./board.js";
import { byId, element, svg } from "./dom.js";
import { UNIT } from "./geometry.js";

/** @type {[string, {side: string, king: boolean} | null][]} */
const BRUSHES = [
  ["black man", { side: "black", king: false }],
  ["black king", { side: "black", king: true }],
  ["white man", { side: "white", king: false }],
  ["white king", { side: "white", king: true }],
  ["nothing", null],
];

export const HELP =
  "Choose a piece, then click squares, or press Enter on them. The same piece again takes it away.";

export class Setup {
  /**
   * @param {{pieces: () => any[], turn: () => string, onChange: (pieces: any[] | null) => void,
   *   onPlay: (fen: string) => void}} page
   */
  constructor(page) {
    this.page = page;
    /** @type {Map<number, any> | null} */
    this.pieces = null;
    this.build();
  }

  get isOpen() {
    return this.pieces !== null;
  }

  build() {
    const brushes = element("fieldset", {}, element("legend", {}, "Put on a square"));
    this.brushes = BRUSHES.map(([name, piece], at) => {
      const input = element("input", { type: "radio", name: "brush", checked: at === 0 });
      brushes.append(element("label", {}, input, ...(piece ? [picture(piece)] : []), ` ${name}`));
      return input;
    });
    const turns = element("fieldset", {}, element("legend", {}, "To move"));
    this.turns = ["black", "white"].map((side) => {
      const input = element("input", { type: "radio", name: "setup-turn", value: side });
      turns.append(element("label", {}, input, ` ${side}`));
      return input;
    });
    const buttons = element("div", { class: "grid two" });
    const add = (label, act, kind = "") => {
      const button = element("button", { type: "button", class: kind }, label);
      button.addEventListener("click", act);
      buttons.append(button);
    };
    add("Play from here", () => this.page.onPlay(this.fen()), "primary");
    add("Back to the game", () => this.leave());
    add("Clear the board", () => this.change(new Map()));
    add("As in the game", () => this.change(this.fromGame()));
    byId("setup").append(brushes, turns, buttons);
  }

  open() {
    const turn = this.page.turn();
    for (const input of this.turns) input.checked = input.value === turn;
    this.show(true);
    this.brushes.find((input) => input.checked).focus({ preventScroll: true });
    for (const part of ["setup", "board-frame"]) byId(part).scrollIntoView({ block: "nearest" });
    this.change(this.fromGame());
  }

  /** Go back to the game, which has gone on. */
  leave() {
    this.close();
    this.page.onChange(null);
    byId("open-setup").focus();
  }

  close() {
    this.pieces = null;
    this.show(false);
  }

  show(open) {
    byId("setup").hidden = !open;
    byId("game-tools").hidden = open;
  }

  fromGame() {
    return new Map(this.page.pieces().map((piece) => [piece.square, piece]));
  }

  change(pieces) {
    this.pieces = pieces;
    this.page.onChange([...pieces.values()]);
  }

  /** Put the chosen piece on a square, or take it away where it stands already. */
  pick(square) {
    const brush = BRUSHES[this.brushes.findIndex((input) => input.checked)][1];
    const old = this.pieces.get(square);
    const same = old && brush && old.side === brush.side && old.king === brush.king;
    if (!brush || same) this.pieces.delete(square);
    else this.pieces.set(square, { square, ...brush });
    this.change(this.pieces);
  }

  /** Write the position; whether it is one the server says. */
  fen() {
    const turn = this.turns.find((input) => input.checked)?.value === "white" ? "W" : "B";
    const group = (side) =>
      [...this.pieces.values()]
        .filter((piece) => piece.side === side)
        .sort((a, b) => a.square - b.square)
        .map(({ square, king }) => `${king ? "K" : ""}${square}`)
        .join(",");
    return `${turn}:W${group("white")}:B${group("black")}`;
  }
}

function picture(piece) {
  const half = UNIT / 2;
  const box = `${-half} ${-half} ${UNIT} ${UNIT}`;
  return svg("svg", { viewBox: box, "aria-hidden": "true" }, drawPiece(piece));
}
