// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// One notification: its texts and pictures, what can be done with it, and why it came out so.

import { Actions } from "./drawing/actions.js";
import { drawAttachments, thumbnail } from "./attachments.js";
import { change, isBreak, longestAnswer, onEvent, tell } from "./connection.js";
import { age, button, byName, element, nameOf } from "./elements.js";
import { dismiss, refusalOf, respond } from "./leaving.js";

const opening = "com.apple.UNNotificationDefaultActionIdentifier";

/** The notifications that are expanded, by their numbers. */
const expanded = new Set();

/** The notifications that the user has seen, of which the daemon has not said so yet. */
const seen = new Set();

// In another log their numbers are those of others.
onEvent((_, kind) => {
  if (!isBreak(kind)) return;
  expanded.clear();
  seen.clear();
});

/** What live.js and explanation.js have. No card needs it before it is expanded, so the page reads both
 *  files once its first list is drawn. */
let rest = {};

/** Reads the files that expanded cards need. Returns whether they are there. */
export async function readRest() {
  try {
    const [live, explanation] = await Promise.all([import("./live.js"), import("./explanation.js")]);
    rest = { ...live, ...explanation };
    return true;
  } catch {
    tell("The page could not read a file of its own: load it again.");
    return false;
  }
}

/** Ends what extensions draw on cards that are not seen any more. */
export function endUnseen() {
  rest.endUnseen?.();
}

export const isExpanded = ({ sequence }) => expanded.has(sequence);

/** Marks the element of a notification that the user has not seen. */
export function markUnseen(made, { sequence, state }) {
  if (state !== "presented") seen.delete(sequence);
  made.classList.toggle("unseen", state === "presented" && !seen.has(sequence));
}

/** Makes the element of a notification; one that stands below no heading names its app. Whoever keeps it
 *  marks it anew when the notification has changed. */
export function drawCard(entry, app, center, namesApp = false) {
  const isListed = entry.state === "presented" || entry.state === "seen";
  const made = element("article", "card");
  made.dataset.sequence = entry.sequence;
  markUnseen(made, entry);
  const toggle = element("button", "toggle");
  toggle.type = "button";
  toggle.append(head(entry, isListed, center, namesApp), texts(entry));
  const small = isListed && thumbnail(entry);
  if (small) toggle.append(small);
  const details = element("div", "details");
  const isDrawn = isListed && entry.isDrawn === true;
  made.classList.toggle("drawn", isDrawn);
  let live = null;
  const collapse = () => {
    // One that was drawn anew is expanded as it was.
    if (made.isConnected) expanded.delete(entry.sequence);
    setExpanded(false);
  };
  const setExpanded = (isExpanded) => {
    toggle.setAttribute("aria-expanded", String(isExpanded));
    made.classList.toggle("expanded", isExpanded);
    details.hidden = !isExpanded;
    if (isExpanded && !details.hasChildNodes()) fill(made, details, entry, app, center, isListed);
    if (!isDrawn) return;
    if (!isExpanded) {
      live?.end();
      live = null;
    } else if (!rest.Live) {
      // The user was quicker than the page.
      readRest().then((isThere) => isThere && made.isConnected && setExpanded(!details.hidden));
    } else if (!live) {
      live = new rest.Live(entry.sequence, plain(entry, app, center), collapse);
      const place = details.querySelector(":scope > .live");
      if (place) place.replaceWith(live.element);
      else details.prepend(live.element);
      // It is measured where it is.
      queueMicrotask(() => live?.begin());
    }
  };
  toggle.addEventListener("click", () => {
    // It may be drawn in two lists.
    const isExpanded = details.hidden;
    if (isExpanded) expanded.add(entry.sequence);
    else expanded.delete(entry.sequence);
    setExpanded(isExpanded);
    if (isExpanded && made.classList.contains("unseen")) see(entry);
  });
  made.append(toggle);
  if (isListed) made.append(dismissButton(made, entry));
  made.append(details);
  setExpanded(expanded.has(entry.sequence));
  made.addEventListener("keydown", (event) => steer(made, event, () => isListed && dismissFrom(made, entry)));
  return made;
}

