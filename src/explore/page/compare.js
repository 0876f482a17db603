// Two tables: their histograms overlaid, and the rows that differ.

import { go, view } from "./address.js";
import { isVoid, latest } from "./api.js";
import { byId, grouped, html, percent } from "./dom.js";
import { Histogram } from "./histogram.js";
import { chartOf, columnNames, narrow } from "./whole.js";

export class Compare {
  /** @param {import("./api.js").About} about */
  constructor(about) {
    this.about = about;
    this.ask = latest();
    this.askAgreement = latest();
    /** @type {Map<string, Histogram>} */
    this.charts = new Map();
    this.grid = html("div", { class: "charts" });
    this.agreement = html("div", {});
    this.note = html("p", { class: "note" });
    const section = byId("compare");
    if (!about.reference) {
      section.append(html("p", {}, "No reference to compare with. To open one, run: "),
        html("p", {}, html("code", {}, `${about.command} --against OTHER`)));
      return;
    }
    const names = about.reference.tables.map((table) => table.name).join(", ");
    section.append(
      html("p", { class: "key" }, html("span", { class: "swatch ours" }), "this table",
        html("span", { class: "swatch theirs" }), `${names}, ${grouped(about.reference.rows)} rows, drawn to the same total`),
      this.note, this.agreement, this.grid);
  }

  async show() {
    if (!this.about.reference) return;
    const names = [...view().chart, ...columnNames(this.about)];
    for (const name of names) {
      if (!this.charts.has(name)) this.charts.set(name, new Histogram(chartOf(this.about, name), (range, passing) => narrow([name], range, passing)));
    }
    this.grid.replaceChildren(...names.map((name) => /** @type {Histogram} */ (this.charts.get(name)).figure));
    try {
      const [histograms, agreement] = await Promise.all([
        this.ask("histograms", { where: view().where, of: names }),
        this.askAgreement("agreement", { where: view().where }),
      ]);
      let problem = "";
      for (const series of histograms.series) {
        problem ||= series.reference?.error ?? "";
        this.charts.get(series.name)?.show(series, view().scale === "log", true);
      }
      this.note.textContent = problem ? `Parts of the reference cannot be shown: ${problem}` : "";
      this.showAgreement(agreement);
    } catch (error) {
      if (!isVoid(error)) throw error;
    }
  }

  /** @param {any} agreement */
  showAgreement(agreement) {
    const heading = (/** @type {string} */ name) => chartOf(this.about, name).heading;
    const differ = (/** @type {any} */ column) => column.greater + column.smaller;
    const row = (/** @type {any} */ column) => html("tr", {}, html("th", { scope: "row" }, heading(column.column)),
      ...["agree", "greater", "smaller", "undecided", "missing"].map((name) => html("td", {}, column[name] ? grouped(column[name]) : "")),
      html("td", {}, differ(column) ? html("button", { type: "button", class: "quiet", click: () => go({ part: "rows", differ: column.column }) }, "rows") : null));
    const share = agreement.matched ? percent(agreement.differ / agreement.matched) : "0 %";
    this.agreement.replaceChildren(
      html("p", {}, `${grouped(agreement.matched)} rows are in both tables, and ${grouped(agreement.differ)} of these (${share}) differ somewhere. `,
        `${grouped(agreement.only_ours)} rows are in this table alone, ${grouped(agreement.only_reference)} in the reference alone. `,
        agreement.differ ? html("button", { type: "button", class: "quiet", click: () => go({ part: "rows", differ: "any" }) }, "Show rows that differ") : null),
      agreement.matched ? html("div", { class: "scroll" }, html("table", {},
        html("thead", {}, html("tr", {}, ...["", "agree", "greater here", "smaller here", "undecided", "missing", ""].map((text) => html("th", { scope: "col" }, text)))),
        html("tbody", {}, ...agreement.columns.map(row)))) : "");
  }
}
