// Keyboard shortcuts: each view binds its own, and the help lists them.

import { dialog, h } from "./dom.js";

/** @typedef {{keys: string[], show: string, words: string, run: () => void}} Binding */

/** @type {Binding[]} */
let bindings = [];

/** Replaces the shortcuts of the previous view. @param {Binding[]} list */
export function bind(list) {
  bindings = list;
}

/** The shortcuts of this view. */
export function bound() {
  return [{ keys: ["?"], show: "?", words: "show this help", run: help }, ...bindings];
}

export function help() {
  dialog("Keyboard shortcuts", h("dl", { class: "keys" }, bound().map((b) => [
    h("dt", {}, b.show.split(" ").map((key) => h("kbd", {}, key))), h("dd", {}, b.words),
  ])),
    h("p", { class: "muted" }, "On the board: Tab to focus it, arrow keys to move, Enter to select, Esc to undo a step. "
      + "You can also click, drag, or type a turn."));
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const typing = target.closest("input, textarea, select");
  if (document.querySelector("dialog[open]")) return;
  if (typing) {
    if (event.key === "Escape") /** @type {HTMLElement} */ (typing).blur();
    return;
  }
  // Space presses a focused button.
  if (event.key === " " && target.closest("button, a, summary, [role=button]")) return;
  const found = bound().find((b) => b.keys.includes(event.key));
  if (found) {
    event.preventDefault();
    found.run();
  }
});
