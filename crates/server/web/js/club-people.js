// Members as others see them: profile, ratings with their graph, games, imported games; and the leaderboard.

import { get, post, remove } from "./api.js";
import { act, card, columns, field, form, gameChoices, gameLink, here, link, listed, muted, named, rating, tabled, tag, time, titled } from "./club.js";
import { dialog, fill, h, s, toast } from "./dom.js";
import { select } from "./home.js";
import { go } from "./main.js";
import { skin } from "./skins.js";

/** How ratings have changed: one line for each game. @param {[string, any[]][]} rows */
function graph(rows) {
  const all = rows.flatMap(([, points]) => points);
  if (all.length < 2) return null;
  const scale = (/** @type {string} */ key, /** @type {number} */ length) => {
    const values = all.map((point) => point[key]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return { low: Math.round(low), high: Math.round(high), at: (/** @type {any} */ point) => 8 + length * (high > low ? (point[key] - low) / (high - low) : 0.5) };
  };
  const [x, y] = [scale("at", 384), scale("rating", 124)];
  const at = (/** @type {any} */ point) => [x.at(point), 140 - y.at(point)];
  return h("figure", { class: "rating-graph" }, s("svg", { viewBox: "0 0 400 140", role: "img", "aria-label": `Ratings over time, from ${y.low} to ${y.high}` }, rows.map(([, points], nth) => {
    const [cx, cy] = at(points.at(-1));
    return s("g", { class: `line${nth}` }, s("polyline", { points: points.map(at).join(" ") }), s("circle", { cx, cy, r: 4 }));
  })), h("figcaption", {}, muted(`${y.low} to ${y.high}: `), rows.map(([game], nth) => h("span", { class: `key line${nth}` }, skin(game).title))));
}

/** The games of a member, more of them on request. @param {HTMLElement} place @param {string} path @param {any[]} [before] */
async function drawGames(place, path, before = []) {
  const { games } = await get(`${path}/games`, { limit: 20, before: before.at(-1)?.created });
  const all = before.concat(games);
  fill(place, card("Games", listed(all, gameLink, "No games yet.", "game-list"), games.length === 20 ? act("Show more", () => drawGames(place, path, all)) : null));
}

/** Games from other servers. @param {HTMLElement} place @param {string} path @param {boolean} isMe */
async function drawImports(place, path, isMe) {
  const { imports } = await get(`${path}/imports`);
  if (!isMe && !imports.length) return;
  const refresh = () => drawImports(place, path, isMe);
  const record = field("text", "Record", { rows: 4, required: true }, "textarea");
  fill(place, card("Games from elsewhere", listed(imports, (game) => [link(`/analyse?${new URLSearchParams({ game: game.game, position: game.start, turns: game.turns.join(" ") })}`,
    [h("b", {}, skin(game.game).title), muted(`${game.turns.length} turns, ${game.form}`), tag(game.result ?? "not played out"), time(game.added)]),
  isMe ? act("✕", () => remove(`account/imports/${game.id}`).then(refresh), { class: "quiet", "aria-label": "Delete this import" }) : null], "", "game-list"),
  isMe ? form("Import", [h("p", {}, muted("Records of Boardspace or LittleGolem, saved games, or turns.")), select("game", "Game", await gameChoices(), ""), record,
    field("file", "Or a file", { type: "file", onchange: async (/** @type {any} */ event) => { /** @type {any} */ (record.lastChild).value = await event.target.files[0]?.text() ?? ""; } }),
  ], ({ game, text }) => post("account/imports", { game, text }).then(refresh), { id: "import" }) : null));
}

/** A member's own view of another: blocking. @param {string} name */
async function blocking(name) {
  const isBlocked = (await get("account/blocks")).blocked.includes(name);
  const path = `members/${name}/block`;
  const place = h("span", { class: "contents" });
  fill(place, act(isBlocked ? "Unblock" : "Block", async () => {
    await (isBlocked ? remove(path) : post(path));
    place.replaceWith(await blocking(name));
  }, { id: "block" }));
  return place;
}

/** @param {string} about */
function report(about) {
  const close = dialog(`Report ${about}`, form("Send to the moderators", field("text", "What happened?", { rows: 4, maxlength: 1000, required: true }, "textarea"), async ({ text }) => {
    await post("reports", { about, text });
    close();
    toast("The moderators will look at it.");
  }));
}

/** @type {import("./club.js").Pages} */
export const pages = {
  async member(body, [asked]) {
    const path = `members/${encodeURIComponent(asked)}`;
    const [{ name, robot, role, online, created, ratings }, { history }] = await Promise.all([get(path), get(`${path}/ratings`)]);
    const [games, imports] = [h("div"), h("div")];
    const isMe = here.me?.name === name;
    titled(body, name, h("p", { class: "row tight" }, robot ? tag("robot", "robot") : null, role === "member" ? null : tag(role), online ? tag("online", "running") : tag("away"), muted("Member since "), time(created)),
      here.me && !isMe ? h("div", { class: "row tight" }, link(`/club?to=${name}`, "Challenge", { class: "button primary" }), await blocking(name), act("Report…", () => report(name))) : null,
      columns([card("Ratings", tabled(["Game", "Rating", "Won", "Drawn", "Lost"], Object.entries(ratings), ([game, r]) =>
        [skin(game).title, `${rating(r)} ± ${Math.round(2 * r.deviation)}`, r.wins, r.draws, r.losses], "No rated games yet."), graph(Object.entries(history))), imports], [games]));
    await Promise.all([drawGames(games, path), drawImports(imports, path, isMe)]);
  },

  async leaders(body, [chosen]) {
    const choices = await gameChoices();
    const game = chosen ?? choices[0][0];
    const { members } = await get(`leaderboard/${encodeURIComponent(game)}`);
    titled(body, "Leaderboard", h("div", { class: "row", onchange: (/** @type {any} */ event) => go(`/club/leaders/${event.target.value}`) }, select("game", "Game", choices, game)),
      card(skin(game).title, tabled(["#", "Member", "Rating", "Games"], members, (m) => [m.rank, named(m), `${Math.round(m.rating)} ± ${Math.round(2 * m.deviation)}`, m.games], "No member has played enough rated games yet.")));
  },
};
