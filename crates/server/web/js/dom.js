// Helpers for the page: elements, announcements, dialogs, stored settings.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes an element. Children may be texts, elements, lists of them, or nothing.
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `onclick` and the like become listeners; `false` and `null` are left out.
 * @param {...any} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  decorate(element, attributes);
  append(element, children);
  return element;
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...any} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  decorate(element, attributes);
  append(element, children);
  return element;
}

/** @param {Element} element @param {Record<string, any>} attributes */
function decorate(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled") /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Element} element @param {any[]} children */
export function append(element, children) {
  for (const child of children.flat(5)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** @param {Element} element @param {...any} children */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/** @param {string} id @returns {any} */
export function byId(id) {
  return document.getElementById(id);
}

/** Announces a text to screen readers. @param {string} text */
export function announce(text) {
  const region = byId("live-region");
  if (region.textContent === text) region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}

/** A note that disappears by itself; an error stays longer. @param {string} text @param {"note"|"error"} [kind] */
export function toast(text, kind = "note") {
  const note = h("div", { class: `toast ${kind}` }, text);
  byId("toasts").append(note);
  setTimeout(() => note.remove(), kind === "error" ? 7000 : 3500);
}

/** A note at the top of the page, or none. @param {string|null} text */
export function banner(text) {
  const place = byId("banner");
  place.hidden = text === null;
  place.textContent = text ?? "";
}

/** Opens a dialog and returns a function that closes it. @param {string} title @param {...any} content */
export function dialog(title, ...content) {
  const box = byId("dialog");
  const close = () => box.close();
  fill(box,
    h("div", { class: "dialog-head" },
      h("h2", { id: "dialog-title" }, title),
      h("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: close }, "✕")),
    content);
  if (!box.open) box.showModal();
  return close;
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied");
  } catch {
    dialog("Copy this", h("textarea", { rows: 4, readonly: true, class: "wide", "aria-label": "Text to copy" }, text));
  }
}

/** A large number in short form: 15.9M. @param {number} number */
export function short(number) {
  if (number < 10_000) return String(number);
  if (number < 1e6) return `${(number / 1e3).toFixed(0)}k`;
  if (number < 1e9) return `${(number / 1e6).toFixed(1)}M`;
  return `${(number / 1e9).toFixed(1)}G`;
}

/** Minutes and seconds. @param {number} ms */
export function clock(ms) {
  const left = Math.max(0, ms);
  const seconds = left / 1000;
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - minutes * 60;
  return left < 10_000 ? `0:0${rest.toFixed(1)}` : `${minutes}:${String(Math.floor(rest)).padStart(2, "0")}`;
}

/** A setting stored in this browser. @param {string} key @param {any} otherwise */
export function recall(key, otherwise) {
  try {
    const text = localStorage.getItem(`quadrille.${key}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {any} value */
export function remember(key, value) {
  try {
    localStorage.setItem(`quadrille.${key}`, JSON.stringify(value));
  } catch {
    // Without storage the page still works.
  }
}

/** Does the system ask for reduced motion? */
export const prefersReducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {number} ms */
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));
