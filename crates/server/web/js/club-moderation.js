// What moderators and administrators see: reports, muting and disabling members, and the log.

import { get, post } from "./api.js";
import { card, columns, field, form, here, link, listed, muted, tabled, time, titled } from "./club.js";
import { h } from "./dom.js";
import { select } from "./home.js";
import { go } from "./main.js";

/** What can be done about a member: the end of the address, what is sent, and words. @type {[string, object, string][]} */
const DEEDS = [["mute", { hours: 1 }, "Mute for an hour"], ["mute", { hours: 24 }, "Mute for a day"], ["mute", { hours: 720 }, "Mute for 30 days"], ["mute", { hours: 0 }, "End muting"],
  ["disable", { disabled: true }, "Disable"], ["disable", { disabled: false }, "Enable again"]];

/** @type {import("./club.js").Pages} */
export const pages = { async moderation(body) {
  const role = here.me?.role ?? "member";
  if (role === "member") return go("/club", true);
  const again = () => go("/club/moderation", true);
  const member = (/** @type {string} */ name) => link(`/club/member/${name}`, name);
  titled(body, "Moderation", columns([card("Reports", listed((await get("reports")).reports, (r) => h("div", {},
    h("p", {}, h("b", {}, member(r.about)), " reported by ", member(r.by), " ", time(r.at), r.game_id ? [", ", link(`/club/game/${r.game_id}`, "game")] : null), h("p", {}, r.text),
    r.state === "open" ? form("Close", field("note", "What was done", { required: true, maxlength: 1000 }), (data) => post(`reports/${r.id}`, data).then(again), { class: "soft small" })
      : h("p", {}, muted(`Closed by ${r.handled_by}: ${r.note}`))), "No reports."))],
  [card("A member", form("Do it", [field("name", "Name", { required: true, autocomplete: "off" }), select("deed", "Action", DEEDS.map(([, , words], nth) => [String(nth), words]), "0")], ({ name, deed }) => {
    const [end, sent] = DEEDS[Number(deed)];
    return post(`members/${encodeURIComponent(name)}/${end}`, sent).then(again);
  }, { id: "do-it" }))]),
  role === "admin" ? card("Log", tabled(["When", "Who", "What", "Details"], (await get("admin/log")).entries, (e) => [time(e.at), e.actor, e.action, e.detail], "Nothing yet.")) : null);
} };
