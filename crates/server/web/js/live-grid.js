// Running games as a grid of small boards. Each shows its turns at the pace of the viewer, to the end of its game.

import { board as fetchBoard } from "./api.js";
import { Board } from "./board.js";
import { clock, fill, h } from "./dom.js";
import { Pace } from "./pace.js";

/** Most boards at a time. */
const MOST = 6;

export class LiveGrid {
  constructor() {
    /** @type {Map<string, any>} */
    this.cells = new Map();
    this.pace = new Pace(() => void this.step(), (by) => void this.step(by));
    this.boards = h("div", { class: "grid" });
    this.element = h("section", { class: "card live", "aria-label": "Live games", hidden: true }, h("div", { class: "head" }, h("h2", {}, "Live"), this.pace.element), this.boards);
  }

  /**
   * Takes the games as they are now. A board whose game has vanished stays until it has shown all turns it knows.
   * @param {{id: string, game: string, start: string, turns: string[], opening: number, names: string[], href: string, remaining?: number[]|null, end: any}[]} games
   */
  update(games) {
    for (const game of games) {
      const cell = this.cells.get(game.id);
      if (cell) Object.assign(cell.state, game);
      else if (this.room()) this.add(game);
    }
    for (const [id, cell] of this.cells) cell.gone = !games.some((game) => game.id === id);
    this.element.hidden = this.cells.size === 0;
  }

  /** Is there a place for another board? One that has shown its game makes room. */
  room() {
    if (this.cells.size < MOST) return true;
    const done = [...this.cells.values()].find((cell) => cell.state.end && cell.shown >= cell.state.turns.length);
    if (done) this.remove(done);
    return Boolean(done);
  }

  /** @param {any} cell */
  remove(cell) {
    cell.element.remove();
    this.cells.delete(cell.state.id);
  }

  /** @param {any} state */
  add(state) {
    const host = h("div", { class: "mini" });
    const rows = [1, 0].map((side) => ({ side, time: h("time"), row: h("div", { class: "row tight" }, h("span", { class: `disc side${side}`, "aria-hidden": "true" }), h("span", { class: "ellipsis" }, state.names[side])) }));
    rows.forEach(({ row, time }) => row.append(time));
    const note = h("span", { class: "muted" });
    const element = h("a", { class: "live-game", href: state.href, "data-link": true, "data-game": state.game }, rows[0].row, host, rows[1].row, note);
    const cell = { state, element, rows, note, board: new Board(host, { game: state.game, still: true }), shown: Math.max(0, Math.min(state.opening, state.turns.length) - 1), gone: false };
    this.cells.set(state.id, cell);
    this.boards.append(element);
    void this.draw(cell, this.pace.live ? state.turns.length : cell.shown);
  }

  /** @param {number} [by] */
  async step(by = 1) {
    if (!this.element.isConnected) return;
    await Promise.all([...this.cells.values()].map((cell) => {
      const last = cell.state.turns.length;
      const next = Math.max(0, Math.min(last, this.pace.live ? last : cell.shown + by));
      if (next === cell.shown && cell.gone && by > 0 && !cell.state.end) this.remove(cell);
      return next === cell.shown && cell.drawn === Boolean(cell.state.end) ? null : this.draw(cell, next);
    }));
  }

  /** @param {any} cell @param {number} shown */
  async draw(cell, shown) {
    const { state } = cell;
    cell.shown = shown;
    cell.drawn = Boolean(state.end);
    const view = await fetchBoard({ game: state.game, position: state.start, turns: state.turns.slice(0, shown) }).catch(() => null);
    if (!view || cell.shown !== shown) return;
    cell.board.show(view.partial.scene, { marked: view.squares, lost: view.lost });
    const atEnd = shown === state.turns.length;
    for (const { side, row, time } of cell.rows) {
      row.classList.toggle("to-move", !(atEnd && state.end) && view.to_move === side);
      time.textContent = state.remaining ? clock(state.remaining[side]) : "";
    }
    fill(cell.note, atEnd && state.end ? state.end.join(", ") : `Turn ${shown}`);
    cell.element.setAttribute("aria-label", `${state.names.join(" against ")}, turn ${shown}`);
  }

  leave() {
    this.pace.leave();
  }
}
