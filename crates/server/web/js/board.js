// Draws the server's scene, and turns clicks, drags and keys into the legal actions that the server listed. Knows no rules.

import { prefersReducedMotion, s } from "./dom.js";
import { drawBadge, drawBody, drawPiece } from "./skins.js";

const CELL = 100;

/**
 * @typedef {{name: string, x: number, y: number, ground: string, piece: any}} Point
 * @typedef {{text: string, from: string|null, to: string|null, piece: any, completes: boolean, effect?: string, partners?: string[], left?: number|null, lost?: any}} Next
 * @typedef {{from: string, to: string, rank: number, effect?: string}} Arrow
 * @typedef {{
 *   game: string,
 *   onAction?: (next: Next) => void,
 *   onRefused?: (from: Point, to: Point) => void,
 *   onChoice?: (choices: Next[]) => void,
 *   onPoint?: (point: Point) => boolean,
 *   onMoved?: (from: string, to: string|null) => void,
 *   onBack?: (name: string) => boolean,
 *   label?: string,
 *   still?: boolean,
 * }} Options
 */

export class Board {
  /** @param {HTMLElement} host @param {Options} options */
  constructor(host, options) {
    this.host = host;
    this.options = options;
    /** @type {Map<string, {g: SVGElement, badge: SVGElement, point: Point, gone?: string}>} */
    this.points = new Map();
    /** @type {any} */
    this.scene = null;
    /** @type {Next[]} */
    this.next = [];
    /** @type {string|null} */
    this.selected = null;
    /** @type {any} The piece selected beside the board. */
    this.held = null;
    this.flipped = false;
    /** Whether the person selected the piece; a selection made for them is not worth an Esc. */
    this.byHand = false;
    /** What was selected before. @type {string|null} */
    this.previous = null;
    /** Where an arrow begins that the person is drawing. @type {string|null} */
    this.drawing = null;
    /** Arrows that the person drew, by their ends. @type {Set<string>} */
    this.drawn = new Set();
    /** @type {string|null} */
    this.focused = null;
    /** @type {any} */
    this.drag = null;
    this.shape = "";
    /** @type {((event: PointerEvent) => string|null)|undefined} */
    this.nameAt = undefined;
    host.classList.add("board");
    host.dataset.game = options.game;
  }

  /**
   * Shows a scene.
   * @param {any} scene
   * @param {{next?: Next[], marked?: string[], arrows?: Arrow[], lost?: any[], prefer?: (string|null)[]}} [more] `prefer` are pieces to select, the best first
   */
  show(scene, { next = [], marked = [], arrows = [], lost = [], prefer = [] } = {}) {
    this.scene = scene;
    this.next = next;
    const shape = JSON.stringify([this.flipped, scene.cells, scene.points.map((/** @type {Point} */ p) => [p.name, p.ground])]);
    if (shape !== this.shape) this.build(shape);
    const origins = new Set(next.map((n) => n.from));
    // The only possible origin is selected at once.
    const [only] = origins;
    // So is one that has just moved, unless a click on its target could also mean to select the piece there.
    const clear = (/** @type {string|null} */ name) => name !== null && origins.has(name) && !next.some((n) => n.from === name && origins.has(n.to));
    this.selected = origins.size === 1 && only ? only : prefer.find(clear) ?? null;
    this.byHand = false;
    const marks = new Set(marked);
    for (const point of scene.points) {
      const entry = this.points.get(point.name);
      if (!entry) continue;
      entry.point = point;
      entry.g.classList.toggle("marked", marks.has(point.name));
      const place = /** @type {SVGElement} */ (entry.g.querySelector(".piece"));
      write(place, point.piece ? drawBody(this.options.game, point.piece) : "");
      // The height of a stack lies above rings and arrows.
      write(entry.badge, point.piece ? drawBadge(point.piece) : "");
      const gone = lost.find((l) => l.point === point.name && !point.piece);
      write(/** @type {SVGElement} */ (entry.g.querySelector(".gone")), gone ? drawBody(this.options.game, gone.piece) : "");
      entry.gone = gone?.piece.words;
    }
    this.arrows(arrows);
    this.refresh();
  }