/** Arrows go to the next card, Delete dismisses. */
function steer(made, event, dismissed) {
  if (event.target !== made.querySelector(".toggle")) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    const all = toggles();
    all[all.indexOf(event.target) + step]?.focus();
    event.preventDefault();
  } else if (event.key === "Delete" || event.key === "Backspace") {
    dismissed();
    event.preventDefault();
  }
}

function head(entry, isListed, center, namesApp) {
  const made = element("span", "head");
  if (!isListed || namesApp) made.append(element("strong", "from", nameOf(entry.app)));
  if (!isListed) made.append(element("span", "state", entry.reason ? `${entry.state}: ${entry.reason}` : entry.state));
  if (entry.verdict && entry.verdict.kind !== "delivered" && entry.verdict.reason !== "no_extension") {
    made.append(element("span", "state", `${entry.verdict.kind}: ${entry.verdict.reason}`));
  }
  made.append(age(entry.ended ?? entry.presented ?? entry.accepted, Date.parse(center.now)));
  return made;
}

function texts({ content }) {
  const made = element("span", "texts");
  for (const name of ["title", "subtitle", "body"]) {
    if (content[name]) made.append(element("span", name, content[name]));
  }
  if (!made.hasChildNodes()) made.append(element("span", "body none", "No text"));
  return made;
}

function fill(made, details, entry, app, center, isListed) {
  if (isListed && !entry.isDrawn) {
    details.append(...drawAttachments(entry), actions(made, entry, app, center));
  } else if (!isListed) {
    details.append(...names(entry));
  }
  if (isListed && app.authorization === "provisional") details.append(keeping(entry));
  if (entry.isRestorable) {
    const restore = button("Restore", "plain restore", async () => {
      const next = nextToggle(made);
      restore.disabled = true;
      const restored = await post(entry, "restore");
      if (!restored) return (restore.disabled = false);
      tell(becameOf(restored));
      // It leaves the history, and the focus with it.
      if (made.closest("#ended")) (next ?? byName("tab-history")).focus();
    });
    details.append(restore);
  }
  details.append(explanation(entry));
}

/** The names of the files of one that has ended: the files may be gone. */
function names({ content }) {
  if (!content.attachments?.length) return [];
  const list = element("ul", "files");
  list.append(...content.attachments.map(({ identifier, type }) => {
    const item = element("li", "", identifier);
    if (type) item.append(element("small", "", type));
    return item;
  }));
  return [list];
}

/** What became of a notification that was restored, as the daemon's answer has it. */
function becameOf({ state }) {
  if (state === "presented" || state === "seen") return "The notification is in the list again.";
  if (state === "decided") return "The notification is shown once its app, which is in front, has said how.";
  return "The notification was shown, and has nothing for the list.";
}

function explanation(entry) {
  const made = element("details", "why");
  made.append(element("summary", "", "Why it came out as it did"));
  const content = element("div");
  made.append(content);
  made.addEventListener("toggle", async () => {
    if (made.open && (await readRest())) rest.drawExplanation(content, entry.sequence);
  });
  return made;
}

/** What a notification asks of an app that notifies quietly: whether the user wants more of them. */
function keeping({ app }) {
  const answer = (body) => change("PUT", `/v1/apps/${encodeURIComponent(app)}/authorization`, body);
  const made = element("div", "actions keeping");
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", `Keep notifications of ${nameOf(app)}?`);
  const choices = [
    ["keep", "Keep: Deliver Immediately", { status: "authorized", delivery: "immediate" }],
    ["keep-scheduled", "Keep: Deliver in Scheduled Summary", { status: "authorized", delivery: "scheduled" }],
    ["turn-off", "Turn Off", { status: "denied" }],
  ];
  for (const [key, title, body] of choices) {
    const choice = element("div", key === "turn-off" ? "action destructive" : "action");
    choice.dataset.action = key;
    choice.append(button(title, "", () => answer(body)));
    made.append(choice);
  }
  return made;
}

