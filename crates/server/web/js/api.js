// The server's API: requests, event streams, errors.

/** An error with the server's sentence. */
export class ApiError extends Error {
  /** @param {string} code @param {string} sentence @param {number} status */
  constructor(code, sentence, status) {
    super(sentence);
    this.code = code;
    this.status = status;
  }
}

const ROOT = "/api/v1/";

/** @param {string} path @param {Record<string, any>} [params] */
function address(path, params = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return ROOT + path + (text ? `?${text}` : "");
}

/** @param {Response} response */
async function errorOf(response) {
  try {
    const { error, sentence } = await response.json();
    return new ApiError(error, sentence, response.status);
  } catch {
    return new ApiError("unclear", `The server answered with ${response.status}.`, response.status);
  }
}

const GONE = "The server is not responding. Is it still running?";

/** @param {string} path @param {RequestInit} options */
async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError("gone", GONE, 0);
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** @param {string} path @param {Record<string, any>} [params] @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function get(path, params, signal) {
  return (await request(address(path, params), { signal })).json();
}

/** @param {string} path @param {Record<string, any>} [params] */
export async function text(path, params) {
  return (await request(address(path, params), {})).text();
}

/** What a session of a club sends with every change. */
export const session = { csrf: "" };

/** @param {string} method @param {any} [body] @returns {RequestInit} */
function change(method, body) {
  /** @type {Record<string, string>} */
  const headers = session.csrf ? { "x-csrf-token": session.csrf } : {};
  if (body !== undefined) headers["content-type"] = "application/json";
  return { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
}

/** @param {string} path @param {any} [body] @returns {Promise<any>} */
export async function post(path, body = {}) {
  const response = await request(address(path), change("POST", body));
  return response.status === 204 ? null : response.json();
}

/** @param {string} path @param {any} [body] */
export async function remove(path, body) {
  await request(address(path), change("DELETE", body));
}

/**
 * Follows a live stream until the returned function is called.
 * @param {string} path
 * @param {Record<string, any>} params
 * @param {Record<string, (data: any) => void>} handlers one for each name of an event; `error` gets an ApiError,
 *   `lost` and `found` report that the connection broke or came back, `end` that the stream ended; `object` gets
 *   the objects of a stream of lines.
 * @param {boolean} [lasting] whether to reconnect when the stream ends
 */
export function follow(path, params, handlers, lasting = false) {
  const abort = new AbortController();
  let over = false;
  const run = async () => {
    let lost = false;
    while (!over) {
      try {
        const response = await request(address(path, params), { signal: abort.signal, headers: { accept: "text/event-stream" } });
        if (lost) handlers.found?.(null);
        lost = false;
        if (response.body) await read(response.body, handlers, () => over);
        if (!lasting) {
          if (!over) handlers.end?.(null);
          return;
        }
      } catch (error) {
        if (over) return;
        if (error instanceof ApiError && error.status > 0 || !lasting) {
          handlers.error?.(error instanceof ApiError ? error : new ApiError("gone", GONE, 0));
          return;
        }
      }
      if (over) return;
      lost = true;
      handlers.lost?.(null);
      await new Promise((done) => setTimeout(done, 1000));
    }
  };
  void run();
  return () => {
    over = true;
    abort.abort();
  };
}

/** Gives each event of a stream, or each line if there is a handler for objects, to its handler.
 * @param {ReadableStream<Uint8Array>} body @param {Record<string, (data: any) => void>} handlers @param {() => boolean} over */
async function read(body, handlers, over) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const ending = handlers.object ? "\n" : "\n\n";
  let buffer = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done || over()) return;
    buffer += decoder.decode(value, { stream: true });
    let end;
    while ((end = buffer.indexOf(ending)) >= 0) {
      const block = buffer.slice(0, end);
      buffer = buffer.slice(end + ending.length);
      if (handlers.object) {
        if (block.trim() && !over()) handlers.object(JSON.parse(block));
        continue;
      }
      let name = "message";
      let data = "";
      for (const line of block.split("\n")) {
        if (line.startsWith("event:")) name = line.slice(6).trim();
        else if (line.startsWith("data:")) data += line.slice(5).trim();
      }
      if (data && !over()) handlers[name]?.(JSON.parse(data));
    }
  }
}

/** @type {Promise<any>|undefined} */
let catalogued;

/** Games, levels and players; requested once. */
export function catalogue() {
  catalogued ??= get("catalogue").catch((error) => {
    catalogued = undefined;
    throw error;
  });
  return catalogued;
}

/** Recently requested boards. @type {Map<string, Promise<any>>} */
const boards = new Map();

/**
 * The board of a position, with the actions of a started turn.
 * @param {{game: string, variant?: string, position?: string, turns?: string[]}} place
 * @param {string[]} [partial]
 * @returns {Promise<any>}
 */
export function board(place, partial = []) {
  const params = { game: place.game, variant: place.variant, position: place.position,
    turns: (place.turns ?? []).join(" "), partial: partial.join(",") };
  const key = JSON.stringify(params);
  let found = boards.get(key);
  if (!found) {
    found = get("board", params);
    boards.set(key, found);
    found.catch(() => boards.delete(key));
    if (boards.size > 400) boards.delete(/** @type {string} */ (boards.keys().next().value));
  }
  return found;
}
