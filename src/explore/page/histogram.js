// A histogram with a selection by mouse and keyboard. The program draws it; the page adds what
// moves.

import { view } from "./address.js";
import { query } from "./api.js";
import { grouped, html, percent, picture } from "./dom.js";

/**
 * @typedef {import("./api.js").Series} Series
 * @typedef {{ name: string, heading: string, meaning: string, section?: string, remove?: () => void }} Chart
 * @typedef {(range: string, passing: boolean) => void} Brushed
 */

/** The figure of one column or formula. */
export class Histogram {
  /**
   * @param {Chart} chart
   * @param {Brushed} brushed
   */
  constructor(chart, brushed) {
    this.chart = chart;
    this.brushed = brushed;
    /** @type {Series | null} */
    this.series = null;
    this.compare = false;
    this.cursor = 0;
    /** @type {[number, number] | null} */
    this.range = null;
    this.picture = html("div", { "aria-hidden": "true" });
    this.brush = html("div", { class: "brush", hidden: true });
    this.plot = html("div", {
      class: "plot", tabindex: 0, role: "application", "aria-label": `Histogram of ${chart.heading}`,
      pointerdown: (event) => this.press(event), pointermove: (event) => this.drag(event),
      pointerup: () => this.release(), pointercancel: () => this.cancel(),
      keydown: (event) => this.key(event), focus: () => this.mark(), blur: () => this.mark(),
    }, this.picture, this.brush);
    this.readout = html("span", { class: "readout", "aria-live": "polite" });
    this.table = html("div", { class: "scroll" });
    this.details = html("details", { toggle: () => this.fillTable() }, html("summary", {}, "Table"), this.table);
    this.savers = html("span", {}, ...savers(() => ({ of: chart.name, compare: this.compare ? "1" : "" }), chart.heading));
    this.heading = html("strong", {}, chart.heading);
    this.figure = html(
      "figure", { class: "figure", "data-series": chart.name },
      html("figcaption", { title: [chart.meaning, chart.section].filter(Boolean).join("; ") },
        this.heading, this.readout, html("span", { class: "meaning" }, chart.meaning)),
      this.plot,
      html("div", { class: "under" }, this.details,
        html("span", { class: "figure-tools" }, this.savers,
          chart.remove && html("button", { type: "button", class: "quiet", "aria-label": `Remove the chart of ${chart.heading}`, click: chart.remove }, "Remove"))),
    );
  }

  /** @param {Series} series @param {boolean} compare */
  show(series, compare) {
    this.series = series;
    this.compare = compare;
    this.heading.textContent = series.heading ?? series.name;
    const refusal = series.error ?? series.note;
    this.plot.hidden = !!refusal;
    this.details.hidden = this.savers.hidden = !!refusal;
    this.readout.classList.toggle("error", !!series.error);
    if (refusal) {
      this.readout.textContent = refusal;
      return;
    }
    this.cursor = Math.max(0, Math.min(this.cursor, series.bins.length - 1));
    this.picture.replaceChildren(picture(series.chart.svg));
    this.plot.setAttribute("aria-label", this.described());
    this.mark();
    this.fillTable();
  }

  total() {
    return this.series?.now.reduce((a, b) => a + b, 0) ?? 0;
  }

  /** Shows the selection, or the cursor. */
  mark() {
    if (!this.series?.chart) return;
    const { bins, within, chart: { layout } } = this.series;
    const chosen = this.range ?? (document.activeElement === this.plot ? [this.cursor, this.cursor] : null);
    this.brush.hidden = !chosen || !bins.length;
    if (!chosen || !bins.length) {
      this.readout.textContent = within ? `${this.ownRange(within)} selected` : "";
      return;
    }
    const [from, to] = [Math.min(...chosen), Math.max(...chosen)];
    const ratio = this.plot.clientWidth / layout.width;
    const along = [from * layout.slot, (to - from + 1) * layout.slot];
    const across = this.series.is_ranking ? [layout.left, layout.width - layout.left] : [layout.top - 4, layout.base - layout.top + 4];
    const box = this.series.is_ranking ? [across[0], layout.top + along[0], across[1], along[1]] : [layout.left + along[0], across[0], along[1], across[1]];
    ["left", "top", "width", "height"].forEach((side, place) => this.brush.style.setProperty(side, `${box[place] * ratio}px`));
    this.readout.textContent = this.said(from, to);
  }

  /** @param {number[]} within */
  ownRange(within) {
    const chosen = this.series?.bins.filter((_, place) => within[place] > 0) ?? [];
    if (!chosen.length) return "nothing";
    const [first, last] = [chosen[0].label, chosen[chosen.length - 1].label];
    return first === last ? first : this.series?.is_ranking ? chosen.map((bin) => bin.label).join(", ") : `${first} to ${last}`;
  }

  /** @param {number} from @param {number} to */
  said(from, to) {
    const { bins, now, lower } = /** @type {Series} */ (this.series);
    const count = now.slice(from, to + 1).reduce((a, b) => a + b, 0);
    const label = from === to ? bins[from].label : `${bins[from].label} to ${bins[to].label}`;
    const bounds = from === to && lower[from] ? `, ${grouped(lower[from])} of them lower bounds` : "";
    const total = this.total();
    return `${label}: ${rowsOf(count)}, ${percent(total ? count / total : 0)}${bounds}`;
  }