  /** Builds the parts that stay the same from turn to turn. @param {string} shape */
  build(shape) {
    this.shape = shape;
    const { points, cells, lines, labels } = this.scene;
    this.points.clear();
    const xs = points.map((/** @type {Point} */ p) => p.x);
    const ys = points.map((/** @type {Point} */ p) => p.y);
    const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    this.centre = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    // Leave room for the labels.
    const still = this.options.still;
    const [aside, above] = cells === "squares" ? (still ? [0.52, 0.52] : [0.98, 0.98]) : still ? [0.75, 0.8] : [1.02, 1.14];
    const left = (box.left - aside) * CELL;
    const top = (box.top - above) * CELL;
    const width = (box.right - box.left + 2 * aside) * CELL;
    const height = (box.bottom - box.top + 2 * above) * CELL;
    const around = /** @type {HTMLElement} */ (this.host.closest(".board-side") ?? this.host);
    around.style.setProperty("--ratio", (width / height).toFixed(4));
    const svg = s("svg", { viewBox: `${left} ${top} ${width} ${height}`, class: `cells-${cells}`,
      role: this.options.still ? "img" : "group", "aria-label": this.options.label ?? "Board" });
    this.svg = /** @type {SVGSVGElement} */ (svg);
    if (cells === "squares") {
      svg.append(s("rect", { class: "frame", x: left, y: top, width, height, rx: still ? 0 : 26 }));
      svg.append(s("rect", { class: "plane", x: (box.left - 0.5) * CELL - 3, y: (box.top - 0.5) * CELL - 3,
        width: (box.right - box.left + 1) * CELL + 6, height: (box.bottom - box.top + 1) * CELL + 6, rx: 6 }));
    } else {
      svg.append(s("path", { class: "plane", d: hull(points, this.centre, (p) => this.at(p), still ? 0.72 : 1.08) }));
      const path = lines.map((/** @type {number[]} */ l) => {
        const [a, b] = [this.at({ x: l[0], y: l[1] }), this.at({ x: l[2], y: l[3] })];
        return `M${a.x} ${a.y}L${b.x} ${b.y}`;
      });
      svg.append(s("path", { class: "lines", d: path.join("") }));
    }
    if (!this.options.still) {
      for (const label of labels) {
        const at = this.at(label);
        // Labels stay left of and below a flipped board.
        const across = cells === "squares" && label.x < box.left;
        const x = across ? (box.left - 0.74) * CELL : at.x;
        const y = cells === "squares" && !across ? (box.bottom + 0.74) * CELL : at.y;
        svg.append(s("text", { class: "label", x, y: y + 9, "aria-hidden": "true" }, label.text));
      }
    }
    const layer = s("g", { class: "points" });
    const badges = s("g", { class: "badges" });
    for (const point of points) {
      const at = this.at(point);
      const hit = cells === "squares"
        ? s("rect", { class: `cell ${point.ground}`, x: -50, y: -50, width: 100, height: 100 })
        : s("circle", { class: `cell ${point.ground}`, r: 48 });
      const g = s("g", { class: "point", transform: `translate(${at.x} ${at.y})`, "data-point": point.name },
        hit,
        cells === "squares" ? s("rect", { class: "tint", x: -50, y: -50, width: 100, height: 100 }) : s("circle", { class: "tint", r: 48 }),
        point.ground === "trap" ? s("path", { class: "trap-sign", d: "M-26 -26 26 26M26 -26 -26 26" }) : null,
        cells === "squares" ? null : s("circle", { class: "dot", r: 7 }),
        cells === "squares"
          ? s("rect", { class: "mark", x: -46, y: -46, width: 92, height: 92, rx: 10 })
          : s("circle", { class: "mark", r: 46 }),
        s("g", { class: "gone" }), s("g", { class: "piece" }),
        cells === "squares"
          ? s("rect", { class: "ring-select", x: -46, y: -46, width: 92, height: 92, rx: 10 })
          : s("circle", { class: "ring-select", r: 46 }),
        s("circle", { class: "target", r: 15 }));
      if (!this.options.still) {
        g.setAttribute("role", "button");
        g.setAttribute("tabindex", "-1");
      }
      const badge = s("g", { transform: `translate(${at.x} ${at.y})` });
      this.points.set(point.name, { g, badge, point });
      layer.append(g);
      badges.append(badge);
    }
    svg.append(layer, s("g", { class: "names" }), s("g", { class: "arrows" }), s("g", { class: "own-arrows" }), badges, s("g", { class: "flying" }));
    this.host.replaceChildren(svg);
    if (!this.options.still) this.listen();
  }

