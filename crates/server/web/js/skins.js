// Skins: titles, pieces and one-line descriptions. Pieces are drawn around (0, 0) in a cell of 100 by 100.
//
// A game without a skin is drawn from its scene alone: discs with the letter of the kind.

/** @typedef {{side: number|null, kind: string, height: number, words: string}} Piece */

const KNIGHT = "M17 52H46C47 39 46 29 41 22C38 17 34 14 29 13L27 7L23 13C18 16 13 23 9 31C7 35 8 39 12 40"
  + "C14 41 16 39 18 37C22 37 26 36 29 34C27 41 18 43 17 52Z";

/** Animals in a square of 48 by 48; `currentColor` is their background. @type {Record<string, string>} */
const ANIMALS = {
  rabbit: '<ellipse cx="18" cy="13" rx="4.5" ry="11" transform="rotate(-8 18 13)"/><ellipse cx="30" cy="13" rx="4.5" ry="11" transform="rotate(8 30 13)"/><ellipse cx="24" cy="31" rx="12" ry="11"/><g fill="currentColor"><circle cx="19.5" cy="29" r="1.8"/><circle cx="28.5" cy="29" r="1.8"/><path d="M22 33H26L24 35.5Z"/></g>',
  cat: '<path d="M10 30C10 20 11 13 11 8L19 15C22 14 26 14 29 15L37 8C37 13 38 20 38 30C38 38 31 42 24 42C17 42 10 38 10 30Z"/><g fill="currentColor"><ellipse cx="18.5" cy="27" rx="1.8" ry="2.6"/><ellipse cx="29.5" cy="27" rx="1.8" ry="2.6"/><path d="M22 32H26L24 34.5Z"/></g><path d="M18 34L8 32M18 36L9 38M30 34L40 32M30 36L39 38" fill="none" stroke="currentColor" stroke-width="1.2"/>',
  dog: '<path d="M15 14C18 9 30 9 33 14C39 12 43 17 42 26C42 31 38 34 36 29C36 36 31 43 24 43C17 43 12 36 12 29C10 34 6 31 6 26C5 17 9 12 15 14Z"/><g fill="currentColor"><circle cx="19" cy="24" r="1.9"/><circle cx="29" cy="24" r="1.9"/><ellipse cx="24" cy="33" rx="3.4" ry="2.6"/></g><path d="M14.5 16C13.5 20 13 24 12.5 28M33.5 16C34.5 20 35 24 35.5 28" fill="none" stroke="currentColor" stroke-width="1.2"/>',
  horse: '<path d="M15 44H40C41 33 40 25 36 18C33 13 30 11 26 10L24 5L20.5 10.5C16 13 11 19 8 26C6.5 29.5 7.5 33 11 34C13 34.5 15 33 16.5 31C20 31 23 30 26 28C24 34 16 36 15 44Z"/><g fill="currentColor"><circle cx="20" cy="19" r="1.9"/><circle cx="11" cy="29.5" r="1.2"/></g><path d="M28 13C34 18 36 27 35 40" fill="none" stroke="currentColor" stroke-width="1.4"/>',
  camel: '<path d="M5 17C5 13 9 10 14 11C17 11.500 18.500 13 18.500 16C18.500 21 18.500 25 21 26C23 20 26 15 30 15C35 15 37 21 40 26C42.500 30 42.500 36 42 44H37.500L36.500 34H25L24 44H19.500L18.500 33C14.500 30 13 25 13 20L6 20C5.300 19.300 5 18 5 17Z"/><g fill="currentColor"><circle cx="12" cy="14.5" r="1.4"/></g>',
  elephant: '<path d="M13 12C6 8 2 15 3 23C4 30 9 33 13 30C14 33 16 35 18.500 36C18.500 41 21 44.500 27 44.500C30 44.500 31.500 42 30.500 40.500C29.500 39.500 28.500 40.500 27 40.500C25 40.500 24.500 38.500 24.500 37C29 37 33 34.500 35 30C39 33 44 30 45 23C46 15 42 8 35 12C31 7 17 7 13 12Z"/><path d="M13 12C15 17 15 24 13 30M35 12C33 17 33 24 35 30" fill="none" stroke="currentColor" stroke-width="1.4"/><g fill="currentColor"><circle cx="19.5" cy="21" r="1.8"/><circle cx="28.5" cy="21" r="1.8"/></g>',
};

/** @param {Piece} piece */
const colour = (piece) => piece.side === null ? "pn" : `p${piece.side}`;

/** @param {Piece} piece */
function knight(piece) {
  return `<g class="${colour(piece)} body" transform="translate(-39 -44) scale(1.44)"><path d="${KNIGHT}"/>`
    + `<circle class="eye" cx="23" cy="23" r="2.1"/></g>`;
}

