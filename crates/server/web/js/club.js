// The club: who is signed in, its addresses, and what its views share.

import { catalogue, get, session } from "./api.js";
import { byId, fill, h, toast } from "./dom.js";
import { skin } from "./skins.js";

/** The club, and the member that is signed in. @type {{club: any, me: any}} */
export const here = { club: null, me: null };

/** Each address below /club: the module that draws it, its words in the list of sections, and who sees it there.
 * @type {Record<string, [() => Promise<any>, string?, ((me: any) => any)?]>} */
const PAGES = {
  "": [() => import("./club-lobby.js"), "Lobby", () => true],
  games: [() => import("./club-lobby.js"), "Running games", () => true],
  leaders: [() => import("./club-people.js"), "Leaderboard", () => true],
  member: [() => import("./club-people.js")],
  game: [() => import("./club-game.js")],
  notices: [() => import("./club-account.js"), "Notifications", (me) => me],
  settings: [() => import("./club-account.js"), "Settings", (me) => me],
  moderation: [() => import("./club-moderation.js"), "Moderation", (me) => me && me.role !== "member"],
  "sign-in": [() => import("./club-account.js")],
  join: [() => import("./club-account.js")],
  confirm: [() => import("./club-account.js")],
  forgot: [() => import("./club-account.js")],
  reset: [() => import("./club-account.js")],
};

/** Asks who is signed in, and draws the head of the page for them. */
export async function enter() {
  here.club = await get("club");
  here.me = here.club.account;
  session.csrf = here.me?.csrf ?? "";
  // The workbench's matches and engines are the administrators', who find them in the list of sections.
  document.querySelector('[data-section="watch"]')?.toggleAttribute("hidden", true);
  drawHead();
}

/** The link to the own profile, or to signing in. */
function drawHead() {
  const { me } = here;
  const link = byId("account");
  link.hidden = false;
  link.href = me ? `/club/member/${me.name}` : "/club/sign-in";
  fill(link, h("span", { class: "ellipsis" }, me ? me.name : "Sign in"));
}

/** @param {HTMLElement} root @param {string[]} rest @param {URLSearchParams} query */
export async function mount(root, [name = "", ...rest], query) {
  const [load] = PAGES[name] ?? PAGES[""];
  const page = (await load()).pages[PAGES[name] ? name : ""];
  const body = h("div", { class: "club-body" });
  const { me } = here;
  const tab = (/** @type {string} */ href, /** @type {any} */ words, isHere = false) => link(href, words, { class: "button soft small", "aria-current": isHere ? "page" : null });
  const sections = h("nav", { class: "tabs", "aria-label": "Club" }, Object.entries(PAGES).filter(([, [, words, sees]]) => words && sees?.(me)).map(([key, [, words]]) =>
    tab(`/club/${key}`, [words, key === "notices" && me.unread ? h("span", { class: "count" }, me.unread) : null], key === name)),
  me?.role === "admin" ? [tab("/engines", "Engines"), tab("/watch", "Matches")] : null);
  fill(root, h("div", { class: name === "game" ? "" : "home wide-home" }, name === "game" ? null : sections, body));
  return page(body, rest, query);
}

/** Draws each item of a list. @param {any[]} list @param {(item: any, nth: number) => any} draw */
export const each = (list, draw) => list.map(draw);

/** A table. @param {string[]} head @param {any[][]} rows */
export const tabled = (head, rows) => h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" }, h("table", {}, h("thead", {}, h("tr", {}, head.map((words) => h(words ? "th" : "td", {}, words)))),
  h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell) => h("td", {}, cell)))))));

/** A titled page. @param {HTMLElement} body @param {string} title @param {...any} content */
export function titled(body, title, ...content) {
  document.title = `${title} – Quadrille`;
  fill(body, h("h1", {}, title), content);
}

/** A titled part of a page. @param {string} title @param {...any} content */
export const card = (title, ...content) => h("section", { class: "card", "aria-label": title }, h("h2", {}, title), content);

/** A field of a form. @param {string} name @param {string} label @param {Record<string, any>} [attributes] */
export const field = (name, label, attributes = {}) => h("label", { class: "field" }, h("span", {}, label), h("input", { name, ...attributes }));

