// The club: who is signed in, its addresses, and what its views share.

import { catalogue, get, session } from "./api.js";
import { byId, fill, h, toast } from "./dom.js";
import { skin } from "./skins.js";

/** @typedef {Record<string, (body: HTMLElement, rest: string[], query: URLSearchParams) => any>} Pages */

/** The club, and the member that is signed in. @type {{club: any, me: any}} */
export const here = { club: null, me: null };

/** The module of each address below /club. @type {Record<string, () => Promise<{pages: Pages}>>} */
const PAGES = { game: () => import("./club-game.js"), moderation: () => import("./club-moderation.js") };
for (const name of ["", "games"]) PAGES[name] = () => import("./club-lobby.js");
for (const name of ["member", "leaders"]) PAGES[name] = () => import("./club-people.js");
for (const name of ["sign-in", "join", "confirm", "forgot", "reset", "notices", "settings"]) PAGES[name] = () => import("./club-account.js");

/** Asks who is signed in, and draws the head of the page for them. */
export async function enter() {
  here.club = await get("club");
  const me = here.me = here.club.account;
  session.csrf = me?.csrf ?? "";
  // The workbench's matches and engines are the administrators', who find them in the list of sections.
  document.querySelector('[data-section="watch"]')?.toggleAttribute("hidden", true);
  const account = byId("account");
  account.hidden = false;
  account.href = me ? `/club/member/${me.name}` : "/club/sign-in";
  fill(account, h("span", { class: "ellipsis" }, me ? me.name : "Sign in"));
}

/** @param {HTMLElement} root @param {string[]} rest @param {URLSearchParams} query */
export async function mount(root, [asked = "", ...rest], query) {
  const name = PAGES[asked] ? asked : "";
  const { pages } = await PAGES[name]();
  const { me } = here;
  const body = h("div", name === "game" ? {} : { class: "club-body" });
  const links = [["/club", "Lobby"], ["/club/games", "Running games"], ["/club/leaders", "Leaderboard"], ...me ? [["/club/notices", "Notifications"], ["/club/settings", "Settings"]] : [],
    ...me && me.role !== "member" ? [["/club/moderation", "Moderation"]] : [], ...me?.role === "admin" ? [["/engines", "Engines"], ["/watch", "Matches"]] : []];
  fill(root, name === "game" ? body : h("div", { class: "home wide-home" }, h("nav", { class: "tabs", "aria-label": "Club" }, links.map(([href, words]) =>
    link(href, [words, words === "Notifications" && me.unread ? h("span", { class: "count" }, me.unread) : null], { class: "button soft small", "aria-current": href === (name ? `/club/${name}` : "/club") ? "page" : null }))), body));
  return pages[name](body, rest, query);
}

/** A titled page. @param {HTMLElement} body @param {string} title @param {...any} content */
export function titled(body, title, ...content) {
  document.title = `${title} – Quadrille`;
  fill(body, h("h1", {}, title), content);
}

/** A titled part of a page. @param {string} title @param {...any} content */
export const card = (title, ...content) => h("section", { class: "card", "aria-label": title }, h("h2", {}, title), content);

/** Two columns, below each other where there is no room. @param {any[]} left @param {any[]} right */
export const columns = (left, right) => h("div", { class: "plan" }, [left, right].map((column) => h("div", { class: "column" }, column)));

/** @param {...any} content */
export const muted = (...content) => h("span", { class: "muted" }, content);

/** @param {string} words @param {string} [more] */
export const tag = (words, more = "") => h("span", { class: `tag ${more}` }, words);

/** A list of items, or words if there are none. @param {any[]} list @param {(item: any) => any} draw @param {string} none @param {string} [look] */
export const listed = (list, draw, none, look = "plain-list") => list.length ? h("ul", { class: look }, list.map((item) => h("li", { class: "item" }, draw(item)))) : none ? h("p", {}, muted(none)) : null;

