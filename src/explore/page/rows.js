// The rows that match the condition, drawn on demand, so that millions can scroll.

import { addressOf, go, view } from "./address.js";
import { isVoid, latest, query } from "./api.js";
import { byId, calm, copy, grouped, html, sized } from "./dom.js";
import { saveRows } from "./save.js";

/**
 * @typedef {import("./api.js").About} About
 * @typedef {{ place: number, row: number, puzzle: string, cells: string[], texts: string[],
 *   measure: { label: string } | null, theirs: (string | null)[] | null, picture?: HTMLElement }} Row
 */

/** The height of the headings. */
const HEAD = 40;
/** The height of a row. */
const TALL = 52;
/** The largest height that all browsers support. */
const HIGHEST = 8_000_000;
/** Rows per request. */
const PAGE = 100;

export class Rows {
  /** @param {About} about */
  constructor(about) {
    this.about = about;
    this.ask = latest();
    /** @type {Map<number, Row>} */
    this.known = new Map();
    this.total = 0;
    this.top = 0;
    this.cursor = 0;
    this.key = "";
    /** The order of the rows: that of the view, or of the filtered rating. */
    this.sorted = { sort: "", order: "" };
    this.head = html("div", { class: "row head", role: "row" });
    this.body = html("div", { class: "rows-body", role: "rowgroup" });
    this.space = html("div", { class: "rows-space", role: "presentation" });
    this.list = html("div", {
      class: "rows-list", role: "grid", tabindex: 0, "aria-label": "Rows. Arrow keys move, Enter opens, c copies the puzzle.",
      scroll: () => this.scrolled(), wheel: (event) => this.wheel(event), keydown: (event) => this.press(event),
    }, this.head, this.body, this.space);
    this.sort = /** @type {HTMLInputElement} */ (html("input", { id: "sort", type: "text", size: 12, list: "sort-names",
      placeholder: "the filtered rating", autocomplete: "off", autocapitalize: "off", spellcheck: "false" }));
    this.order = html("button", { type: "button", class: "quiet", click: () => go({ sort: this.sorted.sort, order: this.sorted.order ? "" : "desc" }) });
    this.error = html("pre", { role: "alert", hidden: true });
    this.differ = html("p", { class: "note", hidden: true });
    this.amount = html("span", { class: "note" });
    const save = html("span", { class: "inline" }, html("span", {}, "Save as"),
      ...[["text", "text"], ["csv", "CSV"], ["parquet", "Parquet"]].map(([format, word]) =>
        html("button", { type: "button", class: "quiet", "data-format": format, click: () => saveRows(this.view(), /** @type {any} */ (format)) }, word)));
    byId("rows").append(
      html("div", { class: "toolbar" },
        html("form", { class: "inline", submit: (event) => { event.preventDefault(); go({ sort: this.sort.value.trim() }); } },
          html("label", { for: "sort" }, "Sorted by"), this.sort,
          html("datalist", { id: "sort-names" }, ...["row", ...about.columns.map((column) => column.name), ...about.texts, "w-b", "w-gw"].map((name) => html("option", { value: name }))),
          this.order),
        save, this.amount),
      this.differ, this.error, this.list);
    this.fetch = calm(() => this.load(), 20);
    this.picture = calm(() => this.drawPicture(), 120);
    this.room = sized(this.list, () => this.draw());
  }

  /** The parameters of the request. */
  view() {
    const { where, sort, order, differ } = view();
    return { where, sort: sort || "auto", order, differ };
  }

  /** Rows that fit into the list. */
  fit() {
    return Math.max(1, Math.ceil((this.room().height - HEAD) / TALL));
  }

  async show() {
    const { sort, order, differ } = view();
    this.sort.value = sort;
    if (sort) this.sorted = { sort, order };
    this.differ.hidden = !differ;
    this.differ.replaceChildren(`Only rows that differ from the reference${differ === "any" ? "" : ` in ${differ}`}: ours, then the reference. `,
      html("button", { type: "button", class: "quiet", click: () => go({ differ: "" }) }, "All rows"));
    this.drawHead();
    const key = JSON.stringify(this.view());
    if (key === this.key) return this.draw();
    this.key = key;
    this.known.clear();
    if (this.top) this.list.scrollTop = 0;
    this.top = this.cursor = 0;
    await this.load();
  }

