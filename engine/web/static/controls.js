/** The buttons, boxes and fields around the board: what each asks for, and the questions some ask. */

import { clearChoices, offerChoices } from "./choices.js";
import { byId } from "./dom.js";
import { settings } from "./settings.js";

const ASKED = { undo: "undo", redo: "redo", hint: "hint", "move-now": "move_now", draw: "draw" };
/** @type {[string, "showMoves" | "showNumbers"][]} */
const BOXES = [["show-moves", "showMoves"], ["show-numbers", "showNumbers"]];

export class Controls {
  /** @param {any} page */
  constructor(page) {
    this.page = page;
    for (const [id, type] of Object.entries(ASKED)) this.on(id, () => page.send({ type }));
    this.on("resign", () => this.resign());
    this.on("pause", () => page.send({ type: "pause", on: !page.position.paused }));
    this.on("again", () => this.playAgain(({ white, black }) => ({ white, black })));
    this.on("again-swapped", () => this.playAgain((seats) => ({ white: seats.black, black: seats.white })));
    this.on("flip", () => page.set("flipped", !settings.flipped));
    this.on("open-new", () => page.newGame.open(page.facts.ruleset, page.position.seats));
    this.on("open-setup", () => page.setup.open());
    for (const [id, name] of BOXES) {
      byId(id).checked = settings[name];
      byId(id).addEventListener("change", (event) => page.set(name, event.target.checked));
    }
    this.listenToSteps();
    byId("notation-form").addEventListener("submit", (event) => this.playNotation(event));
  }

  /** Do something when a button is pressed, once there is a game. */
  on(id, act) {
    byId(id).addEventListener("click", () => this.page.position && act());
  }

  listenToSteps() {
    const { page } = this;
    const at = () => (page.earlier ?? page.position).ply;
    const look = (ply) =>
      page.send({ type: "look", ply: Math.min(Math.max(ply, 0), page.position.ply) });
    this.on("first", () => look(0));
    this.on("back", () => look(at() - 1));
    this.on("forward", () => look(at() + 1));
    this.on("latest", () => page.leaveEarlier());
  }

  /** Begin anew where the game on the board began; `seat` tells who sits where. */
  playAgain(seat) {
    const { facts, position } = this.page;
    const { startFen, seats } = position;
    this.page.send({ type: "new", ruleset: facts.ruleset, fen: startFen, ...seat(seats) });
  }

  playNotation(event) {
    event.preventDefault();
    const field = byId("notation");
    const notation = field.value.trim();
    const { page } = this;
    if (!notation || !page.position) return;
    page.send({ type: "play", revision: page.position.revision, notation });
    field.value = "";
  }

  /** Ask a second person about the draw that the other one offers. */
  askForDraw() {
    offerChoices([
      ["Accept the draw", () => this.page.send({ type: "answer", accept: true })],
      ["Decline", () => this.page.send({ type: "answer", accept: false })],
    ]);
  }

  /** Ask before a game is given up; where there is none, the server says so. */
  resign() {
    const { page } = this;
    const give = () => page.send({ type: "resign" });
    if (byId("resign").getAttribute("aria-disabled") === "true") {
      give();
      return;
    }
    const stay = () => {
      clearChoices();
      page.say("");
      byId("resign").focus();
    };
    const [yes] = offerChoices([["Yes, resign", give], ["No, play on", stay]]);
    page.say("Give the game up?");
    yes.focus();
  }
}
