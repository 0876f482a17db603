// A histogram with a range selection by mouse and keyboard.

import { view } from "./address.js";
import { bins, height, rangeOf, short, sum, ticks } from "./axis.js";
import { grouped, html, percent, sized, svg } from "./dom.js";
import { saveSvg } from "./save.js";

/**
 * @typedef {import("./api.js").Series} Series
 * @typedef {import("./axis.js").Bin} Bin
 * @typedef {{ name: string, heading: string, meaning: string, section?: string, status: string | null,
 *   remove?: () => void }} Chart
 * @typedef {(range: string, passing: boolean) => void} Brushed
 */

const [LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [44, 6, 8, 22, 168];

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
    /** @type {Bin[]} */
    this.bins = [];
    this.log = false;
    this.compare = false;
    this.cursor = 0;
    /** @type {[number, number] | null} */
    this.range = null;
    this.picture = svg("svg", {
      class: "histogram", tabindex: 0, role: "application",
      pointerdown: (event) => this.press(event), pointermove: (event) => this.drag(event),
      pointerup: () => this.release(), pointercancel: () => this.cancel(),
      keydown: (event) => this.key(event), focus: () => this.draw(), blur: () => this.draw(),
    });
    this.readout = html("span", { class: "readout", "aria-live": "polite" });
    this.table = html("div", { class: "scroll" });
    this.details = html("details", { toggle: () => this.fillTable() }, html("summary", {}, "Table"), this.table);
    this.figure = html(
      "figure", { class: "chart", "data-series": chart.name },
      html("figcaption", { title: [chart.meaning, chart.section].filter(Boolean).join("; ") },
        html("strong", {}, chart.heading), this.readout, html("span", { class: "meaning" }, chart.meaning)),
      this.picture,
      html("div", { class: "under" }, this.details,
        html("span", { class: "figure-tools" },
          html("button", { type: "button", class: "quiet", title: "Save the figure as SVG",
            click: () => saveSvg(this.picture, chart.name, captionOf(this.chart.heading)) }, "SVG"),
          chart.remove && html("button", { type: "button", class: "quiet", title: "Remove this chart", click: chart.remove }, "Remove"))),
    );
    this.room = sized(this.figure, () => this.draw());
  }

  /** @param {Series} series @param {boolean} log @param {boolean} compare */
  show(series, log, compare) {
    this.series = series;
    this.log = log;
    this.compare = compare && !!series.reference && !series.reference.error;
    const points = this.compare ? joined(series) : series.points;
    this.points = points;
    this.bins = series.error ? [] : bins(points);
    this.cursor = Math.min(this.cursor, Math.max(0, this.bins.length - 1));
    this.draw();
    this.fillTable();
  }

  /** The counts of each bin: now, lower bounds, within the range, and of all rows or the reference. */
  values() {
    const series = /** @type {Series} */ (this.series);
    const of = (/** @type {number[]} */ rows, /** @type {import("./api.js").Point[]} */ points) => {
      const places = new Map(points.map((point, place) => [key(point), rows[place]]));
      const own = /** @type {import("./api.js").Point[]} */ (this.points).map((point) => places.get(key(point)) ?? 0);
      return this.bins.map((bin) => sum(bin, own));
    };
    const now = of(series.now.rows, series.points);
    const lower = of(series.now.lower, series.points);
    const within = series.within ? of(series.within.rows, series.points) : null;
    const other = this.compare && series.reference
      ? of(series.reference.now.rows, series.reference.points) : of(series.all.rows, series.points);
    return { now, lower, within, other };
  }

  draw() {
    const width = Math.max(180, this.room().width);
    this.picture.replaceChildren();
    this.picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.picture.setAttribute("width", String(width));
    this.picture.setAttribute("height", String(HEIGHT));
    if (!this.series) return;
    if (this.series.error) {
      this.readout.textContent = this.series.error;
      this.readout.classList.add("error");
      return;
    }
    const { now, lower, within, other } = this.values();
    const total = now.reduce((a, b) => a + b, 0);
    const otherTotal = other.reduce((a, b) => a + b, 0);
    // The distribution of all rows, or of the reference, is scaled to the same total.
    const scale = total && otherTotal ? total / otherTotal : 0;
    const ghost = other.map((value) => value * scale);
    const largest = Math.max(1, ...now, ...(this.log ? [] : ghost));
    const plot = { width: width - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM };
    const slot = plot.width / Math.max(1, this.bins.length);
    this.slot = slot;
    const gap = slot > 6 ? Math.min(3, slot * 0.15) : 0;
    const y = (/** @type {number} */ value) =>
      TOP + plot.height * (1 - Math.min(1, height(value, largest, this.log)));
    const heading = this.chart.heading;
    this.picture.append(svg("title", {}, `${heading}: ${grouped(total)} rows`));
    this.picture.setAttribute("aria-label", this.described(now, total));
    for (const tick of ticks(largest, this.log)) {
      this.picture.append(
        svg("line", { class: "rule", x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick) }),
        svg("text", { class: "tick", x: LEFT - 6, y: y(tick) + 3.5, "text-anchor": "end" }, short(tick)));
    }
    let outline = "";
    const every = Math.ceil(this.labelWidth() / slot);
    this.bins.forEach((bin, place) => {
      const x = LEFT + place * slot;
      const inside = within ? within[place] > 0 || this.isWithin(place, within) : true;
      const group = svg("g", { class: inside ? "bin" : "bin outside" },
        svg("rect", { class: "bar", x: x + gap / 2, y: y(now[place]), width: Math.max(1, slot - gap), height: TOP + plot.height - y(now[place]) }));
      if (lower[place] > 0) {
        const bound = svg("rect", { class: "bound", x: x + gap / 2, y: y(lower[place]), width: Math.max(1, slot - gap), height: TOP + plot.height - y(lower[place]) });
        group.append(bound);
      }
      group.append(svg("title", {}, `${heading} ${this.said(place, now, lower, total)}`));
      this.picture.append(group);
      outline += `${place ? "L" : "M"}${x},${y(ghost[place])}L${x + slot},${y(ghost[place])}`;
      if (place % every === 0 || bin.kind !== "number") {
        this.picture.append(svg("text", { class: "tick", x: x + slot / 2, y: HEIGHT - 7, "text-anchor": "middle" }, bin.low !== null && bin.low !== bin.high ? bin.low : bin.label));
      }
    });
    this.picture.append(svg("line", { class: "base", x1: LEFT, x2: width - RIGHT, y1: TOP + plot.height, y2: TOP + plot.height }));
    if (this.compare || this.isFiltered(now, other)) this.picture.append(svg("path", { class: this.compare ? "reference" : "ghost", d: outline }));
    const chosen = this.range ?? (document.activeElement === this.picture ? [this.cursor, this.cursor] : null);
    if (chosen && this.bins.length) {
      const [from, to] = [Math.min(...chosen), Math.max(...chosen)];
      this.picture.append(svg("rect", { class: "brush screen-only", x: LEFT + from * slot, y: TOP - 4, width: (to - from + 1) * slot, height: plot.height + 4 }));
      this.readout.textContent = from === to ? this.said(from, now, lower, total) : this.saidRange(from, to, now, total);
    } else {
      this.readout.textContent = within ? `${this.ownRange(within)} chosen` : "";
    }
    this.readout.classList.remove("error");
  }

  /** The smallest distance between labels. */
  labelWidth() {
    const longest = Math.max(...this.bins.map((bin) => (bin.low !== null && bin.low !== bin.high ? String(bin.low) : bin.label).length), 1);
    return 7 * longest + 8;
  }

  /** @param {number[]} now @param {number[]} other */
  isFiltered(now, other) {
    return now.some((value, place) => value !== other[place]);
  }

  /** Returns true if an empty bin is between selected ones. @param {number} place @param {number[]} within */
  isWithin(place, within) {
    return within.slice(0, place).some(Boolean) && within.slice(place).some(Boolean);
  }

  /** @param {number[]} within */
  ownRange(within) {
    const chosen = this.bins.filter((_, place) => within[place] > 0);
    if (!chosen.length) return "nothing";
    const [first, last] = [chosen[0], chosen[chosen.length - 1]];
    const from = first.low ?? first.label;
    const to = last.high ?? last.label;
    return from === to ? first.label : `${from} to ${to}`;
  }

  /** @param {number} place @param {number[]} now @param {number[]} lower @param {number} total */
  said(place, now, lower, total) {
    const bin = this.bins[place];
    const bounds = lower[place] ? `, ${grouped(lower[place])} of them lower bounds` : "";
    return `${bin.label}: ${rowsOf(now[place])}, ${percent(total ? now[place] / total : 0)}${bounds}`;
  }

  /** @param {number} from @param {number} to @param {number[]} now @param {number} total */
  saidRange(from, to, now, total) {
    const count = now.slice(from, to + 1).reduce((a, b) => a + b, 0);
    const [first, last] = [this.bins[from], this.bins[to]];
    return `${first.low ?? first.label} to ${last.high ?? last.label}: ${rowsOf(count)}, ${percent(total ? count / total : 0)}`;
  }

  /** @param {number[]} now @param {number} total */
  described(now, total) {
    const filled = this.bins.map((bin, place) => ({ bin, count: now[place] })).filter(({ count }) => count);
    if (!filled.length) return `Histogram of ${this.chart.heading}: no rows`;
    const most = filled.reduce((a, b) => (b.count > a.count ? b : a));
    const [first, last] = [filled[0].bin.label, filled[filled.length - 1].bin.label];
    return `Histogram of ${this.chart.heading}: ${rowsOf(total)} from ${first} to ${last}, most at ${most.bin.label} with ${grouped(most.count)}. ` +
      "Arrow keys move, Shift extends, Enter filters, Escape clears.";
  }

  fillTable() {
    if (!(/** @type {HTMLDetailsElement} */ (this.details)).open || !this.series || this.series.error) return;
    const { now, lower, other } = this.values();
    const total = now.reduce((a, b) => a + b, 0);
    const rows = this.bins.map((bin, place) => html("tr", {},
      html("th", { scope: "row" }, bin.label), html("td", {}, grouped(now[place])),
      html("td", {}, percent(total ? now[place] / total : 0)), html("td", {}, lower[place] ? grouped(lower[place]) : ""),
      html("td", {}, grouped(other[place]))));
    this.table.replaceChildren(html("table", {},
      html("thead", {}, html("tr", {}, ...[this.chart.heading, "rows", "share", "lower bounds", this.compare ? "reference" : "all rows"]
        .map((text) => html("th", { scope: "col" }, text)))),
      html("tbody", {}, ...rows.filter((_, place) => now[place] || other[place]))));
  }

  /** The bin under the pointer. @param {PointerEvent} event */
  at(event) {
    const box = this.picture.getBoundingClientRect();
    const place = Math.floor((event.clientX - box.left - LEFT) / (this.slot ?? 1));
    return Math.max(0, Math.min(this.bins.length - 1, place));
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button !== 0 || !this.bins.length) return;
    this.picture.setPointerCapture(event.pointerId);
    this.cursor = this.at(event);
    this.range = [this.cursor, this.cursor];
    this.dragging = true;
    this.draw();
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (!this.dragging || !this.range) return;
    const place = this.at(event);
    if (place === this.range[1]) return;
    this.range = [this.range[0], place];
    this.draw();
    this.apply(true);
  }

  release() {
    if (!this.dragging) return;
    this.dragging = false;
    this.apply(false);
    this.range = null;
    this.draw();
  }

  cancel() {
    this.dragging = false;
    this.range = null;
    this.draw();
  }

  /** @param {boolean} passing */
  apply(passing) {
    if (!this.range) return;
    const [from, to] = this.range;
    const whole = Math.min(from, to) === 0 && Math.max(from, to) === this.bins.length - 1 && this.bins.length > 1;
    const within = this.series?.within;
    const again = !passing && from === to && within && this.isOnly(from);
    // The whole axis is no condition, and selecting a selected bar again clears it.
    const range = whole || again ? "" : rangeOf(this.chart.name, this.chart.status, this.bins, from, to);
    this.brushed(range, passing);
  }

  /** Returns true if a bin is the only one selected. @param {number} place */
  isOnly(place) {
    const { within } = this.values();
    return !!within && within[place] > 0 && within.every((count, other) => other === place || !count);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const last = this.bins.length - 1;
    const moves = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
    if (event.key in moves && last >= 0) {
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
    this.draw();
  }
}

/** The caption of a figure: its heading and the condition. @param {string} heading */
export function captionOf(heading) {
  const { where } = view();
  return where ? `${heading}, where ${where}` : heading;
}

/** @param {number} count */
function rowsOf(count) {
  return count === 1 ? "1 row" : `${grouped(count)} rows`;
}

/** @param {import("./api.js").Point} point */
function key(point) {
  return `${point.kind} ${point.label}`;
}

/** The points of a table and its reference. @param {Series} series */
function joined(series) {
  const known = new Set(series.points.map(key));
  const more = (series.reference?.points ?? []).filter((point) => !known.has(key(point)));
  const order = { number: 0, infinite: 1, na: 2, missing: 3 };
  return [...series.points, ...more].sort((a, b) => order[a.kind] - order[b.kind] || (a.value ?? 0) - (b.value ?? 0));
}
