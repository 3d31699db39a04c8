// A game between two members: turns of both, clocks, chat, and what follows from its end. Others watch.

import { ApiError, board as fetchBoard, follow, get, post } from "./api.js";
import { act, clockWords, form, here, link, who } from "./club.js";
import { announce, banner, clock, dialog, fill, h, pause, recall, remember, toast } from "./dom.js";
import { ending } from "./endings.js";
import { bind } from "./keys.js";
import { go } from "./main.js";
import { skin } from "./skins.js";
import { playSound } from "./sound.js";
import { TurnBoard } from "./turn-board.js";

const SIDES = ["first", "second"];

/** After this time a live game can be claimed from an opponent who is away, in milliseconds. */
const AWAY = 60_000;

/** @param {HTMLElement} root @param {string[]} rest */
async function game(root, [id]) {
  const game = await get(`club/games/${id}`);
  const look = skin(game.game);
  const path = `club/games/${id}`;
  document.title = `${look.title} – Quadrille`;
  const players = [game.first, game.second];
  const side = players.findIndex((player) => player.name === here.me?.name);
  const isPlayer = side >= 0;
  let words = turnsOf(game.state);
  let shown = words.length;
  let received = performance.now();
  let isLeft = false;
  /** False while a change waits to be drawn: the server may be gone before its board is asked for. */
  let isDrawn = true;

  const isOver = () => game.state.status !== "started";
  const toMove = () => SIDES.indexOf(game.state.to_move);
  const isMine = () => !isOver() && isPlayer && toMove() === side;
  const atEnd = () => shown === words.length;
  const place = (/** @type {number} */ count) => ({ game: game.game, position: game.start, turns: words.slice(0, count) });

  const turnBoard = new TurnBoard({ game: game.game, confirm: () => recall("confirm", false), onTurn: async (turn) => {
    const body = { version: game.state.version, turn, request: requestName() };
    await persist(() => post(`${path}/turns`, body));
  } });
  if (side === 1) turnBoard.board.flip();
  const seats = [0, 1].map(() => h("div", { class: "seat" }));
  const turns = h("ol", { class: "turns", "aria-label": "Moves" });
  const result = h("div", { class: "result", role: "status" });
  const controls = h("div", { class: "controls", role: "group", "aria-label": "Game" });
  const lines = h("ol", { class: "chat", "aria-label": "Chat", "aria-live": "polite", tabindex: "0" });
  const option = (/** @type {string} */ key, /** @type {string} */ label) => h("label", { class: "check" }, h("input", { type: "checkbox", checked: recall(key, false),
    onchange: (/** @type {Event} */ e) => remember(key, /** @type {HTMLInputElement} */ (e.target).checked) }), label);
  fill(root, h("div", { class: "table" },
    h("h1", { class: "visually-hidden" }, `${look.title}: ${players[0].name} against ${players[1].name}`),
    h("div", { class: "board-side", "data-game": game.game }, seats[1], turnBoard.boardHost, seats[0]),
    h("aside", { class: "panel", "aria-label": "Game" },
      h("div", { class: "card status" }, h("div", { class: "game-name" }, link("/club", "← Lobby"), " ", h("b", {}, look.title),
        h("span", { class: "muted" }, ` ${[game.variant, clockWords(game.clock), game.rated ? "rated" : "casual", isPlayer ? "" : "you are watching"].filter(Boolean).join(", ")}`)),
        result, turnBoard.state, turnBoard.extras, isPlayer ? turnBoard.form : null),
      h("div", { class: "card grow" }, turns, h("p", { class: "muted none-yet" }, "No moves yet")),
      controls,
      isPlayer ? h("div", { class: "options" }, option("confirm", "Confirm each turn"), option("sound", "Sound")) : null,
      h("section", { class: "card", "aria-label": "Chat" }, h("h2", {}, isPlayer ? "Chat" : "Spectators' chat"), lines, here.me ? chatForm() : h("p", { class: "muted" }, link("/club/sign-in", "Sign in"), " to write.")))));
  if (side === 1) turnBoard.boardHost.parentElement?.classList.add("flipped");

  /** Repeats a request until the server has answered: under its name it happens once. @param {() => Promise<any>} ask */
  async function persist(ask) {
    for (;;) {
      try {
        const answer = await ask();
        banner(null);
        return answer;
      } catch (error) {
        if (isLeft || !(error instanceof ApiError) || ![0, 503].includes(error.status)) throw error;
        banner("The server is not responding. Your turn is sent again…");
        await pause(700);
      }
    }
  }

  async function draw() {
    drawSeats();
    drawTurns();
    drawControls();
    drawResult();
    await turnBoard.go(place(shown), { playable: atEnd() && isMine() });
    isDrawn = true;
    if (!atEnd()) turnBoard.tell(`Turn ${shown} of ${words.length}`, "");
    else if (isOver()) turnBoard.tell("", "");
  }

  function drawSeats() {
    for (const nth of [0, 1]) {
      const isRunning = !isOver() && toMove() === nth;
      fill(seats[nth], h("span", { class: `disc side${nth}`, "aria-hidden": "true" }), who(players[nth]), h("span", { class: "muted side-name" }, game.sides[nth]),
        game.clock.days && !isRunning ? null : h("span", { class: `clock${isRunning ? " running" : ""}`, role: "timer" }));
      seats[nth].classList.toggle("to-move", isRunning);
    }
    tick();
  }

  /** What the clock of a side shows, in milliseconds. @param {number} nth */
  function left(nth) {
    const { state } = game;
    const isRunning = !isOver() && toMove() === nth;
    if (game.clock.days) return state.deadline ? state.deadline - Date.now() : 0;
    return state[`${SIDES[nth]}_ms`] - (isRunning ? state.elapsed_ms + performance.now() - received : 0);
  }

  function tick() {
    for (const nth of [0, 1]) {
      const face = seats[nth].querySelector(".clock");
      if (!face) continue;
      const ms = left(nth);
      face.textContent = game.clock.days ? daysWords(ms) : clock(ms);
      face.classList.toggle("low", !isOver() && toMove() === nth && ms < 10_000);
    }
    const claim = controls.querySelector("#claim");
    if (claim) claim.toggleAttribute("hidden", isMine() || game.state.elapsed_ms + performance.now() - received < AWAY);
  }

  function drawTurns() {
    turns.hidden = words.length === 0;
    fill(turns, words.map((word, nth) => h("li", {}, h("button", { type: "button", class: "turn", "aria-current": nth + 1 === shown ? "true" : null, onclick: () => browse(nth + 1) },
      h("span", { class: "number" }, nth + 1), word.replaceAll(",", " ")))));
    turns.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  function drawResult() {
    result.hidden = !isOver();
    if (!isOver()) return;
    const { status, winner, reason } = game.state;
    const won = winner === null ? null : SIDES.indexOf(winner);
    const headline = status === "aborted" ? "Aborted" : won === null ? "Draw" : !isPlayer ? `${players[won].name} wins` : won === side ? "You win" : "You lose";
    fill(result, h("strong", {}, `${headline}.`), status === "aborted" ? " The game does not count." : ` ${ending({ winner: won, reason }, players.map((p) => p.name), isPlayer ? side : null)}`,
      h("div", { class: "row" }, isPlayer ? act("Rematch", rematch, { class: "primary", id: "rematch" }) : null));
  }

  const analyse = () => go(`/analyse?${new URLSearchParams({ game: game.game, position: game.start, turns: words.join(" ") })}`);
  const end = (/** @type {string} */ word) => post(`${path}/${word}`).then(refresh);

  function drawControls() {
    const isRunning = isPlayer && !isOver();
    fill(controls,
      isRunning && words.length < 2 ? act("Abort", () => end("abort"), { id: "abort" }) : null,
      isRunning ? h("button", { type: "button", class: "soft", id: "resign", onclick: askResign }, "Resign") : null,
      isRunning && !game.clock.days ? act("Claim the win", () => end("claim"), { id: "claim", hidden: true, title: "Your opponent has been away for a minute" }) : null,
      h("button", { type: "button", class: "soft", onclick: flip }, "Flip board"),
      isRunning ? null : h("button", { type: "button", class: "soft", onclick: analyse }, "Analyse"));
    tick();
  }

  function askResign() {
    const close = dialog("Resign?", h("p", {}, `${players[1 - side].name} will win the game.`), h("div", { class: "row end" },
      h("button", { type: "button", class: "soft", onclick: () => close() }, "Keep playing"),
      act("Resign", async () => {
        close();
        const body = { version: game.state.version, request: requestName() };
        await persist(() => post(`${path}/resign`, body));
        await refresh();
      }, { class: "danger", id: "really-resign" })));
  }

  async function rematch() {
    const answer = await post(`${path}/rematch`);
    if (answer.game_id) go(`/club/game/${answer.game_id}`);
    else toast(`${players[1 - side].name} is asked for another game.`);
  }

  const flip = () => {
    turnBoard.board.flip();
    turnBoard.boardHost.parentElement?.classList.toggle("flipped", turnBoard.board.flipped);
    void draw();
  };

  /** @param {number} count */
  function browse(count) {
    shown = Math.max(0, Math.min(words.length, count));
    void draw();
  }

  async function refresh() {
    await advance((await get(path)).state);
  }

  /** Shows a newer state; the same one sets the clocks. @param {any} state */
  async function advance(state) {
    if (state.version < game.state.version) return;
    received = performance.now();
    const before = game.state;
    game.state = state;
    if (state.version === before.version) return isDrawn ? drawSeats() : draw();
    isDrawn = false;
    const [had, wasAtEnd] = [words.length, atEnd()];
    words = turnsOf(state);
    if (wasAtEnd) shown = words.length;
    for (let nth = had; nth < words.length; nth++) {
      const at = await fetchBoard(place(nth)).catch(() => null);
      if (!at || game.state !== state) break;
      announce(`${players[at.to_move].name}: ${words[nth].replaceAll(",", " ")}`);
      if (at.to_move !== side) {
        playSound("turn");
        if (wasAtEnd) await turnBoard.replay(place(nth), words[nth]);
      }
    }
    if (game.state !== state || isLeft) return;
    await draw();
    if (isOver()) {
      playSound("end");
      announce(`${result.querySelector("strong")?.textContent} The game is over.`);
      over();
    }
  }

  // Chat: each line once, as text.
  let last = 0;
  function say(/** @type {any} */ line) {
    if (line.number <= last) return;
    last = line.number;
    lines.append(h("li", {}, h("b", {}, line.name), line.room === "spectators" && isPlayer ? h("span", { class: "tag" }, "spectator") : null, h("span", {}, ` ${line.text}`)));
    lines.scrollTop = lines.scrollHeight;
  }
  const readChat = async () => {
    const read = await get(`${path}/chat`);
    // After the end everyone reads the lines of both rooms, older ones too.
    last = 0;
    fill(lines);
    read.lines.forEach(say);
  };
  function chatForm() {
    return form("Send", h("input", { name: "text", maxlength: 300, required: true, autocomplete: "off", class: "wide", "aria-label": "Write a line", placeholder: isPlayer ? "Write to your opponent" : "Write to other spectators" }), async (data, element) => {
      await post(`${path}/chat`, { text: data.text });
      element.reset();
      if (isOver()) await readChat();
    }, { class: "soft small" });
  }

  /** @type {() => void} */
  let stop = () => undefined;
  /** @type {any} */
  let reading;
  /** The stream of a game ends with it. Then the members' own events tell of a rematch, and the chat is asked for. */
  function over() {
    stop();
    if (isLeft || reading) return;
    void readChat();
    reading = setInterval(() => { if (!document.hidden) void readChat().catch(() => undefined); }, 5000);
    if (!isPlayer) return;
    stop = follow("stream/event", {}, { line: (event) => {
      const { challenge } = event;
      if (event.type === "gameStart" && event.seq && event.game.opponent.name === players[1 - side].name) go(`/club/game/${event.game.id}`);
      if (event.type === "challenge" && challenge.rematch_of === id) fill(/** @type {HTMLElement} */ (result.querySelector("#rematch")), `Accept ${challenge.from.name}'s rematch`);
    }, lost: () => undefined }, true);
  }
  function live() {
    stop = follow(`bot/game/stream/${id}`, {}, {
      line: (event) => {
        if (event.type === "chatLine") say(event);
        else void advance(event.type === "gameFull" ? event.state : event);
      },
      lost: () => banner("The server is not responding. Reconnecting…"),
      found: () => { banner(null); void readChat(); },
      error: (error) => toast(error.message, "error"),
    }, true);
  }

  await draw();
  if (isOver()) over();
  else {
    await readChat();
    live();
  }
  const timer = setInterval(tick, 200);
  bind([
    { keys: ["ArrowLeft"], show: "←", words: "previous turn", run: () => browse(shown - 1) },
    { keys: ["ArrowRight"], show: "→", words: "next turn", run: () => browse(shown + 1) },
    { keys: ["Home"], show: "Home", words: "first position", run: () => browse(0) },
    { keys: ["End"], show: "End", words: "last position", run: () => browse(words.length) },
    { keys: ["Escape"], show: "Esc", words: "undo a step of the turn", run: () => void turnBoard.back() },
    { keys: ["f"], show: "f", words: "flip board", run: flip },
  ]);
  return () => {
    isLeft = true;
    stop();
    clearInterval(timer);
    clearInterval(reading);
    banner(null);
    turnBoard.serial++;
  };
}

/** @param {any} state @returns {string[]} */
const turnsOf = (state) => state.turns.split(" ").filter(Boolean);

/** A name for a request: the server answers the same one only once. */
const requestName = () => crypto.randomUUID?.() ?? String(Math.random());

/** The time until a deadline. @param {number} ms */
function daysWords(ms) {
  const hours = Math.max(0, ms) / 3_600_000;
  return hours >= 48 ? `${Math.floor(hours / 24)} days` : hours >= 1 ? `${Math.floor(hours)} h` : `${Math.ceil(hours * 60)} min`;
}

export const pages = { game };