  async load() {
    const key = this.key;
    const first = Math.max(0, Math.floor(this.top) - 20);
    const missing = [...Array(this.fit() + 60).keys()].map((place) => first + place)
      .filter((place) => (place < this.total || !this.known.size) && !this.known.has(place));
    if (!missing.length) return this.draw();
    try {
      const answer = await this.ask("rows", { ...this.view(), from: missing[0], count: PAGE });
      if (key !== this.key) return;
      this.total = answer.total;
      this.sorted = { sort: answer.sort, order: answer.order };
      this.drawHead();
      if (this.known.size > 5000) this.known.clear();
      answer.rows.forEach((/** @type {Row} */ row, /** @type {number} */ place) => this.known.set(answer.from + place, row));
      this.error.hidden = true;
      this.draw();
      if (answer.rows.length) this.load();
    } catch (error) {
      if (isVoid(error)) return;
      this.error.textContent = String(/** @type {Error} */ (error).message);
      this.error.hidden = false;
      this.known.clear();
      this.total = 0;
      // The same view may be asked for again.
      this.key = "";
      this.draw();
    }
  }

  /** The columns of the list: the sort column, ratings, the rest. */
  columns() {
    const named = this.about.columns.map((column, place) => ({ column, place })).filter(({ column }) => !view().hide.includes(column.name));
    const rank = (/** @type {import("./api.js").Column} */ column) => (column.name === this.sorted.sort ? 0 : column.kind === "rating" ? 1 : column.name === "clues" ? 2 : 3);
    return named.sort((a, b) => rank(a.column) - rank(b.column) || a.place - b.place);
  }

  /** The text columns of the list. */
  texts() {
    return this.about.texts.map((name, place) => ({ name, place })).filter(({ name }) => !view().hide.includes(name));
  }

  /** Returns true if the rows are sorted by a formula. */
  isMeasured() {
    const { sort } = this.sorted;
    return sort !== "" && !["row", "puzzle", ...this.about.columns.map((column) => column.name), ...this.about.texts].includes(sort);
  }

  drawHead() {
    const { sort, order } = this.sorted;
    this.order.textContent = order ? "largest first" : "smallest first";
    const button = (/** @type {string} */ name, /** @type {string} */ word, /** @type {string} */ title) => {
      const isIt = sort === name;
      return html("span", { role: "columnheader", class: `cell${widthOf(name)}`, "aria-sort": isIt ? (order ? "descending" : "ascending") : null },
        html("button", { type: "button", title, "data-sort": name,
          click: () => go({ sort: name, order: isIt && !order ? "desc" : isIt ? "" : "desc" }) }, word, isIt ? (order ? " ▾" : " ▴") : ""));
    };
    this.head.replaceChildren(
      html("span", { role: "columnheader", class: "cell picture" }, html("span", { class: "unseen" }, "picture")), button("row", "row", "number of the row"),
      ...(this.isMeasured() ? [button(sort, sort, "the sort formula")] : []),
      ...this.columns().map(({ column }) => button(column.name, column.kind === "rating" ? column.heading : column.name.replaceAll("_", " "), column.meaning)),
      ...this.texts().map(({ name }) => Object.assign(button(name, name, ""), { className: "cell words" })),
      Object.assign(button("puzzle", "puzzle", ""), { className: "cell code" }));
  }

  /** @param {number} place */
  drawRow(place) {
    const row = this.known.get(place);
    const chosen = place === this.cursor;
    const element = html("div", { class: `row${chosen ? " chosen" : ""}`, role: "row", id: `row-${place}`, "aria-rowindex": place + 2,
      "aria-selected": chosen, click: () => this.open(place) });
    if (!row) {
      element.append(html("span", { class: "cell waiting", role: "gridcell" }, "…"));
      return element;
    }
    row.picture ??= html("img", { alt: "", width: 46, height: 46, "data-src": `api/picture?${query({ puzzle: row.puzzle })}` });
    const cells = this.columns().map(({ column, place: at }) => {
      const theirs = row.theirs?.[at];
      const differs = theirs !== null && theirs !== undefined && theirs !== row.cells[at];
      return html("span", { class: `cell${widthOf(column.name)}${differs ? " differs" : ""}`, role: "gridcell" }, row.cells[at], differs ? html("span", { class: "theirs" }, theirs) : null);
    });
    element.append(
      html("span", { class: "cell picture", role: "gridcell" }, row.picture),
      html("span", { class: "cell", role: "gridcell" }, grouped(row.row)),
      ...(this.isMeasured() ? [html("span", { class: `cell${widthOf(this.sorted.sort)}`, role: "gridcell" }, row.measure?.label ?? "")] : []),
      ...cells,
      ...this.texts().map(({ place: at }) => html("span", { class: "cell words", role: "gridcell", title: row.texts[at] }, row.texts[at])),
      html("span", { class: "cell code", role: "gridcell" },
        html("a", { href: addressOf({ part: "puzzle", puzzle: row.puzzle, place: String(row.place), step: "" }), tabindex: -1,
          // With Ctrl or the like, a click opens another tab.
          click: (event) => { event.ctrlKey || event.metaKey || event.shiftKey ? event.stopPropagation() : event.preventDefault(); } }, row.puzzle)));
    return element;
  }

