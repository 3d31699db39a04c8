// How a game ended, in a sentence.

/**
 * Sentences for the reasons that records use, each about the winner or the loser.
 * @type {Record<string, {of: "winner"|"loser", you: string, other: string}>}
 */
const ENDINGS = {
  resigned: { of: "loser", you: "You resigned", other: "resigned" },
  "time forfeit": { of: "loser", you: "You ran out of time", other: "ran out of time" },
  abandoned: { of: "loser", you: "You were away for too long", other: "was away for too long" },
  goal: { of: "winner", you: "You reached the far row", other: "reached the far row" },
  elimination: { of: "loser", you: "You were eliminated", other: "was eliminated" },
  immobilisation: { of: "loser", you: "You have no move left", other: "has no move left" },
  "no move": { of: "loser", you: "You have no move left", other: "has no move left" },
  "no capture": { of: "loser", you: "You have no capture left", other: "has no capture left" },
};

/** @param {any} outcome @param {string[]} sides @param {number|null} me the side of the only person, if there is one */
export function ending({ winner, reason }, sides, me) {
  const known = winner === null ? undefined : ENDINGS[reason];
  if (!known) return reason ? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` : "";
  const side = known.of === "winner" ? winner : 1 - winner;
  return side === me ? `${known.you}.` : `${sides[side]} ${known.other}.`;
}