  /** Where a point of the scene is drawn. @param {{x: number, y: number}} place */
  at(place) {
    const centre = this.centre ?? { x: 0, y: 0 };
    const [x, y] = this.flipped ? [2 * centre.x - place.x, 2 * centre.y - place.y] : [place.x, place.y];
    return { x: round(x * CELL), y: round(y * CELL) };
  }

  flip() {
    this.flipped = !this.flipped;
  }

  /** Marks origins and targets. */
  refresh() {
    if (this.options.still) return;
    this.drawOwnArrows();
    const partners = new Set(this.next.flatMap((n) => !this.selected ? [] : n.from === this.selected ? n.partners ?? [] : n.partners?.includes(this.selected) ? [n.from] : []));
    const origins = new Set(this.next.map((n) => n.from).filter((name) => name !== null));
    const targets = new Map();
    for (const n of this.candidates()) if (n.to !== null) targets.set(n.to, n);
    const first = this.focused && this.points.has(this.focused) ? this.focused
      : this.next.find((n) => n.from)?.from ?? this.next.find((n) => n.to)?.to ?? this.points.keys().next().value;
    for (const [name, entry] of this.points) {
      const { g, point } = entry;
      const isTarget = targets.has(name);
      g.classList.toggle("origin", origins.has(name));
      g.classList.toggle("selected", this.selected === name);
      g.classList.toggle("target-here", isTarget);
      const effect = isTarget ? targets.get(name).effect ?? "move" : "";
      // A game that does not say what its actions do takes what stands there.
      const kind = effect === "move" && point.piece ? "capture" : effect;
      for (const one of ["capture", "stack", "shoot"]) g.classList.toggle(one, kind === one);
      g.classList.toggle("partner", partners.has(name) && !isTarget);
      const words = [name, point.piece ? point.piece.words : point.ground === "trap" ? "trap, empty" : "empty"];
      if (this.selected === name) words.push("selected");
      if (entry.gone) words.push(`${entry.gone} was lost here`);
      if (partners.has(name)) words.push("can be moved by the selected piece");
      if (isTarget) words.push(kind === "move" ? "legal move" : `legal move: ${kind}`);
      g.setAttribute("aria-label", words.join(", "));
      g.setAttribute("tabindex", name === first ? "0" : "-1");
    }
  }

  /** Actions that match the selection. */
  candidates() {
    if (this.selected) return this.next.filter((n) => n.from === this.selected);
    const held = this.held;
    const free = this.next.filter((n) => n.from === null && n.to !== null);
    return held ? free.filter((n) => n.piece && n.piece.kind === held.kind) : free;
  }

  /** Selects a piece beside the board. @param {any} piece */
  hold(piece) {
    this.held = piece;
    this.refresh();
  }

  /** Clears the selection, unless there is nothing else to select. */
  deselect() {
    if (new Set(this.next.map((n) => n.from)).size === 1) return;
    this.selected = null;
    this.refresh();
  }

  /** Clears a selection made by hand; false if there was none. */
  cancel() {
    if (this.selected === null || !this.byHand) return false;
    this.selected = null;
    this.refresh();
    return true;
  }

  /** Handles the choice of a point. @param {string} name @param {boolean} [dropped] */
  choose(name, dropped = false) {
    const point = this.points.get(name)?.point;
    if (!point) return;
    if (this.options.onPoint?.(point)) return;
    if (!dropped && this.options.onBack?.(name)) return;
    const fitting = this.candidates().filter((n) => n.to === name);
    if (fitting.length === 1) return this.options.onAction?.(fitting[0]);
    if (fitting.length > 1) return this.options.onChoice?.(fitting);
    if (this.selected === name) {
      if (!dropped) this.deselect();
      return;
    }
    if (!dropped && this.next.some((n) => n.from === name)) {
      this.previous = this.selected;
      this.selected = name;
      this.byHand = true;
      return this.refresh();
    }
    if (this.next.length === 0) return;
    const from = this.selected ? this.points.get(this.selected)?.point : undefined;
    this.options.onRefused?.(from ?? point, point);
  }

