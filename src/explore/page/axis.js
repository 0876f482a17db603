// Axes: bins of points, and ticks.

/**
 * @typedef {import("./api.js").Point} Point
 * @typedef {{ label: string, low: number | null, high: number | null,
 *   kind: Point["kind"], places: number[] }} Bin
 */

/** The most bins of numbers. */
const MOST_BINS = 40;

/**
 * Groups points into bins: one per number if they are few, else ranges of equal width.
 * Numbers between others that do not occur have bins too.
 * @param {Point[]} points
 * @param {number} [most]
 * @returns {Bin[]}
 */
export function bins(points, most = MOST_BINS) {
  /** @type {Bin[]} */
  const all = [];
  const numbers = points.filter((point) => point.value !== null).map((point) => Number(point.value));
  if (numbers.length) {
    const [least, largest] = [numbers[0], numbers[numbers.length - 1]];
    const whole = numbers.every(Number.isInteger);
    if (whole) {
      const width = widthOf(largest - least + 1, most);
      const start = Math.floor(least / width) * width;
      for (let low = start; low <= largest; low += width) {
        const high = low + width - 1;
        const label = width === 1 ? String(low) : `${low}–${high}`;
        all.push({ label, low, high, kind: "number", places: [] });
      }
      points.forEach((point, place) => {
        if (point.value === null) return;
        const bin = all[Math.floor((point.value - start) / width)];
        bin.places.push(place);
        // Words stand for values.
        if (width === 1) bin.label = point.label;
      });
    } else {
      points.forEach((point, place) => {
        if (point.value !== null) {
          all.push({ label: point.label, low: point.value, high: point.value, kind: "number", places: [place] });
        }
      });
    }
  }
  points.forEach((point, place) => {
    if (point.value !== null) return;
    const bin = { label: point.label, low: null, high: null, kind: point.kind, places: [place] };
    if (point.kind === "infinite" && point.label.startsWith("-")) all.unshift(bin);
    else all.push(bin);
  });
  return all;
}

/** @param {number} span @param {number} most */
function widthOf(span, most) {
  for (let power = 1; ; power *= 10) {
    for (const digit of [1, 2, 5]) if (span / (digit * power) <= most) return digit * power;
  }
}

/** The rows of a bin. @param {Bin} bin @param {number[]} rows */
export function sum(bin, rows) {
  return bin.places.reduce((all, place) => all + rows[place], 0);
}

/**
 * The condition that selects a range of bins, or the empty string if there is none.
 * @param {string} name the column or formula
 * @param {string | null} status the name of its status column, if it has one
 * @param {Bin[]} all
 * @param {number} from
 * @param {number} to
 */
export function rangeOf(name, status, all, from, to) {
  const chosen = all.slice(Math.min(from, to), Math.max(from, to) + 1);
  const numbers = chosen.filter((bin) => bin.kind === "number");
  const infinite = chosen.some((bin) => bin.kind === "infinite");
  if (numbers.length) {
    const [low, high] = [numbers[0].low, numbers[numbers.length - 1].high];
    if (infinite) return `${name} >= ${low}`;
    if (low === high) return `${name} = ${low}`;
    return `${name} >= ${low} and ${name} <= ${high}`;
  }
  const only = chosen[0];
  if (only.kind === "infinite") {
    if (status) return `${status} = infinite`;
    const largest = all.filter((bin) => bin.kind === "number").pop();
    return largest ? `${name} > ${largest.high}` : "";
  }
  if (!status) return "";
  return only.kind === "na" ? `${status} = "not applicable"` : `${status} = ""`;
}

/**
 * The ticks of a scale from 0 to a largest value.
 * @param {number} largest
 * @param {boolean} log
 */
export function ticks(largest, log) {
  if (log) {
    const all = [];
    for (let tick = 1; tick <= largest; tick *= 10) all.push(tick);
    while (all.length > 5) for (let i = all.length - 2; i > 0; i -= 2) all.splice(i, 1);
    return all;
  }
  const step = widthOf(Math.max(largest, 1), 4);
  const all = [];
  for (let tick = 0; tick <= largest; tick += step) all.push(tick);
  return all;
}

/** A number in short form. @param {number} number */
export function short(number) {
  for (const [size, letter] of /** @type {[number, string][]} */ ([[1e9, "G"], [1e6, "M"], [1e3, "k"]])) {
    if (number >= size) return `${Number((number / size).toPrecision(3))}${letter}`;
  }
  return String(Number(number.toPrecision(3)));
}

/**
 * The height of a value, as a fraction of the whole.
 * @param {number} value
 * @param {number} largest
 * @param {boolean} log
 */
export function height(value, largest, log) {
  if (value <= 0 || largest <= 0) return 0;
  if (!log) return value / largest;
  // Even a single row must be visible.
  return (Math.log10(value) + 0.3) / (Math.log10(largest) + 0.3);
}
