/** What stands around the board: heading, seats with their counters, status, move list, buttons. */

import { byId, element, focusBoard, setAttribute, setText } from "./dom.js";
import { sideName } from "./moves.js";
import { onlyPerson, seatWords } from "./players.js";

/** Show the heading of a game. */
export function showHeading(board) {
  setText(byId("title"), board.title);
  const size = `${board.rows}x${board.cols}`;
  const named = board.title.includes(size);
  setText(byId("size"), named ? "" : size);
  document.title = `${board.title}${named ? "" : `, ${size}`}: crownhead`;
}

/** Show both seats, the lower one being that of the side at the bottom of the board. */
export function showSeats(position, board, bottom) {
  const top = bottom === "white" ? "black" : "white";
  showSeat(byId("top-seat"), top, position, board);
  showSeat(byId("bottom-seat"), bottom, position, board);
}

function showSeat(node, side, position, board) {
  const own = position.pieces.filter((piece) => piece.side === side);
  const kings = own.filter((piece) => piece.king).length;
  if (!node.firstChild) {
    node.append(
      element("span", { class: "disc", "aria-hidden": "true" }),
      element("span", { class: "who" }, element("strong"), element("span", { class: "hidden" }), " ", element("span", { class: "player" })),
      element(
        "span",
        { class: "count" },
        element("span"),
        element("span", { class: "wide" }, " pieces"),
        element("span"),
      ),
    );
  }
  const [disc, who, counter] = node.children;
  disc.className = `disc ${side}`;
  const [name, colour, player] = who.children;
  const [named, played] = seatWords(side, position.seats);
  setText(name, named);
  setText(player, played);
  setText(colour, named === sideName(side) ? "" : `, ${sideName(side)}`);
  setText(counter.firstChild, `${own.length} of ${board.men}`);
  setText(counter.lastChild, kings ? `, ${kings} crowned` : "");
  const onMove = position.turn === side && !position.ending;
  node.classList.toggle("on-move", onMove);
}

/** Say how near a draw by counting is, once it is half way. */
export function drawCount({ counters }) {
  const said = [];
  const { noProgress, noProgressLimit, equalKings, equalKingsLimit } = counters;
  if (noProgressLimit && noProgress * 2 >= noProgressLimit) {
    said.push(`draw in ${noProgressLimit - noProgress} plies without a capture or a man's move`);
  }
  if (equalKingsLimit && equalKings * 2 >= equalKingsLimit) {
    said.push(`draw in ${equalKingsLimit - equalKings} plies with equally many kings`);
  }
  return said.join("; ");
}

/**
 * Show the moves played; the one that led to the position in view is current.
 * @param {any} position
 * @param {number} viewed
 * @param {(ply: number) => void} onLook
 */
export function showMoves(position, viewed, onLook) {
  const region = byId("moves");
  const list = region.firstElementChild;
  const buttons = [...list.querySelectorAll("button")];
  const same = buttons.every((button, at) => button.textContent === position.log[at]);
  if (!same) list.replaceChildren();
  for (let ply = same ? buttons.length : 0; ply < position.log.length; ply += 1) {
    if (ply % 2 === 0) list.append(element("li"));
    const button = element("button", { type: "button" }, position.log[ply]);
    button.addEventListener("click", () => onLook(ply + 1));
    list.lastChild.append(button);
  }
  let current = null;
  list.querySelectorAll("button").forEach((button, at) => {
    setAttribute(button, "aria-current", at + 1 === viewed ? "step" : null);
    if (at + 1 === viewed) current = button;
  });
  region.scrollTop = current ? current.offsetTop - region.clientHeight / 2 : 0;
}

/** Tell whether a person plays in a game, rather than only looking on. */
export function hasPerson(position) {
  return Object.values(position.seats).some((seat) => seat.player === "person");
}

/** Offer another game once one has ended; who had the focus there is led to the board. */
export function showEnded(position, hidden) {
  const ended = byId("ended");
  const focused = ended.contains(document.activeElement);
  ended.hidden = hidden || !position.ending;
  byId("again-swapped").hidden = !onlyPerson(position.seats);
  if (ended.hidden && focused) focusBoard();
}

/** Show what can be done: a button that cannot be used says so, and keeps the focus. */
export function showButtons(position) {
  const persons = hasPerson(position);
  const mine = position.seats[position.turn].player === "person";
  const going = !position.ending;
  enable("undo", position.canUndo);
  enable("redo", position.canRedo);
  enable("hint", going && mine);
  enable("move-now", position.thinking);
  enable("resign", going && persons);
  enable("draw", going && persons);
  enable("pause", going && !(persons && mine && !position.paused));
  byId("pause").setAttribute("aria-pressed", String(position.paused));
}

function enable(id, can) {
  setAttribute(byId(id), "aria-disabled", can ? null : "true");
}