  listen() {
    const svg = /** @type {SVGSVGElement} */ (this.svg);
    const nameAt = (/** @type {PointerEvent} */ event) => {
      const spot = this.spot(event);
      /** @type {string|null} */
      let best = null;
      let nearest = 0.5;
      for (const [name, { point }] of this.points) {
        const at = this.at(point);
        const [dx, dy] = [Math.abs(at.x - spot.x) / CELL, Math.abs(at.y - spot.y) / CELL];
        const far = this.scene.cells === "squares" ? Math.max(dx, dy) : Math.hypot(dx, dy);
        if (far <= nearest) [best, nearest] = [name, far];
      }
      return best;
    };
    svg.addEventListener("pointerdown", (event) => {
      this.host.classList.remove("by-key");
      const name = nameAt(event);
      // An arrow is drawn with the right button; any other press clears them.
      if (event.button === 2) this.drawing = name;
      if (event.button !== 0) return;
      this.drawn.clear();
      this.drawOwnArrows();
      if (!name) return;
      event.preventDefault();
      // Arrow keys move on the board only after it was focused by key.
      this.focused = name;
      /** @type {HTMLElement|null} */ (document.activeElement)?.blur();
      svg.setPointerCapture(event.pointerId);
      this.drag = { name, x: event.clientX, y: event.clientY, moving: false, wasSelected: this.selected };
    });
    svg.addEventListener("pointermove", (event) => {
      const drag = this.drag;
      if (!drag) return;
      if (!drag.moving) {
        if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
        const entry = this.points.get(drag.name);
        if (!this.next.some((n) => n.from === drag.name) && !(this.options.onMoved && entry?.point.piece)) return;
        drag.moving = true;
        this.selected = drag.name;
        this.byHand = true;
        this.refresh();
        const piece = entry?.g.querySelector(".piece");
        drag.ghost = s("g", { class: "ghost" });
        drag.ghost.innerHTML = (piece?.innerHTML ?? "") + (entry?.badge.innerHTML ?? "");
        entry?.g.classList.add("lifted");
        entry?.badge.classList.add("lifted");
        svg.querySelector(".flying")?.append(drag.ghost);
      }
      const spot = this.spot(event);
      drag.ghost.setAttribute("transform", `translate(${spot.x} ${spot.y}) scale(1.08)`);
    });
    const finish = (/** @type {PointerEvent} */ event) => {
      if (event.button === 2 && this.drawing) {
        const ends = `${this.drawing} ${nameAt(event) ?? this.drawing}`;
        if (!this.drawn.delete(ends)) this.drawn.add(ends);
        this.drawing = null;
        return this.drawOwnArrows();
      }
      const drag = this.drag;
      this.drag = null;
      if (!drag) return;
      const name = nameAt(event);
      if (drag.moving) {
        drag.ghost.remove();
        this.points.get(drag.name)?.g.classList.remove("lifted");
        this.points.get(drag.name)?.badge.classList.remove("lifted");
        if (this.options.onMoved && event.type === "pointerup") this.options.onMoved(drag.name, name);
        else if (event.type === "pointerup" && name && name !== drag.name) this.choose(name, true);
      } else if (event.type === "pointerup" && name && name === drag.name) {
        this.choose(name);
      }
    };
    this.nameAt = nameAt;
    svg.addEventListener("pointerup", finish);
    svg.addEventListener("pointercancel", finish);
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("keyup", () => this.host.classList.add("by-key"));
    svg.addEventListener("focusin", (event) => {
      const g = /** @type {Element} */ (event.target).closest("[data-point]");
      if (g) this.focused = g.getAttribute("data-point");
    });
  }

