// Experiments of the lab: the list, their results as plots and tables, and quick runs.

import { follow, get, post, remove } from "./api.js";
import { banner, fill, h, recall, remember, announce, toast } from "./dom.js";
import { bind } from "./keys.js";
import { skin } from "./skins.js";
import { sections } from "./watch.js";

/** @param {HTMLElement} root @param {string} [name] */
export const mount = (root, name) => name ? showOne(root, name) : showList(root);

/** @param {any} experiment @param {string} shelf @param {string} what */
const file = (experiment, shelf, what) => `/api/v1/experiments/${encodeURIComponent(experiment.name)}/results/${shelf}/${what}`;

/** Renders **bold** and `code`. @param {string} text */
const marked = (text) => text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) =>
  part.startsWith("**") ? h("b", {}, part.slice(2, -2)) : part.startsWith("`") ? h("code", {}, part.slice(1, -1)) : part);

/** @param {string|null} game */
const title = (game) => game ? skin(game).title : "Other games";

/** @param {any} run */
const share = (run) => run.of ? Math.floor(100 * run.done / run.of) : 0;

/** The state of an experiment as a tag. @param {any} experiment */
function tag({ run, results }) {
  if (run.state === "running") return h("span", { class: "tag running" }, `running, ${share(run)} %`);
  if (run.state === "failed") return h("span", { class: "tag failed" }, "⚠ failed");
  if (run.state === "stopped") return h("span", { class: "tag" }, "stopped");
  const judged = results.find((/** @type {any} */ r) => r.verdict);
  if (judged) return h("span", { class: "tag" }, judged.verdict);
  return results.length ? h("span", { class: "tag" }, results[0].scale) : null;
}

/** @param {HTMLElement} root */
async function showList(root) {
  document.title = "Experiments – Quadrille";
  const { experiments } = await get("experiments");
  const found = h("div", { class: "experiments" });
  const games = [...new Set(experiments.map((/** @type {any} */ e) => e.game))];
  const search = /** @type {HTMLInputElement} */ (h("input", { type: "search", id: "find-experiment", placeholder: "Search: table 4.1, history, MCTS …", "aria-label": "Search experiments", value: recall("lab.find", "") }));
  const only = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: "with-results", checked: recall("lab.only", false) }));
  const count = h("p", { class: "muted", role: "status" });

  const card = (/** @type {any} */ e) => h("li", {}, h("a", { class: "experiment", href: `/watch/lab/${e.name}`, "data-link": true },
    h("img", { src: file(e, e.results[0].shelf, "plot"), alt: "", loading: "lazy", width: 860, height: 470 }),
    h("b", {}, e.title), h("span", { class: "row tight" }, h("span", { class: "muted ellipsis" }, e.source), tag(e))));
  const line = (/** @type {any} */ e) => h("li", {}, h("a", { href: `/watch/lab/${e.name}`, "data-link": true },
    h("b", {}, e.title), h("span", { class: "muted ellipsis" }, e.source), tag(e)));
  const draw = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const text = (/** @type {any} */ e) => `${e.name} ${e.title} ${e.source} ${e.claim}`.toLowerCase();
    const wanted = experiments.filter((/** @type {any} */ e) => (!only.checked || e.results.length) && words.every((word) => text(e).includes(word)));
    remember("lab.find", search.value);
    remember("lab.only", only.checked);
    count.textContent = wanted.length === experiments.length ? `${wanted.length} experiments` : `${wanted.length} of ${experiments.length} experiments`;
    fill(found, games.map((game) => {
      const own = wanted.filter((/** @type {any} */ e) => e.game === game);
      const [shown, others] = [own.filter((/** @type {any} */ e) => e.results.length), own.filter((/** @type {any} */ e) => !e.results.length)];
      // The first group is open, and every group in which something was searched for.
      const open = words.length > 0 || game === games[0];
      return own.length === 0 ? null : h("details", { class: "group", open }, h("summary", {}, h("h2", {}, title(game)), h("span", { class: "muted" }, ` ${own.length}`)),
        shown.length ? h("ul", { class: "plots" }, shown.map(card)) : null,
        others.length ? h("ul", { class: "game-list" }, others.map(line)) : null);
    }), wanted.length === 0 ? h("p", { class: "muted" }, "No experiment matches.") : null);
  };
  search.addEventListener("input", draw);
  only.addEventListener("change", draw);
  fill(root, h("div", { class: "home" },
    h("div", {}, h("h1", {}, "Experiments"), h("p", { class: "lead" }, "Reproduced tables and figures of four theses and reports, and further experiments.")),
    sections("lab"),
    h("div", { class: "row tight finder" }, search, h("label", { class: "check" }, only, "With results"), count), found));
  draw();
}

