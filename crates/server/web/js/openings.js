// What was played from a position in stored games and matches: how often, how it ended, and who played it.

import { get } from "./api.js";
import { fill, h, recall, remember, s } from "./dom.js";
import { playerName } from "./skins.js";
import { shortText } from "./turn-list.js";

export class Openings {
  /** @param {string} game @param {(word: string) => void} play */
  constructor(game, play) {
    this.game = game;
    this.play = play;
    this.serial = 0;
    this.list = h("div");
    this.open = recall("openings", true);
    this.element = h("details", { class: "card openings", hidden: true, open: this.open, ontoggle: () => {
      this.open = /** @type {HTMLDetailsElement} */ (this.element).open;
      remember("openings", this.open);
    } }, h("summary", {}, h("b", {}, "Played games"), this.total = h("span", { class: "muted" })), this.list);
  }

  /** @param {{game: string, position: string, turns: string[]}} place */
  async look({ game, position, turns }) {
    const serial = ++this.serial;
    const found = await get("openings", { game, position, turns: turns.join(" ") }).catch(() => null);
    if (serial !== this.serial) return;
    this.element.hidden = !found?.games;
    if (!found?.games) return;
    this.total.textContent = ` ${found.games} from this position`;
    const name = (/** @type {string} */ player) => player === "person" ? "a person" : playerName(player);
    fill(this.list, h("table", { class: "openings-table" }, h("caption", { class: "visually-hidden" }, "Turns that were played here"),
      h("thead", {}, h("tr", {}, ["Turn", "Games", "Result", "Played by"].map((words) => h("th", { scope: "col" }, words)))),
      h("tbody", {}, found.turns.map((/** @type {any} */ t) => h("tr", {},
        h("td", {}, h("button", { type: "button", class: "ply", title: t.text, onclick: () => this.play(t.word) }, shortText(t))),
        h("td", {}, t.games), h("td", {}, bar(t, found.sides)),
        h("td", { class: "muted ellipsis" }, t.players.map(name).join(", ")))))));
  }
}

/** Wins of both sides and draws as a bar. @param {any} turn @param {string[]} sides */
function bar({ wins: [first, second], draws, games }, sides) {
  const open = games - first - second - draws;
  const words = `${sides[0]} won ${first}, ${sides[1]} won ${second}${draws ? `, ${draws} drawn` : ""}${open ? `, ${open} unfinished` : ""}`;
  const done = first + second + draws || 1;
  return s("svg", { class: "outcomes", viewBox: "0 0 100 12", preserveAspectRatio: "none", role: "img", "aria-label": words }, s("title", {}, words),
    s("rect", { class: "none", width: 100, height: 12 }),
    first + second + draws ? [s("rect", { class: "second", width: 100, height: 12 }), s("rect", { class: "draw", width: 100 * (first + draws) / done, height: 12 }), s("rect", { class: "first", width: 100 * first / done, height: 12 })] : null);
}