/** A stack of discs; the rings on top show the kind. @param {Piece} piece */
function stack(piece) {
  const layers = Math.min(piece.height, 5);
  let out = "";
  for (let layer = layers - 1; layer >= 0; layer--) {
    const y = layer * 5.5 - (layers - 1) * 2.75;
    out += `<circle class="disc" cy="${y}" r="37"/>`;
  }
  const top = -(layers - 1) * 2.75;
  out += `<circle class="rim" cy="${top}" r="34.5"/>`;
  if (piece.kind !== "tott") out += `<circle class="ring" cy="${top}" r="21.5"/>`;
  if (piece.kind === "tzaar") out += `<circle class="core" cy="${top}" r="11.5"/>`;
  return `<g class="${colour(piece)} stack">${out}</g>`;
}

/** @param {Piece} piece */
function animal(piece) {
  const tile = piece.side === 0
    ? `<circle class="tile" r="43"/>`
    : `<path class="tile" d="M-25 -43H25L43 -25V25L25 43H-25L-43 25V-25Z"/>`;
  return `<g class="${colour(piece)} beast">${tile}<g class="ink" transform="translate(-32 -33) scale(1.34)">${ANIMALS[piece.kind] ?? ""}</g></g>`;
}

/** @param {Piece} piece */
function amazon(piece) {
  if (piece.side === null) return burnt();
  return `<g class="${colour(piece)} body"><path d="M-27 28 -34 -17 -16 2 0 -34 16 2 34 -17 27 28Z"/>`
    + `<circle cx="-34" cy="-19" r="5.500"/><circle cx="34" cy="-19" r="5.500"/><circle cy="-36" r="6"/><path d="M-27 28H27V37H-27Z"/></g>`;
}

function burnt() {
  return `<g class="burnt"><rect x="-44" y="-44" width="88" height="88" rx="12"/><path d="M-18 -18 18 18M18 -18 -18 18"/></g>`;
}

/** The height of a stack, drawn apart from it so that nothing covers it. @param {Piece} piece */
export const drawBadge = ({ height }) => height < 2 ? ""
  : `<g class="height" transform="translate(27 ${(Math.min(height, 5) - 1) * -2.75 - 23})"><circle r="16"/><text y="7.500">${Number(height)}</text></g>`;

/** The letters of the kinds of each game without a skin. @type {Map<string, Map<string, string>>} */
const LETTERS = new Map();

/** The first letter of a kind that no other kind of the game has. @param {string} game @param {string} kind */
function letterOf(game, kind) {
  const known = LETTERS.get(game) ?? new Map();
  LETTERS.set(game, known);
  if (!known.has(kind)) {
    const letters = kind.toUpperCase().match(/[\p{L}\p{N}]/gu) ?? [""];
    known.set(kind, letters.find((letter) => ![...known.values()].includes(letter)) ?? letters[0]);
  }
  return known.get(kind);
}

/** The default piece: a disc with the letter of its kind. @param {string} game @param {Piece} piece */
function disc(game, piece) {
  const letter = letterOf(game, piece.kind);
  return `<g class="${colour(piece)} stack"><circle class="disc" r="37"/><text class="letter" y="13">${letter}</text></g>`;
}

/**
 * @typedef {{title: string, blurb: string, piece: (piece: Piece) => string}} Skin
 * @type {Record<string, Skin>}
 */
const SKINS = {
  knightthrough: {
    title: "KnightThrough",
    blurb: "Knights that only move forward. The first to reach the far row wins.",
    piece: knight,
  },
  tzaar: {
    title: "Tzaar",
    blurb: "Capture, then capture again or build. Never run out of one of your three kinds.",
    piece: stack,
  },
  amazons: {
    title: "Amazons",
    blurb: "Move like a queen, then burn a square. The player who cannot move loses.",
    piece: amazon,
  },
  arimaa: {
    title: "Arimaa",
    blurb: "Four steps a turn: push, pull, trap, and bring a rabbit home.",
    piece: animal,
  },
};

/** @param {string} game @returns {Skin} */
export function skin(game) {
  return SKINS[game] ?? { title: game.charAt(0).toUpperCase() + game.slice(1), blurb: "", piece: (piece) => disc(game, piece) };
}

/** The piece as SVG, without its height. @param {string} game @param {Piece} piece */
export const drawBody = (game, piece) => skin(game).piece(piece);

/** The piece as SVG. @param {string} game @param {Piece} piece */
export const drawPiece = (game, piece) => drawBody(game, piece) + drawBadge(piece);

/** A readable name of a player: `level:expert` is Expert. @param {string} spec */
export function playerName(spec) {
  const level = /^level:([a-z0-9-]+)(?:,(.+))?$/.exec(spec);
  if (!level) return ["random", "best"].includes(spec) ? spec.charAt(0).toUpperCase() + spec.slice(1) : spec;
  const name = level[1].replaceAll("-", " ");
  return name.charAt(0).toUpperCase() + name.slice(1) + (level[2] ? ` (${level[2]})` : "");
}