/**
 * A form that keeps its fields after a refusal and says why.
 * @param {string} label what its button says
 * @param {any} fields
 * @param {(data: Record<string, string>, form: HTMLFormElement) => Promise<any>} send
 * @param {Record<string, any>} [button] more attributes of the button
 */
export function form(label, fields, send, button = {}) {
  const problem = h("p", { class: "problem", role: "alert" });
  const submit = /** @type {HTMLButtonElement} */ (h("button", { type: "submit", class: "primary", ...button }, label));
  const element = /** @type {HTMLFormElement} */ (h("form", { onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    problem.textContent = "";
    submit.disabled = true;
    try {
      await send(/** @type {Record<string, string>} */ (Object.fromEntries(new FormData(element))), element);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
    submit.disabled = false;
  } }, fields, problem, h("div", { class: "row end" }, submit)));
  return element;
}

/** A button that asks the server for something and tells of a refusal. @param {string} label @param {() => Promise<any>} run @param {Record<string, any>} [more] */
export function act(label, run, more = {}) {
  const button = /** @type {HTMLButtonElement} */ (h("button", { type: "button", class: "soft", ...more, onclick: async () => {
    button.disabled = true;
    try {
      await run();
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
    button.disabled = false;
  } }, label));
  return button;
}

/** A link within the page. @param {string} href @param {any} content @param {Record<string, any>} [more] */
export const link = (href, content, more = {}) => h("a", { href, "data-link": true, ...more }, content);

/** The label of robots. */
export const robotTag = () => h("span", { class: "tag robot" }, "robot");

/** A member with its rating; robots are labelled. @param {any} player */
export function who(player) {
  const name = player.name.startsWith("deleted-") ? player.name : link(`/club/member/${player.name}`, player.name);
  return h("span", { class: "who" }, h("b", {}, name), player.robot ? robotTag() : null,
    player.rating === undefined ? null : h("span", { class: "muted", title: player.provisional ? "provisional rating" : "rating" }, rating(player)));
}

/** A rating as people read it. @param {any} player */
export const rating = (player) => `${Math.round(player.rating)}${player.provisional ? "?" : ""}`;

/** @param {any} clock */
export function clockWords(clock) {
  if (clock.days) return clock.days === 1 ? "1 day a turn" : `${clock.days} days a turn`;
  const minutes = clock.initial / 60;
  return `${minutes < 1 ? `${clock.initial} s` : `${Number(minutes.toFixed(1))} min`} + ${clock.increment} s`;
}

/** What kind of game it is. @param {any} game */
export const kind = (game) => [skin(game.game).title, game.variant, clockWords(game.clock), game.rated ? "rated" : "casual"].filter(Boolean).join(", ");

/** A time of day in the member's zone. @param {number} ms */
export function time(ms) {
  /** @type {Intl.DateTimeFormatOptions} */
  const style = { dateStyle: "medium", timeStyle: "short" };
  let words;
  try {
    words = new Date(ms).toLocaleString(undefined, { ...style, timeZone: here.me?.zone });
  } catch {
    words = new Date(ms).toLocaleString(undefined, style);
  }
  return h("time", { class: "muted", datetime: new Date(ms).toISOString() }, words);
}

/** The games of the catalogue as choices. */
export const gameChoices = async () => (await catalogue()).games.map((/** @type {any} */ game) => [game.name, skin(game.name).title]);

/** How a game in a list ended, or how far it is. @param {any} game */
export function resultWords(game) {
  if (game.status === "started") return `turn ${game.turns + 1}`;
  if (game.status === "aborted") return "aborted";
  return `${game.winner === null ? "draw" : `${game[game.winner].name} won`}, ${game.reason}`;
}

/** A list of games, each a link. @param {any[]} games @param {string} none */
export function gameList(games, none) {
  if (games.length === 0) return h("p", { class: "muted" }, none);
  return h("ul", { class: "game-list" }, games.map((game) => h("li", {}, link(`/club/game/${game.id}`, [
    h("b", {}, `${game.first.name} – ${game.second.name}`), [game.first, game.second].some((player) => player.robot) ? robotTag() : null,
    h("span", { class: "muted" }, kind(game)), h("span", { class: "tag" }, resultWords(game)), time(game.created)]))));
}
