// A server of its own and a real browser for every test file. Any complaint of the page is a failure.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before } from "node:test";
import { chromium } from "playwright-core";

const built = (/** @type {string} */ name) => new URL(`../../target/debug/${name}`, import.meta.url).pathname;
export const QUADRILLE = process.env.QUADRILLE ?? built("quadrille");
/** The program of a game from outside the workspace's own. */
export const BREAKTHROUGH = process.env.BREAKTHROUGH ?? built("breakthrough");
/** Results of experiments as they are shipped. */
const RESULTS = new URL("../../results", import.meta.url).pathname;
const BROWSERS = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where pictures are left for people to look at. */
export const PICTURES = process.env.PICTURES ?? join(tmpdir(), "quadrille-pictures");
mkdirSync(PICTURES, { recursive: true });

/** How long to wait for what should come at once: a loaded machine is no failure. */
const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

/**
 * Gives a test file its site. After every test the pages are closed, and none may have complained.
 * @param {(site: Site) => void | Promise<void>} use what the file does with it before the first test
 * @param {string} [program] the program that serves it
 * @param {string[]} [options] more options for it
 */
export function withSite(use, program = QUADRILLE, options = []) {
  /** @type {Site} */
  let site;
  before(async () => {
    site = await Site.open(program, options);
    await use(site);
  });
  after(() => site?.close());
  afterEach(async () => {
    for (const context of site.contexts.splice(0)) await context.close();
    assert.deepEqual(site.problems.splice(0), [], "the page complained");
  });
}

export class Site {
  /** @param {string} program @param {string[]} options */
  static async open(program, options) {
    const site = new Site();
    site.program = program;
    site.options = options;
    /** What the server has written. */
    site.log = "";
    site.data = mkdtempSync(join(tmpdir(), "quadrille-browser-"));
    await site.start();
    const executablePath = BROWSERS.find((path) => path && existsSync(path));
    if (!executablePath) throw new Error("no Chromium was found; cargo xtask test installs it");
    site.browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
    site.problems = [];
    site.contexts = [];
    return site;
  }

  /** Starts the server, on the same port if it ran before. */
  async start() {
    const address = this.base ? this.base.slice("http://".length) : "127.0.0.1:0";
    this.server = spawn(this.program, ["serve", "--addr", address, "--data", this.data, "--results", RESULTS, ...this.options], { stdio: ["ignore", "pipe", "pipe"] });
    this.server.stderr.on("data", (part) => {
      this.log += part;
      process.stderr.write(part);
    });
    this.base = await new Promise((done, fail) => {
      let text = "";
      this.server.stdout.on("data", (part) => {
        text += part;
        this.log += part;
        const found = /http:\/\/[0-9.:]+/.exec(text);
        if (found) done(found[0]);
      });
      this.server.on("exit", (code) => fail(new Error(`the server ended with ${code}`)));
    });
  }

  /** Kills the server as a power cut would. */
  async kill() {
    const gone = new Promise((done) => this.server.on("exit", done));
    this.server.removeAllListeners("exit");
    this.server.on("exit", () => undefined);
    const wait = new Promise((done) => this.server.on("exit", done));
    this.server.kill("SIGKILL");
    await Promise.race([gone, wait]);
  }

  /** A page that may not complain and may not ask anybody else. @param {object} [options] */
  async page(options = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce", ...options });
    this.contexts.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.tolerated = options.tolerated;
    page.on("console", (message) => {
      if (message.type() === "error" && !page.tolerated?.test(message.text())) this.problems.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.problems.push(`error: ${error.message}`));
    page.on("request", (request) => {
      if (!request.url().startsWith(this.base)) this.problems.push(`request to ${request.url()}`);
    });
    return page;
  }

  async api(method, path, body) {
    const options = { method, headers: { "content-type": "application/json" }, body: body ? JSON.stringify(body) : undefined };
    const response = await fetch(`${this.base}/api/v1/${path}`, options);
    return response.status === 204 ? null : response.json();
  }

  async close() {
    await this.browser?.close();
    this.server?.removeAllListeners("exit");
    this.server?.kill("SIGKILL");
    rmSync(this.data, { recursive: true, force: true });
  }
}

/** Clicks a point of the board with a real pointer. */
export async function click(page, name) {
  const box = await page.locator(`.table [data-point="${name}"] .cell`).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Drags from point to point. */
export async function drag(page, from, to) {
  const centre = async (name) => {
    const box = await page.locator(`.table [data-point="${name}"] .cell`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...await centre(from));
  await page.mouse.down();
  await page.mouse.move(...await centre(to), { steps: 6 });
  await page.mouse.up();
}

/** Drags a piece from beside the board onto a point. */
export async function dragIn(page, selector, to) {
  const from = await page.locator(selector).boundingBox();
  const goal = await page.locator(`.table [data-point="${to}"] .cell`).boundingBox();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 8 });
  await page.mouse.up();
}

/** The names of points with a class. */
export const named = (page, css) => page.locator(`.table .point.${css}`).evaluateAll((list) => list.map((g) => g.getAttribute("data-point")).sort());

/** Waits until a question has the wished answer. */
export async function until(ask, wished = (answer) => answer, ms = PATIENCE) {
  const began = Date.now();
  for (;;) {
    const answer = await ask();
    if (wished(answer)) return answer;
    if (Date.now() - began > ms) throw new Error(`it never came: ${JSON.stringify(answer)?.slice(0, 400)}`);
    await new Promise((done) => setTimeout(done, 40));
  }
}
