// The page: which view an address shows, the colours, and the help.

import { catalogue } from "./api.js";
import { banner, byId, fill, h, recall, remember } from "./dom.js";
import { bind, help } from "./keys.js";

/** @type {Record<string, () => Promise<{mount: (root: HTMLElement, rest: string[], query: URLSearchParams) => any}>>} */
const VIEWS = {
  "": () => import("./home.js"),
  play: () => import("./play.js"),
  analyse: () => import("./analyse.js"),
  train: () => import("./train.js"),
  watch: () => import("./watch.js"),
};

/** @type {(() => void)|undefined} */
let leave;
let serial = 0;

/** Goes to an address of the page. @param {string} address @param {boolean} [replace] */
export function go(address, replace = false) {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  void show();
}

async function show() {
  const mine = ++serial;
  const [view = "", ...rest] = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const root = byId("view");
  leave?.();
  leave = undefined;
  bind([]);
  banner(null);
  const section = view === "" ? "play" : view;
  document.querySelectorAll("[data-section]").forEach((link) => {
    if (link.getAttribute("data-section") === section) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
  try {
    const [module] = await Promise.all([(VIEWS[view] ?? VIEWS[""])(), catalogue()]);
    if (mine !== serial) return;
    const left = await module.mount(root, rest, new URLSearchParams(location.search));
    if (mine === serial) leave = left;
    else left?.();
  } catch (error) {
    if (mine !== serial) return;
    fill(root, h("section", { class: "card narrow" },
      h("h1", {}, "That did not work"),
      h("p", {}, /** @type {Error} */ (error).message),
      h("button", { type: "button", class: "primary", onclick: () => void show() }, "Try again"),
      " ", h("a", { href: "/", "data-link": true }, "Back to the start")));
  }
}

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest("a[data-link]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(/** @type {HTMLAnchorElement} */ (link).getAttribute("href") ?? "/");
});

addEventListener("popstate", () => void show());

const THEMES = ["auto", "light", "dark"];
const SIGNS = /** @type {Record<string, string>} */ ({ auto: "◐", light: "☀", dark: "☾" });

function paint() {
  const theme = recall("theme", "auto");
  if (theme === "auto") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", theme);
  const button = byId("theme");
  button.textContent = SIGNS[theme] ?? SIGNS.auto;
  button.setAttribute("aria-label", `Colours: ${theme}`);
  button.title = `Colours: ${theme}`;
}

byId("theme").addEventListener("click", () => {
  remember("theme", THEMES[(THEMES.indexOf(recall("theme", "auto")) + 1) % THEMES.length]);
  paint();
});
byId("help").addEventListener("click", help);
paint();
void show();
