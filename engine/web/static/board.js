/**
 * The board as a drawing: squares, pieces, marks. What it shows is always final; motion.js lets
 * pieces come there from where they stood.
 *
 * @typedef {{square: number, side: string, king: boolean}} Piece
 * @typedef {{movable?: Set<number>, targets?: Map<number, {next: boolean, moves: Set<any>}>,
 *   selected?: number, path?: number[], huffable?: Set<number>, hint?: number[],
 *   last?: any, open?: boolean}} Marks
 */

import { Cells } from "./cells.js";
import { svg } from "./dom.js";
import { UNIT } from "./geometry.js";
import { Pointer } from "./pointer.js";

/** From the middle of a piece to just outside it. */
const RIM = 4.1;

export class Board {
  /**
   * @param {HTMLElement} frame
   * @param {(square: number) => void} onPick
   * @param {(square: number) => boolean} onGrab tells whether the piece there can be dragged
   * @param {() => void} onCancel
   */
  constructor(frame, onPick, onGrab, onCancel) {
    this.frame = frame;
    this.handlers = { onPick, onGrab, onCancel };
    /** @type {Map<number, SVGGElement>} */
    this.drawn = new Map();
  }

  /**
   * Draw an empty board.
   * @param {import("./geometry.js").Geometry} geometry
   * @param {string} label
   */
  lay(geometry, label) {
    this.geometry = geometry;
    const [width, height] = [geometry.cols * UNIT, geometry.rows * UNIT];
    this.marks = svg("g", { "aria-hidden": "true", class: "marks" });
    this.pieces = svg("g", { "aria-hidden": "true", class: "pieces" });
    this.over = svg("g", { "aria-hidden": "true", class: "marks" });
    this.numbers = svg("g", { "aria-hidden": "true", class: "numbers" });
    this.cells = new Cells(geometry, this.handlers);
    this.svg = svg(
      "svg",
      {
        id: "board",
        class: geometry.rows > 8 ? "large" : false,
        viewBox: `0 0 ${width} ${height}`,
        role: "grid",
        "aria-label": label,
      },
      this.ground(width, height),
      this.cells.group,
      this.marks,
      this.pieces,
      this.over,
      this.numbers,
    );
    this.frame.replaceChildren(this.svg);
    this.number();
    this.pointer = new Pointer(this, this.handlers);
  }

  /** Turn the board; the drawing is made anew with the next `show`. */
  turn() {
    this.cells.place();
    this.number();
  }

  /** Write the number of every square into its corner. */
  number() {
    const numbers = this.geometry.squares.map(({ square, name }) => {
      const { x, y } = this.geometry.centre(square);
      return svg("text", { class: "number", x: x - UNIT / 2 + 0.35, y: y - UNIT / 2 + 0.5 }, name);
    });
    this.numbers.replaceChildren(...numbers);
  }

  /**
   * Show a position.
   * @param {Piece[]} pieces
   * @param {Set<number>} [faded] pieces taken in a capture that goes on
   */
  show(pieces, faded = new Set()) {
    this.drawn.clear();
    const nodes = pieces.map((piece) => {
      const node = drawPiece(piece);
      const { x, y } = this.geometry.centre(piece.square);
      node.setAttribute("transform", `translate(${x} ${y})`);
      if (faded.has(piece.square)) node.classList.add("faded");
      this.drawn.set(piece.square, node);
      return node;
    });
    this.pieces.replaceChildren(...nodes);
  }

  /**
   * Mark squares.
   * @param {Marks} marks
   */
  mark(marks) {
    const under = [];
    const over = [];
    if (marks.last) under.push(this.arrow(marks.last.path));
    for (const square of marks.path ?? []) under.push(this.square("selected", square));
    for (const square of marks.hint ?? []) over.push(this.square("hint", square));
    for (const square of marks.movable ?? []) over.push(this.ring("movable", square));
    for (const square of marks.huffable ?? []) over.push(this.ring("huffable", square));
    for (const square of [marks.last?.lost, marks.last?.huffed]) {
      if (square) under.push(this.cross(square));
    }
    for (const [square, target] of marks.targets ?? []) over.push(this.target(square, target));
    this.marks.replaceChildren(...under);
    this.over.replaceChildren(...over);
  }

  /** An arrow along the way of the last move, to the rim of the piece; cased, for light squares. */
  arrow(path) {
    const points = path.map((square) => this.geometry.centre(square));
    const [before, end] = points.slice(-2);
    const [dx, dy] = [end.x - before.x, end.y - before.y];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const tip = { x: end.x - ux * RIM, y: end.y - uy * RIM };
    const wing = (side) => `${tip.x - 1.6 * (ux + side * uy)} ${tip.y - 1.6 * (uy - side * ux)}`;
    const way = [...points.slice(0, -1), tip].map(({ x, y }) => `${x} ${y}`).join("L");
    const d = `M${way}M${wing(1)}L${tip.x} ${tip.y}L${wing(-1)}`;
    return svg("g", {}, svg("path", { class: "casing", d }), svg("path", { class: "mark last", d }));
  }

  square(kind, square) {
    const { x, y } = this.geometry.centre(square);
    const inset = UNIT / 2 - 0.35;
    return svg("rect", {
      class: `mark ${kind}`,
      x: x - inset,
      y: y - inset,
      width: 2 * inset,
      height: 2 * inset,
    });
  }

  ring(kind, square) {
    const { x, y } = this.geometry.centre(square);
    return svg("circle", { class: `mark ${kind}`, cx: x, cy: y, r: 4.2 });
  }

  cross(square) {
    const { x, y } = this.geometry.centre(square);
    const d = `M${x - 2.5} ${y - 2.5}l5 5m0 -5l-5 5`;
    return svg("path", { class: "mark cross", d });
  }

  /** A dot where the piece goes next, a ring where it may end; marked where that costs a piece. */
  target(square, { next, moves }) {
    const { x, y } = this.geometry.centre(square);
    const costs = [...moves].every((move) => move.lost);
    const kind = `mark target${next ? "" : " end"}${costs ? " costs" : ""}`;
    const dot = svg("circle", { class: kind, cx: x, cy: y, r: next ? 1.6 : 2.2 });
    if (!costs) return dot;
    const minus = svg("path", { class: "minus", d: `M${x - 0.9} ${y}h1.8` });
    return svg("g", {}, dot, minus);
  }

  ground(width, height) {
    const ground = svg("g", { "aria-hidden": "true" });
    ground.append(svg("rect", { class: "light", width, height }));
    return ground;
  }
}

/** Draw a piece about the origin: a man is one disc, a king two of them stacked. */
export function drawPiece({ side, king }) {
  const discs = king ? [drawDisc(1.2, 0.9), drawDisc(-1.2, 0.9)] : [drawDisc(0)];
  return svg("g", { class: `piece ${side}${king ? " king" : ""}` }, ...discs);
}

/** A king's discs are a little smaller, so that both fit the square. */
function drawDisc(y, scale = 1) {
  return svg(
    "g",
    { transform: `translate(0 ${y}) scale(${scale})` },
    svg("circle", { class: "rim", r: 3.5 }),
    svg("circle", { class: "ridge", r: 2.2 }),
  );
}