/** @param {HTMLElement} root @param {string} name */
async function showOne(root, name) {
  const path = `experiments/${encodeURIComponent(name)}`;
  let experiment = await get(path);
  document.title = `${experiment.title} – Quadrille`;
  let shelf = experiment.results[0]?.shelf;
  const head = h("div", { class: "lab-head" });
  const label = h("span");
  const state = h("section", { class: "card run", "aria-label": "Run" });
  const body = h("div", { class: "lab-body" });
  fill(root, h("div", { class: "home wide-home" }, head, state, body));

  const attempt = async (/** @type {() => Promise<any>} */ act) => {
    try {
      await act();
      await refresh();
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  };
  const refresh = async () => {
    const next = await get(path);
    const before = experiment.run.state;
    experiment = next;
    // Show the results of a run that has just completed.
    if (experiment.run.state === "complete" && before !== "complete") {
      shelf = "own";
      announce("The experiment is complete.");
    }
    if (!experiment.results.some((/** @type {any} */ r) => r.shelf === shelf)) shelf = experiment.results[0]?.shelf;
    draw();
  };

  const drawState = () => {
    const { run, results } = experiment;
    const own = results.some((/** @type {any} */ r) => r.shelf === "own");
    const begin = (/** @type {string} */ words) => h("button", { type: "button", class: "primary", id: "run-experiment", onclick: () => void attempt(() => post(`${path}/run`)) }, words);
    const forget = () => h("button", { type: "button", class: "soft", id: "delete-results", onclick: () => void attempt(() => remove(path)) }, "Delete results");
    const focused = state.contains(document.activeElement);
    fill(label, tag(experiment));
    fill(state,
      run.state === "running" ? h("div", { class: "progress" },
          h("progress", { max: run.of || 1, value: run.done ?? 0, "aria-label": "Parts done" }),
          h("span", { class: "muted" }, run.of === null ? "preparing" : `${run.done} of ${run.of} parts${run.left === null ? "" : `, ${duration(run.left)} left`}`),
        h("button", { type: "button", class: "danger", id: "stop-experiment", onclick: () => void attempt(() => post(`${path}/stop`)) }, "Stop"))
      : run.state === "complete" ? h("div", { class: "row tight" }, h("span", { class: "muted grow-row" }, "The quick version has been run on this server."), forget())
      : run.state === "failed" ? [h("p", { class: "problem", role: "alert" }, `Failed: ${run.problem}.`), h("div", { class: "row end" }, forget(), begin("Try again"))]
      : run.state === "stopped" ? h("div", { class: "row tight" }, h("span", { class: "muted grow-row" }, run.of ? `Stopped after ${run.done} of ${run.of} parts.` : "Not finished yet."), forget(), begin("Resume"))
      : h("div", { class: "row tight" }, h("span", { class: "muted grow-row" }, own ? "" : "The quick version takes a few minutes; you can stop and resume it."), begin("Start quick run")));
    if (focused) /** @type {HTMLElement|null} */ (state.querySelector("button"))?.focus();
  };
  const draw = () => {
    fill(head,
      h("p", { class: "crumb" }, h("a", { href: "/watch/lab", "data-link": true }, "← All experiments")),
      h("h1", {}, experiment.title, label),
      h("p", { class: "muted" }, experiment.source),
      h("blockquote", {}, marked(experiment.claim)),
      experiment.problem ? h("p", { class: "problem", role: "alert" }, experiment.problem) : null);
    drawState();
    const { results } = experiment;
    const result = results.find((/** @type {any} */ r) => r.shelf === shelf);
    fill(body,
      results.length > 1 ? h("div", { class: "tabs", role: "group", "aria-label": "Which results" }, results.map((/** @type {any} */ r) =>
        h("button", { type: "button", class: "soft small", "aria-pressed": String(r.shelf === shelf), "data-shelf": r.shelf, onclick: () => { shelf = r.shelf; draw(); } },
          `${r.shelf === "own" ? "This server" : "Included"}, ${r.scale}, ${r.date}`))) : null,
      result ? findings(experiment, result) : h("p", { class: "muted nothing-yet" }, "No results yet."));
  };

  draw();
  bind([]);
  const stop = follow(`${path}/events`, {}, {
    experiment: (next) => {
      const changed = next.run.state !== experiment.run.state || next.results.length !== experiment.results.length;
      experiment.run = next.run;
      if (!changed) return drawState();
      if (next.run.state !== "running") announce(`The experiment is ${next.run.state}.`);
      if (next.run.state === "complete") shelf = "own";
      void refresh().catch((error) => toast(error.message, "error"));
    },
    lost: () => banner("The server is not responding. Reconnecting…"),
    found: () => banner(null),
    error: (error) => toast(error.message, "error"),
  }, true);
  return () => {
    stop();
    banner(null);
  };
}

/** @param {number} seconds */
const duration = (seconds) => seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;

/** The claim as it was tested, and the verdict. @param {any} answer */
function verdict(answer) {
  const row = (/** @type {any} */ part) => h("tr", {}, h("th", { scope: "row" }, marked(part.statement)),
    [part.test, part.printed || "–", part.ours, part.verdict].map((text) => h("td", {}, text)));
  return h("section", { class: "card", "aria-label": "Verdict" }, h("h2", {}, `Verdict: ${answer.verdict}`),
    h("p", {}, answer.sentence), answer.why ? h("p", {}, marked(answer.why)) : null,
    h("p", {}, h("b", {}, "Hypothesis. "), `${answer.statement} `, marked(answer.errors)),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Parts of the hypothesis" }, h("table", { class: "findings" },
      h("thead", {}, h("tr", {}, ["part", "test", "the work", "ours", "verdict"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, answer.parts.map(row)))));
}

/** Plot, table and method. @param {any} experiment @param {any} result */
function findings(experiment, result) {
  const { columns, rows } = result.table;
  const side = (/** @type {number} */ nth) => columns[nth].number ? { class: "number" } : {};
  return [
    h("figure", { class: "card experiment-plot", tabindex: "0", role: "region", "aria-label": "Plot" }, h("img", { src: `${file(experiment, result.shelf, "plot")}`, alt: `Plot: ${result.plot}. The table has its numbers.`, width: 860, height: 470 })),
    h("section", { class: "card", "aria-label": "Table" },
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of results" }, h("table", { class: "findings" },
        h("thead", {}, h("tr", {}, columns.map((/** @type {any} */ c, /** @type {number} */ nth) => h("th", { scope: "col", ...side(nth) }, c.name)))),
        h("tbody", {}, rows.map((/** @type {string[]} */ row) => h("tr", {}, row.map((text, nth) => h(nth ? "td" : "th", nth ? side(nth) : { scope: "row", ...side(nth) }, text))))))),
      h("p", { class: "muted note" }, "± gives half the width of a 95 % interval. Columns named after a source show its published values."),
      result.notes.map((/** @type {string} */ note) => h("p", {}, marked(note))),
      h("p", {}, h("a", { href: file(experiment, result.shelf, "table"), download: `${experiment.name}.csv` }, "Download table (CSV)"))),
    result.answer ? verdict(result.answer) : null,
    h("section", { class: "card", "aria-label": "Method" }, h("h2", {}, "Method"),
      result.scale === "quick" ? h("p", {}, "This is the ", h("b", {}, "quick"), " size, with few positions and small depths. It shows a tendency only.") : null,
      h("ul", {}, result.method.map((/** @type {string} */ sentence) => h("li", {}, marked(sentence)))),
      h("table", { class: "numbers provenance" }, h("caption", { class: "visually-hidden" }, "The run"), h("tbody", {},
        [["Command", h("code", {}, result.provenance.command)], ["Seed", result.provenance.seed], ["Commit", result.provenance.commit], ["Machine", result.provenance.machine],
          ["Date", result.provenance.date], ["Concurrency", result.provenance.concurrency], ["Parts", result.provenance.cells], ["Games", result.provenance.games]]
          .map(([what, value]) => h("tr", {}, h("th", { scope: "row" }, what), h("td", {}, value)))))),
  ];
}
