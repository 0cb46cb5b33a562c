/** Click and drag on the board, by mouse, pen or finger. */

import { UNIT } from "./geometry.js";

const DRAG_FROM = 0.25;

export class Pointer {
  /**
   * @param {import("./board.js").Board} board
   * @param {{onPick: (square: number) => void, onGrab: (square: number) => boolean}} handlers
   */
  constructor(board, handlers) {
    this.board = board;
    this.handlers = handlers;
    this.down = null;
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
    svg.addEventListener("pointercancel", () => this.drop());
  }

  press(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const at = this.place(event);
    if (!at.square) return;
    const piece = this.board.drawn.get(at.square);
    this.down = { ...at, piece, dragged: false, grabbed: false };
    this.board.cells.offer(at.square);
  }

  move(event) {
    const down = this.down;
    if (!down?.piece || !event.isPrimary) return;
    const at = this.place(event);
    const far = Math.hypot(at.x - down.x, at.y - down.y) > DRAG_FROM * UNIT;
    if (!down.dragged && far) {
      down.dragged = true;
      down.grabbed = this.handlers.onGrab(down.square);
      down.piece = this.board.drawn.get(down.square) ?? down.piece;
      if (down.grabbed) this.board.svg.setPointerCapture(event.pointerId);
    }
    if (!down.grabbed) return;
    this.board.pieces.append(down.piece);
    down.piece.classList.add("dragged");
    down.piece.setAttribute("transform", `translate(${at.x} ${at.y})`);
  }

  release(event) {
    const down = this.down;
    this.drop();
    if (!down || !event.isPrimary) return;
    const { square } = this.place(event);
    if (!square) return;
    if (!down.dragged || (down.grabbed && square !== down.square)) this.handlers.onPick(square);
  }

  /** Let a dragged piece go back to where it stands. */
  drop() {
    const down = this.down;
    this.down = null;
    if (!down?.grabbed) return;
    const { x, y } = this.board.geometry.centre(down.square);
    down.piece.classList.remove("dragged");
    down.piece.setAttribute("transform", `translate(${x} ${y})`);
  }

  place(event) {
    const box = this.board.svg.getBoundingClientRect();
    const { geometry } = this.board;
    const x = ((event.clientX - box.left) / box.width) * geometry.cols * UNIT;
    const y = ((event.clientY - box.top) / box.height) * geometry.rows * UNIT;
    return { x, y, square: geometry.at(Math.floor(y / UNIT), Math.floor(x / UNIT)) ?? 0 };
  }
}
