// How a game ended, in a sentence. The server says who did what.

import { capital } from "./home.js";

/** @param {any} outcome @param {string[]} sides @param {number|null} me the side of the only person, if there is one */
export function ending({ reason, by, words }, sides, me) {
  if (words && by !== null) return `${by === me ? "You" : sides[by]} ${words}.`;
  return reason ? `${capital(reason)}.` : "";
}
