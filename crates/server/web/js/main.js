// The page: routes, theme and help.

import { ApiError, catalogue } from "./api.js";
import { banner, byId, fill, h, recall, remember, toast } from "./dom.js";
import { bind, help } from "./keys.js";

/** @type {Record<string, () => Promise<{mount: (root: HTMLElement, rest: string[], query: URLSearchParams) => any}>>} */
const VIEWS = {
  "": () => import("./home.js"),
  play: () => import("./play.js"),
  analyse: () => import("./analyse.js"),
  train: () => import("./train.js"),
  watch: () => import("./watch.js"),
  engines: () => import("./home.js"),
  club: () => import("./club.js"),
};

/** The view of an address that leads nowhere. */
const lost = async () => ({ mount: (/** @type {HTMLElement} */ root) => {
  document.title = "Page not found – Quadrille";
  fill(root, h("section", { class: "card narrow" }, h("h1", {}, "Page not found"),
    h("p", {}, `There is nothing at ${location.pathname}.`), h("a", { class: "button primary", href: "/", "data-link": true }, "Back to the home page")));
} });

/** @type {(() => void)|undefined} */
let leave;
let serial = 0;

/** Navigates within the page. @param {string} address @param {boolean} [replace] */
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
  const section = ["", "club"].includes(view) ? "play" : view;
  document.querySelectorAll("[data-section]").forEach((link) => {
    if (link.getAttribute("data-section") === section) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
  try {
    const { games, club } = await catalogue();
    // In a club people play each other; playing engines there is for administrators.
    const name = club ? view || "club" : view === "club" ? "" : view;
    const module = await (VIEWS[name] ?? lost)();
    if (club) await (await import("./club.js")).enter();
    if (mine !== serial) return;
    // A section about one game is offered only where the server has that game.
    document.querySelectorAll("[data-needs-game]").forEach((link) => {
      link.toggleAttribute("hidden", !games.some((/** @type {any} */ game) => game.name === link.getAttribute("data-needs-game")));
    });
    const left = await module.mount(root, rest, new URLSearchParams(location.search));
    if (mine === serial) leave = left;
    else left?.();
  } catch (error) {
    if (mine !== serial) return;
    fill(root, h("section", { class: "card narrow" },
      h("h1", {}, "Something went wrong"),
      h("p", {}, /** @type {Error} */ (error).message),
      h("button", { type: "button", class: "primary", onclick: () => void show() }, "Try again"),
      " ", h("a", { href: "/", "data-link": true }, "Back to the home page")));
  }
}

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest("a[data-link]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(/** @type {HTMLAnchorElement} */ (link).getAttribute("href") ?? "/");
});

addEventListener("popstate", () => void show());

// Redrawing after an event waits for the server, but nothing waits for the redrawing: if it fails, say so here.
addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof ApiError)) return;
  event.preventDefault();
  toast(event.reason.message, "error");
});

const THEMES = ["auto", "light", "dark"];
const ICONS = /** @type {Record<string, string>} */ ({ auto: "◐", light: "☀", dark: "☾" });

function paint() {
  const theme = recall("theme", "auto");
  if (theme === "auto") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", theme);
  const button = byId("theme");
  button.textContent = ICONS[theme] ?? ICONS.auto;
  button.setAttribute("aria-label", `Theme: ${theme}`);
  button.title = `Theme: ${theme}`;
}

byId("theme").addEventListener("click", () => {
  remember("theme", THEMES[(THEMES.indexOf(recall("theme", "auto")) + 1) % THEMES.length]);
  paint();
});
byId("help").addEventListener("click", help);
paint();
void show();
