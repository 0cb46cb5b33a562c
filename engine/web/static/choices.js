/** Questions below the state of the game, and buttons that answer them. */

import { byId, element, focusBoard } from "./dom.js";

/**
 * Show buttons; returns them.
 * @param {[string, () => void][]} answers
 */
export function offerChoices(answers) {
  const buttons = answers.map(([label, act]) => {
    const button = element("button", { type: "button" }, label);
    button.addEventListener("click", act);
    return button;
  });
  byId("choices").replaceChildren(...buttons);
  return buttons;
}

/** Take the buttons away; one that had the focus gives it to the board. */
export function clearChoices() {
  const choices = byId("choices");
  const focused = choices.contains(document.activeElement);
  choices.replaceChildren();
  if (focused) focusBoard();
}