  described() {
    const { bins, now, heading } = /** @type {Series} */ (this.series);
    const filled = bins.map((bin, place) => ({ bin, count: now[place] })).filter(({ count }) => count);
    if (!filled.length) return `Histogram of ${heading}: no rows`;
    const most = filled.reduce((a, b) => (b.count > a.count ? b : a));
    const [first, last] = [filled[0].bin.label, filled[filled.length - 1].bin.label];
    return `Histogram of ${heading}: ${rowsOf(this.total())} from ${first} to ${last}, most at ${most.bin.label} with ${grouped(most.count)}. ` +
      "Arrow keys move, Shift extends, Enter filters, Escape clears.";
  }

  fillTable() {
    if (!(/** @type {HTMLDetailsElement} */ (this.details)).open || !this.series?.chart) return;
    const { bins, now, lower, other, heading } = this.series;
    const total = this.total();
    const rows = bins.map((bin, place) => html("tr", {},
      html("th", { scope: "row" }, bin.label), html("td", {}, grouped(now[place])),
      html("td", {}, percent(total ? now[place] / total : 0)), html("td", {}, lower[place] ? grouped(lower[place]) : ""),
      html("td", {}, grouped(other[place]))));
    this.table.replaceChildren(html("table", {},
      html("thead", {}, html("tr", {}, ...[heading, "rows", "share", "lower bounds", this.compare ? "reference" : "all rows"]
        .map((text) => html("th", { scope: "col" }, text)))),
      html("tbody", {}, ...rows.filter((_, place) => now[place] || other[place]))));
  }

  /** The bin under the pointer. @param {PointerEvent} event */
  at(event) {
    const { bins, chart: { layout }, is_ranking } = /** @type {Series} */ (this.series);
    const box = this.plot.getBoundingClientRect();
    const ratio = layout.width / box.width;
    const along = is_ranking ? (event.clientY - box.top) * ratio - layout.top : (event.clientX - box.left) * ratio - layout.left;
    return Math.max(0, Math.min(bins.length - 1, Math.floor(along / layout.slot)));
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button !== 0 || !this.series?.bins?.length) return;
    this.plot.setPointerCapture(event.pointerId);
    this.cursor = this.at(event);
    this.range = [this.cursor, this.cursor];
    this.dragging = true;
    this.mark();
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (!this.dragging || !this.range) return;
    const place = this.at(event);
    if (place === this.range[1]) return;
    this.range = [this.range[0], place];
    this.mark();
    this.apply(true);
  }

  release() {
    if (!this.dragging) return;
    this.dragging = false;
    this.apply(false);
    this.cancel();
  }

  cancel() {
    this.dragging = false;
    this.range = null;
    this.mark();
  }

  /** @param {boolean} passing */
  apply(passing) {
    if (!this.range || !this.series) return;
    const { bins, within } = this.series;
    const [from, to] = [Math.min(...this.range), Math.max(...this.range)];
    const whole = from === 0 && to === bins.length - 1 && bins.length > 1;
    const again = !passing && from === to && within && within[from] > 0 && within.every((count, other) => other === from || !count);
    // The whole axis is no condition, and selecting a selected bar again clears it.
    const range = whole || again ? "" : rangeOf(bins.slice(from, to + 1));
    if (range || whole || again) this.brushed(range, passing);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const last = (this.series?.bins?.length ?? 0) - 1;
    const moves = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };
    const isVertical = event.key === "ArrowUp" || event.key === "ArrowDown";
    if (event.key in moves && last >= 0 && (!isVertical || this.series?.is_ranking)) {
      const next = Math.max(0, Math.min(last, this.cursor + moves[/** @type {keyof typeof moves} */ (event.key)]));
      this.range = event.shiftKey ? [this.range ? this.range[0] : this.cursor, next] : null;
      this.cursor = next;
    } else if (event.key === "Enter" || event.key === " ") {
      this.range ??= [this.cursor, this.cursor];
      this.apply(false);
      this.range = null;
    } else if (event.key === "Escape" || event.key === "Delete" || event.key === "Backspace") {
      this.range = null;
      this.brushed("", false);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    this.mark();
  }
}

/**
 * The condition that selects adjacent bins, or the empty string if there is none.
 * @param {import("./api.js").Bin[]} chosen
 */
function rangeOf(chosen) {
  if (chosen.some((bin) => bin.kind === "word")) return chosen.map((bin) => bin.only).filter(Boolean).join(" or ");
  const numbers = chosen.filter((bin) => bin.from);
  if (!numbers.length || chosen.length === 1) return chosen[0].only;
  const [first, last] = [numbers[0], numbers[numbers.length - 1]];
  if (chosen[0].kind === "infinite") return last.to;
  if (chosen.some((bin) => bin.kind === "infinite")) return first.from;
  return first === last ? first.only : `${first.from} and ${last.to}`;
}

/**
 * Links that save a chart.
 * @param {() => Record<string, string | string[]>} parameters
 * @param {string} what
 */
export function savers(parameters, what) {
  return ["svg", "pdf"].map((format) => {
    const link = html("a", { class: "quiet", download: "", href: "#", "aria-label": `Save the chart of ${what} as ${format.toUpperCase()}`,
      // The view may have changed since the chart was made.
      click: () => link.setAttribute("href", `api/figure?${query({ ...parameters(), where: view().where, scale: view().scale, format })}`) }, format.toUpperCase());
    return link;
  });
}

/** @param {number} count */
function rowsOf(count) {
  return count === 1 ? "1 row" : `${grouped(count)} rows`;
}
