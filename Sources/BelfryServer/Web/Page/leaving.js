// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Notifications that the user answers or dismisses: they leave the page at once. The daemon is told of an
// answer at the same time, and of a dismissal after five seconds, in which it can be undone: a notification
// that was dismissed by mistake is still the daemon's to show, with its files. What the daemon does not
// take is shown again.

import { listLength, onEvent, read, request, tell } from "./connection.js";
import { byName, nameOf, setText } from "./elements.js";

const dismissal = { identifier: "com.apple.UNNotificationDismissActionIdentifier", title: "Dismiss" };
const milliseconds = 5000;

/** How many milliseconds the daemon has for its answer: after them the notification is shown again. */
const patience = 30_000;

/** What the user has done with notifications, by their numbers. Each stays hidden until the daemon lists
 *  it no more. One without `answer`, which is what the daemon will say, waits to be sent. */
const leaving = new Map();

/** What the daemon has not taken, by the numbers of the notifications, which it lists still. */
const refusals = new Map();

/** The smallest number of the newest notifications that the daemon lists; 0 where these are all. */
let oldest = 0;
let timer = 0;
let redraw = () => {};

/** Says how the page draws its list anew. */
export function onLeaving(draw) {
  redraw = draw;
}

/** Takes the newest notifications that the daemon lists: what is not among them has left. What is older
 *  than they are may be listed all the same. */
export function settle(listed) {
  const sequences = new Set(listed.map(({ sequence }) => sequence));
  oldest = listed.length < listLength ? 0 : listed.at(-1).sequence;
  for (const known of [leaving, refusals]) {
    for (const sequence of known.keys()) {
      if (sequence >= oldest && !sequences.has(sequence)) known.delete(sequence);
    }
  }
}

onEvent(({ sequence, notification }, kind) => {
  // In another log the numbers are those of others.
  if (kind === "reset") {
    clearTimeout(timer);
    for (const known of [leaving, refusals]) known.clear();
    return drawBar();
  }
  const isListed = ["presented", "seen"].includes(notification?.state);
  if (kind !== "restored" && (isListed || sequence >= oldest)) return;
  for (const known of [leaving, refusals]) known.delete(sequence);
  drawBar();
});

/** Whether a notification that the daemon may list still is not shown any more. */
export function isLeaving(sequence) {
  return leaving.has(sequence);
}

/** How many of an app's notifications the daemon counts that are not shown any more. */
export function leavingCount(app) {
  return [...leaving.values()].filter((deed) => deed.app === app).length;
}

/** What the user did last with a notification and the daemon did not take: the `action`, the `text` that
 *  was written for it, and the `reason`. */
export function refusalOf({ sequence }) {
  return refusals.get(sequence);
}

/** Dismisses a notification, unless that is undone. */
export function dismiss(entry) {
  begin(entry, dismissal);
  clearTimeout(timer);
  timer = setTimeout(send, milliseconds);
  draw();
}

/** When the last answer was given. */
let answered = -Infinity;

/** Answers a notification with one of its actions, and with what was written for it. */
export async function respond(entry, action, text) {
  const { sequence, app } = entry;
  if (isLeaving(sequence)) return;
  answered = performance.now();
  // What is said of this one is news, also where the same was said of the last one.
  tell("");
  setText(byName("news"), "");
  const deed = begin(entry, action, text);
  deed.answer = post(sequence, deed);
  draw();
  const reason = await deed.answer;
  if (reason) tell(reason);
  else setText(byName("news"), `“${action.title}” was sent to ${nameOf(app)}.`);
  read();
}

// What has come to the place of a card that was answered is not what a double click is meant for.
addEventListener("click", (event) => {
  if (event.detail < 2 || performance.now() - answered > 500) return;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });

function begin({ sequence, app, isHidden = false }, { identifier, title }, text) {
  const deed = { app, action: identifier, title, text, isHidden, answer: null };
  leaving.set(sequence, deed);
  return deed;
}

function waiting() {
  return [...leaving].filter(([, { answer }]) => !answer);
}

/** Tells the daemon of the dismissals that wait. Returns once it has answered all that it was told. */
export async function send() {
  clearTimeout(timer);
  const dismissals = waiting();
  for (const [sequence, deed] of dismissals) deed.answer = post(sequence, deed);
  drawBar();
  const reasons = await Promise.all(dismissals.map(([, { answer }]) => answer));
  if (dismissals.length) {
    // What one of them is refused for is said, whatever became of the others.
    tell(reasons.find(Boolean) ?? "");
    read();
  }
  await Promise.all([...leaving.values()].map(({ answer }) => answer));
}

/** Tells the daemon what the user has done. What it does not take is shown again. Returns why; empty for
 *  what it has taken. */
async function post(sequence, deed) {
  const { app, action, title, text, isHidden } = deed;
  const path = `/v1/notifications/${sequence}/response`;
  const options = { keepalive: true, signal: AbortSignal.timeout(patience) };
  const { status, error } = await request("POST", path, { action, text }, {}, options);
  if (!error) return "";
  const reason = status ? error : "The daemon did not answer, so this may not have reached it.";
  const isBack = leaving.get(sequence) === deed;
  if (isBack) {
    leaving.delete(sequence);
    refusals.set(sequence, { action, text, reason, isHidden });
    redraw();
  }
  const end = isBack ? "is in the list again" : "has left the list";
  setText(byName("news"), `“${title}” failed: the notification of ${nameOf(app)} ${end}.`);
  return reason;
}

/** Shows again what waits to be dismissed. */
function undo() {
  clearTimeout(timer);
  const sequences = waiting().map(([sequence]) => sequence);
  for (const sequence of sequences) leaving.delete(sequence);
  draw();
  const toggles = document.querySelectorAll(`[data-sequence="${sequences.at(-1)}"] > .toggle`);
  [...toggles].find((toggle) => toggle.offsetParent)?.focus();
}

function draw() {
  drawBar();
  redraw();
}

/** The bar names no text of a notification: the device may be locked meanwhile. */
function drawBar() {
  const entries = waiting();
  if (entries.length) {
    const [[, { app }]] = entries;
    setText(byName("undo-text"), entries.length > 1 ? `Dismissed ${entries.length} notifications.` : `Dismissed a notification of ${nameOf(app)}.`);
  }
  byName("undo").hidden = entries.length === 0;
}

byName("undo-button").addEventListener("click", undo);
document.addEventListener("keydown", (event) => {
  if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || byName("undo").hidden) return;
  // In a field it takes back what was written.
  if (event.target.closest("input, textarea, select")) return;
  event.preventDefault();
  undo();
});
// A page that is left does not wait.
addEventListener("pagehide", send);
