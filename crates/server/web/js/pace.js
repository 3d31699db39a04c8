// Games that engines play, shown at a speed that people can follow: pause, step and speed.

import { fill, h, recall, remember } from "./dom.js";

/** Milliseconds for each turn; 0 is as fast as they are played. */
const SPEEDS = [["2500", "Slow"], ["1200", "Normal"], ["500", "Fast"], ["150", "Very fast"], ["0", "Live"]];

export class Pace {
  /** @param {() => void} step shows the next turn @param {((by: number) => void)} [browse] steps by hand */
  constructor(step, browse) {
    this.step = step;
    this.paused = false;
    this.ms = Number(recall("pace", 1200));
    this.button = h("button", { type: "button", class: "soft small", id: "pace-pause", onclick: () => this.pause(!this.paused) });
    const select = /** @type {HTMLSelectElement} */ (h("select", { id: "pace-speed", "aria-label": "Speed", onchange: () => {
      this.ms = Number(select.value);
      remember("pace", this.ms);
      this.pause(false);
    } }, SPEEDS.map(([value, words]) => h("option", { value, selected: Number(value) === this.ms }, words))));
    const by = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ way) => h("button", { type: "button", class: "soft small", "aria-label": label, onclick: () => { this.pause(true); browse?.(way); } }, sign);
    this.element = h("div", { class: "pace", role: "group", "aria-label": "Speed and steps" }, browse ? by("‹", "One turn back", -1) : null, this.button, browse ? by("›", "One turn on", 1) : null, select);
    this.pause(false);
  }

  get live() {
    return this.ms === 0 && !this.paused;
  }

  /** @param {boolean} paused */
  pause(paused) {
    this.paused = paused;
    fill(this.button, paused ? "▶ Play" : "❚❚ Pause");
    clearInterval(this.timer);
    if (!paused) this.timer = setInterval(this.step, this.ms || 100);
  }

  leave() {
    clearInterval(this.timer);
  }
}
