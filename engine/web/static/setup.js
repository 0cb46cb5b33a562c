/**
 * Setting up a position: choose what to put, then the squares. What is illegal the server says by
 * name; until a game is begun with it, the game on the board goes on.
 */

import { byId, element } from "./dom.js";

/** @type {[string, {side: string, king: boolean} | null][]} */
const BRUSHES = [
  ["black man", { side: "black", king: false }],
  ["black king", { side: "black", king: true }],
  ["white man", { side: "white", king: false }],
  ["white king", { side: "white", king: true }],
  ["nothing", null],
];

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
    byId("setup").addEventListener("toggle", () => this.toggle(byId("setup").open));
  }

  get isOpen() {
    return this.pieces !== null;
  }

  build() {
    const brushes = element("fieldset", {}, element("legend", {}, "Put on a square"));
    this.brushes = BRUSHES.map(([name], at) => {
      const input = element("input", { type: "radio", name: "brush", checked: at === 0 });
      brushes.append(element("label", {}, input, ` ${name}`));
      return input;
    });
    const turns = element("fieldset", {}, element("legend", {}, "To move"));
    this.turns = ["black", "white"].map((side) => {
      const input = element("input", { type: "radio", name: "setup-turn", value: side });
      turns.append(element("label", {}, input, ` ${side}`));
      return input;
    });
    const buttons = element("div", { class: "buttons" });
    const add = (label, act, kind = "") => {
      const button = element("button", { type: "button", class: kind }, label);
      button.addEventListener("click", act);
      buttons.append(button);
    };
    add("Clear the board", () => this.change(new Map()));
    add("As in the game", () => this.change(this.fromGame()));
    add("Play from here", () => this.page.onPlay(this.fen()), "primary");
    byId("setup-tools").append(
      element("p", {}, "Choose a piece, then click squares, or press Enter on them. The same piece again takes it away."),
      brushes,
      turns,
      buttons,
    );
  }

  toggle(open) {
    if (!open) {
      this.pieces = null;
      this.page.onChange(null);
      return;
    }
    const turn = this.page.turn();
    for (const input of this.turns) input.checked = input.value === turn;
    this.change(this.fromGame());
  }

  close() {
    byId("setup").open = false;
    this.pieces = null;
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
