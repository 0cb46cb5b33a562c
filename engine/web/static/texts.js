/** FEN and PDN: copy, paste, save. */

import { byId } from "./dom.js";

export class Texts {
  /**
   * @param {{send: (request: any) => boolean, seats: () => any, ruleset: () => string}} page
   */
  constructor(page) {
    this.page = page;
    byId("fen-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.playFen(byId("fen").value.trim());
    });
    byId("pdn-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const number = Number(byId("pdn-number").value) || 1;
      page.send({ type: "load", ruleset: page.ruleset(), text: byId("pdn").value, number });
    });
    byId("copy-fen").addEventListener("click", () => this.copy("fen", "FEN"));
    byId("copy-pdn").addEventListener("click", () => this.copy("pdn", "PDN"));
    byId("write-pdn").addEventListener("click", () => page.send({ type: "export" }));
  }

  playFen(fen) {
    this.page.send({ type: "new", ruleset: this.page.ruleset(), fen, ...this.page.seats() });
  }

  /** Show the FEN of the position in view, unless a person is writing another one. */
  showFen(fen) {
    if (document.activeElement !== byId("fen")) byId("fen").value = fen;
  }

  showPdn(text) {
    byId("pdn").value = text;
    this.say("The game is written as PDN.");
  }

  async copy(id, name) {
    const field = byId(id);
    try {
      await navigator.clipboard.writeText(field.value);
      this.say(`${name} copied.`);
    } catch {
      field.focus();
      field.select();
      this.say(`The ${name} is selected: copy it with the keyboard.`);
    }
  }

  say(words) {
    byId("texts-said").textContent = words;
  }
}