// MARK: Actions

function post(entry, what, body) {
  return change("POST", `/v1/notifications/${entry.sequence}/${what}`, body);
}

/** Marks a notification as seen wherever it is drawn, and tells the daemon; what the daemon refuses is
 *  unseen again. */
async function see(entry) {
  const { sequence } = entry;
  const mark = (isUnseen) => {
    for (const made of document.querySelectorAll(`.card[data-sequence="${sequence}"]`)) {
      made.classList.toggle("unseen", isUnseen);
    }
  };
  seen.add(sequence);
  mark(false);
  if (await post(entry, "seen")) return;
  seen.delete(sequence);
  mark(true);
}

/** Where the cards of a part of the page begin that are seen, in their order. */
function toggles(place = document) {
  return [...place.querySelectorAll(".card > .toggle")].filter((toggle) => toggle.offsetParent);
}

/** The banner, or all that is not in it: who acts in one of them stays there. */
const placeOf = (made) => made.closest("#banner, main");

/** Where the next card begins that is seen; nothing behind the last one. */
function nextToggle(made) {
  const all = toggles(placeOf(made));
  return all[all.indexOf(made.querySelector(".toggle")) + 1];
}

/** Does what takes a card off the page, and goes to the next card, or else to what `last` returns. */
function leaveFrom(made, act, last) {
  const next = nextToggle(made);
  // What is done in the banner leaves the list where it is.
  const preventScroll = placeOf(made).id === "banner";
  act();
  (next?.isConnected ? next : last()).focus({ preventScroll });
}

/** Dismisses, and goes to the next card, or to what undoes it. */
function dismissFrom(made, entry) {
  leaveFrom(made, () => dismiss(entry), () => byName("undo-button"));
}

/** Answers, and goes to the next card, or to the one that is last then; from the banner to the tab. */
function respondFrom(made, entry, action, text) {
  const place = placeOf(made);
  const tab = byName("views").hidden ? byName("search-field") : byName("views").querySelector("[aria-selected=true]");
  leaveFrom(made, () => respond(entry, action, text), () => toggles(place).at(-1) ?? tab);
}

function dismissButton(made, entry) {
  const close = button("", "close", () => dismissFrom(made, entry));
  close.setAttribute("aria-label", `Dismiss ${entry.content.title || "the notification"}`);
  return close;
}

/** The notification without its extension. Its actions wait for the daemon's answer: the extension draws
 *  until then, and may stay. */
function plain(entry, app, center) {
  const category = app.categories.find(({ identifier }) => identifier === entry.content.categoryIdentifier);
  return {
    content: entry.content,
    draw: () => drawAttachments(entry),
    opening: { identifier: opening, title: `Open ${nameOf(entry.app)}` },
    actions: category?.actions ?? [],
    isLocked: center.device.lock !== "unlocked",
    respond: (action, text) => post(entry, "response", { action, text }),
  };
}

function actions(made, entry, app, center) {
  const list = element("div", "actions");
  list.setAttribute("role", "group");
  list.setAttribute("aria-label", "Actions");
  const { opening, actions: own, isLocked } = plain(entry, app, center);
  const all = [opening, ...own];
  const take = (action, text) => respondFrom(made, entry, all.find(({ identifier }) => identifier === action), text);
  new Actions(list, take, { longest: longestAnswer }).draw(all, { isLocked, refusal: refusal(entry) });
  return list;
}

/** What the daemon did not take. A device that hides the notification by now hides what was written, too. */
function refusal(entry) {
  const refused = refusalOf(entry);
  return refused && entry.isHidden && !refused.isHidden ? { ...refused, text: undefined } : refused;
}
