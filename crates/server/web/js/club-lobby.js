// The lobby of the club: own games, challenges, open seeks and new games; and the running games of all.

import { catalogue, follow, get, post } from "./api.js";
import { act, card, clockWords, each, field, form, gameList, here, kind, link, robotTag, time, titled, who } from "./club.js";
import { banner, fill, h, recall, remember, toast } from "./dom.js";
import { select } from "./home.js";
import { go } from "./main.js";
import { skin } from "./skins.js";

/** How often lists are asked for, in milliseconds: open seeks and turns of others are not in the stream of events. */
const OFTEN = 4000;

/** Repeats a question and draws the answer when it changes, so that no button is replaced under the pointer. Returns what asks at once and what ends it.
 * @param {() => Promise<any>} ask @param {(answer: any) => void} draw */
export function watch(ask, draw) {
  let before = "";
  let over = false;
  const look = async () => {
    try {
      const answer = await ask();
      const text = JSON.stringify(answer);
      if (over || text === before) return;
      before = text;
      draw(answer);
    } catch {
      // The next time may be better; a stream tells of a server that is away.
    }
  };
  const timer = setInterval(() => { if (!document.hidden) void look(); }, OFTEN);
  return { look, end: () => { over = true; clearInterval(timer); } };
}

/** @param {HTMLElement} body @param {string[]} _rest @param {URLSearchParams} query */
async function lobby(body, _rest, query) {
  const { club, me } = here;
  const [own, seeks] = [h("div"), h("div")];
  const count = (/** @type {number} */ number, /** @type {string} */ word) => `${number} ${word}${number === 1 ? "" : "s"}`;
  titled(body, "Lobby", h("p", { class: "muted" }, `${count(club.members, "member")}, ${count(club.playing, "running game")}`),
    h("div", { class: "plan" }, h("div", { class: "column" }, me ? await newGame(query, () => lists.look()) : welcome(club)), h("div", { class: "column" }, own, seeks)));

  const lists = watch(async () => {
    const [challenges, playing] = await Promise.all([get("challenges"), me ? get("account/playing") : { games: [] }]);
    return { ...challenges, games: each(playing.games, ({ position, first_ms, second_ms, ...rest }) => rest) };
  }, ({ games, incoming, outgoing, open }) => {
    const refresh = () => lists.look();
    const answer = (/** @type {any} */ challenge, /** @type {string} */ word, /** @type {string} */ label, style = "soft") =>
      act(label, () => post(`challenges/${challenge.id}/${word}`).then((done) => done.game_id ? go(`/club/game/${done.game_id}`) : refresh()), { class: `${style} small`, "data-do": word });
    const row = (/** @type {any} */ challenge, /** @type {any} */ name, /** @type {any[]} */ buttons) => h("li", { class: "challenge" },
      h("div", {}, name, h("span", { class: "muted" }, ` ${kind(challenge)}${challenge.side === "random" ? "" : `, ${sideWords(challenge)}`}`)), h("div", { class: "row tight" }, buttons));
    fill(own, me ? [
      incoming.length ? card("Challenges to you", h("ul", { class: "plain-list" }, each(incoming, (c) => row(c, who(c.from), [answer(c, "accept", "Accept", "primary"), answer(c, "decline", "Decline")])))) : null,
      card("Your games", games.length ? h("ul", { class: "game-list" }, each(games, ownGame)) : h("p", { class: "muted" }, "You have no running games.")),
      outgoing.length ? card("Your challenges", h("ul", { class: "plain-list" }, each(outgoing, (c) => row(c, c.to ? who(c.to) : h("b", {}, "Open to everyone"), [answer(c, "cancel", "Cancel")])))) : null] : null);
    fill(seeks, card("Open seeks", open.length ? h("ul", { class: "plain-list" }, each(open, (c) => row(c, who(c.from), me ? [answer(c, "accept", "Play", "primary")] : [])))
      : h("p", { class: "muted" }, "No one is looking for a game.")));
  });
  await lists.look();
  if (!me) return lists.end;
  const stop = follow("stream/event", {}, {
    line: (event) => {
      // Without a number it describes the present, which is drawn already.
      if (event.seq === undefined) return;
      if (event.type === "gameStart" && event.game.clock.initial) go(`/club/game/${event.game.id}`);
      else void lists.look();
      if (event.type === "challengeDeclined") toast(`${event.challenge.to?.name} declined${event.challenge.reason ? `: ${event.challenge.reason}` : "."}`);
    },
    lost: () => banner("The server is not responding. Reconnecting…"),
    found: () => { banner(null); void lists.look(); },
  }, true);
  return () => { stop(); lists.end(); };
}

