// Setups: where a turn places pieces square by square, they are arranged on the board first and sent together. The server
// says which squares and pieces there are.

import { board as fetchBoard, catalogue } from "./api.js";
import { h } from "./dom.js";

/** Most pieces of a setup. */
const MOST = 64;

/** Is every legal action a piece for the same square? Then the turn is a setup in a fixed order. @param {any[]} next */
export function isSetup(next) {
  const [first] = next;
  return next.length > 1 && first.to !== null && next.every((n) => n.from === null && n.piece && n.to === first.to);
}

/**
 * The squares of a setup in order, each with its wanted piece, or the first that is possible.
 * @param {any} place @param {(square: string) => any} wantedAt
 * @returns {Promise<{actions: string[], pieces: Map<string, any>, complete: boolean, word: string}>}
 */
export async function collect(place, wantedAt) {
  /** @type {string[]} */
  const actions = [];
  const pieces = new Map();
  for (let nth = 0; nth < MOST; nth++) {
    const { partial } = await fetchBoard(place, actions);
    if (partial.complete || !partial.next.length) return { actions, pieces, complete: partial.complete, word: partial.word };
    const wanted = wantedAt(partial.next[0].to);
    const next = partial.next.find((/** @type {any} */ n) => n.piece?.kind === wanted?.kind) ?? (wanted ? null : partial.next[0]);
    if (!next) throw new Error(`There is no ${wanted.words} left for ${partial.next[0].to}.`);
    actions.push(next.text);
    pieces.set(next.to, next.piece);
  }
  throw new Error("This setup has too many pieces.");
}

/** The swaps that are possible: every square with every other. @param {Map<string, any>} pieces */
export function swaps(pieces) {
  const squares = [...pieces.keys()];
  return squares.flatMap((from) => squares.filter((to) => to !== from).map((to) => ({ text: "", from, to, piece: null, completes: false })));
}

/** Buttons for predefined setups, and the first of them that fills these squares. @param {string} game @param {(pieces: Map<string, any>) => void} use @param {Iterable<string>} squares */
export async function predefined(game, use, squares) {
  const { games } = await catalogue();
  const entry = games.find((/** @type {any} */ g) => g.name === game);
  const names = [...squares];
  const starts = entry.starts.filter((/** @type {any} */ start) => start.variant);
  const piecesOf = async (/** @type {any} */ start) => {
    const variant = start.variant.replace("{seed}", String(Math.floor(Math.random() * 1e9)));
    const { partial } = await fetchBoard({ game, variant, turns: [] });
    const found = partial.scene.points.filter((/** @type {any} */ p) => p.piece && names.includes(p.name));
    // A start that fills other squares is not for this side.
    return found.length === names.length ? new Map(found.map((/** @type {any} */ p) => [p.name, p.piece])) : null;
  };
  return {
    choices: starts.map((/** @type {any} */ start) => h("button", { type: "button", class: "soft small", "data-setup": start.variant, onclick: async () => {
      const pieces = await piecesOf(start);
      if (pieces) use(pieces);
    } }, capital(start.words))),
    first: starts.length ? piecesOf(starts[0]) : Promise.resolve(null),
  };
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
