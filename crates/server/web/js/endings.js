// How a game ended, in a sentence. The server says who did what; where it gives the reason alone, a general sentence has to do.

import { capital } from "./home.js";

/** What the loser did. @type {Record<string, string>} */
const REASONS = {
  resigned: "resigned", "time forfeit": "ran out of time", abandoned: "left the game", elimination: "got eliminated",
  immobilisation: "had no move left", "no move": "had no move left", "no capture": "had no capture left",
};

/** @param {any} outcome @param {string[]} sides @param {number|null} me the side of the only person, if there is one */
export function ending({ winner, reason, by, words }, sides, me) {
  const side = by ?? (reason === "goal" ? winner : 1 - winner);
  const deed = words ?? (winner === null ? null : reason === "goal" ? "reached the far row" : REASONS[reason]);
  return deed ? `${side === me ? "You" : sides[side]} ${deed}.` : reason ? `${capital(reason)}.` : "";
}
