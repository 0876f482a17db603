// The path viewer: a resolution path step by step on the board of its puzzle.
//
// Interface: `mount(element, scene, options)` fills an element and returns a `Viewer`;
// `unmount(element)` empties it again. The style sheet is viewer.css; everything in it is
// below `.gradus-viewer`. A scene is what src/explain/scene.rs writes as JSON.
//
// Options: `address` (default true) keeps the step in the fragment of the page's address,
// `#step=12`; `keys` (default the document) is where keys are heard: arrows, Home and End go
// through the steps, Enter opens what has steps inside, Escape closes what is open around, comma
// and full stop take a chain apart link by link, c copies the state; `onstep` is called with the id of each view that is shown.

import { draw } from "./board.js";
import { copy, lineAt } from "./line.js";
import { button, counts, head, html, legendOf, levelOf, linksOf, placeOf, titleOf } from "./panel.js";
import { outline, stateAt, trialsAround } from "./scene.js";
import { ofCandidate, ofLink, ofView } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").View} View */
/** @typedef {{address?: boolean, keys?: EventTarget, onstep?: (id: string) => void}} Options */
/** @typedef {{show: (id: string) => void, next: () => void, previous: () => void, destroy: () => void}} Viewer */

/** @type {WeakMap<Element, Viewer>} */
const mounted = new WeakMap();

/** @param {Element} element */
export function unmount(element) {
  mounted.get(element)?.destroy();
}

/**
 * @param {HTMLElement} element @param {Scene} scene @param {Options} options
 * @returns {Viewer}
 */
