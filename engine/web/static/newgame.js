/** The dialog in which a new game is chosen: the ruleset, and who plays each side. */

import { byId, element } from "./dom.js";
import { sideName } from "./moves.js";

export class NewGame {
  /** @param {(request: any) => void} onStart */
  constructor(onStart) {
    this.onStart = onStart;
    this.dialog = byId("new-dialog");
    this.catalogue = null;
    this.build();
  }

  build() {
    this.ruleset = element("select", { id: "new-ruleset" });
    this.seats = { black: new SeatChoice("black"), white: new SeatChoice("white") };
    const form = element("form", { method: "dialog" });
    const start = element("button", { type: "submit", class: "primary", id: "start-game" }, "Start");
    const goOn = element("button", { type: "button", id: "go-on" }, "Go on from here");
    const close = element("button", { type: "button" }, "Cancel");
    const swap = element("button", { type: "button" }, "Swap sides");
    form.append(
      element("h2", { id: "new-title" }, "New game"),
      element("label", { for: "new-ruleset" }, "Ruleset"),
      this.ruleset,
      this.seats.black.node,
      this.seats.white.node,
      swap,
      element("div", { class: "buttons" }, start, goOn, close),
      element("p", { class: "quiet" }, "Go on from here changes the players of the game on the board."),
    );
    this.dialog.replaceChildren(form);
    goOn.addEventListener("click", () => {
      this.dialog.close();
      this.onStart({ type: "seats", ...this.chosen() });
    });
    close.addEventListener("click", () => this.dialog.close());
    swap.addEventListener("click", () => this.swap());
    this.ruleset.addEventListener("change", () => this.follow());
    form.addEventListener("submit", () => this.start());
  }

  /** Take what there is to choose from. */
  offer(catalogue) {
    this.catalogue = catalogue;
    this.ruleset.replaceChildren(
      ...catalogue.rulesets.map(({ name, title, rows, cols }) =>
        element("option", { value: name }, `${title} (${rows}x${cols}, ${name})`),
      ),
    );
    for (const seat of Object.values(this.seats)) seat.offerLevels(catalogue.levels);
  }

  /** Return a seat of a game, with another evaluator where the server no longer has its own. */
  known(ruleset, seat) {
    const { evaluators } = this.catalogue.rulesets.find(({ name }) => name === ruleset);
    return evaluators.includes(seat.evaluator) ? seat : { ...seat, evaluator: evaluators[0] };
  }

  /** Open with the game on the board chosen. */
  open(ruleset, seats) {
    if (!this.catalogue) return;
    this.ruleset.value = ruleset;
    this.follow();
    for (const [side, seat] of Object.entries(seats)) this.seats[side].choose(seat);
    this.dialog.showModal();
  }

  /** Offer the evaluators of the ruleset chosen. */
  follow() {
    const facts = this.catalogue.rulesets.find(({ name }) => name === this.ruleset.value);
    for (const seat of Object.values(this.seats)) seat.offerEvaluators(facts.evaluators);
  }

  chosen() {
    return Object.fromEntries(Object.entries(this.seats).map(([s, c]) => [s, c.value()]));
  }

  swap() {
    const { black, white } = this.chosen();
    this.seats.black.choose(white);
    this.seats.white.choose(black);
  }

  start() {
    this.onStart({ type: "new", ruleset: this.ruleset.value, ...this.chosen() });
  }
}

/** Who plays one side: a person, or a level with an evaluator. */
class SeatChoice {
  constructor(side) {
    this.player = element("select", { id: `${side}-player` });
    this.evaluator = element("select", { id: `${side}-evaluator` });
    this.judges = element(
      "div",
      {},
      element("label", { for: `${side}-evaluator` }, "Evaluator"),
      this.evaluator,
    );
    this.node = element(
      "fieldset",
      {},
      element("legend", {}, sideName(side)),
      element("label", { for: `${side}-player` }, "Played by"),
      this.player,
      this.judges,
    );
    this.player.addEventListener("change", () => this.follow());
  }

  offerLevels(levels) {
    const options = levels.map(({ name, description }) =>
      element("option", { value: name }, `${name}: ${description}`),
    );
    this.player.replaceChildren(element("option", { value: "person" }, "a person"), ...options);
  }

  offerEvaluators(names) {
    const before = this.evaluator.value;
    this.evaluator.replaceChildren(...names.map((n) => element("option", { value: n }, evaluatorName(n))));
    this.evaluator.value = names.includes(before) && before !== "" ? before : names[0];
  }

  choose({ player, evaluator }) {
    this.player.value = player;
    if ([...this.evaluator.options].some((option) => option.value === evaluator) && player !== "person") {
      this.evaluator.value = evaluator;
    }
    this.follow();
  }

  /** Ask for an evaluator where a computer plays. */
  follow() {
    this.judges.hidden = this.player.value === "person";
  }

  value() {
    return { player: this.player.value, evaluator: this.evaluator.value || "handcrafted" };
  }
}

function evaluatorName(name) {
  if (name === "handcrafted") return "handcrafted: pieces and features, tuned";
  if (name === "material") return "material: counts pieces, nothing else";
  return `${name}: learned by playing itself`;
}
