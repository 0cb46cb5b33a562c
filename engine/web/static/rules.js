/** The rules of the game on the board, in words, always beside it. */

import { byId, element } from "./dom.js";

export function showRules(board) {
  byId("rules-title").textContent = `The rules: ${board.title}`;
  const facts = element("dl");
  for (const [label, words] of board.facts) {
    facts.append(element("dt", {}, label), element("dd", {}, words));
  }
  const paragraphs = board.paragraphs.map((words) => element("p", {}, words));
  byId("rules-text").replaceChildren(facts, ...paragraphs);
}

export function showLevels(levels) {
  const rows = levels.map(({ name, description }) => [
    element("dt", {}, name),
    element("dd", {}, description),
  ]);
  byId("levels").replaceChildren(...rows.flat());
}
