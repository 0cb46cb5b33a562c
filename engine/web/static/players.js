/** Who plays, in words: to the only person at the board the page speaks as to a player. */

import { sideName } from "./moves.js";

/** The side of the only person who plays, null where there are two or none. */
export function onlyPerson(seats) {
  const persons = ["white", "black"].filter((side) => seats[side].player === "person");
  return persons.length === 1 ? persons[0] : null;
}

/** Say of an evaluator what it is called. */
export function evaluatorName(name) {
  const published = /^[\w-]+$/.test(name) && name !== "handcrafted" && name !== "material";
  return published ? `${name} network` : name;
}

/** Say who a seat is: its name, and what stands smaller after it. */
export function seatWords(side, seats) {
  const { player, evaluator } = seats[side];
  const person = player === "person";
  if (!onlyPerson(seats)) return [sideName(side), person ? "person" : `${player}, ${evaluator}`];
  return person ? ["You", ""] : [`Computer, ${player}`, evaluatorName(evaluator)];
}

/** Say in one line how the game stands: whose turn it is, or how it ended. */
export function statusLine({ turn, seats, offer, paused, ending }) {
  const side = sideName(turn);
  const only = onlyPerson(seats);
  if (ending) return endedLine(ending, only);
  if (offer) return `${sideName(offer)} offers a draw.`;
  if (seats[turn].player === "person") return only ? `Your move: ${side}` : `${side} to move`;
  if (paused) return `${side} to move; the computer is paused`;
  return `${side} to move: the computer is thinking`;
}

function endedLine({ winner, words }, only) {
  const said = only && winner ? `You ${winner === only ? "won" : "lost"}` : "";
  const told = said ? words.replace(/^\w+ wins/, said) : words;
  return told.charAt(0).toUpperCase() + told.slice(1);
}
