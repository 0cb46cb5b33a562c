/** FEN and PDN: copy, paste, save. */

import { byId, element } from "./dom.js";

export class Texts {
  /**
   * @param {{send: (request: any) => boolean, seats: () => any, ruleset: () => string,
   *   pdn: () => string}} page
   */
  constructor(page) {
    this.page = page;
    /** Characters that the server reads at most. */
    this.longest = { fen: 0, text: 0 };
    /** Whether a text was sent whose game is to come. */
    this.awaited = false;
    byId("fen-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const fen = byId("fen").value.trim();
      if (fen) this.playFen(fen);
      else this.say("Expected a FEN, got none.");
    });
    byId("pdn-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.readPdn(byId("pdn").value);
    });
    byId("copy-fen").addEventListener("click", () => this.copy("fen", "FEN"));
    byId("write-pdn").addEventListener("click", () => this.writePdn());
    byId("copy-pdn").addEventListener("click", () => {
      this.writePdn();
      this.copy("pdn", "PDN");
    });
    byId("save-pdn").addEventListener("click", () => this.savePdn());
  }

  playFen(fen) {
    this.ask({ type: "new", ruleset: this.page.ruleset(), fen, ...this.page.seats() }, "fen", fen);
  }

  readPdn(text) {
    const number = Number(byId("pdn-number").value) || 1;
    this.ask({ type: "load", ruleset: this.page.ruleset(), text, number }, "text", text);
  }

  /** Ask for something with a text in it, unless that is too long to be read. */
  ask(request, name, text) {
    const longest = this.longest[name];
    const count = (number) => number.toLocaleString("en");
    this.say("");
    if (text.length <= longest) this.awaited = this.page.send(request);
    else this.say(`Expected at most ${count(longest)} characters, got ${count(text.length)}.`);
  }

  /** Tell, once, whether a game has come that was asked for here, away from the board. */
  isAwaited() {
    const { awaited } = this;
    this.awaited = false;
    return awaited;
  }

  /** Show the FEN of the position in view, unless a person is writing another one. */
  showFen(fen) {
    if (document.activeElement !== byId("fen")) byId("fen").value = fen;
  }

  writePdn() {
    byId("pdn").value = this.page.pdn();
    this.say("The game is written as PDN.");
  }

  savePdn() {
    const url = URL.createObjectURL(new Blob([this.page.pdn()], { type: "text/plain" }));
    element("a", { href: url, download: `${this.page.ruleset()}.pdn` }).click();
    URL.revokeObjectURL(url);
    this.say("The game is saved as PDN.");
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

  refuse(words) {
    this.awaited = false;
    this.say(words);
  }

  say(words) {
    byId("texts-said").textContent = words;
  }
}
