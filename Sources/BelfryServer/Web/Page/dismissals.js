// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Dismissals. The daemon is told of one after five seconds, in which it can be undone: a notification
// that was dismissed by mistake is still the daemon's to show, with its files.

import { listLength, read, request, tell } from "./connection.js";
import { byName, nameOf, setText } from "./elements.js";

const action = "com.apple.UNNotificationDismissActionIdentifier";
const milliseconds = 5000;

/** The notifications that are to be dismissed, by their numbers: those that the daemon knows of are
 *  sent, and stay hidden until it lists them no more. */
const dismissed = new Map();
let timer = 0;
let redraw = () => {};

/** Says how the page draws its list anew. */
export function onDismissal(draw) {
  redraw = draw;
}

/** Takes the newest notifications that the daemon lists, and returns those that are shown. What is older
 *  than they are is not among them, and may be dismissed as well. */
export function undismissed(listed) {
  const sequences = new Set(listed.map(({ sequence }) => sequence));
  const oldest = listed.length < listLength ? 0 : listed.at(-1).sequence;
  for (const sequence of dismissed.keys()) {
    if (sequence >= oldest && !sequences.has(sequence)) dismissed.delete(sequence);
  }
  return listed.filter(({ sequence }) => !dismissed.has(sequence));
}

/** Forgets one that has left the list. */
export function endDismissal(sequence) {
  dismissed.delete(sequence);
}

/** Whether a notification that the daemon may list still is not shown any more. */
export function isDismissed(sequence) {
  return dismissed.has(sequence);
}

/** Dismisses a notification, unless that is undone. */
export function dismiss({ sequence, app }) {
  dismissed.set(sequence, { app, isSent: false });
  clearTimeout(timer);
  timer = setTimeout(send, milliseconds);
  draw();
}

function waiting() {
  return [...dismissed].filter(([, { isSent }]) => !isSent);
}

/** Tells the daemon of the dismissals that wait. Returns once it has answered. */
export async function send() {
  clearTimeout(timer);
  const sequences = waiting().map(([sequence]) => sequence);
  if (!sequences.length) return;
  for (const sequence of sequences) dismissed.get(sequence).isSent = true;
  drawBar();
  const answers = await Promise.all(sequences.map(post));
  // What one of them is refused for is said, whatever became of the others.
  tell(answers.find(({ error }) => error)?.error ?? "");
  read();
}

/** One that the daemon does not take is shown again. */
async function post(sequence) {
  const path = `/v1/notifications/${sequence}/response`;
  const answer = await request("POST", path, { action }, {}, { keepalive: true });
  if (answer.error) {
    dismissed.delete(sequence);
    redraw();
  }
  return answer;
}

/** Shows again what waits to be dismissed. */
function undo() {
  clearTimeout(timer);
  const sequences = waiting().map(([sequence]) => sequence);
  for (const sequence of sequences) dismissed.delete(sequence);
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
