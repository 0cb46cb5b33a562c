/** The dialog in which a new game is chosen: which game, the side to play, how strong a computer. */

import { byId, element, setText } from "./dom.js";
import { sideName } from "./moves.js";
import { evaluatorName, onlyPerson } from "./players.js";

const PERSON = { player: "person" };

export class NewGame {
  /** @param {(request: any) => void} onStart */
  constructor(onStart) {
    this.onStart = onStart;
    this.dialog = byId("new-dialog");
    this.catalogue = null;
    /** The ruleset on the board, whose game can be kept. */
    this.current = "";
    this.build();
  }

  build() {
    this.ruleset = element("select", { id: "new-ruleset" });
    this.side = element("select", { id: "you-play" });
    this.computers = [new Computer("first"), new Computer("second")];
    const form = element("form", { method: "dialog" });
    const start = element("button", { type: "submit", class: "primary", id: "start-game" }, "Start");
    const keep = element("button", { type: "button" }, "Keep this position");
    const close = element("button", { type: "button" }, "Cancel");
    const words = "Keep this position: the game on the board goes on, between the players chosen here.";
    this.keep = [keep, element("p", { class: "quiet" }, words)];
    form.append(
      element("h2", { id: "new-title" }, "New game"),
      element("label", { for: "new-ruleset" }, "Game"),
      this.ruleset,
      element("label", { for: "you-play" }, "You play"),
      this.side,
      ...this.computers.map(({ node }) => node),
      element("div", { class: "buttons" }, start, keep, close),
      this.keep[1],
    );
    this.dialog.replaceChildren(form);
    keep.addEventListener("click", () => {
      this.dialog.close();
      this.onStart({ type: "seats", ...this.chosen() });
    });
    close.addEventListener("click", () => this.dialog.close());
    this.ruleset.addEventListener("change", () => this.followGame());
    this.side.addEventListener("change", () => this.followSide());
    form.addEventListener("submit", () => this.start());
  }

  /** Take what there is to choose from. */
  offer(catalogue) {
    this.catalogue = catalogue;
    this.ruleset.replaceChildren(
      ...catalogue.rulesets.map(({ name, title }) => element("option", { value: name }, title)),
    );
    for (const computer of this.computers) computer.offerLevels(catalogue.levels);
  }

  facts(ruleset) {
    return this.catalogue.rulesets.find(({ name }) => name === ruleset);
  }

  /** Return a seat of a game, with another evaluator where the server no longer has its own. */
  known(ruleset, seat) {
    const { evaluators } = this.facts(ruleset);
    return evaluators.includes(seat.evaluator) ? seat : { ...seat, evaluator: evaluators[0] };
  }

  /** Open with the game on the board chosen. */
  open(ruleset, seats) {
    if (!this.catalogue) return;
    this.current = ruleset;
    this.ruleset.value = ruleset;
    this.followGame();
    const sides = ["black", "white"];
    const computers = sides.map((side) => seats[side]).filter(({ player }) => player !== "person");
    this.side.value = onlyPerson(seats) ?? (computers.length ? "neither" : "both");
    computers.forEach((seat, at) => this.computers[at].choose(seat));
    this.followSide();
    this.dialog.showModal();
  }

  /** Offer the sides and the evaluators of the game chosen. */
  followGame() {
    const { evaluators, first } = this.facts(this.ruleset.value);
    const chosen = this.side.value || first;
    const side = (name) => [name, `${sideName(name)}${name === first ? ", and begin" : ""}`];
    const options = [side("black"), side("white"), ["both", "Both: two persons"], ["neither", "Neither: only watch"]];
    this.side.replaceChildren(...options.map(([value, words]) => element("option", { value }, words)));
    this.side.value = chosen;
    for (const computer of this.computers) computer.offerEvaluators(evaluators);
    for (const part of this.keep) part.hidden = this.ruleset.value !== this.current;
    this.followSide();
  }

  /** Ask about as many computers as play. */
  followSide() {
    const [first, second] = this.computers;
    const watched = this.side.value === "neither";
    first.show(this.side.value !== "both", watched ? "Black" : "The computer");
    second.show(watched, "White");
  }

  /** Return who sits where. */
  chosen() {
    const [first, second] = this.computers.map((computer) => computer.value());
    const seats = {
      black: { black: PERSON, white: first },
      white: { black: first, white: PERSON },
      both: { black: PERSON, white: PERSON },
      neither: { black: first, white: second },
    };
    return seats[this.side.value];
  }

  start() {
    this.onStart({ type: "new", ruleset: this.ruleset.value, ...this.chosen() });
  }
}

/** A computer that plays: how strong it is, and by what it judges. */
class Computer {
  /** @param {string} id */
  constructor(id) {
    this.level = labelled(`${id}-level`, "Strength");
    this.evaluator = labelled(`${id}-evaluator`, "Evaluator");
    this.legend = element("legend");
    this.descriptions = {};
    const more = element("details", {}, element("summary", {}, "More"), ...this.evaluator.parts);
    this.node = element("fieldset", {}, this.legend, ...this.level.parts, more);
    for (const { select } of [this.level, this.evaluator]) {
      select.addEventListener("change", () => this.explain());
    }
  }

  show(shown, name) {
    this.node.hidden = !shown;
    setText(this.legend, name);
  }

  offerLevels(levels) {
    this.descriptions = Object.fromEntries(levels.map(({ name, description }) => [name, description]));
    const options = levels.map(({ name }) => element("option", { value: name }, capital(name)));
    this.level.select.replaceChildren(...options);
    this.level.select.value = levels[Math.floor(levels.length / 2)].name;
  }

  /** Offer the evaluators of a game, what was learned of it first. */
  offerEvaluators(names) {
    const options = names.map((name) => element("option", { value: name }, capital(evaluatorName(name))));
    this.evaluator.select.replaceChildren(...options);
    this.explain();
  }

  choose({ player, evaluator }) {
    this.level.select.value = player;
    this.evaluator.select.value = evaluator;
    if (!this.evaluator.select.value) this.evaluator.select.selectedIndex = 0;
    this.explain();
  }

  explain() {
    setText(this.level.words, `${capital(this.descriptions[this.level.select.value] ?? "")}.`);
    setText(this.evaluator.words, explained(this.evaluator.select.value));
  }

  value() {
    return { player: this.level.select.value, evaluator: this.evaluator.select.value };
  }
}

/** A choice with its label, and a line that explains what is chosen. */
function labelled(id, label) {
  const select = element("select", { id, "aria-describedby": `${id}-words` });
  const words = element("p", { class: "quiet", id: `${id}-words` });
  return { select, words, parts: [element("label", { for: id }, label), select, words] };
}

function explained(evaluator) {
  if (evaluator === "handcrafted") return "Made by hand: counts pieces and features of the position.";
  if (evaluator === "material") return "Counts pieces, and nothing else.";
  return "Learned by playing against itself, told nothing but the rules and what a man is worth.";
}

function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
