// The lobby of the club: own games, challenges, open seeks and new games; and the running games of all.

import { catalogue, follow, get, post } from "./api.js";
import { act, card, columns, field, form, gameChoices, gameLink, here, kind, link, listed, muted, tag, time, titled, who } from "./club.js";
import { banner, fill, h, recall, remember, toast } from "./dom.js";
import { select } from "./home.js";
import { go } from "./main.js";
import { skin } from "./skins.js";

/** How often lists are asked for, in milliseconds: open seeks and turns of others are not in the stream of events. */
const OFTEN = 4000;

/** Asks again and again, and draws the answer when it has changed, so that no button is replaced under the pointer. @param {() => Promise<any>} ask @param {(answer: any) => void} draw */
function watch(ask, draw) {
  let before = "";
  const look = async () => {
    // A server that is away is told of by the stream.
    const answer = await ask().catch(() => null);
    const text = JSON.stringify(answer);
    if (answer && text !== before) draw(answer);
    before = text;
  };
  const timer = setInterval(() => { if (!document.hidden) void look(); }, OFTEN);
  return { look, end: () => clearInterval(timer) };
}

/** A challenge with what can be done about it. @param {any} c @param {any} name @param {string[][]} deeds @param {() => any} done */
const challenge = (c, name, deeds, done) => [h("div", {}, name, muted(` ${kind(c)}${c.side === "random" ? "" : `, ${c.from.name} plays ${c.side}`}`)),
  h("div", { class: "row tight" }, deeds.map(([word, label, look]) => act(label, async () => {
    const { game_id } = await post(`challenges/${c.id}/${word}`);
    if (game_id) go(`/club/game/${game_id}`);
    else done();
  }, { class: `${look ?? "soft"} small`, "data-do": word })))];

/** The form for a seek or a challenge. @param {URLSearchParams} query @param {() => any} offered */
async function newGame(query, offered) {
  const { games } = await catalogue();
  const saved = { game: games[0].name, pace: "live", minutes: "10", increment: "5", days: "3", side: "random", rated: "yes", ...recall("seek", {}) };
  const starts = h("div", { class: "contents" });
  const number = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number} */ min, /** @type {number} */ max) => field(name, label, { type: "number", min, max, step: "any", value: saved[/** @type {"days"} */ (name)] });
  const live = h("div", { class: "row" }, number("minutes", "Minutes", 0.2, 180), number("increment", "Seconds added for each turn", 0, 180));
  const days = number("days", "Days for each turn", 1, 14);
  const element = form("Offer the game", [
    field("to", "Opponent (empty: anyone)", { autocomplete: "off", maxlength: 20, value: query.get("to") ?? "" }),
    h("div", { class: "row" }, select("game", "Game", await gameChoices(), saved.game), starts),
    h("div", { class: "row" }, select("pace", "Pace", [["live", "Live, with a clock"], ["days", "Turn by turn, over days"]], saved.pace),
      select("side", "You play", [["random", "Random side"], ["first", "First"], ["second", "Second"]], saved.side),
      select("rated", "Counts", [["yes", "Rated"], ["no", "Casual"]], saved.rated)),
    live, days,
  ], async (data) => {
    remember("seek", data);
    const to = data.to.trim();
    const clock = data.pace === "live" ? { initial: Math.round(Number(data.minutes) * 60), increment: Number(data.increment) } : { days: Number(data.days) };
    const variant = data.variant.replace("{seed}", String(Math.floor(Math.random() * 1e9)));
    await post("challenges", { to: to || undefined, game: data.game, variant, side: data.side, rated: data.rated === "yes", clock });
    toast(to ? `${to} is asked.` : "Your seek is open.");
    await offered();
  }, { id: "offer" });
  const draw = (/** @type {any} */ data) => {
    const game = games.find((/** @type {any} */ g) => g.name === data.game) ?? games[0];
    fill(starts, select("variant", "Start", game.starts.map((/** @type {any} */ s) => [s.variant, s.words]), data.variant));
    live.hidden = data.pace !== "live";
    days.hidden = !live.hidden;
  };
  element.addEventListener("change", () => draw(Object.fromEntries(new FormData(element))));
  draw(saved);
  return card("New game", element);
}

/** @type {import("./club.js").Pages} */
export const pages = {
  async ""(body, _rest, query) {
    const { club, me } = here;
    const [own, seeks] = [h("div"), h("div")];
    const lists = watch(async () => {
      const [challenges, { games }] = await Promise.all([get("challenges"), me ? get("account/playing") : { games: [] }]);
      return { ...challenges, games };
    }, ({ games, incoming, outgoing, open }) => {
      const done = () => lists.look();
      fill(own, me ? [
        incoming.length ? card("Challenges to you", listed(incoming, (c) => challenge(c, who(c.from), [["accept", "Accept", "primary"], ["decline", "Decline"]], done), "")) : null,
        card("Your games", listed(games, (g) => link(`/club/game/${g.id}`, [h("b", {}, skin(g.game).title), ` against ${g.opponent.name}`, g.opponent.robot ? tag("robot", "robot") : null,
          g.is_my_turn ? tag("your turn", "running") : tag("waiting"), g.deadline ? time(g.deadline) : null]), "You have no running games.", "game-list")),
        outgoing.length ? card("Your challenges", listed(outgoing, (c) => challenge(c, c.to ? who(c.to) : h("b", {}, "Open to everyone"), [["cancel", "Cancel"]], done), "")) : null] : null);
      fill(seeks, card("Open seeks", listed(open, (c) => challenge(c, who(c.from), me ? [["accept", "Play", "primary"]] : [], done), "No one is looking for a game.")));
    });
    titled(body, "Lobby", h("p", {}, muted(`Members: ${club.members}. Running games: ${club.playing}.`)), me ? columns([own, seeks], [await newGame(query, lists.look)]) : columns([card("Welcome",
      h("p", {}, "Members play each other here, live or over days. You can watch without an account."),
      h("div", { class: "row" }, link("/club/sign-in", "Sign in", { class: "button primary" }), club.registration === "closed" ? null : link("/club/join", "Join the club", { class: "button soft" })))], [seeks]));
    await lists.look();
    if (!me) return lists.end;
    const stop = follow("stream/event", {}, {
      object: ({ seq, type, game, challenge }) => {
        // Without a number it describes the present, which is drawn already.
        if (seq && type === "gameStart" && game.clock.initial) return go(`/club/game/${game.id}`);
        if (seq) void lists.look();
        if (type === "challengeDeclined") toast(`${challenge.to.name} declined. ${challenge.reason ?? ""}`);
      },
      lost: () => banner("The server is not responding. Reconnecting…"),
      found: () => { banner(null); void lists.look(); },
      error: (error) => toast(error.message, "error"),
    }, true);
    return () => { stop(); lists.end(); };
  },

  async games(body) {
    const list = h("div");
    titled(body, "Running games", list);
    const lists = watch(() => get("club/games"), ({ games }) => fill(list, listed(games, gameLink, "No game is running.", "game-list")));
    await lists.look();
    return lists.end;
  },
};
