// A state as a line that the program reads, to be copied.
//
// Interface: `lineAt(scene, view)` is the line, or null if the kind of puzzle has no text for
// the state; `copy(text)` puts a text on the clipboard.

import { stateAt } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").View} View */

const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** @param {Scene} scene @param {View} view @returns {string|null} */
export function lineAt(scene, view) {
  if (isSudoku(scene)) return sudokuLine(scene, view);
  if (view.kind === "end") return scene.end.state ?? null;
  if (view.kind === "suppose" || view.kind === "empty") return null;
  return (view.step ?? view.run[0])?.state ?? null;
}

/** A 9×9 Sudoku is the only puzzle without its kind in front. @param {Scene} scene */
function isSudoku(scene) {
  return /^[^:]{81}$|^[^:]{729}$/.test(scene.puzzle);
}

/** Its values, if they leave the same candidates; or the 729 characters of all candidates. */
function sudokuLine(scene, view) {
  const { candidates, values } = stateAt(scene, view);
  const place = (/** @type {number} */ label) => {
    const [, digit, row, column] = /^n(\d)r(\d)c(\d)$/.exec(scene.labels[label].name) ?? [];
    return { digit: Number(digit), cell: 9 * (Number(row) - 1) + Number(column) - 1 };
  };
  const given = new Array(81).fill(0);
  for (const label of values) {
    const { digit, cell } = place(label);
    given[cell] = digit;
  }
  const left = Array.from(given, () => new Set());
  for (const label of candidates) {
    const { digit, cell } = place(label);
    left[cell].add(digit);
  }
  const follows = (/** @type {number} */ digit, /** @type {number} */ cell) =>
    !given[cell] && !given.some((value, other) => value === digit && sees(cell, other));
  const isPlain = left.every((digits, cell) => DIGITS.every((digit) => digits.has(digit) === follows(digit, cell)));
  if (isPlain) return given.map((digit) => digit || ".").join("");
  const cells = left.map((digits, cell) => DIGITS.map((digit) => (digits.has(digit) || given[cell] === digit ? digit : ".")));
  return cells.flat().join("");
}

/** Whether two cells share a row, a column or a block. */
function sees(a, b) {
  const [row, other] = [Math.floor(a / 9), Math.floor(b / 9)];
  const box = (/** @type {number} */ line) => Math.floor(line / 3);
  return row === other || a % 9 === b % 9 || (box(row) === box(other) && box(a % 9) === box(b % 9));
}

/** Puts a text on the clipboard. @param {string} text @returns {Promise<boolean>} */
export function copy(text) {
  const { clipboard } = navigator;
  if (!clipboard) return Promise.resolve(copySelected(text));
  return clipboard.writeText(text).then(() => true, () => copySelected(text));
}

/** Pages without a right to the clipboard may still copy what is selected. @param {string} text */
function copySelected(text) {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "gv-unseen";
  const before = /** @type {HTMLElement|null} */ (document.activeElement);
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  before?.focus?.();
  return done;
}
