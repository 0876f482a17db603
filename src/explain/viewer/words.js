// What marks, arcs and frames mean, in words.
//
// Interface: `MARKS`, `TIES` and `ofPart` for the legend; `ofCandidate`, `ofLink` and `ofView`
// for one thing in one step.

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Step} Step */
/** @typedef {import("./scene.js").View} View */

/** Marks: name and meaning. @type {Record<string, [string, string]>} */
export const MARKS = {
  left: ["left-linking", "A candidate that the chain proves false: it is linked to the target or to an earlier right-linking candidate."],
  right: ["right-linking", "A candidate that the chain proves true, as long as the target is true: nothing else is left in its CSP variable."],
  target: ["target", "A candidate that the step eliminates: it is linked to what the pattern proves, or would contradict it."],
  value: ["value", "A candidate that becomes a value: nothing else is left for its CSP variable."],
  base: ["base", "A candidate of the pattern's own variables; one of them is true in each."],
  other: ["z- or t-candidate", "Another candidate of a variable of the chain. It does not count: it is linked to the target (z) or to an earlier right-linking candidate (t)."],
};

/** Arcs. @type {Record<string, [string, string]>} */
export const TIES = {
  variable: ["inside a CSP variable", "From left to right: the left-linking candidate is false, so the right-linking one, the only other that counts, is true."],
  link: ["link", "From right to the next left: both cannot be true, so the left-linking candidate is false."],
  relation: ["OR relation", "All other guardians of the relation are false, so the last one is true."],
};

/** Frames. @type {Record<string, [string, string]>} */
const PARTS = {
  single: ["CSP variable", "The label is the only candidate of this variable."],
  group: ["g-candidate", "Candidates that act as one: one of them is true."],
  variable: ["CSP variable", "A CSP variable of the chain: exactly one of its candidates is true."],
  emptied: ["nothing left", "The last CSP variable of the chain: if the target were true, no candidate would be left in it."],
  fork: ["fork", "One of these candidates is true; a partial whip starts from each."],
  base: ["base", "A base of the pattern: its candidates lie in the covers."],
  cover: ["cover", "A cover of the pattern: it is taken by the bases, so its other candidates go."],
  fins: ["fins", "The fins: candidates of a base outside the covers. Only what is linked to them as well is eliminated."],
  pattern: ["impossible pattern", "A variable of a pattern that cannot hold: one of the guardians is true."],
  guardians: ["guardians", "One of these candidates is true."],
};

/** Frames of a belt, which has segments for bases. @type {Record<string, [string, string]>} */
const BELT = {
  base: ["end of a segment", "An end of a segment: its candidates are all in what the segment shares with its two neighbours."],
  cover: ["shared variable", "A variable that two neighbouring segments share: it is taken by them, so its other candidates go."],
};

/** Name and meaning of a frame in a step. @param {Step} step @param {string} part */
export function ofPart(step, part) {
  return (step.kind === "belt" && BELT[part]) || PARTS[part];
}

/** What a candidate does in a step. @param {Scene} scene @param {Step} step @param {number} label */
export function ofCandidate(scene, step, label) {
  const name = (/** @type {number} */ number) => scene.labels[number].name;
  const names = (/** @type {number[]} */ numbers) => numbers.map(name).join(", ");
  const sentences = [];
  const mark = step.marks.find(([marked]) => marked === label);
  if (mark) {
    const [, kind, links] = mark;
    const where = links.length ? ` in link ${links.join(", ")}` : "";
    sentences.push(`${name(label)} is ${partOf(step, kind, label)}${where}.`);
  }
  for (const arc of step.arcs ?? []) {
    if (arc.to.includes(label)) {
      const from = names(arc.from);
      if (arc.tie === "variable") sentences.push(`In ${arc.variable} it is what is left if ${from} is false.`);
      else if (arc.tie === "relation") sentences.push(`It is the guardian that is left.`);
      else sentences.push(`It is linked to ${from}.`);
    }
  }
  for (const [other, link, by] of step.others ?? []) {
    if (other !== label) continue;
    const what = by ? `the right-linking candidate of link ${by}: a t-candidate` : "what the chain is built on: a z-candidate";
    sentences.push(`${name(label)} does not count in link ${link}. It is linked to ${what}.`);
  }
  for (const frame of step.frames ?? []) {
    const named = ["group", "base", "cover", "fins", "pattern", "guardians", "fork"];
    if (named.includes(frame.part) && frame.labels.includes(label)) {
      const variable = frame.variable ? ` ${frame.variable}` : "";
      sentences.push(`In the ${ofPart(step, frame.part)[0]}${frame.part === "group" ? "" : variable}.`);
    }
  }
  return [...new Set(sentences)].join(" ");
}

/** @param {Step} step @param {string} kind @param {number} label */
function partOf(step, kind, label) {
  const framed = (/** @type {string} */ part) =>
    (step.frames ?? []).some((frame) => frame.part === part && frame.labels.includes(label));
  if (kind === "target") return step.kind === "trial" ? "the hypothesis, which is refuted" : "a target: it is eliminated";
  if (kind === "value") return "the value that follows";
  if (kind === "base" && framed("fork")) return "a candidate from which a partial whip starts";
  if (kind === "base" && framed("pattern")) return "inside the impossible pattern";
  if (kind === "base" && framed("fins")) return "a fin";
  if (kind === "right" && step.kind === "impossible") return "a guardian";
  if (kind === "base" && step.kind === "split") return "in the c-chain";
  if (kind === "base" && step.kind === "belt") return "in a segment of the belt";
  return { left: "left-linking", right: "right-linking", base: "in a base" }[kind] ?? kind;
}

/** What a link of a chain does. @param {Scene} scene @param {Step} step @param {number} link */
export function ofLink(scene, step, link) {
  const names = (/** @type {number[]} */ numbers) => numbers.map((n) => scene.labels[n].name).join(", ");
  const frame = (step.frames ?? []).find((f) => f.link === link && f.variable);
  const into = (step.arcs ?? []).find((arc) => arc.link === link && arc.tie === "link");
  const across = (step.arcs ?? []).find((arc) => arc.link === link && arc.tie !== "link");
  const others = (step.others ?? []).filter((other) => other[1] === link).map((other) => other[0]);
  const said = [`Link ${link}${frame ? `, variable ${frame.variable}` : ""}:`];
  if (into) said.push(`${names(into.to)} is false, linked to ${names(into.from)};`);
  if (others.length) said.push(`${names(others)} ${others.length === 1 ? "does" : "do"} not count;`);
  if (across) said.push(`so ${names(across.to)} is true${across.to.length > 1 ? " (one of them)" : ""}.`);
  else said.push("nothing is left: a contradiction.");
  return said.join(" ");
}

/** A view for those who hear it. @param {Scene} scene @param {View} view @param {string} line */
export function ofView(scene, view, line) {
  if (view.kind === "end") return `End. ${scene.end.text}`;
  const said = { run: "Steps", step: "Step", suppose: "Inside step", empty: "Inside step" }[view.kind];
  const number = view.kind === "suppose" || view.kind === "empty" ? view.step?.number : view.id;
  const level = view.kind === "step" && view.step ? `, level ${view.step.level}` : "";
  return `${said} ${number}${level}. ${line}`;
}
