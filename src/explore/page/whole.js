// The overview: linked histograms of all columns, and a cross-table.

import { ask, isVoid, latest } from "./api.js";
import { go, view } from "./address.js";
import { byId, calm, html, sized } from "./dom.js";
import { Histogram } from "./histogram.js";
import { CrossTable } from "./cross.js";

/** @typedef {import("./api.js").About} About */

/** The chart of a column or formula. @param {About} about @param {string} name */
export function chartOf(about, name) {
  const column = about.columns.find((other) => other.name === name);
  return column
    ? { name, heading: column.heading, meaning: column.meaning === column.heading ? "" : column.meaning, section: column.section }
    : { name, heading: name, meaning: "" };
}

/** Numeric columns: ratings first, then counts and facts. @param {About} about */
export function columnNames(about) {
  const ratings = about.columns.filter((column) => column.kind === "rating");
  const rest = about.columns.filter((column) => column.kind !== "rating");
  return [...ratings, ...rest].map((column) => column.name);
}

/** Only the last of several concurrent changes counts. */
let narrowing = 0;

/**
 * Replaces the range of some columns in the condition.
 * @param {string[]} of
 * @param {string} range
 * @param {boolean} passing true if another change follows at once
 */
export async function narrow(of, range, passing) {
  const turn = ++narrowing;
  const { condition } = await ask("narrow", { where: view().where, of, range });
  if (turn === narrowing) go({ where: condition }, { passing });
}

/** Charts in a grid, all of one width. */
export class Charts {
  /** @param {About} about @param {boolean} compare */
  constructor(about, compare) {
    this.about = about;
    this.compare = compare;
    /** @type {Map<string, Histogram>} */
    this.charts = new Map();
    this.grid = html("div", { class: "charts" });
    this.resized = calm(() => this.width() !== this.drawn && this.again?.(), 120);
    sized(this.grid, () => this.resized());
  }

  /** The width of a chart. */
  width() {
    return Math.floor(this.grid.firstElementChild?.clientWidth ?? 0);
  }

  /** Creates and removes charts. @param {string[]} names */
  arrange(names) {
    for (const name of [...this.charts.keys()]) if (!names.includes(name)) this.charts.delete(name);
    for (const name of names) {
      if (this.charts.has(name)) continue;
      const isExtra = !this.compare && view().chart.includes(name);
      const remove = isExtra ? () => go({ chart: view().chart.filter((other) => other !== name) }) : undefined;
      this.charts.set(name, new Histogram({ ...chartOf(this.about, name), remove }, (range, passing) => narrow([name], range, passing)));
    }
    const figures = names.map((name) => /** @type {Histogram} */ (this.charts.get(name)).figure);
    const isSame = figures.length === this.grid.children.length && figures.every((figure, place) => figure === this.grid.children[place]);
    if (!isSame) this.grid.replaceChildren(...figures);
  }

  /**
   * Shows histograms of some of the names.
   * @param {string[]} names
   * @param {(question: string, parameters?: Record<string, any>) => Promise<any>} ask
   * @returns {Promise<import("./api.js").Histograms>}
   */
  async show(names, ask) {
    this.drawn = this.width();
    const { where, scale } = view();
    const histograms = await ask("histograms", { where, scale, of: names, width: this.drawn, compare: this.compare ? "1" : "" });
    for (const series of histograms.series) this.charts.get(series.name)?.show(series, this.compare);
    return histograms;
  }
}

/** The section of the page. */
export class Whole {
  /** @param {About} about @param {(histograms: import("./api.js").Histograms) => void} counted */
  constructor(about, counted) {
    this.about = about;
    this.counted = counted;
    this.asks = { numbers: latest(), texts: latest() };
    this.charts = new Charts(about, false);
    this.charts.again = () => view().part === "whole" && this.show().catch(() => undefined);
    this.formula = /** @type {HTMLInputElement} */ (html("input", {
      id: "formula", type: "text", size: 12, placeholder: "w - b", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    }));
    this.cross = new CrossTable(about);
    const scales = html("fieldset", { class: "choice" }, html("legend", {}, "Scale"),
      ...[["", "linear"], ["log", "logarithmic"]].map(([value, word]) => html("label", {},
        html("input", { type: "radio", name: "scale", value, change: () => go({ scale: /** @type {any} */ (value) }) }), word)));
    byId("whole").append(
      html("div", { class: "toolbar" }, scales, this.picker(),
        html("form", { class: "inline", submit: (event) => this.add(event) },
          html("label", { for: "formula" }, "Add a chart of"), this.formula, html("button", {}, "Add"))),
      legend(), this.charts.grid, this.cross.section);
  }

  /** The columns that are shown, here and in the list. */
  picker() {
    this.boxes = this.all().map((name) => /** @type {HTMLInputElement} */ (html("input", { type: "checkbox", value: name, change: () => this.pick() })));
    const every = (/** @type {boolean} */ checked) => () => {
      this.boxes?.forEach((box) => { box.checked = checked; });
      this.pick();
    };
    return html("details", { class: "picker" }, html("summary", {}, "Columns"),
      html("fieldset", {}, html("legend", {}, "Show these columns"),
        html("p", {}, html("button", { type: "button", class: "quiet", click: every(true) }, "all"), html("button", { type: "button", class: "quiet", click: every(false) }, "none")),
        ...this.boxes.map((box) => html("label", {}, box, chartOf(this.about, box.value).heading))));
  }

  pick() {
    go({ hide: (this.boxes ?? []).filter((box) => !box.checked).map((box) => box.value) });
  }

  /** @param {SubmitEvent} event */
  add(event) {
    event.preventDefault();
    const text = this.formula.value.trim();
    if (text && !view().chart.includes(text)) go({ chart: [...view().chart, text] });
    this.formula.value = "";
  }

  /** All columns, in order. */
  all() {
    return [...columnNames(this.about), ...this.about.texts];
  }

  /** Shows the view. Throws errors of its condition. */
  async show() {
    const { chart, hide, scale } = view();
    const isShown = (/** @type {string} */ name) => !hide.includes(name);
    const numbers = [...chart, ...columnNames(this.about).filter(isShown)];
    const texts = this.about.texts.filter(isShown);
    this.charts.arrange([...numbers, ...texts]);
    for (const box of this.boxes ?? []) box.checked = isShown(box.value);
    for (const radio of document.querySelectorAll('input[name="scale"]')) {
      const input = /** @type {HTMLInputElement} */ (radio);
      input.checked = input.value === scale;
    }
    const rest = [this.cross.show()];
    // Text may not be loaded yet, and numbers need not wait for it.
    if (texts.length) rest.push(this.charts.show(texts, this.asks.texts).then(() => undefined));
    try {
      this.counted(await this.charts.show(numbers, this.asks.numbers));
      await Promise.all(rest);
    } catch (error) {
      if (!isVoid(error)) throw error;
    }
  }
}

/** The meaning of the colours. */
function legend() {
  const entry = (/** @type {string} */ kind, /** @type {string} */ word) => html("span", {}, html("span", { class: `swatch ${kind}` }), word);
  return html("p", { class: "legend" }, entry("ours", "rows that match"), entry("pale", "rows outside the selected bars"),
    entry("bound", "of these, lower bounds"), entry("all", "all rows, scaled to the same total"));
}
