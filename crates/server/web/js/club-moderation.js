// What moderators and administrators see: reports, muting and disabling members, and the log.

import { get, post } from "./api.js";
import { card, each, field, form, here, link, tabled, time, titled } from "./club.js";
import { h, toast } from "./dom.js";
import { select } from "./home.js";
import { go } from "./main.js";

/** What can be done about a member: words, the end of the address, and what is sent. @type {Record<string, [string, string, any]>} */
const DEEDS = {
  hour: ["Mute for an hour", "mute", { hours: 1 }], day: ["Mute for a day", "mute", { hours: 24 }], month: ["Mute for 30 days", "mute", { hours: 720 }], speak: ["End muting", "mute", { hours: 0 }],
  disable: ["Disable", "disable", { disabled: true }], enable: ["Enable again", "disable", { disabled: false }],
};

/** @param {HTMLElement} body */
async function moderation(body) {
  if (!here.me || here.me.role === "member") return go("/club", true);
  const { reports } = await get("reports");
  const entries = here.me.role === "admin" ? (await get("admin/log")).entries : null;
  const member = (/** @type {string} */ name) => link(`/club/member/${name}`, name);
  titled(body, "Moderation", h("div", { class: "plan" },
    card("Reports", reports.length ? h("ul", { class: "plain-list" }, each(reports, (r) => h("li", { class: "report" },
      h("p", {}, h("b", {}, member(r.about)), " reported by ", member(r.by), " ", time(r.at), r.game_id ? [", ", link(`/club/game/${r.game_id}`, "game")] : null),
      h("p", {}, r.text),
      r.state === "open" ? form("Close", field("note", "What was done", { required: true, maxlength: 1000 }), (data) => post(`reports/${r.id}`, data).then(() => moderation(body)), { class: "soft small" })
        : h("p", { class: "muted" }, `Closed by ${r.handled_by}: ${r.note}`)))) : h("p", { class: "muted" }, "No reports.")),
    card("A member", form("Do it", [field("name", "Name", { required: true, autocomplete: "off" }), select("deed", "Action", Object.entries(DEEDS).map(([key, [words]]) => [key, words]), "hour")], async ({ name, deed }) => {
      const [words, end, sent] = DEEDS[deed];
      await post(`members/${encodeURIComponent(name)}/${end}`, sent);
      await moderation(body);
      toast(`${name}: ${words}.`);
    }, { id: "do-it" }))),
  entries ? card("Log", tabled(["When", "Who", "What", ""], each(entries, (e) => [time(e.at), e.actor, e.action, e.detail]))) : null);
}

export const pages = { moderation };
