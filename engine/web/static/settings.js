/** What a person has chosen about the display, kept in this browser. */

const KEY = "crownhead.settings";

/** @type {{flipped: boolean, showMoves: boolean, showNumbers: boolean}} */
export const settings = { flipped: false, showMoves: true, showNumbers: true };

try {
  const kept = JSON.parse(localStorage.getItem(KEY) || "{}");
  for (const name of Object.keys(settings)) {
    if (typeof kept[name] === "boolean") settings[name] = kept[name];
  }
} catch {
  // No storage, or not ours: the settings above hold.
}

/**
 * Choose a setting and keep it.
 * @param {"flipped" | "showMoves" | "showNumbers"} name
 * @param {boolean} value
 */
export function choose(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // It holds until the page is closed.
  }
}