  /** Pictures are slow: they wait until scrolling stops, and load one by one. */
  drawPicture() {
    const picture = /** @type {HTMLElement | null} */ (this.body.querySelector("img:not([src])"));
    if (!picture) return;
    picture.setAttribute("src", picture.dataset.src ?? "");
    setTimeout(() => this.drawPicture(), 5);
  }

  draw() {
    const whole = this.total * TALL;
    this.amount.textContent = this.total === 1 ? "1 row" : `${grouped(this.total)} rows`;
    this.space.style.height = `${Math.min(whole, HIGHEST)}px`;
    this.list.setAttribute("aria-rowcount", String(this.total + 1));
    const first = Math.max(0, Math.min(Math.floor(this.top), this.total - 1));
    const last = Math.min(this.total, first + this.fit() + 1);
    this.body.replaceChildren();
    for (let place = first; place < last; place++) this.body.append(this.drawRow(place));
    this.picture();
    if (!this.total && this.known.size === 0 && this.error.hidden) this.body.append(html("div", { class: "row", role: "row" }, html("span", { class: "cell waiting note", role: "gridcell" }, "No rows.")));
    if (this.cursor >= first && this.cursor < last) this.list.setAttribute("aria-activedescendant", `row-${this.cursor}`);
    else this.list.removeAttribute("aria-activedescendant");
  }

  /** Returns true if the rows are higher than an element can be. */
  isScaled() {
    return this.total * TALL > HIGHEST;
  }

  scrolled() {
    if (this.settling) {
      this.settling = false;
      return;
    }
    const room = this.list.scrollHeight - this.list.clientHeight;
    this.top = this.isScaled()
      ? (this.list.scrollTop / Math.max(1, room)) * Math.max(0, this.total - this.fit() + 1)
      : this.list.scrollTop / TALL;
    this.draw();
    this.fetch();
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!this.isScaled() || event.deltaY === 0) return;
    event.preventDefault();
    this.moveTo(this.top + event.deltaY / TALL);
  }

  /** Scrolls a row to the top. @param {number} top */
  moveTo(top) {
    const most = Math.max(0, this.total - this.fit() + 1);
    this.top = Math.max(0, Math.min(most, top));
    const room = this.list.scrollHeight - this.list.clientHeight;
    const before = this.list.scrollTop;
    this.list.scrollTop = this.isScaled() ? (this.top / Math.max(1, most)) * room : this.top * TALL;
    this.settling = this.list.scrollTop !== before;
    this.draw();
    this.fetch();
  }

  /** @param {number} place */
  open(place) {
    const row = this.known.get(place);
    this.cursor = place;
    if (row) go({ part: "puzzle", puzzle: row.puzzle, place: String(row.place), step: "" });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.target !== this.list || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, this.fit() - 2);
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const move = moves[/** @type {keyof typeof moves} */ (event.key)];
    if (move !== undefined) {
      this.cursor = Math.max(0, Math.min(this.total - 1, this.cursor + move));
      if (this.cursor < this.top) this.moveTo(this.cursor);
      else if (this.cursor > this.top + page) this.moveTo(this.cursor - page);
      else this.draw();
    } else if (event.key === "Enter") {
      this.open(this.cursor);
    } else if (event.key === "c") {
      const row = this.known.get(this.cursor);
      if (row) copy(row.puzzle, "The puzzle");
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Long names need a wide cell. @param {string} name */
function widthOf(name) {
  return name.length > 9 ? " wide" : "";
}
