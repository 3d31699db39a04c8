// Signing in and joining, passwords, notifications, and the settings of the own account.

import { get, post, remove } from "./api.js";
import { act, card, each, enter, field, form, here, link, time, titled } from "./club.js";
import { copy, dialog, h, toast } from "./dom.js";
import { select } from "./home.js";
import { go } from "./main.js";

const NAME = { required: true, autocomplete: "username", maxlength: 20, autocapitalize: "off" };
const OLD = { type: "password", required: true, autocomplete: "current-password", maxlength: 200 };
const NEW = { type: "password", required: true, autocomplete: "new-password", minlength: 8, maxlength: 200 };
const MAIL = { type: "email", required: true, autocomplete: "email" };

/** A page with one form. @param {HTMLElement} body @param {string} title @param {HTMLElement} content @param {...any} more */
const narrow = (body, title, content, ...more) => titled(body, title, h("section", { class: "card small-form", "aria-label": title }, content, more));

/** The code of a mail: in the address after #, which is sent to no server. */
const code = () => field("code", "Code from the mail", { required: true, autocomplete: "off", value: location.hash.slice(1) });

/** @param {string} name @param {string} password */
async function signIn(name, password) {
  await post("account/login", { name, password });
  await enter();
  go("/club", true);
}

/** @param {HTMLElement} body */
const signInPage = (body) => narrow(body, "Sign in",
  form("Sign in", [field("name", "Name", NAME), field("password", "Password", OLD)], ({ name, password }) => signIn(name, password), { id: "sign-in" }),
  here.club.mail ? h("p", {}, link("/club/forgot", "Forgotten your password?")) : null,
  here.club.registration === "closed" ? null : h("p", {}, "Not a member yet? ", link("/club/join", "Join the club")));

/** @param {HTMLElement} body */
function join(body) {
  const { registration, mail } = here.club;
  if (registration === "closed") return narrow(body, "Join the club", h("p", {}, "This club adds its members itself. Ask an administrator."));
  narrow(body, "Join the club", form("Join", [field("name", "Name (letters, digits, _ and -)", NAME), field("password", "Password (at least 8 characters)", NEW),
    mail ? field("email", "E-mail address", MAIL) : null, registration === "code" ? field("code", "Code of the club", { required: true, autocomplete: "off" }) : null],
  async (data) => {
    const { state } = await post("account/register", data);
    if (state === "confirm") return go("/club/confirm");
    await signIn(data.name, data.password);
    await post("account/settings", { zone: Intl.DateTimeFormat().resolvedOptions().timeZone }).then(enter).catch(() => undefined);
  }, { id: "join" }));
}

/** @param {HTMLElement} body */
const confirm = (body) => narrow(body, "Confirm your address", form("Confirm", [h("p", {}, "We have sent you a mail with a code."), code()], async (data) => {
  const { name } = await post("account/confirm", data);
  toast(`Welcome, ${name}! You can sign in now.`);
  go("/club/sign-in");
}));

/** @param {HTMLElement} body */
const forgot = (body) => narrow(body, "Forgotten password", form("Send a code", field("email", "E-mail address", MAIL), async (data) => {
  await post("account/password/forgot", data);
  go("/club/reset");
}));

/** @param {HTMLElement} body */
const reset = (body) => narrow(body, "New password", form("Set the password", [h("p", {}, "If a member has this address, a mail with a code is on its way."), code(), field("new", "New password", NEW)], async (data) => {
  await post("account/password/reset", data);
  toast("The password is set. You can sign in now.");
  go("/club/sign-in");
}));

/** Sends those who are not signed in to where they can. */
function isGuest() {
  if (!here.me) go("/club/sign-in", true);
  return !here.me;
}

/** @param {HTMLElement} body */
async function notices(body) {
  if (isGuest()) return;
  const { notifications } = await get("account/notifications");
  titled(body, "Notifications", notifications.length ? h("ul", { class: "game-list" }, each(notifications, (n) => h("li", {}, link(n.game_id ? `/club/game/${n.game_id}` : "/club", [
    n.read ? null : h("span", { class: "tag running" }, "new"), h("span", {}, `${n.text.charAt(0).toUpperCase()}${n.text.slice(1)}.`), time(n.at)])))) : h("p", { class: "muted" }, "Nothing has happened yet."));
  if (notifications.some((/** @type {any} */ n) => !n.read)) await post("account/notifications/read", { up_to: notifications[0].id });
}

