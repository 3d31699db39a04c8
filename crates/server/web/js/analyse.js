// The analysis board: live engine lines, a tree of variations, game review, a position editor.

import { board as fetchBoard, catalogue, follow, get, post } from "./api.js";
import { Board } from "./board.js";
import { copy, dialog, fill, h, recall, remember, s, announce, short, toast } from "./dom.js";
import { TurnBoard, pieceIcon } from "./turn-board.js";
import { capital, firstBoard, select } from "./home.js";
import { MOUSE, bind, onWheel, withMouse } from "./keys.js";
import { go } from "./main.js";
import { arrowsOf } from "./play.js";
import { Regions } from "./regions.js";
import { Openings } from "./openings.js";
import { playerName, skin } from "./skins.js";
import { sideInfo } from "./sides.js";
import { Tree } from "./tree.js";
import { shortText } from "./turn-list.js";

/** @param {HTMLElement} root @param {string[]} _rest @param {URLSearchParams} query */
export async function mount(root, _rest, query) {
  const { games, limits } = await catalogue();
  const entry = games.find((/** @type {any} */ g) => g.name === (query.get("game") ?? recall("game", ""))) ?? games[0];
  const game = entry.name;
  const look = skin(game);
  document.title = `Analyse ${look.title} – Quadrille`;
  const wantedTurns = (query.get("turns") ?? "").split(/\s+/).filter(Boolean);
  const [position, variant] = [query.get("position") ?? undefined, query.get("variant") ?? undefined];
  const usual = position === undefined && variant === undefined ? (await firstBoard(entry)).start : undefined;
  const first = await fetchBoard({ game, variant, position: position ?? usual, turns: wantedTurns });
  const start = first.start;
  const key = `tree.${game}.${start}`;
  const tree = Tree.from(recall(key, null));
  let node = tree.follow(first.turns);
  const settings = { on: false, spec: "best", lines: 3, ...recall("analysis", {}) };
  /** Changes with every position, so that lines of another position are never shown. */
  let serial = 0;
  /** @type {(() => void)|null} */
  let stopSearch = null;
  /** @type {(() => void)|null} */
  let stopReview = null;
  /** @type {any} */
  let view = first;
  /** @type {any} */
  let latest = null;
  /** @type {Map<number, any>} */
  let reviewed = new Map();
  let reviewedWords = "";
  /** Redraws the position editor while it is open. @type {(() => void)|null} */
  let redrawEditor = null;

  const place = () => ({ game, position: start, turns: Tree.words(node) });
  const turnBoard = new TurnBoard({ game, onState: () => drawSides(), onTurn: async (word) => {
    const after = await fetchBoard({ game, position: start, turns: [...Tree.words(node), word] });
    const turn = after.turns[after.turns.length - 1];
    node = tree.add(node, turn.word, turn.text);
    await move();
  } });

  if (recall("analysis-flipped", false)) turnBoard.board.flip();
  const infos = h("div", { class: "infos", "data-game": game });
  const openings = new Openings(game, (word) => void playLine([word]));
  const regions = new Regions(turnBoard, entry.regions);
  const bar = h("div", { class: "eval-bar", role: "img", "aria-label": "Evaluation" }, h("i"));
  const head = h("div", { class: "engine-head" });
  const lines = h("ol", { class: "lines", "aria-label": "Lines" });
  const facts = h("div", { class: "muted mono facts" });
  const moves = h("div", { class: "tree", "aria-label": "Variations" });
  const graph = h("div", { class: "graph" });
  const steps = h("div", { class: "steps", role: "group", "aria-label": "Navigation" });
  const tools = h("div", { class: "controls", role: "group", "aria-label": "Position" });
  const editor = h("div", { class: "card editor", hidden: true });
  const mini = h("div", { class: "peek", hidden: true, "aria-hidden": "true" });
  fill(root, h("div", { class: "table analysis" },
    h("h1", { class: "visually-hidden" }, `Analyse ${look.title}`),
    h("div", { class: "board-side" }, h("div", { class: "with-bar" }, bar, turnBoard.boardHost)),
    h("aside", { class: "panel" },
      editor,
      h("div", { class: "card engine" }, head, facts, lines),
      h("div", { class: "card record" }, h("div", { class: "grow" }, moves), steps, graph),
      h("div", { class: "card status" }, turnBoard.state, infos, turnBoard.extras, turnBoard.form),
      regions.element,
      openings.element,
      tools), mini));

  const switchInput = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", role: "switch", id: "engine-on", checked: settings.on,
    onchange: () => { settings.on = switchInput.checked; keep(); search(); } }));
  const specs = ["best", "alphabeta", "dfpns", "pns", "mcts", ...entry.levels.map((/** @type {any} */ l) => `level:${l.name}`)];
  const specInput = /** @type {HTMLInputElement} */ (h("input", { id: "spec", value: settings.spec, list: "specs", maxlength: 1000, spellcheck: "false",
    "aria-label": "Player spec", onchange: () => { settings.spec = specInput.value.trim() || "best"; keep(); search(); } }));
  const lineSelect = /** @type {HTMLSelectElement} */ (h("select", { id: "line-count", "aria-label": "Lines", onchange: () => { settings.lines = Number(lineSelect.value); keep(); search(); } },
    Array.from({ length: limits.lines }, (_, n) => h("option", { value: n + 1, selected: n + 1 === settings.lines }, `${n + 1} ${n ? "lines" : "line"}`))));
  fill(head, h("label", { class: "switch" }, switchInput, h("span", {}, "Engine")), specInput,
    h("datalist", { id: "specs" }, specs.map((value) => h("option", { value }, playerName(value)))), lineSelect,
    h("button", { type: "button", class: "quiet", "aria-label": "About players and settings", onclick: () => void aboutPlayers() }, "i"));

  function keep() {
    remember("analysis", settings);
  }

  function address() {
    return `/analyse?${new URLSearchParams({ game, position: start, turns: Tree.words(node).join(" ") })}`;
  }

  /** Shows, stores and searches the current node. @param {boolean} [push] */
  async function move(push = true) {
    if (push) history.pushState(null, "", address());
    remember(key, tree);
    remember("game", game);
    latest = null;
    stop();
    drawLines();
    view = await turnBoard.go(place(), { playable: true });
    drawTree();
    drawGraph();
    drawTools();
    announce(node.text ? node.text : "Start");
    search();
    void regions.look(place(), Boolean(view.outcome));
    void openings.look(place());
  }

  function drawSides() {
    const shown = turnBoard.view;
    fill(infos, [0, 1].map((side) => {
      const info = sideInfo(shown, side).filter(Boolean);
      return info.length ? h("div", { class: "side-info" }, h("span", { class: `disc side${side}`, "aria-hidden": "true" }), h("span", { class: "visually-hidden" }, shown.sides[side]), info) : null;
    }));
  }

  function stop() {
    serial++;
    stopSearch?.();
    stopSearch = null;
  }

  function search() {
    stop();
    latest = null;
    drawLines();
    turnBoard.showArrows([]);
    if (!settings.on) return;
    if (view.outcome) {
      facts.textContent = "The game is over in this position.";
      return;
    }
    const mine = String(serial);
    const at = place();
    const take = (/** @type {any} */ event) => {
      if (event.node !== String(serial)) return;
      latest = event.thought;
      drawLines();
      void drawArrows(mine);
    };
    stopSearch = follow("analysis", { game, position: at.position, turns: at.turns.join(" "), spec: settings.spec, lines: settings.lines, node: mine }, {
      hello: ({ player }) => { facts.title = player; facts.textContent = "Thinking…"; },
      line: take,
      done: (event) => { take(event); if (event.node === String(serial)) facts.append(" · done"); },
      tick: ({ node: of, ms, nodes, nps }) => {
        if (of !== String(serial)) return;
        const counted = nodes > (latest?.nodes ?? 0) ? { nodes, nps } : {};
        facts.textContent = factsOf({ depth: 0, nodes: 0, nps: 0, ...latest, ...counted }, ms);
      },
      failed: ({ sentence }) => problem(sentence),
      error: (error) => problem(error.message),
    });
  }

  /** @param {string} sentence */
  function problem(sentence) {
    fill(facts, h("span", { class: "problem", role: "alert" }, sentence), " ",
      h("button", { type: "button", class: "soft small", onclick: search }, "Try again"));
  }

  /** @param {any} thought @param {number} ms */
  function factsOf(thought, ms) {
    return `depth ${thought.depth || "–"} · ${short(thought.nodes)} nodes · ${short(thought.nps)}/s · ${(ms / 1000).toFixed(1)} s`;
  }

  // A line replaced under the pointer would lose its click, so lines do not change while one is pressed.
  let pressed = false;
  lines.addEventListener("pointerdown", () => { pressed = true; });
  const released = () => { if (pressed) setTimeout(() => { pressed = false; }); };
  document.addEventListener("pointerup", released);
  document.addEventListener("pointercancel", released);

  function drawLines() {
    if (pressed && latest) return;
    bar.firstElementChild?.setAttribute("class", "");
    setBar(latest?.lines?.[0]?.score ?? null);
    if (!latest) {
      fill(lines);
      if (!settings.on) facts.textContent = "Switch on the engine to see its analysis.";
      return;
    }
    facts.textContent = factsOf(latest, latest.ms);
    const base = Tree.words(node);
    fill(lines, latest.lines.map((/** @type {any} */ line, /** @type {number} */ rank) => h("li", { "data-node": serial },
      h("span", { class: `score ${scoreSide(line.score)}`, title: line.score?.words ?? "no evaluation" }, scoreText(line.score)),
      h("span", { class: "pv" }, line.turns.slice(0, 10).map((/** @type {string} */ word, /** @type {number} */ nth) => h("button", {
        type: "button", class: "ply",
        onclick: () => void playLine(line.turns.slice(0, nth + 1)),
        onmouseenter: (/** @type {MouseEvent} */ event) => void peek(event, [...base, ...line.turns.slice(0, nth + 1)]),
        onmouseleave: () => { mini.hidden = true; },
      }, word.replaceAll(",", " ")))),
      rank === 0 && line.score ? h("span", { class: "meaning muted" }, line.score.words) : null)));
  }

  /** @param {string} mine */
  async function drawArrows(mine) {
    const arrows = [];
    for (const [rank, line] of latest.lines.entries()) {
      arrows.push(...await arrowsOf(turnBoard, rank === 0 ? line.actions : line.actions.slice(0, 1), rank));
    }
    if (mine === String(serial)) turnBoard.showArrows(arrows);
  }

  /** @param {any} score */
  function setBar(score) {
    const part = score === null ? 0.5 : share(score);
    bar.dataset.known = String(score !== null);
    bar.setAttribute("aria-label", score === null ? "No evaluation" : score.words);
    const fillIn = /** @type {HTMLElement} */ (bar.firstElementChild);
    fillIn.style.height = `${(part * 100).toFixed(1)}%`;
  }

  let scale = 300;
  /** The first side's share of the bar. @param {any} score */
  function share(score) {
    if (score.kind === "proof") return score.winner === 0 ? 1 : 0;
    return 0.5 + 0.5 * Math.tanh(score.first / scale);
  }

  /** Plays turns of a line as a variation. @param {string[]} words */
  async function playLine(words) {
    mini.hidden = true;
    try {
      for (const word of words) {
        const after = await fetchBoard({ game, position: start, turns: [...Tree.words(node), word] });
        const turn = after.turns[after.turns.length - 1];
        node = tree.add(node, turn.word, turn.text);
      }
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
    await move();
  }

  /** A small board beside the pointer. @param {MouseEvent} event @param {string[]} words */
  async function peek(event, words) {
    const target = /** @type {HTMLElement} */ (event.target);
    const seen = await fetchBoard({ game, position: start, turns: words }).catch(() => null);
    if (!seen || !target.matches(":hover")) return;
    const small = new Board(mini, { game, still: true });
    small.flipped = turnBoard.board.flipped;
    small.show(seen.partial.scene, { marked: seen.squares });
    const box = target.getBoundingClientRect();
    mini.hidden = false;
    mini.style.left = `${Math.max(8, Math.min(innerWidth - 228, box.left))}px`;
    mini.style.top = `${box.bottom + 230 > innerHeight ? box.top - 226 : box.bottom + 6}px`;
  }

  function drawTree() {
    const current = node;
    const go = (/** @type {any} */ to) => () => { node = to; void move(); };
    // Turns are numbered in pairs; a line that begins with the second side's turn has dots.
    const first = Tree.words(current).length % 2 ? 1 - view.to_move : view.to_move;
    const turn = (/** @type {any} */ n, /** @type {number} */ ply, /** @type {boolean} */ begins) => h("button", { type: "button", class: "turn", title: n.text, "aria-current": n === current ? "true" : null, onclick: go(n) },
      (ply + first) % 2 || begins ? h("span", { class: "number" }, `${Math.ceil((ply + first) / 2)}.${(ply + first) % 2 ? "" : "…"}`) : null, shortText(n));
    const line = (/** @type {any} */ from, /** @type {number} */ ply) => {
      const out = [];
      let at = from;
      let broken = false;
      for (let p = ply; at; p++) {
        out.push(turn(at, p, p === ply || broken));
        broken = false;
        const siblings = at.parent?.children ?? [];
        if (siblings[0] === at && siblings.length > 1) {
          broken = true;
          out.push(h("div", { class: "variation" }, siblings.slice(1).map((/** @type {any} */ other) => h("div", { class: "branch" }, line(other, p)))));
        }
        at = at.children[0];
      }
      return out;
    };
    fill(moves, h("button", { type: "button", class: "turn start", "aria-current": node === tree.root ? "true" : null, onclick: go(tree.root) }, "Start"),
      tree.root.children.length ? line(tree.root.children[0], 1) : h("p", { class: "muted" }, "Make moves on the board; alternatives become variations."));
    const here = /** @type {HTMLElement|null} */ (moves.querySelector("[aria-current]"));
    if (here && moves.parentElement) moves.parentElement.scrollTop = Math.max(0, here.offsetTop - 80);
  }

  /** The line through this node, from the start to its end. */
  const mainLine = () => Tree.words(Tree.end(node));

  function drawGraph() {
    const words = mainLine();
    const same = reviewedWords === words.join(" ");
    const total = words.length + 1;
    if (!same || reviewed.size === 0) {
      fill(graph, h("button", { type: "button", class: "quiet small", id: "review", disabled: words.length === 0, onclick: review }, "Review game"));
      return;
    }
    const [width, height] = [320, 90];
    const shares = Array.from({ length: total }, (_, ply) => {
      const entry = reviewed.get(ply);
      if (!entry) return null;
      if (entry.outcome) return entry.outcome.winner === null ? 0.5 : entry.outcome.winner === 0 ? 1 : 0;
      const score = entry.thought?.lines?.[0]?.score;
      return score ? share(score) : null;
    });
    const x = (/** @type {number} */ ply) => total === 1 ? 0 : ply / (total - 1) * width;
    const y = (/** @type {number} */ part) => height - part * height;
    const known = shares.map((part, ply) => ({ part, ply })).filter((p) => p.part !== null);
    const path = known.map((p) => `${x(p.ply).toFixed(1)} ${y(/** @type {number} */ (p.part)).toFixed(1)}`).join("L");
    const blunders = [];
    for (let ply = 1; ply < total; ply++) {
      const [before, after] = [shares[ply - 1], shares[ply]];
      const mover = reviewed.get(ply - 1)?.mover;
      if (before === null || after === null || mover === undefined) continue;
      const lost = mover === 0 ? before - after : after - before;
      if (lost > 0.2) blunders.push({ ply, lost, after });
    }
    const now = Tree.words(node).length;
    const picture = s("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", class: "plot", role: "img",
      "aria-label": `Evaluation over ${total - 1} turns, ${blunders.length} blunders` },
      s("path", { class: "area", d: known.length ? `M0 ${height}L${path}L${x(known[known.length - 1].ply)} ${height}Z` : "" }),
      s("line", { class: "middle", x1: 0, x2: width, y1: height / 2, y2: height / 2 }),
      s("path", { class: "curve", d: path ? `M${path}` : "" }),
      s("line", { class: "now", x1: x(now), x2: x(now), y1: 0, y2: height }),
      blunders.map((b) => s("circle", { class: "blunder", cx: x(b.ply), cy: y(b.after), r: 4 })));
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      const ply = Math.round((/** @type {MouseEvent} */ (event).clientX - box.left) / box.width * (total - 1));
      jump(words, ply);
    });
    fill(graph, picture, h("div", { class: "row tight" },
      h("span", { class: "muted" }, `Up is good for ${view.sides[0]}.`),
      blunders.slice(0, 8).map((b) => h("button", { type: "button", class: "blunder-chip", title: "Blunder", onclick: () => jump(words, b.ply) }, `?? ${b.ply}`))));
  }

  /** @param {string[]} words @param {number} ply */
  function jump(words, ply) {
    let at = tree.root;
    for (const word of words.slice(0, ply)) at = at.children.find((c) => c.word === word) ?? at;
    node = at;
    void move();
  }

  async function review() {
    const words = mainLine();
    reviewed = new Map();
    reviewedWords = words.join(" ");
    stopReview?.();
    const movers = await Promise.all(words.map((_, ply) => fetchBoard({ game, position: start, turns: words.slice(0, ply) }).then((v) => v.to_move)));
    stopReview = follow("review", { game, position: start, turns: words.join(" "), nodes: 15000 }, {
      position: (entry) => {
        reviewed.set(entry.ply, { ...entry, mover: movers[entry.ply] });
        const values = [...reviewed.values()].map((r) => r.thought?.lines?.[0]?.score).filter((score) => score?.kind === "opinion").map((score) => Math.abs(score.first)).sort((a, b) => a - b);
        // Evaluations differ in their units; this game's larger values set the scale.
        if (values.length > 3) scale = Math.max(20, values[Math.floor(values.length * 0.8)] * 1.2);
        drawGraph();
      },
      error: (error) => toast(error.message, "error"),
      failed: ({ sentence }) => toast(sentence, "error"),
    });
  }

  function drawTools() {
    const button = (/** @type {string} */ name, /** @type {() => any} */ run, /** @type {string} */ id) => h("button", { type: "button", class: "soft small", id, onclick: run }, name);
    fill(steps, step("«", "First position", () => to(tree.root)), step("‹", "Back", back), step("›", "Forward", forward), step("»", "Last position", () => to(Tree.end(node))));
    fill(tools,
      button("Copy link", () => copy(location.origin + address()), "copy-link"),
      button("Copy position", () => copy(view.position), "copy-position"),
      button("Copy moves", () => copy(record()), "copy-record"),
      button("Paste…", paste, "paste"),
      button("Edit position", edit, "edit-position"),
      button("Play from here…", playFromHere, "play-from-here"),
      button("Flip board", flip, "flip"),
      h("label", { class: "field inline" }, h("span", { class: "visually-hidden" }, "Game"),
        h("select", { id: "analysis-game", onchange: (/** @type {Event} */ event) => open(/** @type {HTMLSelectElement} */ (event.target).value) },
          games.map((/** @type {any} */ g) => h("option", { value: g.name, selected: g.name === game }, skin(g.name).title)))));
  }

  /** The line of this node as text. */
  function record() {
    const words = Tree.words(Tree.end(node));
    return words.length ? `${start} moves ${words.join(" ")}` : start;
  }

  /** @param {string} other */
  const open = (other) => go(`/analyse?${new URLSearchParams({ game: other })}`);
  const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ run) => h("button", { type: "button", class: "soft small", "aria-label": label, onclick: run }, sign);
  const to = (/** @type {any} */ target) => { if (target !== node) { node = target; void move(); } };
  const back = () => to(node.parent ?? node);
  const forward = () => to(node.children[0] ?? node);
  const flip = () => {
    if (redrawEditor) turnBoard.board.flip();
    else turnBoard.flip();
    redrawEditor?.();
    remember("analysis-flipped", turnBoard.board.flipped);
    if (!redrawEditor && regions.possible && regions.found && regions.on) regions.draw(null);
  };

  function paste() {
    const note = h("p", { class: "problem", role: "alert" });
    const area = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 8, class: "wide", id: "paste-text", "aria-label": "Position, moves or a record" }));
    const close = dialog("Paste a position, moves or a record", h("form", { onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        const read = await post("import", { game, text: area.value });
        close();
        go(`/analyse?${new URLSearchParams({ game: read.game, position: read.start, turns: read.turns.join(" ") })}`);
      } catch (error) {
        note.textContent = /** @type {Error} */ (error).message;
      }
    } }, area, h("p", { class: "muted" }, `Example position: ${entry.position_example}`), note,
      h("div", { class: "row end" }, h("button", { type: "submit", class: "primary" }, "Open"))));
    area.focus();
  }

  function playFromHere() {
    const note = h("p", { class: "problem", role: "alert" });
    const form = /** @type {HTMLFormElement} */ (h("form", { onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const data = new FormData(form);
      const engine = { engine: String(data.get("level")) };
      const seats = data.get("side") === "1" ? [engine, "person"] : ["person", engine];
      try {
        const made = await post("games", { game, position: start, turns: Tree.words(node), seats });
        close();
        go(`/play/${made.id}`);
      } catch (error) {
        note.textContent = /** @type {Error} */ (error).message;
      }
    } }, h("div", { class: "row" },
      select("level", "Opponent", entry.levels.map((/** @type {any} */ l) => [`level:${l.name}`, l.name]), ""),
      select("side", "You play", [["0", view.sides[0]], ["1", view.sides[1]]], String(view.to_move))),
    note, h("div", { class: "row end" }, h("button", { type: "submit", class: "primary" }, "Play"))));
    const close = dialog("Play from here", form);
  }

  async function edit() {
    const palette = await get("palette", { game, position: view.position });
    if (palette.pieces.length === 0) return paste();
    stop();
    regions.leave();
    turnBoard.board.tints([]);
    settings.on = false;
    switchInput.checked = false;
    /** @type {Map<string, any>} */
    const pieces = new Map(view.partial.scene.points.filter((/** @type {any} */ p) => p.piece).map((/** @type {any} */ p) => [p.name, p.piece]));
    /** @type {any} */
    let held = palette.pieces[0];
    let side = view.to_move;
    let phase = palette.phase;
    let height = 1;
    /** @type {string|null} */
    let text = view.position;
    const verdict = h("p", { class: "verdict", role: "status" });
    const scene = structuredClone(view.partial.scene);
    const brushes = h("div", { class: "tray", role: "group", "aria-label": "Pieces" });
    const drawEditor = () => {
      for (const point of scene.points) point.piece = pieces.get(point.name) ?? null;
      turnBoard.board.show(scene, {});
      fill(brushes, palette.pieces.map((/** @type {any} */ piece) => h("button", { type: "button", class: "tray-piece", "aria-pressed": String(piece === held), "aria-label": piece.words, title: piece.words,
        onpointerdown: (/** @type {PointerEvent} */ event) => { held = piece; turnBoard.board.dragIn(stack(piece, height), event); },
        onclick: () => { held = piece; drawEditor(); } }, pieceIcon(game, stack(piece, height)))),
        h("button", { type: "button", class: "tray-piece", "aria-pressed": String(held === null), "aria-label": "Remove", title: "Remove", onclick: () => { held = null; drawEditor(); } }, "✕"));
    };
    // Answers may overtake each other; only the last one counts.
    let asked = 0;
    /** @type {Promise<void>} */
    let checked = Promise.resolve();
    const check = () => { checked = ask(++asked); };
    /** @param {number} nth */
    const ask = async (nth) => {
      delete verdict.dataset.ok;
      const list = [...pieces].map(([point, piece]) => ({ point, side: piece.side, kind: piece.kind, height: piece.height }));
      try {
        const answer = await post("arrange", { game, position: view.position, pieces: list, side, phase });
        if (nth !== asked) return;
        text = answer.position;
        const end = answer.outcome;
        fill(verdict, end ? `Legal; the game is over: ${end.winner === null ? "draw" : `${view.sides[end.winner]} has won`}.` : "Legal position.");
        verdict.dataset.ok = "true";
      } catch (error) {
        if (nth !== asked) return;
        text = null;
        fill(verdict, /** @type {Error} */ (error).message);
        verdict.dataset.ok = "false";
      }
    };
    turnBoard.board.options.onPoint = (point) => {
      const there = pieces.get(point.name);
      const same = held && there && there.kind === held.kind && there.side === held.side;
      if (!held || same && there.height >= palette.highest) pieces.delete(point.name);
      else pieces.set(point.name, stack(held, same ? there.height + 1 : height));
      drawEditor();
      check();
      return true;
    };
    // A piece that is dropped beside the board is removed.
    turnBoard.board.options.onMoved = (from, to) => {
      const piece = pieces.get(from);
      pieces.delete(from);
      if (to && piece) pieces.set(to, piece);
      drawEditor();
      check();
    };
    const leave = () => {
      turnBoard.board.options.onPoint = undefined;
      turnBoard.board.options.onMoved = undefined;
      redrawEditor = null;
      editor.hidden = true;
    };
    const phases = /** @type {HTMLSelectElement} */ (h("select", { id: "editor-phase", onchange: () => { phase = phases.value; check(); } },
      palette.phases.map((/** @type {any} */ p) => h("option", { value: p.word, selected: p.word === phase }, capital(p.words)))));
    const title = h("h2", { tabindex: "-1" }, "Edit position");
    fill(editor, title, brushes,
      h("div", { class: "row" },
        h("label", { class: "field" }, h("span", {}, "To move"), h("select", { onchange: (/** @type {any} */ e) => { side = Number(e.target.value); check(); } },
          view.sides.map((/** @type {string} */ name, /** @type {number} */ n) => h("option", { value: n, selected: n === side }, name)))),
        palette.phases.length ? h("label", { class: "field" }, h("span", {}, "Phase"), phases) : null,
        palette.highest > 1 ? h("label", { class: "field narrow-field" }, h("span", {}, "Height"), h("input", { type: "number", id: "editor-height", min: 1, max: palette.highest, value: 1,
          oninput: (/** @type {any} */ e) => { height = Math.max(1, Math.min(palette.highest, Number(e.target.value) || 1)); drawEditor(); } })) : null,
        h("button", { type: "button", class: "soft", onclick: () => {
          pieces.clear();
          // An empty board is in the usual phase.
          phase = palette.phases[0]?.word ?? "";
          phases.value = phase;
          drawEditor();
          check();
        } }, "Clear board")),
      verdict,
      h("div", { class: "row end" },
        h("button", { type: "button", class: "soft", onclick: () => { leave(); void move(false); } }, "Cancel"),
        h("button", { type: "button", class: "primary", id: "use-position", onclick: async () => {
          await checked;
          if (text === null) return toast("This position is not legal.", "error");
          leave();
          go(`/analyse?${new URLSearchParams({ game, position: text })}`);
        } }, "Analyse position")));
    editor.hidden = false;
    redrawEditor = drawEditor;
    drawEditor();
    check();
    // The editor is at the top of the panel.
    if (editor.parentElement) editor.parentElement.scrollTop = 0;
    scrollTo({ top: 0 });
    title.focus({ preventScroll: true });
  }

  bind([
    { keys: ["ArrowLeft"], show: "←", words: "previous turn", run: back },
    { keys: ["ArrowRight"], show: "→", words: "next turn", run: forward },
    { keys: ["Home"], show: "Home", words: "first position", run: () => to(tree.root) },
    { keys: ["End"], show: "End", words: "last position of this line", run: () => to(Tree.end(node)) },
    { keys: ["Escape"], show: "Esc", words: "undo a step of the turn", run: () => void turnBoard.back() },
    { keys: ["f"], show: "f", words: "flip board", run: flip },
    { keys: ["l"], show: "l", words: "engine on or off", run: () => { switchInput.checked = !switchInput.checked; switchInput.dispatchEvent(new Event("change")); } },
    { keys: [" "], show: "Space", words: "play the engine's best move", run: () => { const best = latest?.lines?.[0]?.turns?.[0]; if (best) void playLine([best]); } },
    { keys: ["x"], show: "x", words: "review game", run: () => void review() },
  ]);

  withMouse(MOUSE);
  onWheel(turnBoard.boardHost, (by) => { if (!redrawEditor) (by < 0 ? back : forward)(); });

  history.replaceState(null, "", address());
  await move(false);
  return () => {
    stop();
    stopReview?.();
    regions.leave();
    document.removeEventListener("pointerup", released);
    document.removeEventListener("pointercancel", released);
    turnBoard.serial++;
  };
}

