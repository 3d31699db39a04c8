// A board on which turns are entered, action by action, by click, drag, key or typing. The server lists the legal actions.

import { board as fetchBoard, get } from "./api.js";
import { Board } from "./board.js";
import { collect, isSetup, predefined, swaps } from "./setup.js";
import { fill, h, announce, toast } from "./dom.js";
import { drawPiece, skin } from "./skins.js";
import { playSound } from "./sound.js";

/** @typedef {{game: string, variant?: string, position?: string, turns: string[]}} Place */

export class TurnBoard {
  /**
   * @param {{game: string, onTurn: (word: string) => Promise<void>|void, onState?: (state: string) => void,
   *   confirm?: () => boolean}} options
   */
  constructor(options) {
    this.options = options;
    /** @type {Place} */
    this.place = { game: options.game, turns: [] };
    /** @type {string[]} */
    this.partial = [];
    /** The actions of the started turn as the server listed them. @type {any[]} */
    this.made = [];
    /** A note about the position, such as a hint; it stays until another position is shown. @type {HTMLElement|null} */
    this.note = null;
    /** @type {any} */
    this.view = null;
    this.playable = false;
    /** Pieces to select next, the best first. @type {(string|null)[]} */
    this.prefer = [];
    /** @type {any[]} */
    this.shownArrows = [];
    this.serial = 0;
    /** Pieces that are being arranged, by square; null unless a setup is under way. @type {Map<string, any>|null} */
    this.arranged = null;
    this.boardHost = h("div");
    this.state = h("p", { class: "state", "aria-live": "polite" });
    this.extras = h("div", { class: "extras" });
    this.typedNote = h("span", { class: "typed-note", id: "typed-note" });
    this.input = /** @type {HTMLInputElement} */ (h("input", {
      type: "text", id: "typed", class: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      "aria-label": "Type a turn", "aria-describedby": "typed-note", placeholder: "Type a turn", maxlength: 400,
      oninput: () => void this.check(),
    }));
    this.form = h("form", { class: "typing", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void this.submit(); } },
      this.input, h("button", { type: "submit", class: "quiet", "aria-label": "Play the typed turn" }, "↵"), this.typedNote);
    /** @type {Board} */
    this.board = new Board(this.boardHost, {
      game: options.game,
      label: `${skin(options.game).title} board`,
      onAction: (next) => void (this.arranged ? this.swap(next) : this.act(next)),
      onChoice: (choices) => this.offer(choices),
      onRefused: (from, to) => void this.explain(from, to),
      onBack: (name) => this.isWayBack(name) && Boolean(this.undo()),
    });
  }

  /**
   * Shows a position.
   * @param {Place} place
   * @param {{playable?: boolean, arrows?: any[], marked?: string[], state?: string}} [how] `state` replaces the words of the position
   */
  async go(place, { playable = true, arrows = [], marked, state } = {}) {
    const serial = ++this.serial;
    const same = JSON.stringify(place) === JSON.stringify(this.place);
    this.place = place;
    this.partial = [];
    this.made = [];
    if (!same) this.note = null;
    this.playable = playable;
    this.shownArrows = arrows;
    const view = await fetchBoard(place);
    if (serial !== this.serial) return view;
    this.view = view;
    this.marked = marked;
    this.words = state;
    this.arranged = null;
    this.draw();
    if (playable && isSetup(view.partial.next)) await this.arrange(serial);
    return view;
  }

  /** Starts a setup: all pieces are on the board, to be swapped by drag, click or key. @param {number} serial */
  async arrange(serial) {
    const { pieces } = await collect(this.place, () => null);
    const { choices, first } = await predefined(this.options.game, (pieces) => { this.arranged = pieces; this.drawArranged(); }, pieces.keys());
    if (serial !== this.serial) return;
    // The first predefined setup is a better start than the first pieces that come.
    this.arranged = await first ?? pieces;
    if (serial === this.serial) this.drawArranged(choices);
  }

  /** @param {any} next */
  swap(next) {
    const pieces = /** @type {Map<string, any>} */ (this.arranged);
    const [one, other] = [pieces.get(next.from), pieces.get(next.to)];
    pieces.set(next.from, other);
    pieces.set(next.to, one);
    announce(`${one.words} to ${next.to}, ${other.words} to ${next.from}`);
    this.drawArranged();
  }

  /** @param {HTMLElement[]} [choices] */
  drawArranged(choices) {
    const pieces = /** @type {Map<string, any>} */ (this.arranged);
    const scene = structuredClone(this.view.partial.scene);
    for (const point of scene.points) point.piece = pieces.get(point.name) ?? point.piece;
    this.board.show(scene, { next: swaps(pieces), marked: [] });
    this.board.host.classList.add("arranging");
    if (!choices) return;
    fill(this.extras, h("p", { class: "muted" }, "Drag a piece onto another to swap them, or start from a predefined setup."),
      h("div", { class: "tray", role: "group", "aria-label": "Predefined setups" }, choices),
      h("button", { type: "button", class: "primary", id: "setup-done", onclick: () => void this.commitSetup() }, "Confirm setup"));
  }

  async commitSetup() {
    const pieces = /** @type {Map<string, any>} */ (this.arranged);
    try {
      const { complete, word } = await collect(this.place, (square) => pieces.get(square));
      if (complete) await this.commit(word);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  }

  /** @param {any[]} arrows */
  showArrows(arrows) {
    this.shownArrows = arrows;
    if (this.partial.length === 0 || this.note) this.board.arrows(arrows);
  }

  /** Shows a note and arrows beside what is there; a started turn stays. @param {HTMLElement} note @param {any[]} arrows */
  showNote(note, arrows) {
    this.note = note;
    this.showArrows(arrows);
    if (!this.arranged) this.drawExtras(this.playable ? this.view.partial.next : []);
  }

  /** Turns the board around; everything else stays. */
  flip() {
    this.board.flip();
    if (!this.view) return;
    const { selected, byHand, held } = this.board;
    if (this.arranged) this.drawArranged();
    else this.draw();
    if (byHand) Object.assign(this.board, { selected, byHand });
    this.board.hold(held);
  }

  draw() {
    this.board.host.classList.remove("arranging");
    const { partial, squares, lost } = this.view;
    const next = this.playable ? partial.next : [];
    const started = this.partial.length > 0;
    this.board.show(partial.scene, {
      next,
      marked: started ? partial.squares : this.marked ?? squares,
      arrows: started && !this.note ? [] : this.shownArrows,
      lost: started ? partial.lost : lost,
      prefer: started ? this.prefer : [],
    });
    this.tell(this.words ?? partial.scene.state, this.partial.length ? partial.text : "");
    this.drawExtras(next);
    this.options.onState?.(partial.scene.state);
  }

  /** @param {string} state @param {string} soFar */
  tell(state, soFar) {
    fill(this.state, state, soFar ? h("span", { class: "so-far" }, soFar) : null);
  }

  /** Buttons for passing, pieces to place, and undoing a step. @param {any[]} next */
  drawExtras(next) {
    const free = next.filter((n) => n.from === null && n.to === null);
    const placing = next.filter((n) => n.from === null && n.piece);
    const kinds = [...new Map(placing.map((n) => [n.piece.kind, n.piece])).values()];
    if (!kinds.some((piece) => piece.kind === this.board.held?.kind)) this.board.hold(kinds[0] ?? null);
    const targets = new Set(placing.map((n) => n.to));
    const left = new Map(placing.filter((n) => n.left !== null && n.left !== undefined).map((n) => [n.piece.kind, n.left]));
    const tray = kinds.map((piece) => h("button", {
      type: "button", class: "tray-piece", "aria-pressed": String(this.board.held?.kind === piece.kind), title: piece.words,
      "aria-label": `Place ${piece.words}${left.has(piece.kind) ? `, ${left.get(piece.kind)} left` : ""}`, "data-kind": piece.kind,
      onpointerdown: (/** @type {PointerEvent} */ event) => this.board.dragIn(piece, event),
      onclick: () => {
        // With only one place for it, selecting the piece plays it.
        if (targets.size === 1) {
          const only = placing.find((n) => n.piece.kind === piece.kind);
          if (only) void this.act(only);
          return;
        }
        this.board.hold(piece);
        this.drawExtras(next);
      },
    }, pieceIcon(this.options.game, piece), left.has(piece.kind) ? h("span", { class: "left" }, left.get(piece.kind)) : null));
    // A click on the point that the last part came from undoes it, so an action onto that point has a button.
    const back = this.partial.length ? next.filter((n) => n.to !== null && this.isWayBack(n.to)) : [];
    fill(this.extras, this.note,
      tray.length ? h("div", { class: "tray", role: "group", "aria-label": "Pieces to place" }, tray) : null,
      free.map((n) => h("button", { type: "button", class: "soft", "data-action": n.text, onclick: () => void this.act(n) },
        this.partial.length ? `End turn (${n.text})` : n.text)),
      back.map((n) => h("button", { type: "button", class: "quiet", "data-onto-origin": n.text, onclick: () => void this.act(n) }, `Play ${n.text}`)),
      this.partial.length
        ? h("button", { type: "button", class: "quiet", id: "step-back", onclick: () => void this.back() }, "Undo step (Esc)")
        : null);
  }

  /** Adds an action to the turn. @param {any} next */
  async act(next) {
    const serial = ++this.serial;
    const parts = [...this.partial, next.text];
    // A turn goes on with the piece that has just moved, or with the one that pushes or pulls it.
    const { previous } = this.board;
    const partners = next.partners ?? [];
    this.prefer = ["push", "pull"].includes(next.effect) ? partners.filter((/** @type {string} */ name) => name === previous || partners.length === 1) : [next.to];
    try {
      const view = await fetchBoard(this.place, parts);
      if (serial !== this.serial) return;
      this.partial = parts;
      this.made.push(next);
      this.view = view;
      this.draw();
      if (next.lost && !view.partial.complete) playSound("trap");
      announce(next.lost ? `${view.partial.text}; ${next.lost.piece.words} lost on ${next.lost.point}` : view.partial.text);
      if (view.partial.complete) await this.finish(view.partial.word);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  }

  /** Plays a complete turn, at once or after confirmation. @param {string} word */
  async finish(word) {
    if (!this.options.confirm?.()) return this.commit(word);
    fill(this.extras,
      h("button", { type: "button", class: "primary", id: "confirm-turn", onclick: () => void this.commit(word) }, "Confirm turn"),
      h("button", { type: "button", class: "quiet", id: "step-back", onclick: () => void this.back() }, "Undo step (Esc)"));
    /** @type {HTMLElement} */ (this.extras.firstChild).focus();
  }

  /** @param {string} word */
  async commit(word) {
    this.playable = false;
    this.arranged = null;
    try {
      await this.options.onTurn(word);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
      await this.go(this.place, { playable: true, arrows: this.shownArrows, marked: this.marked });
    }
  }

  /** Does a click on this point undo the last part of the turn? @param {string} name */
  isWayBack(name) {
    const last = this.made[this.made.length - 1];
    const { selected, next } = this.board;
    if (!last || this.arranged) return false;
    // The piece that moved, where nothing else can be selected.
    if (name === last.to && name === selected && !next.some((n) => n.from !== name)) return true;
    // Where it came from, unless another piece is selected or every action leads there, as when a push is completed.
    return name === last.from && (selected === null || selected === last.to) && (next.length === 0 || next.some((n) => n.to !== name));
  }

  /** Undoes a selection or one action; false if there is none. */
  async back() {
    return this.board.cancel() || Boolean(this.arranged) || this.undo();
  }

  /** Undoes one action; false if there is none. */
  async undo() {
    if (this.partial.length === 0) return false;
    const serial = ++this.serial;
    const parts = this.partial.slice(0, -1);
    const view = await fetchBoard(this.place, parts);
    if (serial !== this.serial) return true;
    this.partial = parts;
    this.made.pop();
    this.prefer = [];
    this.view = view;
    this.playable = true;
    this.draw();
    announce(parts.length ? `Back to ${view.partial.text}` : "Back to the start of the turn");
    return true;
  }

  /** Lets the person choose between actions with the same target. @param {any[]} choices */
  offer(choices) {
    fill(this.extras, h("span", { class: "muted" }, "Which one?"),
      choices.map((n) => h("button", { type: "button", class: "soft", onclick: () => void this.act(n) }, n.piece?.words ?? n.text)));
    /** @type {HTMLElement} */ (this.extras.querySelector("button")).focus();
  }

  params() {
    const { game, variant, position, turns } = this.place;
    return { game, variant, position, turns: turns.join(" ") };
  }

  /** Explains why a move is illegal. @param {any} from @param {any} to */
  async explain(from, to) {
    let sentence = `No piece can move to ${to.name} now.`;
    if (from.name === to.name) {
      sentence = to.piece ? `The ${to.piece.words} on ${to.name} cannot move now.` : `${to.name} is empty; select one of your pieces first.`;
    } else {
      try {
        const answer = await get("typed", { ...this.params(), partial: this.partial.join(","), from: from.name, to: to.name });
        if (answer.state === "invalid") sentence = answer.sentence;
      } catch {
        // Keep the general sentence.
      }
    }
    fill(this.state, h("span", { class: "refused" }, sentence));
    announce(sentence);
  }

  /** Checks the typed text. */
  async check() {
    const text = this.input.value.trimStart();
    this.input.dataset.state = "";
    this.typedNote.textContent = "";
    if (!text) return null;
    const serial = this.typing = (this.typing ?? 0) + 1;
    try {
      const answer = await get("typed", { ...this.params(), text });
      if (serial !== this.typing) return null;
      this.input.dataset.state = answer.state;
      this.typedNote.textContent = answer.state === "valid" ? "✓ Press Enter to play"
        : answer.state === "incomplete" ? `… ${answer.next.slice(0, 4).join("  ")}` : `✗ ${answer.sentence}`;
      return answer;
    } catch (error) {
      this.typedNote.textContent = /** @type {Error} */ (error).message;
      return null;
    }
  }

  async submit() {
    const answer = await this.check();
    if (answer?.state !== "valid") return;
    if (!this.playable) {
      this.typedNote.textContent = "It is not your turn.";
      return;
    }
    this.input.value = "";
    this.input.dataset.state = "";
    this.typedNote.textContent = "";
    await this.commit(answer.word);
  }

  /** Animates a turn of the opponent, action by action. @param {Place} before @param {string} word */
  async replay(before, word) {
    const serial = ++this.serial;
    const actions = word.split(",");
    for (let nth = 0; nth < actions.length; nth++) {
      const view = await fetchBoard(before, actions.slice(0, nth)).catch(() => null);
      if (!view || serial !== this.serial) return;
      this.board.show(view.partial.scene, { marked: view.partial.squares, lost: view.partial.lost });
      const next = view.partial.next.find((/** @type {any} */ n) => n.text === actions[nth]);
      if (next?.from && next.to) await this.board.fly(next.from, next.to);
    }
  }
}

/** A piece as a small picture. @param {string} game @param {any} piece */
export function pieceIcon(game, piece) {
  const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  icon.setAttribute("viewBox", "-50 -50 100 100");
  icon.setAttribute("aria-hidden", "true");
  icon.innerHTML = drawPiece(game, piece);
  const box = h("span", { class: "icon board-colours", "data-game": game });
  box.append(icon);
  return box;
}
