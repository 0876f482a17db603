// The overview: linked histograms of all columns, and a cross-table.

import { ask, isVoid, latest } from "./api.js";
import { go, view } from "./address.js";
import { byId, html } from "./dom.js";
import { Histogram } from "./histogram.js";
import { CrossTable } from "./cross.js";

/** @typedef {import("./api.js").About} About */

/** The chart of a column or formula. @param {About} about @param {string} name */
export function chartOf(about, name) {
  const column = about.columns.find((other) => other.name === name);
  return column
    ? { name, heading: column.heading, meaning: column.meaning === column.heading ? "" : column.meaning, section: column.section, status: column.status }
    : { name, heading: name, meaning: "", status: null };
}

/** Ratings first, then counts and facts. @param {About} about */
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

/** The section of the page. */
export class Whole {
  /** @param {About} about @param {(histograms: import("./api.js").Histograms) => void} counted */
  constructor(about, counted) {
    this.about = about;
    this.counted = counted;
    /** @type {Map<string, Histogram>} */
    this.charts = new Map();
    this.ask = latest();
    this.grid = html("div", { class: "charts" });
    this.formula = /** @type {HTMLInputElement} */ (html("input", {
      id: "formula", type: "text", size: 12, placeholder: "w - b", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    }));
    this.cross = new CrossTable(about);
    const scales = html("fieldset", { class: "choice" }, html("legend", {}, "Scale"),
      ...[["", "linear"], ["log", "logarithmic"]].map(([value, word]) => html("label", {},
        html("input", { type: "radio", name: "scale", value, change: () => go({ scale: /** @type {any} */ (value) }) }), word)));
    byId("whole").append(
      html("div", { class: "toolbar" }, scales,
        html("form", { class: "inline", submit: (event) => this.add(event) },
          html("label", { for: "formula" }, "Add a chart of"), this.formula, html("button", {}, "Add"))),
      this.grid, this.cross.section);
  }

  /** @param {SubmitEvent} event */
  add(event) {
    event.preventDefault();
    const text = this.formula.value.trim();
    if (text && !view().chart.includes(text)) go({ chart: [...view().chart, text] });
    this.formula.value = "";
  }

  /** The charts of the view, in order. */
  names() {
    return [...view().chart, ...columnNames(this.about)];
  }

  /** Creates and removes charts. */
  arrange() {
    const names = this.names();
    for (const name of [...this.charts.keys()]) if (!names.includes(name)) this.charts.delete(name);
    for (const name of names) {
      if (this.charts.has(name)) continue;
      const chart = chartOf(this.about, name);
      const isExtra = view().chart.includes(name);
      const remove = isExtra ? () => go({ chart: view().chart.filter((other) => other !== name) }) : undefined;
      this.charts.set(name, new Histogram({ ...chart, remove }, (range, passing) => narrow([name], range, passing)));
    }
    const figures = names.map((name) => /** @type {Histogram} */ (this.charts.get(name)).figure);
    const isSame = figures.length === this.grid.children.length && figures.every((figure, place) => figure === this.grid.children[place]);
    if (!isSame) this.grid.replaceChildren(...figures);
  }

  /** Shows the view. Throws errors of its condition. */
  async show() {
    this.arrange();
    for (const radio of document.querySelectorAll('input[name="scale"]')) {
      const input = /** @type {HTMLInputElement} */ (radio);
      input.checked = input.value === view().scale;
    }
    const crossed = this.cross.show();
    try {
      const histograms = await this.ask("histograms", { where: view().where, of: this.names() });
      this.counted(histograms);
      for (const series of histograms.series) {
        const chart = this.charts.get(series.name);
        if (chart && !series.error) chart.chart.heading = series.heading;
        chart?.figure.querySelector("strong")?.replaceChildren(series.heading ?? series.name);
        chart?.show(series, view().scale === "log", false);
      }
    } catch (error) {
      if (!isVoid(error)) throw error;
    }
    await crossed;
  }
}
