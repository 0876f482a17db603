// The view is in the address, so that it can be bookmarked, shared and returned to.

/**
 * @typedef {"whole" | "rows" | "puzzle" | "compare"} Part
 * @typedef {{ part: Part, where: string, sort: string, order: "" | "desc", scale: "" | "log",
 *   x: string, y: string, chart: string[], hide: string[], differ: string, puzzle: string, place: string,
 *   theory: string, step: string }} View
 */

/** @type {View} */
const PLAIN = {
  part: "whole", where: "", sort: "", order: "", scale: "", x: "", y: "", chart: [], hide: [], differ: "",
  puzzle: "", place: "", theory: "", step: "",
};

/** @type {Set<(view: View, before: View) => void>} */
const listeners = new Set();

/** @param {string} search @returns {View} */
function read(search) {
  const all = new URLSearchParams(search);
  const view = { ...PLAIN, chart: all.getAll("chart"), hide: all.getAll("hide") };
  for (const name of /** @type {(keyof View)[]} */ (Object.keys(PLAIN))) {
    const value = all.get(name);
    if (name !== "chart" && name !== "hide" && value !== null) /** @type {any} */ (view)[name] = value;
  }
  if (!["whole", "rows", "puzzle", "compare"].includes(view.part)) view.part = "whole";
  return view;
}

let current = read(location.search);

/** The view of the address. @returns {View} */
export function view() {
  return current;
}

/** The address of another view. @param {Partial<View>} change */
export function addressOf(change) {
  const next = { ...current, ...change };
  const all = new URLSearchParams();
  for (const name of /** @type {(keyof View)[]} */ (Object.keys(PLAIN))) {
    const value = next[name];
    if (Array.isArray(value)) value.forEach((one) => all.append(name, one));
    else if (value !== PLAIN[name]) all.append(name, value);
  }
  const text = all.toString();
  return text ? `?${text}` : location.pathname;
}

/** True while views are passed through, as while dragging. */
let passing = false;

/**
 * Goes to another view. Views that are passed through share one entry of the history with
 * the view where this ends; a quiet change adds no entry.
 * @param {Partial<View>} change
 * @param {{ passing?: boolean, quiet?: boolean }} [how]
 */
export function go(change, how = {}) {
  const before = current;
  const address = addressOf(change);
  const replaces = passing || how.quiet;
  passing = how.passing ?? false;
  current = { ...current, ...change };
  if (JSON.stringify(before) === JSON.stringify(current)) return;
  if (replaces) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  tell(before);
}

/** @param {View} before */
function tell(before) {
  for (const listener of listeners) listener(current, before);
}

/** Registers a listener for changes of the view. @param {(view: View, before: View) => void} listener */
export function listen(listener) {
  listeners.add(listener);
}

addEventListener("popstate", () => {
  const before = current;
  current = read(location.search);
  tell(before);
});
