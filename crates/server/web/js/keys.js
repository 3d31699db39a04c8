// Keyboard shortcuts: each view binds its own, and the help lists them.

import { dialog, h } from "./dom.js";

/** @typedef {{keys: string[], show: string, words: string, run: () => void}} Binding */

/** @type {Binding[]} */
let bindings = [];

/** Replaces the shortcuts of the previous view. @param {Binding[]} list */
export function bind(list) {
  bindings = list;
  mouse = [];
}

/** The shortcuts of this view. */
export function bound() {
  return [{ keys: ["?"], show: "?", words: "show this help", run: help }, ...bindings];
}

/** What the mouse does in this view. @type {string[]} */
let mouse = [];

/** Replaces the mouse gestures that the help lists. @param {string[]} list */
export function withMouse(list) {
  mouse = list;
}

/** What the mouse does on a board with a game. */
export const MOUSE = ["The mouse wheel over the board steps through the game. Drag with the right button to draw an arrow."];

/** Steps through a game with the mouse wheel over an element. @param {HTMLElement} place @param {(by: number) => void} step */
export function onWheel(place, step) {
  let turned = 0;
  place.addEventListener("wheel", (event) => {
    if (event.ctrlKey) return;
    event.preventDefault();
    turned += event.deltaY;
    // Touchpads send many small turns.
    if (Math.abs(turned) < 40) return;
    step(Math.sign(turned));
    turned = 0;
  }, { passive: false });
}

export function help() {
  dialog("Keyboard shortcuts", h("dl", { class: "keys" }, bound().map((b) => [
    h("dt", {}, b.show.split(" ").map((key) => h("kbd", {}, key))), h("dd", {}, b.words),
  ])),
    h("p", { class: "muted" }, "On the board: Tab to focus it, arrow keys to move, Enter to select, Esc to undo a step. "
      + "You can also click, drag, or type a turn."), mouse.map((line) => h("p", { class: "muted" }, line)));
}

// A switch that was clicked gives its focus back, so that the keys of the page go on working; one reached by Tab keeps it.
let byPointer = false;
document.addEventListener("pointerdown", () => { byPointer = true; }, true);
document.addEventListener("change", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (byPointer && target.matches("input[type=checkbox]")) target.blur();
});

document.addEventListener("keydown", (event) => {
  byPointer = false;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const typing = target.closest("input:not([type=checkbox]), textarea, select");
  if (document.querySelector("dialog[open]")) return;
  if (typing) {
    if (event.key === "Escape") /** @type {HTMLElement} */ (typing).blur();
    return;
  }
  // Space presses a focused button or switch.
  if (event.key === " " && target.closest("button, a, summary, input, [role=button]")) return;
  const found = bound().find((b) => b.keys.includes(event.key));
  if (found) {
    event.preventDefault();
    found.run();
  }
});