/** A table, or words if it is empty. @param {string[]} head @param {any[]} list @param {(item: any) => any[]} draw @param {string} none */
export const tabled = (head, list, draw, none) => !list.length ? h("p", {}, muted(none)) : h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" },
  h("table", {}, h("thead", {}, h("tr", {}, head.map((words) => h("th", {}, words)))), h("tbody", {}, list.map((item) => h("tr", {}, draw(item).map((cell) => h("td", {}, cell)))))));

/** A field of a form. @param {string} name @param {string} label @param {Record<string, any>} [more] @param {string} [kind] */
export const field = (name, label, more = {}, kind = "input") => h("label", { class: "field" }, h("span", {}, label), h(kind, { name, ...more }));

/**
 * A form that keeps its fields after a refusal and says why.
 * @param {string} label what its button says
 * @param {any} fields
 * @param {(data: Record<string, string>, form: HTMLFormElement) => any} send
 * @param {Record<string, any>} [more] of the button
 */
export function form(label, fields, send, more = {}) {
  const problem = h("p", { class: "problem", role: "alert" });
  const element = /** @type {HTMLFormElement} */ (h("form", { onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    problem.textContent = "";
    try {
      await send(/** @type {any} */ (Object.fromEntries(new FormData(element))), element);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  } }, fields, problem, h("div", { class: "row end" }, h("button", { type: "submit", class: "primary", ...more }, label))));
  return element;
}

/** A button whose refusal is told. @param {string} label @param {() => any} run @param {Record<string, any>} [more] */
export const act = (label, run, more = {}) => h("button", { type: "button", class: "soft", ...more, onclick: async () => {
  try {
    await run();
  } catch (error) {
    toast(/** @type {Error} */ (error).message, "error");
  }
} }, label);

/** A link within the page. @param {string} href @param {any} content @param {Record<string, any>} [more] */
export const link = (href, content, more = {}) => h("a", { href, "data-link": true, ...more }, content);

/** The name of a member; robots are labelled. @param {any} player */
export const named = (player) => [h("b", {}, player.name.startsWith("deleted-") ? player.name : link(`/club/member/${player.name}`, player.name)), player.robot ? tag("robot", "robot") : null];

/** A member with its rating. @param {any} player */
export const who = (player) => h("span", { class: "who" }, named(player), muted(rating(player)));

/** A rating as people read it. @param {any} player */
export const rating = (player) => `${Math.round(player.rating)}${player.provisional ? "?" : ""}`;

/** What kind of game it is. @param {any} game */
export function kind({ game, variant, clock, rated }) {
  const pace = clock.days ? `${clock.days} day${clock.days === 1 ? "" : "s"} a turn` : `${Number((clock.initial / 60).toFixed(1))} min + ${clock.increment} s`;
  return [skin(game).title, variant, pace, rated ? "rated" : "casual"].filter(Boolean).join(", ");
}

/** A time of day in the member's zone. @param {number} ms */
export function time(ms) {
  const at = new Date(ms);
  const words = (/** @type {string|undefined} */ timeZone) => at.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short", timeZone });
  let text;
  try {
    text = words(here.me?.zone);
  } catch {
    // A zone that this browser does not know.
    text = words(undefined);
  }
  return h("time", { class: "muted", datetime: at.toISOString() }, text);
}

/** The games of the catalogue as choices. */
export const gameChoices = async () => (await catalogue()).games.map((/** @type {any} */ game) => [game.name, skin(game.name).title]);

/** A game in a list. @param {any} game */
export const gameLink = (game) => link(`/club/game/${game.id}`, [h("b", {}, `${game.first.name} – ${game.second.name}`), game.first.robot || game.second.robot ? tag("robot", "robot") : null, muted(kind(game)),
  tag(game.status === "started" ? `turn ${game.turns + 1}` : game.status === "aborted" ? "aborted" : `${game.winner ? `${game[game.winner].name} won` : "draw"}, ${game.reason}`), time(game.created)]);
