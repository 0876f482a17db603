// Saves rows to files.

import { html, say } from "./dom.js";
import { query } from "./api.js";

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
