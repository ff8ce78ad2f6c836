// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// What happens, line by line as it does: the events that the page gets anyway.

import { onEvent } from "./connection.js";
import { byName, element, nameOf, setText } from "./elements.js";
import { timeOf, wordsOf } from "./happenings.js";

/** Most lines that are shown, and most that wait while the log stands still: older ones go. */
const lineLimit = 500;

const list = byName("log-lines");
const pause = byName("log-pause");

/** Lines that came while the log stood still, and how many were too many. */
let waiting = [];
let missed = 0;
let isPaused = false;
/** What the notifications of the list are called, as far as the device shows that. */
let titles = new Map();

onEvent(({ app = "", date, sequence, note = "", notification }, kind) => {
  const line = { kind, app, date, sequence, note, verdict: notification?.verdict };
  if (isPaused) {
    waiting.push(line);
    if (waiting.length > lineLimit) {
      waiting.shift();
      missed += 1;
    }
    drawState();
  } else add([line]);
});

/** Has the lines name their notifications as the device shows them now: it may hide what they say. */
export function drawLog({ notifications }) {
  titles = new Map(notifications.map(({ sequence, content }) => [String(sequence), content.title || content.body || ""]));
  for (const title of list.querySelectorAll(".named")) setText(title, titles.get(title.dataset.of) ?? "");
}

/** Forgets all lines. */
export function endLog() {
  waiting = [];
  missed = 0;
  titles = new Map();
  list.replaceChildren();
  isPaused = false;
  drawState();
}

pause.addEventListener("click", () => {
  isPaused = !isPaused;
  if (!isPaused) {
    add(waiting);
    waiting = [];
    missed = 0;
  }
  drawState();
});
byName("log-clear").addEventListener("click", () => {
  list.replaceChildren();
  drawState();
});

function add(lines) {
  // Who reads the end of it is taken along.
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  list.append(...lines.map(drawLine));
  while (list.children.length > lineLimit) list.firstElementChild.remove();
  if (isAtEnd) list.scrollTop = list.scrollHeight;
  drawState();
}

function drawLine({ kind, app, date, sequence, note, verdict }) {
  const made = element("li");
  made.dataset.event = kind;
  made.append(element("span", "when", timeOf(date)), element("strong", "", wordsOf(kind)));
  if (app) made.append(element("span", "app-name", nameOf(app)));
  if (sequence !== undefined) {
    made.append(element("span", "number", `#${sequence}`));
    const title = element("span", "named", titles.get(String(sequence)) ?? "");
    title.dataset.of = sequence;
    made.append(title);
  }
  const said = verdict && kind !== "accepted" ? `${verdict.kind}: ${verdict.reason}` : "";
  if (said) made.append(element("span", "state", said));
  // The verdict stands in the note of what was decided.
  if (note && kind !== "decided") made.append(element("span", "note", note));
  return made;
}

function drawState() {
  setText(pause, isPaused ? "Go on" : "Pause");
  const lost = missed ? `, ${missed} more were too many` : "";
  const state = isPaused ? `It stands still; ${waiting.length} new lines wait${lost}.`
    : list.children.length ? "" : "Nothing has happened since the page was opened.";
  setText(byName("log-state"), state);
}
drawState();
