/**
 * Moves in words: why a square was refused, what is to be done next.
 *
 * @typedef {import("./chooser.js").Chooser} Chooser
 * @typedef {import("./geometry.js").Geometry} Geometry
 */

const LISTED = 6;

/**
 * Join texts as in a sentence, a long list cut short.
 * @param {string[]} texts
 * @param {string} word
 */
export function listed(texts, word = "or") {
  const shown = texts.slice(0, LISTED);
  if (texts.length > LISTED) return `${shown.join(", ")} and ${texts.length - LISTED} more`;
  return shown.length < 2
    ? shown.join("")
    : `${shown.slice(0, -1).join(", ")} ${word} ${shown[shown.length - 1]}`;
}

/**
 * Say why a square cannot be chosen.
 * @param {{square: number, from: number}} refused
 * @param {any} position
 * @param {any} board
 * @param {Geometry} geometry
 * @param {Chooser} chooser
 */
export function explainRefusal({ square, from }, position, board, geometry, chooser) {
  const name = geometry.name(square);
  const piece = position.pieces.find((other) => other.square === square);
  const open = chooser.open;
  const own = piece && piece.side === position.turn;
  if (piece && !own) {
    if (from && !isBound(open)) return cannotGo(from, name, open, geometry);
    return `The piece on ${name} is ${sideName(piece.side)}'s; ${sideName(position.turn)} is to move.`;
  }
  if (chooser.path.length > 1) return "A capture goes on to its end: choose a marked square.";
  if (isBound(open) && (own || from)) return explainBound(open, board, own && !from ? name : "");
  if (own) return `The piece on ${name} is blocked: it cannot move. Choose another one.`;
  if (from) return cannotGo(from, name, open, geometry);
  return `There is no piece on ${name}. Choose a piece of ${sideName(position.turn)}'s.`;
}

/** Say what is compulsory, and by which rule. */
function explainBound(open, board, name) {
  const captures = listed([...new Set(open.map((move) => move.text))]);
  const rule = board.facts.find(([label]) => label === "Captures")[1];
  const why = rule.startsWith("compulsory") ? `Capturing is ${rule}` : "Only captures can be played";
  return `${name ? `Not the piece on ${name}. ` : ""}${why}. Play ${captures}.`;
}

function cannotGo(from, name, open, geometry) {
  const ends = new Set(
    open.filter((m) => m.paths[0][0] === from).flatMap((m) => m.paths.map((p) => p[p.length - 1])),
  );
  const where = listed([...ends].map((square) => geometry.name(square)));
  return `The piece on ${geometry.name(from)} cannot go to ${name}; it can go to ${where}.`;
}

/** Tell whether only captures are legal. */
export function isBound(open) {
  return open.length > 0 && open.every((move) => move.captured.length > 0);
}

/**
 * Say what there is to choose between captures that end on the same square.
 * @param {{moves: any[], square: number}} choice
 * @param {Chooser} chooser
 * @param {Geometry} geometry
 */
export function explainChoice({ moves, square }, chooser, geometry) {
  const next = [...chooser.targets()].filter(([, target]) => target.next).map(([to]) => to);
  const names = listed(next.map((to) => geometry.name(to)));
  const step = next.length > 1 ? `Choose the next square, ${names}, or` : "Choose";
  return `${moves.length} moves lead to ${geometry.name(square)}. ${step} one of the moves below.`;
}

/** @param {string} side */
export function sideName(side) {
  return side === "white" ? "White" : "Black";
}
