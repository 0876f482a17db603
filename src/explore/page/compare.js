// Two tables: their histograms overlaid, and the rows that differ.

import { go, view } from "./address.js";
import { isVoid, latest } from "./api.js";
import { byId, grouped, html, percent } from "./dom.js";
import { chartOf, Charts, columnNames } from "./whole.js";

export class Compare {
  /** @param {import("./api.js").About} about */
  constructor(about) {
    this.about = about;
    this.ask = latest();
    this.askAgreement = latest();
    this.charts = new Charts(about, true);
    this.charts.again = () => view().part === "compare" && this.show().catch(() => undefined);
    this.agreement = html("div", {});
    this.note = html("p", { class: "note" });
    const section = byId("compare");
    if (!about.reference) {
      section.append(html("p", {}, "No reference to compare with. To open one, run: "),
        html("p", {}, html("code", {}, `${about.command} --reference OTHER`)));
      return;
    }
    const names = about.reference.tables.map((table) => table.name).join(", ");
    section.append(
      html("p", { class: "key" }, html("span", { class: "swatch ours" }), "this table",
        html("span", { class: "swatch theirs" }), `${names}, ${grouped(about.reference.rows)} rows, drawn to the same total`),
      this.note, this.agreement, this.charts.grid);
  }

  async show() {
    if (!this.about.reference) return;
    const { chart, hide, where } = view();
    const names = [...chart, ...columnNames(this.about).filter((name) => !hide.includes(name))];
    this.charts.arrange(names);
    try {
      const [histograms, agreement] = await Promise.all([
        this.charts.show(names, this.ask), this.askAgreement("agreement", { where }),
      ]);
      const problem = histograms.series.find((series) => series.problem)?.problem;
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
        html("thead", {}, html("tr", {}, ...["column", "agree", "greater here", "smaller here", "undecided", "missing", "show"].map((text) => html("th", { scope: "col" }, text)))),
        html("tbody", {}, ...agreement.columns.map(row)))) : "");
  }
}
