// The page: its sections, its condition, its keys.

import { addressOf, go, listen, view } from "./address.js";
import { ask, Gone, quit, Refused } from "./api.js";
import { Compare } from "./compare.js";
import { byId, calm, copy, grouped, html, percent } from "./dom.js";
import { Puzzle } from "./puzzle.js";
import { Rows } from "./rows.js";
import { Whole } from "./whole.js";

const PARTS = /** @type {const} */ (["whole", "rows", "puzzle", "compare"]);
const KEYS = [
  ["1 2 3 4", "switch sections"], ["/", "edit the condition"], ["x", "clear the condition"], ["l", "toggle the logarithmic scale"],
  ["Tab", "next histogram, list or button"], ["← →", "in a histogram: next bar; Shift selects a range, Enter filters, Escape clears"],
  ["↑ ↓ Page Home End", "in the list: next row; Enter opens it, c copies the puzzle"],
  ["← →", "in a path: previous and next step"], ["v", "copy the command that opens this view"], ["?", "show these keys"],
];

const condition = /** @type {HTMLInputElement} */ (byId("condition"));
const problem = byId("condition-error");

let isGone = false;
addEventListener("gone", (event) => {
  isGone = true;
  byId("gone").textContent = /** @type {CustomEvent} */ (event).detail;
  byId("gone").hidden = false;
});

/** @type {import("./api.js").About} */
const about = await ask("about").catch((error) => {
  complain(error);
  // Without its description, a table cannot be shown.
  return new Promise(() => {});
});
const whole = new Whole(about, counted);
const rows = new Rows(about);
const parts = { whole, rows, puzzle: new Puzzle(about), compare: new Compare(about) };

const names = about.tables.map((table) => table.name);
byId("title").textContent = "gradus explore";
byId("tables").textContent = `${names.slice(0, 3).join(", ")}${names.length > 3 ? ` and ${names.length - 3} more` : ""}: ${grouped(about.rows)} rows`;
document.title = `${names[0]} – gradus explore`;

/** @param {import("./api.js").Histograms} histograms */
function counted(histograms) {
  const { chosen, rows: all } = histograms;
  byId("count").textContent = chosen === all ? `all ${grouped(all)} rows` : `${grouped(chosen)} of ${grouped(all)} rows, ${percent(chosen / all)}`;
}

/** On wide screens the rows are next to the overview. */
const wide = matchMedia("(min-width: 70rem)");

async function show() {
  const { part, where } = view();
  for (const name of PARTS) byId(name).hidden = name !== part && !(name === "rows" && part === "whole" && wide.matches);
  document.body.dataset.part = part;
  if (part !== "puzzle") parts.puzzle.hide();
  for (const link of document.querySelectorAll("nav a")) {
    const name = /** @type {HTMLElement} */ (link).dataset.part;
    link.setAttribute("href", addressOf({ part: /** @type {any} */ (name) }));
    if (name === part) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  byId("clear").hidden = !where;
  document.body.setAttribute("aria-busy", "true");
  try {
    const shown = [parts[part].show()];
    if (part === "whole" && wide.matches) shown.push(rows.show());
    if (part !== "whole") shown.push(ask("histograms", { where }).then(counted));
    await Promise.all(shown);
    problem.hidden = true;
  } catch (error) {
    complain(error);
  }
  document.body.removeAttribute("aria-busy");
}

/** @param {unknown} error */
function complain(error) {
  if (error instanceof Gone) return;
  const text = error instanceof Refused ? error.message : "No answer from the program. It may have stopped.";
  problem.textContent = text;
  problem.hidden = false;
}

/**
 * Applies the typed condition if it is valid.
 * @param {boolean} final true to show errors
 */
async function take(final) {
  const text = condition.value.trim();
  if (text === view().where) {
    problem.hidden = true;
    return;
  }
  try {
    await ask("narrow", { where: text });
    if (condition.value.trim() !== text) return;
    problem.hidden = true;
    go({ where: text });
  } catch (error) {
    if (final) complain(error);
  }
}

const soon = calm(() => take(false), 350);
condition.addEventListener("input", soon);
condition.addEventListener("change", () => take(true));
byId("condition-form").addEventListener("submit", (event) => {
  event.preventDefault();
  take(true);
});
byId("clear").addEventListener("click", () => {
  condition.value = "";
  problem.hidden = true;
  go({ where: "" });
});

for (const link of document.querySelectorAll("nav a")) {
  link.addEventListener("click", (event) => {
    const { ctrlKey, metaKey, shiftKey, button } = /** @type {MouseEvent} */ (event);
    if (ctrlKey || metaKey || shiftKey || button) return;
    event.preventDefault();
    go({ part: /** @type {any} */ (/** @type {HTMLElement} */ (link).dataset.part) });
  });
}

const stop = /** @type {HTMLDialogElement} */ (byId("stop"));
byId("quit").addEventListener("click", () => {
  stop.returnValue = "";
  stop.showModal();
});
stop.addEventListener("close", async () => {
  if (stop.returnValue !== "stop") return;
  await quit().catch(() => undefined);
  document.body.replaceChildren(html("main", { class: "ended" }, html("h1", {}, "The program has stopped"), html("p", {}, "To open the page again, run ", html("code", {}, about.command))));
});

const help = /** @type {HTMLDialogElement} */ (byId("help"));
help.append(html("h2", {}, "Keys"), html("dl", {}, ...KEYS.flatMap(([keys, what]) => [html("dt", {}, html("kbd", {}, keys)), html("dd", {}, what)])),
  html("p", { class: "note" }, "A condition compares columns with numbers, other columns, statuses or text: te = 2 and w - b >= 2, w_status = upper, comment ~ \"17c\"."),
  html("form", { method: "dialog" }, html("button", {}, "Close")));
byId("help-button").addEventListener("click", () => help.showModal());

/** The command that opens this view, for a shell. */
function command() {
  const { where } = view();
  return where ? `${about.command} --where '${where.replaceAll("'", "'\\''")}'` : about.command;
}

addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || help.open || stop.open) return;
  if (target.matches("input:not([type=radio]), textarea, select")) {
    if (event.key === "Escape") target.blur();
    return;
  }
  const part = PARTS[Number(event.key) - 1];
  if (part) go({ part });
  else if (event.key === "/") condition.focus();
  else if (event.key === "x") byId("clear").click();
  else if (event.key === "l") go({ scale: view().scale ? "" : "log" });
  else if (event.key === "v") copy(command(), "The command");
  else if (event.key === "?") help.showModal();
  else return;
  event.preventDefault();
});

listen((now, before) => {
  // Do not overwrite what is being typed.
  if (now.where !== before.where) condition.value = now.where;
  show();
});
condition.value = view().where;
wide.addEventListener("change", () => show());

/** How often to ask whether the table is still the same, in milliseconds. */
const WATCH = 3000;

/** Asks whether the table is still the same. A page that nobody sees need not know. */
function watch() {
  if (!isGone && document.visibilityState === "visible") ask("state").catch(() => undefined);
}
setInterval(watch, WATCH);
document.addEventListener("visibilitychange", watch);
await show();
document.body.dataset.ready = "yes";
