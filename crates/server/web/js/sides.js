// What belongs beside the name of a side: pieces that must not run out, and pieces it has lost. The server counts.

import { h } from "./dom.js";
import { pieceIcon } from "./turn-board.js";

/** Equal lost pieces together, as [piece, how many]. @param {any[]} pieces */
function grouped(pieces) {
  const groups = new Map();
  for (const piece of pieces) {
    const key = `${piece.kind} ${piece.height}`;
    groups.set(key, [piece, (groups.get(key)?.[1] ?? 0) + 1]);
  }
  return [...groups.values()];
}

/** @param {any} view a board from the server @param {number} side */
export function sideInfo({ game, partial, captured }, side) {
  const counts = partial.scene.counts.filter((/** @type {any} */ c) => c.piece.side === side);
  const lost = captured[side];
  return [
    counts.length ? h("span", { class: "counts" }, counts.map((/** @type {any} */ c) => h("span", { class: c.last ? "count last" : "count", "data-kind": c.piece.kind, role: "img",
      title: c.last ? `${c.piece.words}: the last one` : c.piece.words, "aria-label": `${c.piece.words}: ${c.count}${c.last ? ", the last one" : ""}` }, pieceIcon(game, c.piece), c.count, c.last ? " ⚠" : ""))) : null,
    lost.length ? h("span", { class: "lost-pieces", role: "img", "aria-label": `Lost: ${grouped(lost).map(([piece, n]) => `${n} ${piece.words}`).join(", ")}`, title: "Lost" },
      h("span", { class: "muted", "aria-hidden": "true" }, "−"), grouped(lost).map(([piece, n]) => h("span", { class: "count" }, pieceIcon(game, piece), n > 1 ? n : ""))) : null,
  ];
}