/** A piece of the editor as a stack. @param {any} piece @param {number} height */
const stack = (piece, height) => height > 1 ? { ...piece, height, words: `${piece.words}, height ${height}` } : piece;

/** @param {any} score */
function scoreText(score) {
  if (!score) return "?";
  if (score.kind === "proof") return `${score.winner === 0 ? "+" : "−"}#${score.actions}`;
  return `${score.first > 0 ? "+" : score.first < 0 ? "−" : ""}${Math.abs(score.first)}`;
}

/** @param {any} score */
function scoreSide(score) {
  if (!score) return "unknown";
  const first = score.kind === "proof" ? score.winner === 0 : score.first > 0;
  return score.kind === "opinion" && score.first === 0 ? "even" : first ? "for0" : "for1";
}

async function aboutPlayers() {
  const { algorithms } = await catalogue();
  dialog("Players and settings",
    h("p", {}, "A player is NAME:SETTING,SETTING… – for example ", h("code", {}, "alphabeta:-history,tt=64M"), ", ", h("code", {}, "level:expert"), " or ", h("code", {}, "best"), "."),
    algorithms.map((/** @type {any} */ a) => h("details", {}, h("summary", {}, h("b", {}, a.name), ` – ${a.help}`),
      h("dl", { class: "settings" }, a.settings.map((/** @type {any} */ setting) => [h("dt", {}, h("code", {}, setting.key)), h("dd", {}, `${setting.help} (${setting.values})`)])))));
}
