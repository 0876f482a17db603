// The board of a scene as SVG: the lines of the puzzle, candidates and values, and what a step
// marks, links and frames. Texts are always texts, never markup.
//
// Interface: `draw(scene, view, state)` returns the element. Parts that have something to say
// carry `data-label` (a candidate) or `data-links` (links of a chain, with spaces).

import { RADIUS, around, curve, roomOf } from "./curves.js";
import { trialsAround } from "./scene.js";
import { ofCandidate } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Step} Step */
/** @typedef {import("./scene.js").View} View */
/** @typedef {import("./scene.js").State} State */
/** @typedef {import("./scene.js").Place} Place */

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element. @param {string} name @param {Record<string, string|number>} attributes */
export function svg(name, attributes = {}, ...inside) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...inside);
  return element;
}

/** A text, or a path in its place. @param {Place} place @param {string} kind */
function text(place, kind) {
  const [x, y, size] = place.at;
  if (place.path) return svg("path", { class: `${kind} gv-drawn`, d: place.path });
  // Digits are about 0.72 of their font high.
  return svg("text", { class: kind, x, y: y + size * 0.36, "font-size": size }, place.text);
}

/**
 * @param {Scene} scene @param {View} view @param {State} state
 * @returns {SVGElement}
 */
export function draw(scene, view, state) {
  const { width, height, edge } = scene.board;
  const inside = trialsAround(view).length > 0 || view.kind === "suppose" || view.kind === "empty";
  const root = svg("svg", {
    class: inside ? "gv-board gv-inside" : "gv-board",
    viewBox: `${-edge} ${-edge} ${width + edge} ${height + edge}`,
    role: "group",
    "aria-label": `Resolution state, ${state.values.size} values and ${state.candidates.size} candidates`,
  });
  root.append(svg("rect", { class: "gv-ground", width, height }));
  for (const [kind, d] of scene.board.strokes) if (kind === "area") root.append(svg("path", { class: "gv-area", d }));
  const step = view.kind === "step" ? view.step : null;
  const layers = ["frames", "others", "arcs", "marks", "texts"].map((name) => svg("g", { class: `gv-${name}` }));
  const [frames, others, arcs, marks, texts] = layers;
  if (step) {
    frames.append(...framesOf(scene, step));
    arcs.append(...arcsOf(scene, step, state));
    others.append(...othersOf(scene, step));
    marks.append(...marksOf(scene, step));
  }
  const lost = view.step?.trial && (view.kind === "empty" || view.kind === "step") ? view.step.trial : null;
  if (lost) frames.append(frame(scene, "emptied", lost.labels, 0, 0));
  const candidates = new Map((step?.marks ?? []).map(([label, mark]) => [label, mark]));
  // What is too small to be read among all the others is drawn only where it matters.
  const spoken = step ? spokenOf(step) : new Set(lost?.labels ?? []);
  const isDrawn = (place, label) => place.path || place.at[2] >= scene.board.smallest || spoken.has(label);
  for (const label of state.candidates) {
    if (!isDrawn(scene.labels[label], label)) continue;
    const mark = candidates.get(label);
    texts.append(text(scene.labels[label], mark ? `gv-candidate gv-on-${mark}` : "gv-candidate"));
  }
  const givens = new Set(scene.start.values);
  for (const label of state.values) {
    const place = scene.labels[label].value;
    if (!isDrawn(place, label) && !state.fresh.has(label)) continue;
    const [x, y, size] = place.at;
    if (state.fresh.has(label) && !place.path) {
      marks.append(svg("circle", { class: "gv-fresh", cx: x, cy: y, r: size * 0.66 }));
    }
    const kind = givens.has(label) ? "gv-given" : state.supposed.has(label) ? "gv-supposed" : "gv-value";
    texts.append(text(place, kind));
  }
  for (const place of scene.board.texts) texts.append(text(place, "gv-clue"));
  const ruler = svg("g", { class: "gv-ruler", "aria-hidden": "true" }, ...scene.board.ruler.map((place) => text(place, "gv-number-of-line")));
  const lines = scene.board.strokes.filter(([kind]) => kind !== "area");
  const grid = svg("g", { class: "gv-lines" }, ...lines.map(([kind, d]) => svg("path", { class: `gv-${kind}`, d })));
  root.append(ruler, frames, grid, others, arcs, marks, texts, ...badges(scene, step));
  return root;
}

/** The labels that a step has to do with. @param {Step} step */
function spokenOf(step) {
  const arcs = (step.arcs ?? []).flatMap((arc) => [...arc.from, ...arc.to]);
  const frames = (step.frames ?? []).flatMap((own) => own.labels);
  const marked = [...step.marks, ...(step.others ?? [])].map(([label]) => label);
  return new Set([...marked, ...arcs, ...frames]);
}

/** Frames around the candidates of g-candidates, bases, covers and variables. @param {Scene} scene @param {Step} step */
function framesOf(scene, step) {
  // Frames of one kind that lie over each other are set apart a little.
  const seen = new Map();
  return (step.frames ?? [])
    .filter((own) => own.labels.length)
    .flatMap((own) => {
      if (own.part === "guardians") return own.labels.map((label) => frame(scene, "guardians", [label], own.link, 1.6));
      const key = own.part + own.labels.map((label) => scene.labels[label].at.slice(0, 2)).join(";");
      const times = seen.get(key) ?? 0;
      seen.set(key, times + 1);
      const space = { cover: 2.2, base: 0.8, group: 0.6, variable: 2, fins: 1.4 }[own.part] ?? 1;
      return [frame(scene, own.part, own.labels, own.link, space + times)];
    });
}

