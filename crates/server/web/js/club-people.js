// Members as others see them: profile, ratings with their graph, games, imported games; and the leaderboard.

import { get, post, remove } from "./api.js";
import { act, card, each, field, form, gameChoices, gameList, here, link, rating, robotTag, tabled, time, titled } from "./club.js";
import { dialog, fill, h, s, toast } from "./dom.js";
import { select } from "./home.js";
import { go } from "./main.js";
import { skin } from "./skins.js";

/** @param {HTMLElement} body @param {string[]} rest */
async function member(body, [name]) {
  const path = `members/${encodeURIComponent(name)}`;
  const [view, { history }] = await Promise.all([get(path), get(`${path}/ratings`)]);
  const isMe = here.me?.name === view.name;
  const [games, imports] = [h("div"), h("div")];
  titled(body, view.name,
    h("p", { class: "row tight" }, view.robot ? robotTag() : null, view.role === "member" ? null : h("span", { class: "tag" }, view.role),
      h("span", { class: view.online ? "tag running" : "tag" }, view.online ? "online" : "away"), h("span", { class: "muted" }, "Member since "), time(view.created)),
    here.me && !isMe ? h("div", { class: "row tight" }, link(`/club?to=${encodeURIComponent(view.name)}`, "Challenge", { class: "button primary" }), await blocking(view.name), act("Report…", async () => report(view.name))) : null,
    h("div", { class: "plan" },
      h("div", { class: "column" },
        card("Ratings", Object.keys(view.ratings).length ? tabled(["Game", "Rating", "Won", "Drawn", "Lost"], each(Object.entries(view.ratings), ([game, r]) =>
          [skin(game).title, `${rating(r)} ± ${Math.round(2 * r.deviation)}`, r.wins, r.draws, r.losses])) : h("p", { class: "muted" }, "No rated games yet."), graph(history)),
        imports),
      h("div", { class: "column" }, games)));
  await Promise.all([drawGames(games, path), drawImports(imports, path, isMe)]);
}

/** The games of a member, more of them on request. @param {HTMLElement} place @param {string} path @param {any[]} [before] */
async function drawGames(place, path, before = []) {
  const more = (await get(`${path}/games`, { limit: 20, before: before.at(-1)?.created })).games;
  const all = [...before, ...more];
  fill(place, card("Games", gameList(all, "No games yet."), more.length === 20 ? act("Show more", () => drawGames(place, path, all)) : null));
}

/** @param {string} name */
async function blocking(name) {
  const path = `members/${encodeURIComponent(name)}/block`;
  const { blocked } = await get("account/blocks");
  const button = act("", async () => {
    const at = blocked.indexOf(name);
    await (at >= 0 ? remove(path) : post(path));
    if (at >= 0) blocked.splice(at, 1);
    else blocked.push(name);
    draw();
  }, { id: "block" });
  const draw = () => { button.textContent = blocked.includes(name) ? "Unblock" : "Block"; };
  draw();
  return button;
}

/** @param {string} about */
function report(about) {
  const close = dialog(`Report ${about}`, form("Send to the moderators", h("label", { class: "field" }, h("span", {}, "What happened?"), h("textarea", { name: "text", rows: 4, maxlength: 1000, required: true })), async ({ text }) => {
    await post("reports", { about, text });
    close();
    toast("The moderators will look at it.");
  }));
}

/** How ratings have changed: one line for each game. @param {Record<string, any[]>} history */
function graph(history) {
  const rows = Object.entries(history);
  const all = rows.flatMap(([, points]) => points);
  if (all.length < 2) return null;
  const span = (/** @type {number[]} */ list) => [Math.min(...list), Math.max(...list)];
  const [[from, to], [low, high]] = [span(all.map((p) => p.at)), span(all.map((p) => p.rating))];
  const at = (/** @type {any} */ p) => [8 + 384 * (to > from ? (p.at - from) / (to - from) : 0.5), 132 - 120 * (high > low ? (p.rating - low) / (high - low) : 0.5)];
  return h("figure", { class: "rating-graph" },
    s("svg", { viewBox: "0 0 400 140", role: "img", "aria-label": `Ratings over time, from ${Math.round(low)} to ${Math.round(high)}` },
      rows.map(([, points], nth) => [s("polyline", { class: `line${nth}`, points: points.map((p) => at(p).join()).join(" ") }),
        points.slice(-1).map((p) => s("circle", { class: `line${nth}`, cx: at(p)[0], cy: at(p)[1], r: 4 }))])),
    h("figcaption", { class: "muted" }, `${Math.round(low)} to ${Math.round(high)}: `, rows.map(([game], nth) => h("span", { class: `key line${nth}` }, skin(game).title))));
}

/** @param {HTMLElement} place @param {string} path @param {boolean} isMe */
async function drawImports(place, path, isMe) {
  const { imports } = await get(`${path}/imports`);
  const refresh = () => drawImports(place, path, isMe);
  if (!isMe && !imports.length) return;
  const list = each(imports, (game) => h("li", {}, link(`/analyse?${new URLSearchParams({ game: game.game, position: game.start, turns: game.turns.join(" ") })}`, [
    h("b", {}, skin(game.game).title), h("span", { class: "muted" }, `${game.turns.length} turns, ${game.form}`), h("span", { class: "tag" }, game.result ?? "not played out"), time(game.added)]),
    isMe ? act("✕", () => remove(`account/imports/${game.id}`).then(refresh), { class: "quiet", "aria-label": "Delete this import" }) : null));
  const text = /** @type {HTMLTextAreaElement} */ (h("textarea", { name: "text", rows: 4, required: true }));
  fill(place, card("Games from elsewhere", list.length ? h("ul", { class: "game-list" }, list) : null,
    isMe ? form("Import", [h("p", { class: "muted" }, "Records of Boardspace or LittleGolem, saved games, or turns."), select("game", "Game", await gameChoices(), ""),
      h("label", { class: "field" }, h("span", {}, "Record"), text),
      field("file", "Or a file", { type: "file", onchange: async (/** @type {any} */ event) => { text.value = await event.target.files[0]?.text() ?? text.value; } }),
    ], ({ game, text }) => post("account/imports", { game, text }).then(refresh), { id: "import" }) : null));
}

/** @param {HTMLElement} body @param {string[]} rest */
async function leaders(body, [chosen]) {
  const games = await gameChoices();
  const game = chosen ?? games[0][0];
  const { members } = await get(`leaderboard/${encodeURIComponent(game)}`);
  titled(body, "Leaderboard", h("div", { class: "row" }, select("game", "Game", games, game)),
    h("section", { class: "card", "aria-label": skin(game).title }, members.length ? tabled(["#", "Member", "Rating", "Games"], each(members, (m) =>
      [m.rank, [link(`/club/member/${m.name}`, m.name), " ", m.robot ? robotTag() : null], `${Math.round(m.rating)} ± ${Math.round(2 * m.deviation)}`, m.games]))
      : h("p", { class: "muted" }, "No member has played enough rated games yet.")));
  body.querySelector("select")?.addEventListener("change", (event) => go(`/club/leaders/${/** @type {HTMLSelectElement} */ (event.target).value}`));
}

export const pages = { member, leaders };
