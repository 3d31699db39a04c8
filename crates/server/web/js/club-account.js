// Signing in and joining, passwords, notifications, and the settings of the own account.

import { get, post, remove } from "./api.js";
import { act, card, columns, enter, field, form, here, link, listed, muted, tag, time, titled } from "./club.js";
import { copy, dialog, h, toast } from "./dom.js";
import { select } from "./home.js";
import { go } from "./main.js";

const NAME = { required: true, autocomplete: "username", maxlength: 20, autocapitalize: "off" };
const OLD = { type: "password", required: true, autocomplete: "current-password", maxlength: 200 };
const NEW = { ...OLD, autocomplete: "new-password", minlength: 8 };
const MAIL = { type: "email", required: true, autocomplete: "email" };

/** @param {any} member */
async function signIn({ name, password }) {
  await post("account/login", { name, password });
  await enter();
  go("/club", true);
}

/**
 * A page with one form.
 * @param {string} title
 * @param {() => any} fields
 * @param {string} label of its button
 * @param {(data: any) => any} send
 * @param {() => any} [more] below the form
 */
const single = (title, fields, label, send, more) => (/** @type {HTMLElement} */ body) =>
  titled(body, title, h("section", { class: "card small-form", "aria-label": title }, form(label, fields(), send, { id: "send" }), more?.()));

/** The code of a mail: in the address after #, which is sent to no server. @param {string} words */
const code = (words) => [h("p", {}, words), field("code", "Code from the mail", { required: true, autocomplete: "off", value: location.hash.slice(1) })];

/** @param {string} words */
function signInNext(words) {
  toast(words);
  go("/club/sign-in");
}

/** @param {HTMLElement} body */
async function settings(body) {
  const { club, me } = here;
  if (!me) return go("/club/sign-in", true);
  const [{ tokens }, { blocked }] = await Promise.all([get("account/tokens"), get("account/blocks")]);
  /** Does something and draws the page again. @param {Promise<any>} work @param {string} words */
  const then = async (work, words) => {
    await work;
    await enter();
    await settings(body);
    toast(words);
  };
  const left = Math.floor(me.vacation_left_ms / 86_400_000);
  titled(body, "Settings", columns([
    card("You", form("Save", [field("zone", "Time zone", { list: "zones", required: true, value: me.zone }), h("datalist", { id: "zones" }, Intl.supportedValuesOf("timeZone").map((value) => h("option", { value }))),
      club.mail ? select("mails", "Mails about your games", [["off", "None"], ["turns", "At once, when it is my turn"], ["daily", "Once a day"]], me.mails) : null], (data) => then(post("account/settings", data), "Saved."))),
    card("Vacation", h("p", {}, me.vacation_until ? ["Until ", time(me.vacation_until), ". "] : null, `${left} of 30 days are left this year. Turn-based games wait for you.`),
      form("Begin", field("days", "Days", { type: "number", min: 1, max: left, value: 7 }), ({ days }) => then(post("account/vacation", { days: Number(days) }), "Have a good time.")),
      me.vacation_until ? act("End it now", () => then(post("account/vacation", { days: 0 }), "Welcome back.")) : null),
    card("Password", form("Change", [field("old", "Present password", OLD), field("new", "New password", NEW)], (data) => then(post("account/password", data), "The password is changed; all other sessions have ended."))),
    card("Blocked members", listed(blocked, (name) => [name, act("Unblock", () => then(remove(`members/${name}/block`), "Unblocked."), { class: "soft small" })], "None."))], [
    card("Tokens for programs", listed(tokens, (t) => [h("div", {}, h("b", {}, t.name), muted(` ${t.scopes.join(", ")}; `, t.used ? ["used ", time(t.used)] : "never used")),
      act("Revoke", () => then(remove(`account/tokens/${t.id}`), "The token is revoked."), { class: "danger small" })], ""),
    form("Create a token", [field("name", "What is it for?", { required: true, maxlength: 60 }), [["read", "read and follow games"], ["challenge", "challenge and accept"], ["play", "play and chat"]].map(([scope, words]) =>
      h("label", { class: "check" }, h("input", { type: "checkbox", name: scope, checked: true }), `It may ${words} (${scope})`))], async ({ name, ...scopes }) => {
      const { token } = await post("account/tokens", { name, scopes: Object.keys(scopes) });
      await then(Promise.resolve(), "The token is created.");
      dialog("Your token", h("p", {}, "It is shown only now. Keep it like a password."), h("p", {}, h("code", { id: "token" }, token)), act("Copy", () => copy(token)));
    }, { id: "create-token" }),
    h("p", {}, me.robot ? "This account is a robot." : act("Label this account as a robot", () => then(post("bot/account/upgrade"), "This account is a robot."), { class: "quiet" }))),
    card("Your data", h("p", {}, h("a", { href: "/api/v1/account/export", download: "quadrille-club.json" }, "Export everything you own")),
      act("Sign out", () => post("account/logout").then(() => go("/club")), { id: "sign-out" }),
      h("details", {}, h("summary", {}, "Delete this account"), h("p", {}, "Running games are resigned. Finished ones stay without your name. This cannot be undone."),
        form("Delete my account", field("password", "Password", OLD), (data) => remove("account", data).then(() => go("/club")), { class: "danger" })))]));
}

/** @type {import("./club.js").Pages} */
export const pages = {
  "sign-in": single("Sign in", () => [field("name", "Name", NAME), field("password", "Password", OLD)], "Sign in", signIn, () => [
    here.club.mail ? h("p", {}, link("/club/forgot", "Forgotten your password?")) : null, here.club.registration === "closed" ? null : h("p", {}, "Not a member yet? ", link("/club/join", "Join the club"))]),
  join: single("Join the club", () => [field("name", "Name (letters, digits, _ and -)", NAME), field("password", "Password (at least 8 characters)", NEW),
    here.club.mail ? field("email", "E-mail address", MAIL) : null, here.club.registration === "code" ? field("code", "Code of the club", { required: true }) : null], "Join", async (data) => {
    const { state } = await post("account/register", data);
    if (state === "confirm") return go("/club/confirm");
    await signIn(data);
    await post("account/settings", { zone: Intl.DateTimeFormat().resolvedOptions().timeZone }).then(enter, () => undefined);
  }),
  confirm: single("Confirm your address", () => code("We have sent you a mail with a code."), "Confirm", async (data) => signInNext(`Welcome, ${(await post("account/confirm", data)).name}! You can sign in now.`)),
  forgot: single("Forgotten password", () => field("email", "E-mail address", MAIL), "Send a code", (data) => post("account/password/forgot", data).then(() => go("/club/reset"))),
  reset: single("New password", () => [code("If a member has this address, a mail with a code is on its way."), field("new", "New password", NEW)], "Set the password",
    (data) => post("account/password/reset", data).then(() => signInNext("The password is set. You can sign in now."))),

  async notices(body) {
    if (!here.me) return go("/club/sign-in", true);
    const { notifications } = await get("account/notifications");
    titled(body, "Notifications", listed(notifications, (n) => link(n.game_id ? `/club/game/${n.game_id}` : "/club", [n.read ? null : tag("new", "running"), `${n.text.charAt(0).toUpperCase()}${n.text.slice(1)}.`, time(n.at)]), "Nothing has happened yet.", "game-list"));
    if (notifications.length) await post("account/notifications/read", { up_to: notifications[0].id });
  },
  settings,
};