function frame(scene, part, labels, link, space) {
  const { x, y, dx, dy, r } = around(labels.map((label) => scene.labels[label]));
  const [w, h] = [dx + r + space, dy + r + space];
  return svg("rect", {
    class: `gv-frame gv-frame-${part}`,
    x: x - w,
    y: y - h,
    width: 2 * w,
    height: 2 * h,
    rx: Math.min(r + space, 8),
    "data-links": link || "",
  });
}

/** The arcs of a step. @param {Scene} scene @param {Step} step @param {State} state */
function arcsOf(scene, step, state) {
  const weight = new Map((step.marks ?? []).map(([label]) => [label, 3]));
  const points = [...state.candidates].map((label) => {
    const [x, y] = scene.labels[label].at;
    return { x, y, weight: weight.get(label) ?? 1 };
  });
  // A value is larger than a point: five points stand for it.
  for (const label of state.values) {
    const [x, y, size] = scene.labels[label].value.at;
    const far = size / 4;
    for (const [dx, dy] of [[0, 0], [far, far], [-far, far], [far, -far], [-far, -far]]) {
      points.push({ x: x + dx, y: y + dy, weight: 0.5 });
    }
  }
  const room = roomOf(points, scene.board.width, scene.board.height);
  const shape = (labels) => around(labels.map((label) => scene.labels[label]));
  return (step.arcs ?? []).flatMap((arc) => {
    if (!arc.from.length || !arc.to.length) return [];
    const own = curve(shape(arc.from), shape(arc.to), room);
    if (!own) return [];
    return [
      svg(
        "g",
        { class: `gv-arc gv-arc-${arc.tie}`, "data-links": arc.link || "" },
        svg("path", { class: "gv-halo", d: own.line }),
        svg("path", { class: "gv-shaft", d: own.line }),
        svg("path", { class: "gv-head", d: own.head }),
      ),
    ];
  });
}

/** The z- and t-candidates. @param {Scene} scene @param {Step} step */
function othersOf(scene, step) {
  const marked = new Set(step.marks.map(([label]) => label));
  const links = new Map();
  for (const [label, link] of step.others ?? []) {
    if (!marked.has(label)) links.set(label, [...(links.get(label) ?? []), link]);
  }
  return [...links].map(([label, own]) => {
    const [cx, cy, size] = scene.labels[label].at;
    const ring = svg("circle", { class: "gv-other", cx, cy, r: size * RADIUS * 0.92 });
    return spoken(scene, step, label, own, ring);
  });
}

/** A mark that can be pointed at and focused. */
function spoken(scene, step, label, links, ...inside) {
  const attributes = {
    class: "gv-spoken",
    tabindex: 0,
    role: "img",
    "aria-label": ofCandidate(scene, step, label),
    "data-label": label,
    "data-links": links.join(" "),
  };
  return svg("g", attributes, ...inside);
}

/** The marks, in the order of the chain. @param {Scene} scene @param {Step} step */
function marksOf(scene, step) {
  const order = ([, mark, links]) => (mark === "target" ? 0 : (links[0] ?? 1) * 2 + (mark === "right" ? 1 : 0));
  const sorted = [...step.marks].sort((a, b) => order(a) - order(b));
  return sorted.map(([label, mark, links]) => {
    const [x, y, size] = scene.labels[label].at;
    const r = size * RADIUS;
    const inside = [];
    if (mark === "right") {
      inside.push(svg("rect", { class: "gv-mark gv-mark-right", x: x - r * 0.92, y: y - r * 0.92, width: r * 1.84, height: r * 1.84, rx: r * 0.35 }));
    } else if (mark === "base") {
      const d = `M${x} ${y - r * 1.2}L${x + r * 1.2} ${y}L${x} ${y + r * 1.2}L${x - r * 1.2} ${y}Z`;
      inside.push(svg("path", { class: "gv-mark gv-mark-base", d }));
    } else {
      inside.push(svg("circle", { class: `gv-mark gv-mark-${mark}`, cx: x, cy: y, r }));
    }
    const own = spoken(scene, step, label, links, ...inside);
    if (mark === "target") {
      own.classList.add("gv-always");
      const d = `M${x - r * 0.7} ${y + r * 0.7}L${x + r * 0.7} ${y - r * 0.7}`;
      own.append(svg("path", { class: "gv-strike", d }));
    }
    return own;
  });
}

/** The numbers of links beside their candidates. @param {Scene} scene @param {Step|null} step */
function badges(scene, step) {
  if (!step) return [];
  return step.marks.flatMap(([label, mark, links]) => {
    const [x, y, size] = scene.labels[label].at;
    const r = size * RADIUS;
    if (!links.length || mark === "target") return [];
    const shown = links.join(",");
    const wide = size * (0.16 + 0.17 * shown.length);
    const [cx, cy, high] = [x + r * 0.85, y - r * 0.85, size * 0.32];
    return [
      svg(
        "g",
        { class: `gv-badge gv-badge-${mark}`, "data-links": links.join(" ") },
        svg("rect", { x: cx - wide, y: cy - high, width: 2 * wide, height: 2 * high, rx: high }),
        svg("text", { x: cx, y: cy + size * 0.19, "font-size": size * 0.52 }, shown),
      ),
    ];
  });
}
