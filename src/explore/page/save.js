// Saves figures and rows to files.

import { html, say } from "./dom.js";
import { query } from "./api.js";

/** The style properties that a saved figure keeps. */
const KEPT = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "opacity",
  "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline",
];

/** The height of the caption. */
const CAPTION = 20;

/**
 * A figure as a standalone SVG file, with its style inlined and a caption.
 * @param {SVGSVGElement} figure
 * @param {string} caption
 */
export function svgText(figure, caption) {
  const copy = /** @type {SVGElement} */ (figure.cloneNode(true));
  const own = [figure, ...figure.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")];
  own.forEach((element, place) => {
    const style = getComputedStyle(element);
    const around = place && element.parentElement ? getComputedStyle(element.parentElement) : null;
    for (const name of KEPT) {
      const value = style.getPropertyValue(name);
      // Inherited values need not be repeated.
      if (value && value !== around?.getPropertyValue(name)) copies[place].setAttribute(name, value);
    }
    for (const name of ["class", "tabindex", "role"]) copies[place].removeAttribute(name);
    // The cursor is not part of the figure.
    if (element.classList.contains("screen-only")) copies[place].remove();
  });
  const background = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  background.setAttribute("width", "100%");
  background.setAttribute("height", "100%");
  background.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  copy.prepend(background);
  const { width, height } = figure.viewBox.baseVal;
  copy.setAttribute("viewBox", `0 0 ${width} ${height + CAPTION}`);
  copy.setAttribute("height", String(height + CAPTION));
  const line = document.createElementNS("http://www.w3.org/2000/svg", "text");
  line.setAttribute("x", "4");
  line.setAttribute("y", String(height + CAPTION - 6));
  line.setAttribute("fill", getComputedStyle(document.body).color);
  line.textContent = caption;
  copy.append(line);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}

/**
 * Saves a figure.
 * @param {SVGElement} figure
 * @param {string} name
 * @param {string} caption
 */
export function saveSvg(figure, name, caption) {
  const text = svgText(/** @type {SVGSVGElement} */ (figure), caption);
  const blob = new Blob([text], { type: "image/svg+xml" });
  const address = URL.createObjectURL(blob);
  download(address, `${name.replace(/[^\w-]+/g, "_")}.svg`);
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {string} address @param {string} name */
function download(address, name) {
  const link = html("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}

/**
 * Saves the rows of a view.
 * @param {Record<string, string>} view
 * @param {"text" | "csv" | "jsonl" | "parquet"} format
 */
export async function saveRows(view, format) {
  const response = await fetch(`api/export?${query({ ...view, format })}`);
  if (!response.ok) {
    const answer = await response.json().catch(() => ({}));
    return say(answer.error ?? "Saving the rows failed");
  }
  const address = URL.createObjectURL(await response.blob());
  download(address, `rows.${format === "text" ? "txt" : format}`);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