  /** Drags a piece from beside the board onto it. @param {any} piece @param {PointerEvent} event */
  dragIn(piece, event) {
    const tray = /** @type {HTMLElement} */ (event.currentTarget);
    if (event.button !== 0 || !this.svg) return;
    /** @type {SVGElement|null} */
    let ghost = null;
    const [x, y] = [event.clientX, event.clientY];
    const move = (/** @type {PointerEvent} */ now) => {
      if (!ghost) {
        if (Math.hypot(now.clientX - x, now.clientY - y) < 6) return;
        this.hold(piece);
        ghost = s("g", { class: "ghost" });
        ghost.innerHTML = drawPiece(this.options.game, piece);
        this.svg?.querySelector(".flying")?.append(ghost);
      }
      const spot = this.spot(now);
      ghost.setAttribute("transform", `translate(${spot.x} ${spot.y}) scale(1.08)`);
    };
    const end = (/** @type {PointerEvent} */ now) => {
      tray.removeEventListener("pointermove", move);
      tray.removeEventListener("pointerup", end);
      tray.removeEventListener("pointercancel", end);
      if (!ghost) return;
      ghost.remove();
      // Ignore the click that follows a drag.
      tray.addEventListener("click", (click) => { click.stopImmediatePropagation(); click.preventDefault(); }, { capture: true, once: true });
      const name = now.type === "pointerup" ? this.nameAt?.(now) : null;
      if (name) this.choose(name, true);
    };
    tray.setPointerCapture(event.pointerId);
    tray.addEventListener("pointermove", move);
    tray.addEventListener("pointerup", end);
    tray.addEventListener("pointercancel", end);
  }

  /** The position of the pointer in board units. @param {PointerEvent} event */
  spot(event) {
    const svg = /** @type {SVGSVGElement} */ (this.svg);
    const matrix = svg.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  /** @param {string} name */
  focus(name) {
    this.focused = name;
    for (const [other, { g }] of this.points) g.setAttribute("tabindex", other === name ? "0" : "-1");
    /** @type {any} */ (this.points.get(name)?.g)?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const ways = /** @type {Record<string, number[]>} */ ({ ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] });
    const here = this.focused ? this.points.get(this.focused)?.point : undefined;
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.choose(here.name);
    } else if (ways[event.key]) {
      event.preventDefault();
      event.stopPropagation();
      const [wx, wy] = ways[event.key];
      const from = this.at(here);
      let best = null;
      let least = Infinity;
      for (const [name, { point }] of this.points) {
        const to = this.at(point);
        const [dx, dy] = [to.x - from.x, to.y - from.y];
        const along = dx * wx + dy * wy;
        const aside = Math.abs(dx * wy) + Math.abs(dy * wx);
        // Prefer near and straight ahead; on a hexagon that is a little to the side, upwards on the way to the right and
        // downwards on the way back.
        const cost = along + 0.8 * aside + 0.001 * wx * dy;
        if (along > 20 && cost < least) [best, least] = [name, cost];
      }
      if (best) this.focus(best);
    }
  }

  /**
   * Tints groups of points and labels each one.
   * @param {{name: string, points: string[], strong: boolean}[]} groups
   */
  tints(groups) {
    const of = new Map(groups.flatMap((group, nth) => group.points.map((point) => /** @type {[string, number]} */ ([point, nth]))));
    for (const [name, { g }] of this.points) {
      const nth = of.get(name);
      const tint = /** @type {SVGElement} */ (g.querySelector(".tint"));
      tint.setAttribute("class", nth === undefined ? "tint" : `tint hue${nth % 6}${groups[nth].strong ? " strong" : ""}`);
    }
    const layer = this.svg?.querySelector(".names");
    layer?.replaceChildren();
    for (const group of groups) {
      const places = group.points.map((name) => this.points.get(name)?.point).filter((point) => point !== undefined);
      const free = places.find((point) => !point.piece) ?? places[0];
      if (!free) continue;
      const at = this.at(free);
      layer?.append(s("text", { x: at.x - 33, y: at.y - 20, "aria-hidden": "true" }, group.name));
    }
  }

  /** Draws what the person drew; an arrow onto its own point is a ring. */
  drawOwnArrows() {
    const pairs = [...this.drawn].map((ends) => ends.split(" "));
    this.arrows(pairs.map(([from, to]) => ({ from, to, rank: 1, effect: "own" })), ".own-arrows");
    for (const [from, to] of pairs) {
      const point = from === to ? this.points.get(from)?.point : undefined;
      const at = point && this.at(point);
      if (at) this.svg?.querySelector(".own-arrows")?.append(s("circle", { class: "own-ring", cx: at.x, cy: at.y, r: 44 }));
    }
  }

  /** @param {Arrow[]} arrows @param {string} [where] */
  arrows(arrows, where = ".arrows") {
    const layer = this.svg?.querySelector(where);
    if (!layer) return;
    layer.replaceChildren();
    for (const arrow of arrows) {
      const [a, b] = [this.points.get(arrow.from)?.point, this.points.get(arrow.to)?.point];
      if (!a || !b) continue;
      const [from, to] = [this.at(a), this.at(b)];
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      if (length === 0) continue;
      const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
      const width = Math.max(5, 17 - 3 * arrow.rank);
      const tip = { x: to.x - ux * 12, y: to.y - uy * 12 };
      const neck = { x: tip.x - ux * width * 2, y: tip.y - uy * width * 2 };
      const start = { x: from.x + ux * 26, y: from.y + uy * 26 };
      const [px, py] = [-uy * width * 1.25, ux * width * 1.25];
      layer.append(s("g", { class: `arrow rank${arrow.rank} ${arrow.effect ?? ""}` },
        s("line", { x1: start.x, y1: start.y, x2: neck.x, y2: neck.y, "stroke-width": width }),
        s("path", { d: `M${tip.x} ${tip.y}L${neck.x + px} ${neck.y + py}L${neck.x - px} ${neck.y - py}Z` })));
    }
  }

  /** Animates a piece from point to point. @param {string} from @param {string} to */
  async fly(from, to) {
    const [a, b] = [this.points.get(from), this.points.get(to)];
    const piece = a?.g.querySelector(".piece");
    if (!a || !b || !piece?.innerHTML || prefersReducedMotion() || document.hidden) return;
    const ghost = s("g", { class: "ghost" });
    ghost.innerHTML = piece.innerHTML + a.badge.innerHTML;
    this.svg?.querySelector(".flying")?.append(ghost);
    a.g.classList.add("lifted");
    a.badge.classList.add("lifted");
    b.g.classList.add("struck");
    const [start, end] = [this.at(a.point), this.at(b.point)];
    const began = performance.now();
    const time = 240;
    this.host.dataset.animated = String(Number(this.host.dataset.animated ?? 0) + 1);
    await new Promise((done) => {
      const step = (/** @type {number} */ now) => {
        const part = Math.min(1, (now - began) / time);
        const eased = part * part * (3 - 2 * part);
        const lift = 1 + 0.14 * Math.sin(Math.PI * part);
        const [x, y] = [start.x + (end.x - start.x) * eased, start.y + (end.y - start.y) * eased];
        ghost.setAttribute("transform", `translate(${x} ${y}) scale(${lift})`);
        if (part < 1) requestAnimationFrame(step);
        else done(null);
      };
      requestAnimationFrame(step);
    });
    ghost.remove();
    a.g.classList.remove("lifted");
    a.badge.classList.remove("lifted");
    b.g.classList.remove("struck");
  }
}

