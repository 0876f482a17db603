// What stands around the board: the head, titles and places of views, the legend.
//
// Interface: `html` and `button` make elements; `head(scene)` and `legendOf(view)` return them;
// `titleOf`, `placeOf`, `levelOf` and `linksOf` describe a view.

import { lineOf, rulesOf, stepsBeside } from "./scene.js";
import { MARKS, TIES, ofPart } from "./words.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").View} View */

/** An HTML element; what is inside is text or elements, never markup. */
export function html(name, attributes = {}, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...inside);
  return element;
}

/** A button. @param {string} label @param {string} sign @param {() => void} press */
export function button(label, sign, press) {
  const element = html("button", { type: "button", "aria-label": label, title: label }, sign);
  element.addEventListener("click", press);
  return element;
}

/** How many links the chain of a view has. @param {View} view */
export function linksOf(view) {
  if (view.kind !== "step" || !view.step) return 0;
  return Math.max(0, ...view.step.line.map(([, link]) => link), ...(view.step.arcs ?? []).map((arc) => arc.link));
}

/** @param {Scene} scene @param {View} view */
export function titleOf(scene, view) {
  switch (view.kind) {
    case "end":
      return scene.end.text;
    case "run":
      return `singles: ${view.run.map((step) => resultOf(lineOf(step))).join(" ")}`;
    case "suppose":
      return `suppose ${scene.labels[view.step.trial.hypothesis].name}`;
    case "empty":
      return `${view.step.trial.empty} has no candidate left: a contradiction`;
    default:
      return lineOf(view.step);
  }
}

/** Where a view is. @param {View} view */
export function placeOf(view) {
  if (view.kind === "end") return "end";
  return view.kind === "step" || view.kind === "run" ? `step ${view.id}` : `in step ${view.step?.number}`;
}

/** What comes of a step. @param {string} line */
function resultOf(line) {
  return line.split(" ==> ").pop() ?? line;
}

/** @param {Scene} scene @param {View} view */
export function levelOf(scene, view) {
  const step = view.step ?? view.run[view.run.length - 1] ?? scene.steps[scene.steps.length - 1];
  if (!step) return "";
  const { isTrial, steps } = stepsBeside(scene, step);
  const all = Math.max(0, ...steps.map((step) => step.reached));
  // After the rules, levels are depths of trials.
  const own = view.kind === "step" ? `${isTrial ? "depth" : "level"} ${step.level}, ` : "";
  return `${own}reached ${step.reached} of ${all}`;
}

/** What is above the line. @param {Scene} scene */
export function head(scene) {
  const block = html("header", { class: "gv-head" });
  block.append(html("h2", { class: "gv-title" }, scene.comment || `${scene.kind}, ${scene.clues} ${scene.clues === 1 ? "clue" : "clues"}`));
  block.append(html("p", { class: "gv-puzzle" }, scene.puzzle));
  const [theory, what] = scene.theory;
  const facts = html("p", { class: "gv-facts" }, html("span", { "data-meaning": `Theory ${theory}: ${what}.`, tabindex: 0 }, `theory ${theory} (${what})`));
  const { rating } = scene;
  if (rating) {
    const full = `${rating.heading}: ${rating.meaning} (${rating.section}). The value is ${rating.known}.`;
    facts.append(", ", html("strong", { "data-meaning": full, tabindex: 0 }, `${rating.heading} = ${rating.value}`.replace("= ≤", "≤ ").replace("= ≥", "≥ ")));
    facts.append(html("span", { class: "gv-explained" }, ` ${rating.meaning}; ${rating.known}`));
  }
  for (const remark of scene.remarks) facts.append(`, ${remark}`);
  block.append(facts);
  if (scene.advice) {
    const advice = html("p", { class: "gv-advice" });
    if (scene.trials) {
      const [after, reason] = scene.trials;
      const sentence = reason[0].toUpperCase() + reason.slice(1);
      advice.append(`${sentence}. From step ${after + 1} on, trials do, each with its refutation. `);
    }
    advice.append(`${scene.advice}.`);
    block.append(advice);
  }
  return block;
}

/**
 * The number of steps by each rule; a rule leads to its next step.
 * @param {Scene} scene @param {(steps: import("./scene.js").Step[]) => void} go
 */
export function counts(scene, go) {
  const rules = rulesOf(scene);
  const total = scene.steps.length;
  const summary = html("summary", {}, `${total} ${total === 1 ? "step" : "steps"} by ${rules.length} ${rules.length === 1 ? "rule" : "rules"}`);
  const list = html("ul", { class: "gv-rules" });
  for (const { rule, steps } of rules) {
    const own = html("button", { type: "button", title: `Next step by ${rule}` }, html("span", { class: "gv-count" }, String(steps.length)), ` ${rule}`);
    own.addEventListener("click", () => go(steps));
    list.append(html("li", {}, own));
  }
  return html("details", { class: "gv-counts" }, summary, list);
}

/** The legend of what a view shows. @param {View} view */
export function legendOf(view) {
  const { step } = view;
  if (!step || view.kind === "suppose") return [];
  /** @type {HTMLElement[]} */
  const items = [];
  const item = (kind, name, text) => {
    const entry = html("li", { tabindex: 0, "data-meaning": `${name}: ${text}` });
    entry.append(html("span", { class: `gv-sign gv-sign-${kind}`, "aria-hidden": "true" }), name);
    items.push(entry);
  };
  const parts = new Set((step.frames ?? []).map((frame) => frame.part));
  if (step.trial) item("frame-emptied", "nothing left", `If the hypothesis were true, ${step.trial.empty} would have no candidate left.`);
  if (view.kind === "empty") return items;
  // Where a frame says more exactly what marked candidates are, the frame is enough.
  const framed = { base: ["base", "fork", "pattern"], right: step.kind === "impossible" ? ["guardians"] : [] };
  for (const kind of ["target", "left", "right", "base", "value"]) {
    const said = (framed[kind] ?? []).some((part) => parts.has(part));
    if (!said && step.marks.some(([, mark]) => mark === kind)) item(kind, ...MARKS[kind]);
  }
  if (step.others?.length) item("other", ...MARKS.other);
  for (const kind of ["variable", "link", "relation"]) {
    if (step.arcs?.some((arc) => arc.tie === kind)) item(`arc-${kind}`, ...TIES[kind]);
  }
  parts.delete("variable");
  for (const part of parts) item(`frame-${part}`, ...ofPart(step, part));
  return items;
}
