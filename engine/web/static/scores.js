/** How the game stands in numbers: a bar for each evaluator, graph of the game, thinking. */

import { byId, element, setAttribute, setText, svg } from "./dom.js";

const WIDTH = 300;
const HEIGHT = 80;
const SCALE = 300;

/** Squash hundredths of a man into -1..1, White's side up. */
function share(score) {
  return Math.tanh(score / SCALE);
}

/**
 * Show what each evaluator says of the position in view, in words and as a bar.
 * @param {{name: string, score: number | null, words: string}[]} judged
 */
export function showJudged(judged) {
  const list = byId("judged");
  while (list.childElementCount > judged.length) list.lastElementChild.remove();
  while (list.childElementCount < judged.length) list.append(emptyRow());
  judged.forEach((one, at) => fillRow(list.children[at], one));
}

function emptyRow() {
  const meter = element("div", { role: "meter", "aria-valuemin": -100, "aria-valuemax": 100 });
  meter.append(element("div", { class: "white-part" }), element("div", { class: "middle" }));
  const words = element("dd", { class: "words" });
  return element("div", {}, element("dt"), words, element("dd", { class: "bar" }, meter));
}

function fillRow(row, { name, score, words }) {
  const [label, said, { firstElementChild: meter }] = row.children;
  const value = Math.round(share(score ?? 0) * 100);
  setText(label, name);
  setText(said, words);
  setAttribute(meter, "aria-label", `Evaluation by ${name}, White's side positive`);
  setAttribute(meter, "aria-valuenow", value);
  setAttribute(meter, "aria-valuetext", words);
  meter.firstElementChild.style.width = `${50 + value / 2}%`;
}

/**
 * Draw the scores of the game: both evaluators as lines, what searches found as dots.
 * @param {(number | null)[][]} scores
 * @param {(number | null)[]} found
 * @param {number} viewed
 * @param {string[]} names
 */
export function showGraph(scores, found, viewed, names) {
  const x = (ply) => (scores.length < 2 ? 0 : (ply / (scores.length - 1)) * WIDTH);
  const y = (score) => (HEIGHT / 2) * (1 - share(score));
  const line = (of, kind) => {
    const points = scores.flatMap((pair, ply) =>
      pair[of] === null ? [] : [`${x(ply).toFixed(1)},${y(pair[of]).toFixed(1)}`],
    );
    return svg("polyline", { class: `line ${kind}`, points: points.join(" ") });
  };
  const dots = found.flatMap((score, ply) =>
    score === null ? [] : [svg("circle", { class: "dot", cx: x(ply), cy: y(score), r: 2 })],
  );
  const label =
    `Scores over ${scores.length - 1} plies, White's side up: ${names.join(" and ")} as lines, ` +
    "what the computer found as dots";
  const drawing = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, preserveAspectRatio: "none" },
    svg("line", { class: "zero", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    svg("line", { class: "now", x1: x(viewed), x2: x(viewed), y1: 0, y2: HEIGHT }),
    line(0, "handcrafted"),
    line(1, "learned"),
    ...dots,
  );
  const legend = element("p", { class: "legend" });
  names.forEach((name, at) => {
    legend.append(element("span", { class: `key ${at ? "learned" : "handcrafted"}` }, name));
  });
  legend.append(element("span", { class: "key found" }, "searched"));
  const ends = ["White", "Black"].map((side) =>
    element("span", { class: `end ${side.toLowerCase()}`, "aria-hidden": "true" }, side),
  );
  byId("graph").replaceChildren(drawing, ...ends, legend);
}

/** Show what the computer thinks, or thought last; dashes where it has not begun. */
export function showThinking(message) {
  const list = byId("thinking");
  if (!list.firstChild) {
    for (const label of ["Depth", "Score", "Best line", "Speed"]) {
      list.append(element("dt", {}, label), element("dd"));
    }
  }
  const [depth, score, line, speed] = list.querySelectorAll("dd");
  if (!message) {
    for (const said of [depth, score, line, speed]) setText(said, "\u2013");
    return;
  }
  setText(depth, message.depth === 1 ? "1 ply" : `${message.depth} plies`);
  setText(score, message.words);
  setText(line, message.line.join(" "));
  setText(speed, `${short(message.nodes)} nodes, ${short(message.nodesPerS)}/s`);
}

function short(count) {
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  return count >= 1e3 ? `${Math.round(count / 1e3)} k` : String(count);
}