/** Replaces a drawing if it has changed. @param {SVGElement} place @param {string} drawn */
function write(place, drawn) {
  if (place.dataset.drawn === drawn) return;
  place.innerHTML = drawn;
  place.dataset.drawn = drawn;
}

/** @param {number} number */
const round = (number) => Math.round(number * 10) / 10;

/**
 * The outline of a board of points: their convex hull, moved outwards.
 * @param {Point[]} points @param {{x: number, y: number}} centre @param {(p: {x: number, y: number}) => {x: number, y: number}} at
 * @param {number} by
 */
function hull(points, centre, at, by) {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const turn = (/** @type {Point} */ o, /** @type {Point} */ a, /** @type {Point} */ b) => (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
  const half = (/** @type {Point[]} */ list) => {
    /** @type {Point[]} */
    const out = [];
    for (const p of list) {
      while (out.length >= 2 && turn(out[out.length - 2], out[out.length - 1], p) <= 1e-2) out.pop();
      out.push(p);
    }
    out.pop();
    return out;
  };
  const corners = [...half(sorted), ...half(sorted.reverse())];
  const outer = corners.map((p) => {
    const length = Math.hypot(p.x - centre.x, p.y - centre.y) || 1;
    return at({ x: p.x + (p.x - centre.x) / length * by, y: p.y + (p.y - centre.y) / length * by });
  });
  return `M${outer.map((p) => `${p.x} ${p.y}`).join("L")}Z`;
}