/** @param {HTMLElement} body */
async function settings(body) {
  if (isGuest()) return;
  const { club, me } = here;
  const [{ tokens }, { blocked }] = await Promise.all([get("account/tokens"), get("account/blocks")]);
  const again = async (/** @type {string} */ words) => { await enter(); await settings(body); toast(words); };
  const left = Math.floor(me.vacation_left_ms / 86_400_000);
  titled(body, "Settings", h("div", { class: "plan" }, h("div", { class: "column" },
    card("You", form("Save", [field("zone", "Time zone", { list: "zones", required: true, value: me.zone }), h("datalist", { id: "zones" }, Intl.supportedValuesOf("timeZone").map((value) => h("option", { value }))),
      club.mail ? select("mails", "Mails about your games", [["off", "None"], ["turns", "At once, when it is my turn"], ["daily", "Once a day"]], me.mails) : null],
    (data) => post("account/settings", data).then(() => again("Saved.")))),
    card("Vacation", h("p", {}, me.vacation_until ? ["Until ", time(me.vacation_until), ". "] : null, `${left} of 30 days are left this year. Turn-based games wait for you.`),
      form("Begin", field("days", "Days", { type: "number", min: 1, max: Math.max(1, left), value: 7 }), ({ days }) => post("account/vacation", { days: Number(days) }).then(() => again("Have a good time."))),
      me.vacation_until ? act("End it now", () => post("account/vacation", { days: 0 }).then(() => again("Welcome back."))) : null),
    card("Password", form("Change", [field("old", "Present password", OLD), field("new", "New password", NEW)], (data) => post("account/password", data).then(() => again("The password is changed; all other sessions have ended.")))),
    blocked.length ? card("Blocked members", h("ul", { class: "plain-list" }, each(blocked, (name) => h("li", { class: "challenge" }, name, act("Unblock", () => remove(`members/${name}/block`).then(() => again("Unblocked.")), { class: "soft small" }))))) : null),
  h("div", { class: "column" },
    card("Tokens for programs", h("ul", { class: "plain-list" }, each(tokens, (t) => h("li", { class: "challenge" }, h("div", {}, h("b", {}, t.name), h("span", { class: "muted" }, ` ${t.scopes.join(", ")}; `, t.used ? ["used ", time(t.used)] : "never used")),
      act("Revoke", () => remove(`account/tokens/${t.id}`).then(() => again("The token is revoked.")), { class: "danger small" })))),
      form("Create a token", [field("name", "What is it for?", { required: true, maxlength: 60 }), h("fieldset", {}, h("legend", { class: "plain" }, "It may"), [["read", "read and follow games"], ["challenge", "challenge and accept"], ["play", "play and chat"]].map(([scope, words]) =>
        h("label", { class: "check" }, h("input", { type: "checkbox", name: scope, checked: true }), `${words} (${scope})`)))], async (data) => {
        const made = await post("account/tokens", { name: data.name, scopes: ["read", "challenge", "play"].filter((scope) => scope in data) });
        await again("The token is created.");
        dialog("Your token", h("p", {}, "It is shown only now. Keep it like a password."), h("p", {}, h("code", { id: "token" }, made.token)), act("Copy", () => copy(made.token)));
      }, { id: "create-token" }),
      me.robot ? h("p", {}, "This account is a robot.") : h("details", {}, h("summary", {}, "Is this account for a program?"), act("Label it as a robot", () => post("bot/account/upgrade").then(() => again("This account is a robot."))))),
    card("Your data", h("p", {}, h("a", { href: "/api/v1/account/export", download: "quadrille-club.json" }, "Export everything you own")),
      act("Sign out", async () => { await post("account/logout"); await enter(); go("/club"); }, { id: "sign-out" }),
      h("details", {}, h("summary", {}, "Delete this account"), h("p", {}, "Running games are resigned. Finished ones stay without your name. This cannot be undone."),
        form("Delete my account", field("password", "Password", OLD), async (data) => {
          await remove("account", data);
          await enter();
          toast("Your account is deleted.");
          go("/club");
        }, { class: "danger" }))))));
}

export const pages = { "sign-in": signInPage, join, confirm, forgot, reset, notices, settings };
