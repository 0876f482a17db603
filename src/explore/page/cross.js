// The cross-table of two columns as a heat map. Clicking a cell filters.

import { bins, rangeOf, sum } from "./axis.js";
import { go, view } from "./address.js";
import { latest, isVoid } from "./api.js";
import { grouped, html, sized, svg } from "./dom.js";
import { captionOf } from "./histogram.js";
import { saveSvg } from "./save.js";
import { chartOf, columnNames, narrow } from "./whole.js";

const [LEFT, TOP, BOTTOM] = [64, 26, 40];

export class CrossTable {
  /** @param {import("./api.js").About} about */
  constructor(about) {
    this.about = about;
    this.ask = latest();
    this.cursor = [0, 0];
    this.picture = svg("svg", { class: "heat", tabindex: 0, role: "application",
      pointerup: (event) => this.click(event), keydown: (event) => this.key(event), focus: () => this.draw(), blur: () => this.draw() });
    this.readout = html("p", { class: "readout", "aria-live": "polite" });
    const select = (/** @type {"x" | "y"} */ axis, /** @type {string} */ word) => {
      const element = html("select", { id: `cross-${axis}`, change: (event) => go({ [axis]: event.target.value }) });
      return [html("label", { for: `cross-${axis}` }, word), element];
    };
    this.section = html("div", { class: "cross" },
      html("h2", {}, "Two columns"),
      html("div", { class: "toolbar" }, html("span", { class: "inline" }, ...select("x", "across"), ...select("y", "down")),
        html("button", { type: "button", class: "quiet", click: () => saveSvg(this.picture, this.names().join("-by-"), captionOf(this.names().map((name) => chartOf(this.about, name).heading).join(" and "))) }, "SVG")),
      html("div", { class: "scroll" }, this.picture), this.readout);
    this.room = sized(this.section, () => this.draw());
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
      const names = [...new Set([...view().chart, ...columnNames(this.about), chosen])];
      select.replaceChildren(...names.map((name) => html("option", { value: name, selected: name === chosen }, chartOf(this.about, name).heading)));
      select.value = chosen;
    }
    try {
      this.table = await this.ask("cross", { x, y, where: view().where });
      this.across = binsOf(this.table.x);
      this.down = binsOf(this.table.y);
      this.cells = this.down.map((row) => /** @type {any[]} */ (this.across).map((column) =>
        row.places.reduce((all, place) => all + sum(column, this.table.cells[place]), 0)));
      this.draw();
    } catch (error) {
      if (isVoid(error)) return;
      this.table = null;
      this.picture.replaceChildren();
      this.readout.textContent = String(/** @type {Error} */ (error).message);
    }
  }

  draw() {
    if (!this.table || !this.cells || !this.across || !this.down) return;
    const room = Math.max(280, this.room().width) - LEFT - 8;
    const size = Math.max(13, Math.min(44, room / Math.max(1, this.across.length)));
    const tall = Math.max(16, Math.min(28, size));
    this.size = [size, tall];
    const [width, height] = [LEFT + size * this.across.length + 8, TOP + tall * this.down.length + BOTTOM];
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.picture.setAttribute("width", String(width));
    this.picture.setAttribute("height", String(height));
    const most = Math.max(1, ...this.cells.flat());
    const [x, y] = [this.table.x.heading, this.table.y.heading];
    this.picture.replaceChildren(svg("title", {}, `${y} by ${x}`));
    this.picture.setAttribute("aria-label", `Cross-table of ${x} and ${y}: ${grouped(this.table.chosen)} rows. Arrow keys move, Enter filters.`);
    const bottom = TOP + tall * this.down.length;
    const every = Math.ceil((7 * Math.max(...this.across.map((bin) => label(bin).length), 1) + 6) / size);
    this.across.forEach((bin, place) => {
      if (place % every === 0 || bin.kind !== "number") this.picture.append(svg("text", { class: "tick", x: LEFT + (place + 0.5) * size, y: bottom + 15, "text-anchor": "middle" }, label(bin)));
    });
    this.down.forEach((bin, place) => {
      this.picture.append(svg("text", { class: "tick", x: LEFT - 7, y: TOP + (place + 0.5) * tall + 4, "text-anchor": "end" }, label(bin)));
    });
    this.picture.append(
      svg("text", { class: "axis", x: LEFT + (size * this.across.length) / 2, y: bottom + 33, "text-anchor": "middle" }, x),
      svg("text", { class: "axis", x: LEFT - 7, y: 14, "text-anchor": "end" }, y));
    this.cells.forEach((row, down) => row.forEach((count, across) => {
      const heat = count ? 1 + Math.round((7 * Math.log(count)) / Math.max(1, Math.log(most))) : 0;
      const box = { x: LEFT + across * size, y: TOP + down * tall, width: size - 1, height: tall - 1 };
      this.picture.append(svg("rect", { class: count ? `h${Math.min(8, heat)}` : "empty", ...box }));
      const text = compact(count);
      if (count && size >= 6.4 * text.length + 4 && tall >= 14) {
        this.picture.append(svg("text", { class: `count on-h${Math.min(8, heat)}`, x: box.x + (size - 1) / 2, y: box.y + tall / 2 + 3.5, "text-anchor": "middle" }, text));
      }
    }));
    if (document.activeElement === this.picture) {
      const [across, down] = this.cursor;
      this.picture.append(svg("rect", { class: "cursor screen-only", x: LEFT + across * size, y: TOP + down * tall, width: size - 1, height: tall - 1 }));
      this.readout.textContent = this.said(across, down);
    } else {
      this.readout.textContent = "Each cell counts rows: the stronger the colour, the more. Click a cell to filter.";
    }
  }

  /** @param {number} across @param {number} down */
  said(across, down) {
    const [column, row] = [this.across?.[across], this.down?.[down]];
    if (!column || !row) return "";
    return `${this.table.x.heading} ${column.label}, ${this.table.y.heading} ${row.label}: ${grouped(this.cells?.[down]?.[across] ?? 0)} rows`;
  }

  /** @param {number} across @param {number} down */
  choose(across, down) {
    if (!this.across || !this.down) return;
    const [x, y] = this.names();
    const status = (/** @type {string} */ name) => chartOf(this.about, name).status;
    const ranges = [rangeOf(x, status(x), this.across, across, across), rangeOf(y, status(y), this.down, down, down)];
    if (ranges.every(Boolean)) narrow([x, y], ranges.join(" and "), false);
  }

  /** @param {PointerEvent} event */
  click(event) {
    if (event.button !== 0) return;
    const box = this.picture.getBoundingClientRect();
    const ratio = this.picture.viewBox.baseVal.width / box.width;
    const [size, tall] = this.size ?? [1, 1];
    const across = Math.floor(((event.clientX - box.left) * ratio - LEFT) / size);
    const down = Math.floor(((event.clientY - box.top) * ratio - TOP) / tall);
    if (this.across?.[across] && this.down?.[down]) {
      this.cursor = [across, down];
      this.choose(across, down);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const move = moves[/** @type {keyof typeof moves} */ (event.key)];
    if (move) {
      const clamp = (/** @type {number} */ place, /** @type {any[] | undefined} */ all) => Math.max(0, Math.min((all?.length ?? 1) - 1, place));
      this.cursor = [clamp(this.cursor[0] + move[0], this.across), clamp(this.cursor[1] + move[1], this.down)];
      this.draw();
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(this.cursor[0], this.cursor[1]);
    } else if (event.key === "Escape") {
      narrow(this.names(), "", false);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/**
 * The bins of a side of the table. The program has cut a side with many values.
 * @param {{ points?: import("./axis.js").Point[], bins?: Omit<import("./axis.js").Bin, "places">[] }} side
 * @returns {import("./axis.js").Bin[]}
 */
function binsOf(side) {
  return side.bins ? side.bins.map((bin, place) => ({ ...bin, places: [place] })) : bins(side.points ?? [], 30);
}

/** @param {import("./axis.js").Bin} bin */
function label(bin) {
  return bin.low !== null && bin.low !== bin.high ? String(bin.low) : bin.label;
}

/** @param {number} count */
function compact(count) {
  return count < 100000 ? String(count) : `${Math.round(count / 1000)}k`;
}
