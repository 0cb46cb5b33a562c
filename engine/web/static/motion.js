/**
 * Motion: a piece comes along its path to where it is drawn already, and those it took fade, one by
 * one or together, as the rules have them leave. Whoever asks for less motion sees none.
 */

import { drawPiece } from "./board.js";

const LEG_MS = 170;
const FADE_MS = 180;

/**
 * Let the moved piece come along its path, after the board shows where it went.
 * @param {import("./board.js").Board} board
 * @param {import("./board.js").Piece[]} before
 * @param {any} move
 * @param {boolean} removedAtOnce
 * @param {number} [stood] how many squares of the path it has come already
 */
export function animate(board, before, move, removedAtOnce, stood = 1) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return;
  const { geometry } = board;
  const path = move.path.slice(Math.max(stood, 1) - 1);
  const legs = geometry.takenByLeg(move.path, move.captured).slice(Math.max(stood, 1) - 1);
  const duration = Math.max(path.length - 1, 0) * LEG_MS;
  const piece = board.drawn.get(move.path[move.path.length - 1]);
  if (piece && path.length > 1) slide(board, piece, path, duration);
  legs.forEach((taken, leg) => {
    const at = removedAtOnce ? (leg + 1) * LEG_MS : duration;
    for (const square of taken) vanish(board, before, square, at);
  });
  if (move.huffed) vanish(board, before, move.huffed, 0);
  if (move.lost && move.lost !== move.path[move.path.length - 1]) {
    vanish(board, before, move.lost, duration);
  }
}

function slide(board, piece, path, duration) {
  board.pieces.append(piece);
  const frames = path.map((square) => {
    const { x, y } = board.geometry.centre(square);
    return { transform: `translate(${x}px, ${y}px)` };
  });
  piece.animate(frames, { duration, easing: path.length > 2 ? "linear" : "ease-out" });
}

/** Draw a piece that is no longer there, and let it fade. */
function vanish(board, before, square, delay) {
  const piece = before.find((other) => other.square === square);
  if (!piece) return;
  const ghost = drawPiece(piece);
  const { x, y } = board.geometry.centre(square);
  ghost.setAttribute("transform", `translate(${x} ${y})`);
  board.pieces.prepend(ghost);
  const fading = ghost.animate([{ opacity: 1 }, { opacity: 0 }], {
    delay,
    duration: FADE_MS,
    fill: "both",
  });
  fading.onfinish = fading.oncancel = () => ghost.remove();
}
