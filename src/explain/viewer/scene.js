// A scene as the program writes it (src/explain/scene.rs), and the views that it is looked
// at in: one for each step, one for each run of Singles, one for the end.
//
// Interface: the types below; `outline(scene)`, `stateAt(scene, view)`, `rulesOf(scene)`,
// `stepsBeside(scene, step)`.

/**
 * A text at its place: middle and height; `path` is drawn instead of the text.
 * @typedef {{at: [number, number, number], text: string, path?: string}} Place
 *
 * @typedef {Place & {name: string, value: Place}} Label
 *
 * An arc from a candidate, or those of a g-candidate, to another.
 * @typedef {{from: number[], to: number[], tie: "variable"|"link"|"relation", link: number,
 *   variable?: string}} Arc
 *
 * @typedef {{part: string, labels: number[], variable?: string, link: number}} Frame
 *
 * @typedef {{hypothesis: number, gone: number[], steps: Step[], empty: string,
 *   labels: number[]}} Trial
 *
 * `line` is cut into pieces with the number of their link, or 0; `marks` are label, mark and
 * links; `others` label, link, and the link that excludes it, or 0 for the target.
 * @typedef {{number: string, rule: string, kind: string, level: number, reached: number,
 *   line: [string, number][], marks: [number, string, number[]][], arcs?: Arc[],
 *   frames?: Frame[], others?: [number, number, number][], targets?: number[],
 *   asserts?: number[], gone: number[], state?: string, trial?: Trial}} Step
 *
 * @typedef {{puzzle: string, kind: string, comment: string|null, clues: number,
 *   theory: [string, string], remarks: string[], trials?: [number, string], advice?: string,
 *   rating: null|{heading: string, value: string, meaning: string, known: string, section: string},
 *   board: {width: number, height: number, edge: number, smallest: number,
 *     strokes: [string, string][], texts: Place[], ruler: Place[]},
 *   labels: Label[], start: {candidates: number[], values: number[]}, steps: Step[],
 *   end: {word: string, text: string, state?: string}}} Scene
 *
 * Candidates and values; `fresh` are values that the view emphasises, `supposed` those that
 * hold inside a trial only.
 * @typedef {{candidates: Set<number>, values: Set<number>, fresh: Set<number>,
 *   supposed: Set<number>}} State
 *
 * What is looked at at once. `inside` are the views that it opens into.
 * @typedef {{id: string, kind: "step"|"run"|"suppose"|"empty"|"end", step: Step|null,
 *   run: Step[], list: Step[], index: number, parent: View|null, inside: View[]}} View
 */

/** The text of a step's line. @param {Step} step */
export function lineOf(step) {
  return step.line.map(([text]) => text).join("");
}

/**
 * The part of the path that a step belongs to: the rules, or the trials after them.
 * @param {Scene} scene @param {Step} step
 */
export function stepsBeside(scene, step) {
  const after = scene.trials?.[0] ?? scene.steps.length;
  const isTrial = parseInt(step.number, 10) > after;
  return { isTrial, steps: isTrial ? scene.steps.slice(after) : scene.steps.slice(0, after) };
}

/**
 * The rules of the path with the steps by each, lower levels first, the trials last.
 * @param {Scene} scene @returns {{rule: string, steps: Step[]}[]}
 */
export function rulesOf(scene) {
  /** @type {Map<string, Step[]>} */
  const rules = new Map();
  const after = scene.trials?.[0] ?? scene.steps.length;
  const sorted = (/** @type {Step[]} */ steps) => [...steps].sort((a, b) => a.level - b.level);
  for (const step of [...sorted(scene.steps.slice(0, after)), ...sorted(scene.steps.slice(after))]) {
    rules.set(step.rule, [...(rules.get(step.rule) ?? []), step]);
  }
  const inOrder = (/** @type {Step} */ a, /** @type {Step} */ b) => parseInt(a.number, 10) - parseInt(b.number, 10);
  return [...rules].map(([rule, steps]) => ({ rule, steps: steps.sort(inOrder) }));
}

/** The views of the whole path, the end last. @param {Scene} scene @returns {View[]} */
export function outline(scene) {
  const views = viewsOf(scene.steps, null);
  views.push(view("end", "end", null, scene.steps, scene.steps.length, null));
  return views;
}

/** @returns {View} */
function view(id, kind, step, list, index, parent) {
  return { id, kind, step, run: [], list, index, parent, inside: [] };
}

/** The views of some steps, runs of Singles as one. @param {Step[]} steps @param {View|null} parent */
function viewsOf(steps, parent) {
  const views = [];
  for (let index = 0; index < steps.length; ) {
    let after = index;
    while (after < steps.length && steps[after].kind === "single") after++;
    if (after - index > 1) {
      const first = steps[index].number;
      const last = steps[after - 1].number.split(".").pop();
      const run = view(`${first}-${last}`, "run", null, steps, index, parent);
      run.run = steps.slice(index, after);
      run.inside = run.run.map((step, at) => view(step.number, "step", step, steps, index + at, run));
      views.push(run);
      index = after;
      continue;
    }
    views.push(stepView(steps, index, parent));
    index++;
  }
  return views;
}

function stepView(steps, index, parent) {
  const step = steps[index];
  const own = view(step.number, "step", step, steps, index, parent);
  if (step.trial) {
    const inner = step.trial.steps;
    own.inside = [
      view(`${step.number}.0`, "suppose", step, inner, 0, own),
      ...viewsOf(inner, own),
      view(`${step.number}.end`, "empty", step, inner, inner.length, own),
    ];
  }
  return own;
}

/** The trials that a view is inside of, the outermost first. @param {View} view @returns {View[]} */
export function trialsAround(view) {
  const trials = [];
  for (let at = view.parent; at; at = at.parent) {
    if (at.kind === "step" && at.step?.trial) trials.unshift(at);
  }
  return trials;
}

/** The state that a view shows. @param {Scene} scene @param {View} view @returns {State} */
export function stateAt(scene, view) {
  const state = {
    candidates: new Set(scene.start.candidates),
    values: new Set(scene.start.values),
    fresh: new Set(),
    supposed: new Set(),
  };
  const trials = trialsAround(view);
  const levels = [...trials, view];
  levels.forEach((level, depth) => {
    if (depth > 0) suppose(state, trials[depth - 1].step.trial);
    for (const step of level.list.slice(0, level.index)) apply(state, step, depth > 0);
  });
  if (view.kind === "suppose") state.fresh.add(view.step.trial.hypothesis);
  for (const step of view.run) {
    apply(state, step, trials.length > 0);
    for (const label of step.asserts ?? []) state.fresh.add(label);
  }
  return state;
}

/** @param {State} state @param {Trial} trial */
function suppose(state, trial) {
  for (const label of trial.gone) state.candidates.delete(label);
  state.candidates.delete(trial.hypothesis);
  state.values.add(trial.hypothesis);
  state.supposed.add(trial.hypothesis);
}

/** @param {State} state @param {Step} step @param {boolean} supposed */
function apply(state, step, supposed) {
  for (const label of step.gone) state.candidates.delete(label);
  for (const label of step.asserts ?? []) {
    state.candidates.delete(label);
    state.values.add(label);
    if (supposed) state.supposed.add(label);
  }
}