export function mount(element, scene, options = {}) {
  unmount(element);
  const stop = new AbortController();
  const { signal } = stop;
  const top = outline(scene);
  /** @type {Set<View>} */
  const open = new Set();
  /** @type {Map<View, HTMLElement>} */
  const entries = new Map();
  let current = top[0];
  /** How many links of the chain are shown; all if infinite. */
  let unfolded = Infinity;

  const stage = html("div", { class: "gv-stage" });
  const line = html("p", { class: "gv-line" });
  const hint = "Point at a mark, a link of the line or a word of the legend, or tab to it: here stands what it means.";
  const meaning = html("p", { class: "gv-meaning" }, hint);
  const legend = html("ul", { class: "gv-legend", "aria-label": "Legend" });
  const place = html("span", { class: "gv-place" });
  const level = html("span", { class: "gv-level" });
  const fewer = button("One link less of the chain (,)", "−", () => unfold(-1));
  const more = button("One link more of the chain (.)", "+", () => unfold(1));
  const links = html("span", { class: "gv-links", role: "group", "aria-label": "Links shown" });
  const shown = html("span", { class: "gv-shown" });
  links.append(fewer, shown, more);
  const controls = html("div", { class: "gv-controls", role: "toolbar", "aria-label": "Steps" });
  const [first, back, forth, last] = [
    button("First step (Home)", "|◀", () => go(sequence()[0])),
    button("Step back (left arrow)", "◀", () => move(-1)),
    button("Step forward (right arrow)", "▶", () => move(1)),
    button("End (End)", "▶|", () => go(top[top.length - 1])),
  ];
  const taken = button("Copy the state that is shown as a line (c)", "Copy", () => void take());
  taken.className = "gv-copy";
  taken.append(html("span", { class: "gv-wide" }, " state"));
  controls.append(first, back, forth, last, place, taken, links, level);
  const spoken = html("p", { class: "gv-unseen", "aria-live": "polite", "aria-atomic": "true" });
  const list = html("ol", { class: "gv-list", "aria-label": "Steps of the path" });
  const main = html("div", { class: "gv-main" }, controls, stage, meaning, legend);
  const side = html("div", { class: "gv-side" }, head(scene), line, list, counts(scene, nextOf));
  element.classList.add("gradus-viewer");
  element.replaceChildren(main, side, spoken);
  fill(list, top);

  /** The views that the arrows go through: what is open, is gone through inside. */
  function sequence() {
    const walk = (/** @type {View} */ view) => {
      const inside = open.has(view) ? view.inside.flatMap(walk) : [];
      return view.kind === "run" && inside.length ? inside : [view, ...inside];
    };
    return top.flatMap(walk);
  }

  /** Where the arrows are. @param {View[]} views */
  function placeIn(views) {
    const at = views.indexOf(current);
    // An open run is gone through inside.
    return at >= 0 ? at : Math.max(views.indexOf(current.inside[0]), 0);
  }

  function move(by) {
    const views = sequence();
    const at = placeIn(views) + by;
    if (at >= 0 && at < views.length) go(views[at]);
  }

  /** The next of some steps, or the first of them after the last. @param {import("./scene.js").Step[]} steps */
  function nextOf(steps) {
    const at = current.kind === "end" ? Infinity : parseInt((current.step ?? current.run[0]).number, 10);
    const next = steps.find((step) => parseInt(step.number, 10) > at) ?? steps[0];
    const view = find(next.number);
    if (view) go(view);
  }

  /** Copies the state. */
  async function take() {
    const text = lineAt(scene, current);
    if (text === null) {
      say("The state cannot be copied: puzzles of this kind have no text for candidates.");
      return;
    }
    const done = await copy(text);
    say(`${done ? "Copied" : "Copy this line"}: ${text}`);
    if (done) spoken.textContent = "State copied";
  }

  /** @param {View} view */
  function go(view) {
    current = view;
    unfolded = Infinity;
    for (let at = view.parent; at; at = at.parent) if (!open.has(at)) toggle(at);
    render();
    if (options.address ?? true) history.replaceState(history.state, "", `#step=${view.id}`);
    options.onstep?.(view.id);
  }

  /** Opens or closes what has steps inside. @param {View} view */
  function toggle(view) {
    if (!view.inside.length) return;
    const entry = entries.get(view);
    if (open.delete(view)) {
      for (let at = current.parent; at; at = at.parent) if (at === view) go(view);
    } else {
      open.add(view);
    }
    const inner = entry?.querySelector("ol");
    if (open.has(view) && inner && !inner.children.length) fill(inner, view.inside);
    inner?.toggleAttribute("hidden", !open.has(view));
    entry?.querySelector(".gv-toggle")?.setAttribute("aria-expanded", String(open.has(view)));
  }

  /** Shows more or fewer links of the chain. @param {number} by */
  function unfold(by) {
    const count = linksOf(current);
    if (!count) return;
    const from = Math.min(unfolded, count);
    unfolded = Math.min(Math.max(from + by, 0), count);
    mask();
    if (unfolded && current.step) say(ofLink(scene, current.step, unfolded));
  }

  /** Hides the links that are not yet shown. */
  function mask() {
    const count = linksOf(current);
    links.toggleAttribute("hidden", !count);
    shown.textContent = `link ${Math.min(unfolded, count)}/${count}`;
    for (const part of element.querySelectorAll("[data-links]")) {
      const own = (part.getAttribute("data-links") ?? "").split(" ").filter(Boolean).map(Number);
      const hidden = own.length > 0 && own.every((link) => link > unfolded) && !part.classList.contains("gv-always");
      part.classList.toggle("gv-folded", hidden);
    }
  }

  /** @param {string|null} text */
  function say(text) {
    meaning.textContent = text || hint;
    meaning.classList.toggle("gv-said", !!text);
  }

  /** Emphasises a link, or nothing. @param {string[]} wanted */
  function emphasise(wanted) {
    element.classList.toggle("gv-focused", wanted.length > 0);
    for (const part of element.querySelectorAll("[data-links]")) {
      const own = (part.getAttribute("data-links") ?? "").split(" ");
      part.classList.toggle("gv-lit", wanted.some((link) => own.includes(link)));
    }
  }

  function render() {
    const text = titleOf(scene, current);
    stage.replaceChildren(draw(scene, current, stateAt(scene, current)));
    const trials = trialsAround(current);
    if (trials.length) {
      const names = trials.map((trial) => scene.labels[trial.step.trial.hypothesis].name);
      stage.append(html("p", { class: "gv-supposing" }, `inside a trial: ${names.join(", then ")} is supposed`));
    }
    line.replaceChildren(...pieces(current, text));
    legend.replaceChildren(...legendOf(current));
    const views = sequence();
    const at = placeIn(views);
    place.textContent = placeOf(current);
    taken.setAttribute("aria-disabled", String(lineAt(scene, current) === null));
    level.textContent = levelOf(scene, current);
    for (const [control, off] of [[first, at === 0], [back, at === 0], [forth, at === views.length - 1], [last, at === views.length - 1]]) {
      control.setAttribute("aria-disabled", String(off));
    }
    for (const [view, entry] of entries) {
      const own = entry.querySelector(".gv-entry");
      if (view === current) own?.setAttribute("aria-current", "step");
      else own?.removeAttribute("aria-current");
    }
    scrollTo(list, entries.get(current)?.querySelector(".gv-entry"));
    spoken.textContent = ofView(scene, current, text);
    say(null);
    emphasise([]);
    mask();
  }

  /** The line, its links apart. @param {View} view @param {string} text */
  function pieces(view, text) {
    if (view.kind !== "step" || !view.step) return [text];
    const step = view.step;
    return step.line.map(([piece, link]) => {
      if (!link) return piece;
      const attributes = { class: "gv-piece", tabindex: 0, "data-links": link, "data-meaning": ofLink(scene, step, link) };
      return html("span", attributes, piece);
    });
  }

  /** Entries of the list. @param {HTMLElement} into @param {View[]} views */
  function fill(into, views) {
    for (const view of views) {
      if (views === top && view.index === scene.trials?.[0] && view.kind !== "end") {
        into.append(html("li", { class: "gv-part" }, "Trials, each with its refutation"));
      }
      const number = view.kind === "step" || view.kind === "run" ? view.id : "";
      const own = html("button", { type: "button", class: "gv-entry" });
      own.append(html("span", { class: "gv-number" }, number), html("span", { class: "gv-words" }, titleOf(scene, view)));
      own.addEventListener("click", () => go(view));
      const item = html("li", { class: `gv-${view.kind}` }, own);
      if (view.inside.length) {
        const sign = button("Show the steps inside (Enter)", "", () => toggle(view));
        sign.className = "gv-toggle";
        sign.setAttribute("aria-expanded", "false");
        item.prepend(sign);
        item.append(html("ol", { hidden: "" }));
      }
      entries.set(view, item);
      into.append(item);
    }
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const target = /** @type {Element|null} */ (event.target);
    if (target?.closest?.("input, textarea, select, [contenteditable]")) return;
    const pressed = target?.closest?.("button, a, summary");
    const views = sequence();
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowRight: () => move(1),
      ArrowLeft: () => move(-1),
      Home: () => go(views[0]),
      End: () => go(top[top.length - 1]),
      ",": () => unfold(-1),
      ".": () => unfold(1),
      c: () => void take(),
    };
    const { parent } = current;
    if (parent) actions.Escape = () => toggle(parent);
    if (!pressed && current.inside.length) actions.Enter = () => toggle(current);
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** Where the pointer was last. */
  let pointer = [NaN, NaN];

  /** Whether the page moved under a pointer that rests, which means nothing. @param {Event} event */
  function rests(event) {
    if (!(event instanceof PointerEvent)) return false;
    const [x, y] = pointer;
    if (event.type === "pointerover") pointer = [event.clientX, event.clientY];
    return event.clientX === x && event.clientY === y;
  }

  /** What the thing means that is pointed at or focused. @param {Event} event */
  function pointed(event) {
    if (rests(event)) return;
    const target = /** @type {Element} */ (event.target);
    const own = target.closest("[data-label], [data-meaning]");
    if (!own || !element.contains(own)) return;
    const label = own.getAttribute("data-label");
    const step = current.step;
    say(label !== null && step ? ofCandidate(scene, step, Number(label)) : own.getAttribute("data-meaning"));
    emphasise((own.getAttribute("data-links") ?? "").split(" ").filter(Boolean));
  }

  /** @param {Event} event */
  function left(event) {
    if (rests(event)) return;
    const to = /** @type {Element|null} */ (/** @type {MouseEvent} */ (event).relatedTarget);
    if (to?.closest?.("[data-label], [data-meaning]") && element.contains(to)) return;
    say(null);
    emphasise([]);
  }

  element.addEventListener("pointerover", pointed, { signal });
  element.addEventListener("focusin", pointed, { signal });
  element.addEventListener("pointerout", left, { signal });
  element.addEventListener("focusout", left, { signal });
  (options.keys ?? document).addEventListener("keydown", /** @type {EventListener} */ (key), { signal });
  if (options.address ?? true) window.addEventListener("hashchange", fromAddress, { signal });

  function find(id, views = top) {
    for (const view of views) {
      if (view.id === id) return view;
      const inside = find(id, view.inside);
      if (inside) return inside;
    }
    return null;
  }

  function fromAddress() {
    const wanted = /^#step=([\w.-]+)$/.exec(location.hash)?.[1];
    const view = wanted ? find(wanted) : null;
    if (view && view !== current) go(view);
  }

  const viewer = {
    show: (/** @type {string} */ id) => {
      const view = find(id);
      if (view) go(view);
    },
    next: () => move(1),
    previous: () => move(-1),
    destroy: () => {
      stop.abort();
      mounted.delete(element);
      element.classList.remove("gradus-viewer", "gv-focused");
      element.replaceChildren();
    },
  };
  mounted.set(element, viewer);
  render();
  if (options.address ?? true) fromAddress();
  return viewer;
}

/** Scrolls a list to an entry, and nothing else. @param {HTMLElement} list @param {Element|null|undefined} entry */
function scrollTo(list, entry) {
  if (!entry) return;
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop += inner.top - outer.top - 8;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
}
