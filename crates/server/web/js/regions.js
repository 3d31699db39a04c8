// The independent regions of a board, with mean, temperature and thermograph.

import { get } from "./api.js";
import { fill, h, recall, remember, s } from "./dom.js";

/** @param {number} nth */
const letter = (nth) => String.fromCharCode(65 + nth % 26) + (nth >= 26 ? String(Math.floor(nth / 26)) : "");

/** A value for the side that it favours. @param {{text: string, number: number}} value @param {string[]} sides @param {number} left */
export function favour(value, sides, left) {
  if (value.number === 0) return "even";
  return `${sides[value.number > 0 ? left : 1 - left]} +${value.text.replace("-", "")}`;
}

export class Regions {
  /** @param {import("./turn-board.js").TurnBoard} turnBoard @param {boolean} possible whether the game has regions at all */
  constructor(turnBoard, possible) {
    this.turnBoard = turnBoard;
    this.possible = possible;
    this.element = h("div", { class: "card regions", hidden: true });
    this.on = recall("regions", true);
    this.serial = 0;
    /** @type {AbortController|undefined} */
    this.stop = undefined;
    /** @type {any} */
    this.found = null;
    /** @type {number|null} */
    this.chosen = null;
  }

  /** Shows the regions of another position. @param {{game: string, position: string, turns: string[]}} place @param {boolean} over */
  async look(place, over) {
    const serial = ++this.serial;
    this.stop?.abort();
    this.stop = new AbortController();
    this.turnBoard.board.tints([]);
    if (!this.possible) return;
    if (!this.on || over) return this.draw(null);
    this.draw(this.found ? "again" : null);
    try {
      const found = await get("regions", { game: place.game, position: place.position, turns: place.turns.join(" ") }, this.stop.signal);
      if (serial !== this.serial) return;
      this.found = found;
      this.chosen = null;
      this.draw(null);
    } catch (error) {
      if (serial !== this.serial || error instanceof DOMException) return;
      fill(this.element, this.head(), h("p", { class: "problem", role: "alert" }, /** @type {Error} */ (error).message));
    }
  }

  leave() {
    this.serial++;
    this.stop?.abort();
  }

  /** @param {string} [words] */
  head(words = "") {
    return h("div", { class: "row tight" }, h("label", { class: "switch" },
      h("input", { type: "checkbox", role: "switch", id: "regions-on", checked: this.on, onchange: (/** @type {Event} */ event) => {
        this.on = /** @type {HTMLInputElement} */ (event.target).checked;
        remember("regions", this.on);
        void this.look(/** @type {any} */ (this.turnBoard.place), false);
      } }), h("span", {}, "Regions")), h("span", { class: "muted" }, words));
  }

  /** @param {string|null} state */
  draw(state) {
    this.element.hidden = !this.found && this.on;
    if (!this.found || !this.on || state) return this.on ? undefined : fill(this.element, this.head());
    const { regions, sides, left } = this.found;
    const live = regions.filter((/** @type {any} */ r) => r.holder !== "nobody");
    const hottest = live.findIndex((/** @type {any} */ r) => r.hottest);
    const chosen = this.chosen ?? (hottest >= 0 ? hottest : live.findIndex((/** @type {any} */ r) => r.graph));
    this.turnBoard.board.tints(live.length < 2 ? [] : live.map((/** @type {any} */ r, /** @type {number} */ nth) => ({ name: letter(nth) + (r.hottest ? "★" : ""), points: r.squares, strong: nth === chosen })));
    const known = live.filter((/** @type {any} */ r) => r.graph);
    const total = known.reduce((/** @type {number} */ sum, /** @type {any} */ r) => sum + r.graph.mean.number, 0);
    const whole = live.length < 2 && !live[0]?.graph;
    if (whole) return fill(this.element, this.head(live.length ? "The board is a single region." : "No moves are left."));
    fill(this.element, this.head(),
      h("ul", { class: "region-list" }, live.map((/** @type {any} */ r, /** @type {number} */ nth) => h("li", {},
        h("button", { type: "button", class: "region", "aria-pressed": String(nth === chosen), onclick: () => { this.chosen = nth; this.draw(null); } },
          h("span", { class: `swatch hue${nth % 6}`, "aria-hidden": "true" }, letter(nth)),
          h("span", {}, r.graph ? favour(r.graph.mean, sides, left) : "too large to solve quickly",
            h("span", { class: "muted" }, r.graph ? ` · ${heat(r.graph)}` : ` · ${r.empty} empty squares`)),
          r.hottest ? h("span", { class: "tag hot" }, "★ hottest") : null)))),
      live.length > 1 && known.length ? h("p", { class: "muted" }, `Sum of means: ${favour({ text: fraction(Math.abs(total)), number: total }, sides, left)}${known.length < live.length ? ", unknown regions excluded" : ""}. In a cold region, moving gains nothing.`) : null,
      live[chosen]?.graph ? thermograph(live[chosen].graph, sides, left, `Region ${letter(chosen)}`) : null);
  }
}

