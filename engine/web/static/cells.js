/**
 * The squares one can choose, as a grid for keyboard and screen reader: arrow keys go from square to
 * square, Enter or Space picks one, Escape takes a choice back. One square is in the tab order.
 */

import { setAttribute, svg } from "./dom.js";
import { UNIT } from "./geometry.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Cells {
  /**
   * @param {import("./geometry.js").Geometry} geometry
   * @param {{onPick: (square: number) => void, onCancel: () => void}} handlers
   */
  constructor(geometry, handlers) {
    this.geometry = geometry;
    this.handlers = handlers;
    this.group = svg("g", { role: "rowgroup", class: geometry.dense ? "cells dense" : "cells" });
    /** @type {Map<number, SVGGElement>} */
    this.cells = new Map();
    this.current = 0;
    this.build();
    this.group.addEventListener("keydown", (event) => this.key(event));
    // Screen readers click without a pointer; what a pointer does is seen to elsewhere.
    this.group.addEventListener("click", (event) => {
      const square = squareOf(event.target);
      if (square && event.detail === 0) handlers.onPick(square);
    });
  }

  build() {
    const rows = Array.from({ length: this.geometry.rows }, (_, row) =>
      svg("g", { role: "row", "aria-rowindex": row + 1 }),
    );
    for (const { square, row, col } of this.geometry.squares) {
      const cell = svg(
        "g",
        { role: "gridcell", tabindex: -1, "data-square": square, "aria-colindex": col + 1 },
        svg("rect", {
          class: `dark${this.geometry.dense && (row + col) % 2 ? " odd" : ""}`,
          width: UNIT,
          height: UNIT,
        }),
        svg("rect", { class: "focus", x: 0.3, y: 0.3, width: UNIT - 0.6, height: UNIT - 0.6 }),
      );
      // Not on the group: Chromium puts whatever listens to focus in a drawing into the tab order.
      cell.addEventListener("focus", () => this.offer(square));
      rows[row].append(cell);
      this.cells.set(square, cell);
    }
    this.group.replaceChildren(...rows);
    this.place();
  }

  /** Put every square where it is on the screen. */
  place() {
    for (const [square, cell] of this.cells) {
      const { x, y } = this.geometry.centre(square);
      cell.setAttribute("transform", `translate(${x - UNIT / 2} ${y - UNIT / 2})`);
    }
  }

  /**
   * Say what is on each square.
   * @param {(square: number) => {label: string, selected: boolean, grab?: boolean}} tell
   */
  describe(tell) {
    for (const [square, cell] of this.cells) {
      const { label, selected, grab = false } = tell(square);
      cell.classList.toggle("grab", grab);
      setAttribute(cell, "aria-label", label);
      setAttribute(cell, "aria-selected", String(selected));
    }
  }

  /**
   * Put a square into the tab order, without moving the focus.
   * @param {number} square
   */
  offer(square) {
    if (!this.cells.has(square)) return;
    this.cells.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = square;
    this.cells.get(square)?.setAttribute("tabindex", "0");
  }

  hasFocus() {
    return this.group.contains(document.activeElement);
  }

  key(event) {
    const square = squareOf(event.target);
    if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      this.cells.get(this.geometry.neighbour(square, arrow[0], arrow[1])).focus();
    } else if (event.key === "Home" || event.key === "End") {
      this.cells.get(this.geometry.edge(square, event.key === "End")).focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.handlers.onPick(square);
    } else if (event.key === "Escape") {
      this.handlers.onCancel();
    } else {
      return;
    }
    event.preventDefault();
  }
}

/** @param {EventTarget | null} target */
export function squareOf(target) {
  const cell = target instanceof Element ? target.closest("[data-square]") : null;
  return cell ? Number(cell.getAttribute("data-square")) : 0;
}
