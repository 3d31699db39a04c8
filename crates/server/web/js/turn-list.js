// The turns of a game, numbered and in pairs. A turn ends when the other side is to move, so sides alternate.

import { h } from "./dom.js";

/** Turns of more parts than this, such as setups, are folded. */
const MOST_PARTS = 6;

/** A turn as short text: of a long one the first and the last part. @param {{word: string, text: string}} turn */
export function shortText({ word, text }) {
  const parts = word.split(",");
  return parts.length > MOST_PARTS ? `${parts[0]} … ${parts[parts.length - 1]}` : text;
}

/**
 * Rows of a numbered list, two turns in each.
 * @param {{word: string, text: string}[]} turns @param {number} first the side that made the first turn
 * @param {(nth: number, label: any) => any} cell the button of a turn
 */
export function pairs(turns, first, cell) {
  const rows = [];
  for (let nth = -first; nth < turns.length; nth += 2) {
    const of = (/** @type {number} */ at) => at < 0 ? h("span", { class: "muted", "aria-hidden": "true" }, "…") : at < turns.length ? cell(at, shortText(turns[at])) : null;
    rows.push(h("li", {}, h("span", { class: "number", "aria-hidden": "true" }, (nth + first) / 2 + 1), of(nth), of(nth + 1)));
  }
  return rows;
}
