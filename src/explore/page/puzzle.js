// A single puzzle: its ratings and their meaning, its isomorphs, and a path in any theory.

import { addressOf, go, view } from "./address.js";
import { isVoid, latest, query } from "./api.js";
import { byId, copy, grouped, html } from "./dom.js";
import { mount, unmount } from "./viewer/viewer.js";

/**
 * @typedef {import("./api.js").About} About
 * @typedef {import("./api.js").Column & { value: string, known: string | null }} Rated
 */

/** Sites that take a puzzle as 81 digits in their address. Nothing is sent before a link is clicked. */
const SOLVERS = [
  ["SudokuWiki", "https://www.sudokuwiki.org/sudoku.htm?bd="],
  ["Sudoku Exchange", "https://sudokuexchange.com/play/?s="],
  ["sudoku.coach", "https://sudoku.coach/en/play/"],
];

export class Puzzle {
  /** @param {About} about */
  constructor(about) {
    this.about = about;
    this.asks = { panel: latest(), rate: latest(), isomorphs: latest(), scene: latest() };
    this.shown = "";
    this.shownTheory = "";
    // An input of one line would drop the line breaks of a grid.
    this.input = /** @type {HTMLTextAreaElement} */ (html("textarea", { id: "puzzle-text", rows: 1, class: "code", autocomplete: "off",
      autocapitalize: "off", spellcheck: "false", placeholder: "paste a puzzle: 81 characters, KIND:DATA, or a grid",
      keydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event) }));
    this.error = html("pre", { role: "alert", hidden: true });
    this.title = html("h2", {});
    this.viewer = html("div", { class: "viewer" });
    this.values = html("div", {});
    this.isomorphs = html("div", {});
    this.theory = /** @type {HTMLSelectElement} */ (html("select", { id: "theory", change: () => go({ theory: this.theory.value, step: "" }) },
      html("optgroup", { label: "paths" }, ...about.theories.map(({ name, meaning }) => html("option", { value: name, title: meaning }, `${name}: ${meaning}`))),
      html("optgroup", { label: "trials" }, ...about.classes.map(({ name, meaning }) => html("option", { value: name, title: meaning }, `${name}: ${meaning}`)))));
    this.content = html("div", { class: "one", hidden: true },
      html("div", { class: "path" },
        html("p", { class: "toolbar" }, html("span", { class: "inline" }, html("label", { for: "theory" }, "Path in"), this.theory)),
        this.viewer),
      html("div", { class: "facts" }, this.title, this.values, this.isomorphs));
    byId("puzzle").append(
      html("form", { class: "inline paste", submit: (event) => this.paste(event) }, html("label", { for: "puzzle-text" }, "Puzzle"), this.input, html("button", {}, "Show")),
      this.error, this.content);
  }

  /** @param {SubmitEvent} event */
  paste(event) {
    event.preventDefault();
    const puzzle = this.input.value.trim();
    if (puzzle) go({ part: "puzzle", puzzle, place: "", step: "" });
  }

  /**
   * Enter shows the puzzle; with Shift it starts another line.
   * @param {KeyboardEvent} event
   */
  pressed(event) {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    this.input.form?.requestSubmit();
  }

  /** The theory of the view, or of the first rating that has one. */
  chosenTheory() {
    const usual = this.about.columns.find((column) => column.theory && column.name !== "te");
    return view().theory || usual?.theory || "W";
  }

  async show() {
    const { puzzle, place } = view();
    if (!puzzle) {
      this.content.hidden = true;
      this.shown = "";
      return;
    }
    this.theory.value = this.chosenTheory();
    const key = `${puzzle} ${place}`;
    if (key !== this.shown) {
      this.shown = key;
      this.shownTheory = "";
      this.input.value = puzzle;
      await this.showPuzzle(puzzle, place);
    }
    if (this.chosenTheory() !== this.shownTheory && !this.content.hidden) await this.showPath(puzzle);
  }

  /** @param {string} puzzle @param {string} place */
  async showPuzzle(puzzle, place) {
    try {
      const panel = await this.asks.panel("puzzle", { puzzle, place });
      this.error.hidden = true;
      this.content.hidden = false;
      this.title.textContent = panel.row === null ? "Not from the table" : `Row ${grouped(panel.row)}`;
      this.showValues(panel, panel.values);
      if (panel.row === null) this.rate(panel);
      this.showIsomorphs(panel.puzzle);
    } catch (error) {
      if (isVoid(error)) return;
      this.content.hidden = true;
      this.fail(error);
    }
  }

  /** @param {unknown} error */
  fail(error) {
    this.error.textContent = String(/** @type {Error} */ (error).message);
    this.error.hidden = false;
  }

  /** @param {any} panel @param {Rated[]} values */
  showValues(panel, values) {
    const row = (/** @type {Rated} */ rated) => html("tr", {},
      html("th", { scope: "row" }, rated.heading),
      html("td", { class: "value" }, rated.value, rated.known && rated.known !== "exact" && rated.known !== "infinite" ? html("span", { class: "note" }, ` ${rated.known}`) : null),
      html("td", { class: "words" }, rated.meaning === rated.heading ? "" : rated.meaning, rated.section ? html("span", { class: "note" }, ` ${rated.section}`) : null),
      html("td", {}, rated.theory && rated.theory !== this.chosenTheory()
        ? html("button", { type: "button", class: "quiet", click: () => go({ theory: /** @type {string} */ (rated.theory), step: "" }) }, "path") : null));
    const order = { rating: 0, count: 1, fact: 2 };
    const sorted = [...values].sort((a, b) => order[a.kind] - order[b.kind]);
    const texts = panel.texts.map((/** @type {{ name: string, text: string }} */ { name, text }) => html("p", { class: "comment" }, html("span", { class: "note" }, `${name} `), text));
    this.values.replaceChildren(
      html("p", { class: "code whole-puzzle" }, panel.puzzle, " ", html("button", { type: "button", class: "quiet", title: "Copy the puzzle", click: () => copy(panel.puzzle, "The puzzle") }, "Copy")),
      this.elsewhere(panel.puzzle),
      ...texts,
      values.length ? html("table", { class: "ratings" }, html("tbody", {}, ...sorted.map(row))) : html("p", { class: "note", id: "rating" }, "Computing ratings…"));
    this.panel = panel;
    this.rated = values;
  }

  /** Links to solvers of other sites, for 9×9 Sudokus. They open what they are given in the address. @param {string} puzzle */
  elsewhere(puzzle) {
    if (!/^[.0-9]{81}$/.test(puzzle)) return null;
    const digits = puzzle.replaceAll(".", "0");
    const links = SOLVERS.flatMap(([name, address]) => [" ", html("a", { href: address + digits, target: "_blank", rel: "noopener noreferrer" }, name)]);
    return html("p", { class: "elsewhere" }, html("span", { class: "note" }, "Open in"), ...links);
  }

  /** Rates a puzzle that is not in the table. @param {any} panel */
  async rate(panel) {
    try {
      const { values } = await this.asks.rate("rate", { puzzle: panel.puzzle });
      this.showValues(panel, values);
    } catch (error) {
      if (isVoid(error)) return;
      byId("rating").textContent = `Rating failed: ${/** @type {Error} */ (error).message}.`;
    }
  }

  /** @param {string} puzzle */
  async showIsomorphs(puzzle) {
    this.isomorphs.replaceChildren(html("h3", {}, "Isomorphs"), html("p", { class: "note" }, "Searching for equivalent puzzles…"));
    try {
      const found = await this.asks.isomorphs("isomorphs", { puzzle });
      const others = found.equivalents.filter((/** @type {any} */ other) => !other.same || String(other.place) !== view().place);
      const count = found.count === 0 ? "No equivalent puzzles in the table."
        : others.length === 0 ? "No other equivalent puzzles in the table." : `Equivalent puzzles in the table: ${grouped(others.length)}${found.count > found.equivalents.length ? ` of ${grouped(found.count)}` : ""}.`;
      const item = (/** @type {any} */ other) => html("li", {},
        html("a", { class: "code", href: addressOf({ puzzle: other.puzzle, place: String(other.place), step: "" }),
          click: (event) => { event.preventDefault(); go({ puzzle: other.puzzle, place: String(other.place), step: "" }); } }, other.puzzle),
        html("span", { class: "note" }, ` row ${grouped(other.row)}${other.same ? ", the same" : ""}`));
      this.isomorphs.replaceChildren(html("h3", {}, "Isomorphs"),
        html("p", {}, "Canonical form ", html("span", { class: "code whole-puzzle" }, found.canonical), " ",
          html("button", { type: "button", class: "quiet", click: () => copy(found.canonical, "The canonical form") }, "Copy")),
        html("p", {}, found.automorphisms === 1 ? "No automorphisms except the identity. " : `${grouped(found.automorphisms)} automorphisms. `, count),
        html("ul", { class: "equivalents" }, ...others.map(item)));
    } catch (error) {
      if (isVoid(error)) return;
      this.isomorphs.replaceChildren(html("h3", {}, "Isomorphs"), html("p", { class: "note" }, /** @type {Error} */ (error).message));
    }
  }

  /** @param {string} puzzle */
  async showPath(puzzle) {
    const theory = this.chosenTheory();
    this.shownTheory = theory;
    if (this.rated && this.panel) this.showValues(this.panel, this.rated);
    this.leave();
    this.viewer.replaceChildren(
      html("img", { class: "large", alt: `The puzzle ${puzzle} with its candidates`, src: `api/picture?${query({ puzzle, candidates: "1" })}` }),
      html("p", { class: "note" }, `Searching for a path in ${theory}…`));
    try {
      const { scene, text } = await this.asks.scene("scene", { puzzle, theory });
      if (!scene) return this.viewer.replaceChildren(html("pre", {}, text));
      this.mounted = mount(this.viewer, scene, { address: false, onstep: (id) => this.stepped(id) });
      if (view().step) this.mounted.show(view().step);
      this.stepping = true;
    } catch (error) {
      if (isVoid(error)) return;
      this.viewer.querySelector(".note")?.replaceChildren(`No path: ${/** @type {Error} */ (error).message}.`);
    }
  }

  /** Keeps the step in the address without adding to the history. @param {string} id */
  stepped(id) {
    if (this.stepping && view().part === "puzzle") go({ step: id }, { quiet: true });
  }

  /** Releases the keys. */
  leave() {
    this.stepping = false;
    unmount(this.viewer);
    this.mounted = null;
    this.viewer.className = "viewer";
  }

  /** Called when another section is shown. */
  hide() {
    if (!this.shown) return;
    this.leave();
    this.viewer.replaceChildren();
    this.shownTheory = "";
  }
}