/** Which side the member who challenges plays. @param {any} challenge */
const sideWords = ({ from, side }) => `${from.name} plays ${side}`;

/** @param {any} game */
function ownGame(game) {
  return h("li", {}, link(`/club/game/${game.id}`, [h("b", {}, skin(game.game).title), h("span", {}, `against ${game.opponent.name}`), game.opponent.robot ? robotTag() : null,
    h("span", { class: game.is_my_turn ? "tag running" : "tag" }, game.is_my_turn ? "your turn" : "waiting"),
    game.deadline ? time(game.deadline) : h("span", { class: "muted" }, clockWords(game.clock))]));
}

/** @param {any} club */
function welcome(club) {
  return card("Welcome", h("p", {}, "Members play each other here, live or over days. You can watch without an account."),
    h("div", { class: "row" }, link("/club/sign-in", "Sign in", { class: "button primary" }),
      club.registration === "closed" ? null : link("/club/join", "Join the club", { class: "button soft" })));
}

/** The form for a seek or a challenge. @param {URLSearchParams} query @param {() => Promise<any>} offered */
async function newGame(query, offered) {
  const { games } = await catalogue();
  const saved = { game: games[0].name, pace: "live", minutes: "10", increment: "5", days: "3", side: "random", rated: "yes", ...recall("seek", {}) };
  const starts = h("div", { class: "field" });
  const live = h("div", { class: "row" }, field("minutes", "Minutes", { type: "number", min: "0.2", max: "180", step: "any", value: saved.minutes }),
    field("increment", "Seconds added for each turn", { type: "number", min: "0", max: "180", value: saved.increment }));
  const days = h("div", { class: "row" }, field("days", "Days for each turn", { type: "number", min: "1", max: "14", value: saved.days }));
  const draw = (/** @type {Record<string, string>} */ data) => {
    const game = games.find((/** @type {any} */ g) => g.name === data.game) ?? games[0];
    const choices = each(game.starts, (s) => [s.variant, s.words]);
    fill(starts, select("variant", "Start", choices, choices.some((choice) => choice[0] === data.variant) ? data.variant : choices[0][0]));
    live.hidden = data.pace !== "live";
    days.hidden = data.pace === "live";
  };
  const element = form("Offer the game", [
    field("to", "Opponent (empty: anyone)", { autocomplete: "off", maxlength: 20, value: query.get("to") ?? "" }),
    h("div", { class: "row" }, select("game", "Game", each(games, (g) => [g.name, skin(g.name).title]), saved.game), starts),
    h("div", { class: "row" }, select("pace", "Pace", [["live", "Live, with a clock"], ["days", "Turn by turn, over days"]], saved.pace),
      select("side", "You play", [["random", "Random side"], ["first", "First"], ["second", "Second"]], saved.side),
      select("rated", "Counts", [["yes", "Rated"], ["no", "Casual"]], saved.rated)),
    live, days,
  ], async (data) => {
    remember("seek", data);
    const clock = data.pace === "live" ? { initial: Math.round(Number(data.minutes) * 60), increment: Number(data.increment) } : { days: Number(data.days) };
    const variant = data.variant.replace("{seed}", String(Math.floor(Math.random() * 1e9)));
    await post("challenges", { to: data.to.trim() || undefined, game: data.game, variant, side: data.side, rated: data.rated === "yes", clock });
    toast(data.to.trim() ? `${data.to.trim()} is asked.` : "Your seek is open.");
    await offered();
  }, { id: "offer" });
  element.addEventListener("change", () => draw(/** @type {Record<string, string>} */ (Object.fromEntries(new FormData(element)))));
  draw(saved);
  return card("New game", element);
}

/** @param {HTMLElement} body */
async function running(body) {
  const list = h("div");
  titled(body, "Running games", list);
  const lists = watch(async () => (await get("club/games")).games, (games) => fill(list, gameList(games, "No game is running.")));
  await lists.look();
  return lists.end;
}

export const pages = { "": lobby, games: running };
