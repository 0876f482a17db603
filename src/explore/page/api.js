// Requests to the program.

/**
 * @typedef {{ label: string, kind: string, only: string, from: string, to: string }} Bin
 * @typedef {{ left: number, top: number, slot: number, base: number, width: number, height: number }} Layout
 * @typedef {{ name: string, heading: string, bins: Bin[], now: number[], within: number[] | null, lower: number[],
 *   other: number[], is_ranking: boolean, chart: { svg: string, layout: Layout },
 *   error?: string, note?: string, problem?: string }} Series
 * @typedef {{ rows: number, chosen: number, condition: string | null, series: Series[] }} Histograms
 * @typedef {{ name: string, heading: string, kind: "rating" | "fact" | "count", meaning: string,
 *   section: string, theory: string | null, status: string | null }} Column
 * @typedef {{ name: string, meaning: string }} Theory
 * @typedef {{ version: string, tables: { name: string, rows: number }[], rows: number,
 *   columns: Column[], texts: string[], reference: { tables: { name: string, rows: number }[], rows: number } | null,
 *   theories: Theory[], classes: Theory[], command: string }} About
 */

/** @param {Record<string, string | number | string[] | undefined>} parameters */
export function query(parameters) {
  const all = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (Array.isArray(value)) value.forEach((one) => all.append(name, one));
    else if (value !== undefined && value !== "") all.append(name, String(value));
  }
  return all.toString();
}

/** An error message of the program. */
export class Refused extends Error {}

/** A table was deleted or replaced. The window hears of it by the event `gone`. */
export class Gone extends Refused {}

/**
 * Sends a request to the program.
 * @param {string} question
 * @param {Record<string, string | number | string[] | undefined>} [parameters]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(question, parameters = {}, signal) {
  const response = await fetch(`api/${question}?${query(parameters)}`, { signal });
  const answer = await response.json().catch(() => ({ error: "no answer from the program" }));
  if (answer?.table) {
    dispatchEvent(new CustomEvent("gone", { detail: answer.error }));
    throw new Gone(answer.error);
  }
  if (!response.ok || answer?.error) throw new Refused(answer?.error ?? response.statusText);
  return answer;
}

/**
 * Sends one request at a time: a new one cancels the previous one.
 * @returns {(question: string, parameters?: Record<string, any>) => Promise<any>}
 */
export function latest() {
  let controller = new AbortController();
  return async (question, parameters) => {
    controller.abort();
    controller = new AbortController();
    const own = controller;
    const answer = await ask(question, parameters, own.signal);
    if (own.signal.aborted) throw new DOMException("cancelled", "AbortError");
    return answer;
  };
}

/** Returns true if a request was cancelled by a later one. @param {unknown} error */
export function isVoid(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Stops the program. */
export async function quit() {
  await fetch("api/quit", { method: "POST" });
}
