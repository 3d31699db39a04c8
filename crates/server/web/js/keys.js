// Keys: every view binds its own, and the help lists exactly those that are bound.

import { dialog, h } from "./dom.js";

/** @typedef {{keys: string[], show: string, words: string, run: () => void}} Binding */

/** @type {Binding[]} */
let bindings = [];

/** Replaces the bindings of the last view. @param {Binding[]} list */
export function bind(list) {
  bindings = list;
}

/** The keys that are bound now, as the help shows them. */
export function bound() {
  return [{ keys: ["?"], show: "?", words: "this list", run: help }, ...bindings];
}

export function help() {
  dialog("Keys", h("dl", { class: "keys" }, bound().map((b) => [
    h("dt", {}, b.show.split(" ").map((key) => h("kbd", {}, key))), h("dd", {}, b.words),
  ])),
    h("p", { class: "muted" }, "On the board: Tab to reach it, arrow keys to walk, Enter to choose, Esc to step back. "
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
  // A button that has the focus is pressed by space, not the page.
  if (event.key === " " && target.closest("button, a, summary, [role=button]")) return;
  const found = bound().find((b) => b.keys.includes(event.key));
  if (found) {
    event.preventDefault();
    found.run();
  }
});
