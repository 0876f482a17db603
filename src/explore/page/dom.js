// Creates elements. Strings only ever become text nodes, so nothing from a table is markup.

/**
 * @typedef {string | number | Node | null | undefined | false} Child
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes
 */

/**
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function furnish(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Creates an HTML element. Functions among the attributes listen to the event of that name.
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  furnish(element, attributes, children);
  return element;
}

/**
 * A picture of the program as an element.
 * @param {string} text
 * @returns {Element}
 */
export function picture(text) {
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.adoptNode(drawn);
}

/**
 * Finds an element of the page by id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element;
}

/**
 * Tracks the size of an element without forcing a layout.
 * @param {Element} element
 * @param {() => void} changed called when the size changes
 * @returns {() => { width: number, height: number }}
 */
export function sized(element, changed) {
  /** @type {{ width: number, height: number } | null} */
  let size = null;
  new ResizeObserver(([entry]) => {
    size = { width: entry.contentRect.width, height: entry.contentRect.height };
    changed();
  }).observe(element);
  return () => (size ??= { width: element.clientWidth, height: element.clientHeight });
}

const GROUPS = new Intl.NumberFormat("en-US");

/** A number with groups of three digits. @param {number} number */
export function grouped(number) {
  return GROUPS.format(number);
}

/** A share in percent, with a sensible number of digits. @param {number} share */
export function percent(share) {
  if (share === 0) return "0 %";
  const digits = share >= 0.1 ? 1 : share >= 0.001 ? 2 : 4;
  return `${(100 * share).toFixed(digits)} %`;
}

/** Shows a message for a moment. @param {string} text */
export function say(text) {
  const message = byId("message");
  message.textContent = text;
  message.classList.add("shown");
  clearTimeout(Number(message.dataset.timer));
  message.dataset.timer = String(setTimeout(() => message.classList.remove("shown"), 2500));
}

/** Copies text to the clipboard. @param {string} text @param {string} what */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  } catch {
    say("The browser does not allow copying");
  }
}

/**
 * Runs a function after this long without further calls.
 * @template {any[]} A
 * @param {(...a: A) => void} run
 * @param {number} milliseconds
 */
export function calm(run, milliseconds) {
  let timer = 0;
  return (/** @type {A} */ ...a) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => run(...a), milliseconds);
  };
}
