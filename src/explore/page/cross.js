// The cross-table of two columns as a heat map. Clicking a cell filters.

import { go, view } from "./address.js";
import { latest, isVoid } from "./api.js";
import { grouped, html, picture } from "./dom.js";
import { savers } from "./histogram.js";
import { chartOf, columnNames, narrow } from "./whole.js";

export class CrossTable {
  /** @param {import("./api.js").About} about */
  constructor(about) {
    this.about = about;
    this.ask = latest();
    this.cursor = [0, 0];
    this.picture = html("div", { "aria-hidden": "true" });
    this.brush = html("div", { class: "brush", hidden: true });
    this.plot = html("div", { class: "plot heat", tabindex: 0, role: "application", "aria-label": "Cross-table",
      pointerup: (event) => this.click(event), keydown: (event) => this.key(event), focus: () => this.mark(), blur: () => this.mark() },
      this.picture, this.brush);
    this.readout = html("p", { class: "readout", "aria-live": "polite" });
    const select = (/** @type {"x" | "y"} */ axis, /** @type {string} */ word) => {
      const element = html("select", { id: `cross-${axis}`, change: (event) => go({ [axis]: event.target.value }) });
      return [html("label", { for: `cross-${axis}` }, word), element];
    };
    this.section = html("div", { class: "cross" },
      html("h2", {}, "Two columns"),
      html("div", { class: "toolbar" }, html("span", { class: "inline" }, ...select("x", "across"), ...select("y", "down")),
        ...savers(() => ({ of: this.names() }), "two columns")),
      html("div", { class: "scroll" }, this.plot), this.readout);
  }

  /** The two columns of the view, or a default. */
  names() {
    const all = columnNames(this.about);
    const ratings = this.about.columns.filter((column) => column.kind === "rating" && column.name !== "te").map((column) => column.name);
    const usual = [...ratings, ...all.filter((name) => !ratings.includes(name))];
    const x = view().x || usual[0];
    return [x, view().y || usual.find((name) => name !== x) || x];
  }

  async show() {
    const [x, y] = this.names();
    for (const [axis, chosen] of [["x", x], ["y", y]]) {
      const select = /** @type {HTMLSelectElement} */ (this.section.querySelector(`#cross-${axis}`));
      const names = [...new Set([...view().chart, ...columnNames(this.about), ...this.about.texts, chosen])];
      select.replaceChildren(...names.map((name) => html("option", { value: name, selected: name === chosen }, chartOf(this.about, name).heading)));
      select.value = chosen;
    }
    try {
      const width = Math.floor(this.section.clientWidth);
      this.table = await this.ask("cross", { x, y, where: view().where, width });
      this.picture.replaceChildren(picture(this.table.chart.svg));
      this.plot.hidden = false;
      this.plot.setAttribute("aria-label", `Cross-table of ${this.table.x.heading} and ${this.table.y.heading}: ${grouped(this.table.chosen)} rows. Arrow keys move, Enter filters.`);
      this.mark();
    } catch (error) {
      if (isVoid(error)) return;
      this.table = null;
      this.plot.hidden = true;
      this.readout.textContent = String(/** @type {Error} */ (error).message);
    }
  }

  mark() {
    if (!this.table) return;
    const isActive = document.activeElement === this.plot;
    this.brush.hidden = !isActive;
    if (!isActive) {
      this.readout.textContent = "Each cell counts rows: the stronger the colour, the more. Click a cell to filter.";
      return;
    }
    const [across, down] = this.cursor;
    const { layout, tall } = this.table.chart;
    const box = { left: layout.left + across * layout.slot, top: layout.top + down * tall, width: layout.slot, height: tall };
    for (const [side, length] of Object.entries(box)) this.brush.style.setProperty(side, `${length}px`);
    const [column, row] = [this.table.x.bins[across], this.table.y.bins[down]];
    this.readout.textContent = column && row
      ? `${this.table.x.heading} ${column.label}, ${this.table.y.heading} ${row.label}: ${grouped(this.table.cells[down][across])} rows` : "";
  }

  choose() {
    const [across, down] = this.cursor;
    const ranges = [this.table?.x.bins[across]?.only, this.table?.y.bins[down]?.only];
    if (ranges.every(Boolean)) narrow(this.names(), ranges.join(" and "), false);
  }

  /** @param {PointerEvent} event */
  click(event) {
    if (event.button !== 0 || !this.table) return;
    const box = this.plot.getBoundingClientRect();
    const { layout, tall } = this.table.chart;
    const across = Math.floor((event.clientX - box.left - layout.left) / layout.slot);
    const down = Math.floor((event.clientY - box.top - layout.top) / tall);
    if (this.table.x.bins[across] && this.table.y.bins[down]) {
      this.cursor = [across, down];
      this.choose();
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const move = moves[/** @type {keyof typeof moves} */ (event.key)];
    if (move) {
      const clamp = (/** @type {number} */ place, /** @type {any[] | undefined} */ all) => Math.max(0, Math.min((all?.length ?? 1) - 1, place));
      this.cursor = [clamp(this.cursor[0] + move[0], this.table?.x.bins), clamp(this.cursor[1] + move[1], this.table?.y.bins)];
      this.mark();
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose();
    } else if (event.key === "Escape") {
      narrow(this.names(), "", false);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