/** @param {any} graph */
function heat(graph) {
  return graph.temperature.number < 0 ? "cold" : `temperature ${graph.temperature.text}`;
}

/** Quarters, eighths and so on as fractions. @param {number} number */
function fraction(number) {
  for (let below = 1; below <= 1024; below *= 2) if (Number.isInteger(number * below)) return below === 1 ? String(number) : `${number * below}/${below}`;
  return number.toFixed(3);
}

/** A thermograph: values to the left favour Left, temperature goes up. @param {any} graph @param {string[]} sides @param {number} left @param {string} title */
export function thermograph(graph, sides, left, title) {
  const [width, height, pad] = [320, 190, 30];
  const corners = [...graph.left, ...graph.right];
  const values = corners.map((c) => c[1]);
  const top = Math.max(0.5, graph.temperature.number + 0.75);
  const [low, high] = [Math.floor(Math.min(...values) - 0.5), Math.ceil(Math.max(...values) + 0.5)];
  const x = (/** @type {number} */ v) => pad + (high - v) / (high - low) * (width - 2 * pad);
  const y = (/** @type {number} */ t) => height - 26 - (t + 1) / (top + 1) * (height - 26 - 14);
  const path = (/** @type {number[][]} */ wall) => `M${[...wall, [top, graph.mean.number]].map(([t, v]) => `${x(v).toFixed(1)} ${y(t).toFixed(1)}`).join("L")}`;
  const step = Math.max(1, Math.ceil((high - low) / 8));
  const ticks = [];
  for (let v = low; v <= high; v++) if (v % step === 0) ticks.push(v);
  const words = `Thermograph of ${title}: mean ${favour(graph.mean, sides, left)}, ${heat(graph)}`;
  return h("figure", { class: "thermograph" },
    s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words },
      ticks.map((v) => s("line", { class: "grid", x1: x(v), x2: x(v), y1: y(top), y2: y(-1) })),
      s("line", { class: "axis", x1: pad, x2: width - pad, y1: y(0), y2: y(0) }),
      s("text", { class: "small", x: 4, y: y(0) + 4 }, "t = 0"),
      ticks.map((v) => s("text", { class: "small middle", x: x(v), y: height - 12 }, v)),
      s("path", { class: "wall left", d: path(graph.left) }), s("path", { class: "wall right", d: path(graph.right) }),
      s("circle", { class: "foot", cx: x(graph.mean.number), cy: y(graph.temperature.number), r: 4 }),
      s("text", { class: "small", x: Math.min(width - 92, x(graph.mean.number) + 8), y: y(graph.temperature.number) - 7 }, `${graph.mean.text} at t = ${graph.temperature.text}`)),
    h("figcaption", { class: "muted" }, `${title}. Left favours ${sides[left]}, right favours ${sides[1 - left]}; up is hotter.`));
}
