// Training in sums: several small boards, each turn on one of them, against a strategy; then the cost of each turn.

import { board as fetchBoard, get, post } from "./api.js";
import { fill, h, recall, remember, announce, toast } from "./dom.js";
import { TurnBoard } from "./turn-board.js";
import { select } from "./home.js";
import { bind } from "./keys.js";
import { thermograph } from "./regions.js";

const GAME = "amazons";
const SIDES = ["White", "Black"];
const LETTERS = ["w", "b"];
const name = (/** @type {number} */ nth) => String.fromCharCode(65 + nth);

/** A board's text with this side to move. @param {string} text @param {number} side */
const withSide = (text, side) => `${text.split(" ")[0]} ${LETTERS[side]}`;

/** @param {HTMLElement} root */
export async function mount(root) {
  document.title = "Train sums – Quadrille";
  const saved = { boards: "3", size: "3x3", strategy: "hotstrat", side: "1", first: "1", ...recall("trainer", {}) };
  let left = 1;
  let serial = 0;
  /** @type {{start: string[], boards: string[], turns: {board: number, turn: string, text: string, side: number}[], side: number, mine: number, first: number, over: boolean, lost: number|null}} */
  let sum = { start: [], boards: [], turns: [], side: 1, mine: 1, first: 1, over: true, lost: null };
  /** @type {TurnBoard[]} */
  let turnBoards = [];
  const tables = h("div", { class: "sum" });
  const status = h("p", { class: "state", role: "status" });
  const undoButton = /** @type {HTMLButtonElement} */ (h("button", { type: "button", class: "soft", id: "sum-undo", onclick: () => void undo() }, "Take back"));
  const turns = h("ol", { class: "turns", "aria-label": "Turns" });
  const verdict = h("section", { class: "card", hidden: true, "aria-label": "What each turn cost" });
  const form = /** @type {HTMLFormElement} */ (h("form", { class: "card", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void begin(); } },
    h("div", { class: "row" },
      select("boards", "Boards", ["2", "3", "4", "5"].map((n) => [n, n]), saved.boards),
      select("size", "Size", [["3x3", "3 by 3"], ["4x3", "4 by 3"], ["4x4", "4 by 4"]], saved.size),
      select("strategy", "Against", [["hotstrat", "hotstrat"], ["sentestrat", "sentestrat"], ["thermostrat", "thermostrat"], ["hybrid", "hybrid (with search)"]], saved.strategy),
      select("side", "You play", [["1", "Black"], ["0", "White"]], saved.side),
      select("first", "First move", [["1", "Black"], ["0", "White"]], saved.first),
      h("button", { type: "submit", class: "primary", id: "new-sum" }, "New sum"))));
  fill(root, h("div", { class: "home wide-home" },
    h("div", {}, h("h1", {}, "Sums"), h("p", { class: "lead" }, "Several boards at once: each turn, choose one and move there. A player who cannot move on any board loses. Which board is most urgent?")),
    form, h("section", { class: "card", "aria-label": "Sum" }, status, tables, h("div", { class: "row end" }, undoButton)), h("section", { class: "card", "aria-label": "Turns" }, turns), verdict));

  async function begin() {
    const data = /** @type {any} */ (Object.fromEntries(new FormData(form)));
    remember("trainer", data);
    const [files, rows] = data.size.split("x").map(Number);
    const mine = ++serial;
    try {
      const made = await get("trainer", { seed: Math.floor(Math.random() * 1e9), boards: data.boards, files, rows, burnt: files * rows > 9 ? 2 : 1 });
      if (mine !== serial) return;
      left = made.left;
      sum = { start: made.boards, boards: [...made.boards], turns: [], side: Number(data.first), mine: Number(data.side), first: Number(data.first), over: false, lost: null };
      saved.strategy = data.strategy;
      turnBoards = made.boards.map((/** @type {string} */ _, /** @type {number} */ nth) => new TurnBoard({ game: GAME, onTurn: (word) => playOn(nth, word) }));
      fill(tables, turnBoards.map((turnBoard, nth) => h("figure", { class: "sum-board", "data-board": nth }, h("figcaption", {}, h("b", {}, name(nth)), h("span", { class: "muted heat" })), turnBoard.boardHost, turnBoard.state, turnBoard.extras)));
      verdict.hidden = true;
      await next();
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  }

  /** Shows all boards, and lets the strategy move if it is its turn. */
  async function next() {
    const mine = ++serial;
    const yours = sum.side === sum.mine && !sum.over;
    undoButton.disabled = sum.turns.every((turn) => turn.side !== sum.mine);
    drawTurns();
    const views = await Promise.all(turnBoards.map((turnBoard, nth) => turnBoard.go({ game: GAME, position: withSide(sum.boards[nth], sum.side), turns: [] }, { playable: yours, marked: [] })));
    if (mine !== serial) return;
    turnBoards.forEach((turnBoard) => { turnBoard.state.hidden = true; });
    if (!sum.over && views.every((view) => view.partial.next.length === 0)) {
      sum.over = true;
      sum.lost = sum.side;
    }
    if (sum.over) {
      const won = sum.lost !== sum.mine;
      status.textContent = won ? "You made the last move and win." : "You cannot move on any board: you lose.";
      announce(status.textContent);
      return review();
    }
    status.textContent = yours ? `Your turn (${SIDES[sum.side]}): choose a board and move there.` : `${saved.strategy} is thinking…`;
    if (yours) return;
    try {
      const answer = await post("trainer/reply", { boards: sum.boards, side: sum.side, strategy: saved.strategy });
      if (mine !== serial) return;
      if (answer) {
        await turnBoards[answer.board].replay({ game: GAME, position: withSide(sum.boards[answer.board], sum.side), turns: [] }, answer.turn);
        if (mine !== serial) return;
        done(answer.board, answer.turn, answer.text, answer.after);
      }
      await next();
    } catch (error) {
      if (mine !== serial) return;
      fill(status, h("span", { class: "problem", role: "alert" }, /** @type {Error} */ (error).message), " ",
        h("button", { type: "button", class: "soft small", onclick: () => void next() }, "Try again"));
    }
  }

  /** @param {number} board @param {string} turn @param {string} text @param {string} after */
  function done(board, turn, text, after) {
    sum.turns.push({ board, turn, text, side: sum.side });
    sum.boards[board] = after;
    sum.side = 1 - sum.side;
    announce(`Board ${name(board)}: ${text}`);
  }

  /** @param {number} nth @param {string} word */
  async function playOn(nth, word) {
    const view = await fetchBoard({ game: GAME, position: withSide(sum.boards[nth], sum.side), turns: [word] });
    done(nth, word, view.turns[0].text, view.position);
    await next();
  }

  async function undo() {
    serial++;
    const keep = sum.turns.map((turn) => turn.side).lastIndexOf(sum.mine);
    if (keep < 0) return;
    sum.turns.length = keep;
    try {
      const played = await post("trainer/review", { boards: sum.start, first: sum.first, turns: sum.turns.map(({ board, turn }) => ({ board, turn })) });
      Object.assign(sum, { boards: played.boards, side: played.to_move, over: false, lost: null });
      verdict.hidden = true;
      await next();
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  }

  function drawTurns() {
    fill(turns, sum.turns.length === 0 ? h("li", { class: "muted" }, "No moves yet") : sum.turns.map((turn, nth) => h("li", { class: "turn" },
      h("span", { class: "number" }, nth + 1), `${name(turn.board)} ${turn.text}`)));
  }

  /** What each turn cost with best play on both sides. */
  async function review() {
    verdict.hidden = false;
    fill(verdict, h("h2", {}, "What each turn cost"), h("p", { class: "muted" }, "Solving the sum…"));
    try {
      const played = await post("trainer/review", { boards: sum.start, first: sum.first, turns: sum.turns.map(({ board, turn }) => ({ board, turn })) });
      const total = (/** @type {boolean} */ yours) => played.turns.filter((/** @type {any} */ t) => (t.side === sum.mine) === yours).reduce((/** @type {number} */ all, /** @type {any} */ t) => all + t.cost, 0);
      const start = await Promise.all(sum.start.map((board) => post("trainer/review", { boards: [board], first: sum.first, turns: [] })));
      fill(verdict, h("h2", {}, "What each turn cost"),
        h("p", {}, total(true) === 0 ? "You lost nothing: all your turns were optimal." : `Your turns cost ${total(true)} ${total(true) === 1 ? "move" : "moves"}, those of ${saved.strategy} cost ${total(false)}.`),
        h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of costs" }, h("table", { class: "costs" },
          h("thead", {}, h("tr", {}, ["#", "Side", "Board", "Turn", "Cost", "Hottest"].map((t) => h("th", { scope: "col" }, t)))),
          h("tbody", {}, played.turns.map((/** @type {any} */ t, /** @type {number} */ nth) => h("tr", { class: t.cost > 0 ? "costly" : "" },
            h("td", {}, nth + 1), h("td", {}, t.side === sum.mine ? "You" : SIDES[t.side]), h("td", {}, name(t.board)), h("td", { class: "mono" }, t.text),
            h("td", {}, t.cost === 0 ? "none" : `⚠ ${t.cost}`), h("td", { class: "muted" }, `${t.hottest.map(name).join(", ")} at ${Math.max(...t.temperatures)}`)))))),
        h("h2", {}, "Starting boards"),
        h("div", { class: "sum" }, start.map((one, nth) => one.graphs[0] ? thermograph(one.graphs[0], SIDES, left, `Board ${name(nth)}`) : null)));
    } catch (error) {
      fill(verdict, h("h2", {}, "What each turn cost"), h("p", { class: "problem", role: "alert" }, /** @type {Error} */ (error).message),
        h("button", { type: "button", class: "soft", onclick: () => void review() }, "Try again"));
    }
  }

  bind([{ keys: ["Escape"], show: "Esc", words: "undo a step of the turn", run: () => { for (const turnBoard of turnBoards) void turnBoard.back(); } },
    { keys: ["u"], show: "u", words: "take back", run: () => void undo() }]);
  await begin();
  return () => { serial++; turnBoards.forEach((turnBoard) => { turnBoard.serial++; }); };
}
