/** Small helpers to make elements; nothing that comes from outside is ever read as HTML. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Find an element that the page has.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * Make an HTML element. Attributes that are false or null are left out.
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null>} [attributes]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * Make an SVG element.
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null>} [attributes]
 * @param {...(Node | string)} children
 * @returns {any}
 */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** Give the focus to the square that is in the tab order. */
export function focusBoard() {
  document.querySelector('#board [tabindex="0"]')?.focus();
}

/**
 * Set an attribute only where it differs, so that screen readers are not told anew.
 * @param {Element} node
 * @param {string} name
 * @param {string | number | boolean | null} value null or false removes it
 */
export function setAttribute(node, name, value) {
  if (value === null || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, String(value));
}

/**
 * Set a text only where it differs.
 * @param {Element} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) node.setAttribute(name, String(value));
  }
  node.append(...children);
  return node;
}
