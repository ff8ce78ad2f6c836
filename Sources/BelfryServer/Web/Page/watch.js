// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// What becomes of the push that was sent last: each step once it has been taken, and when.

import { onEvent, request } from "./connection.js";
import { byName, element } from "./elements.js";

/** The notification that is watched; null for none. */
let watched = null;
let timer = 0;
let isReading = false;
let isStale = false;

/** States in which the next step may come without an event. */
const silent = ["accepted", "running"];

/** Begins to follow a notification. */
export function watch(sequence) {
  watched = sequence;
  byName("push-steps").replaceChildren();
  look();
}

/** Follows none any more. */
export function endWatch() {
  watched = null;
  clearTimeout(timer);
  byName("push-steps").replaceChildren();
}

onEvent((event) => {
  if (watched !== null && event.sequence === watched) look();
});

/** Reads where the notification stands; what happens meanwhile is read next. */
async function look() {
  isStale = true;
  if (isReading) return;
  isReading = true;
  clearTimeout(timer);
  while (isStale && watched !== null) {
    isStale = false;
    const sequence = watched;
    const [entry, explanation] = await Promise.all([
      request("GET", `/v1/notifications/${sequence}`),
      request("GET", `/v1/notifications/${sequence}/explanation`),
    ]);
    if (sequence !== watched) isStale = true;
    else if (!entry.error && !explanation.error) draw(entry.value, explanation.value);
  }
  isReading = false;
}

function draw(entry, { runs = [], outcome }) {
  const steps = [["accepted", entry.accepted, ""]];
  if (entry.state === "stored") steps.push(["stored", null, "It waits for its device."]);
  for (const run of runs) {
    const wall = run.report?.timing?.wallMilliseconds;
    const ended = Date.parse(run.ended);
    const begun = wall === undefined ? null : new Date(ended - wall).toISOString();
    steps.push([`running, attempt ${run.attempt}`, begun, wall === undefined ? "" : `for ${wall.toFixed(1)} ms`]);
    steps.push(["decided", run.ended, `${run.verdict.kind}: ${run.verdict.reason}`]);
  }
  if (entry.state === "running") steps.push([`running, attempt ${entry.attempts}`, null, "Its extension has it."]);
  if (!runs.length && entry.verdict) steps.push(["decided", null, `${entry.verdict.kind}: ${entry.verdict.reason}`]);
  if (entry.presented) steps.push(["presented", entry.presented, (entry.presentation?.surfaces ?? []).join(", ")]);
  if (entry.seen) steps.push(["seen", entry.seen, ""]);
  if (entry.ended) steps.push([entry.state, entry.ended, entry.reason ?? ""]);
  byName("push-steps").replaceChildren(...steps.map(drawStep), ...(entry.ended || entry.presented ? [last(outcome)] : []));
  byName("push-steps").dataset.state = entry.state;
  // An extension begins without an event, and its report comes after the notification.
  const lacksReport = entry.presented && runs.some(({ report, note }) => !report && !note);
  clearTimeout(timer);
  if (silent.includes(entry.state) || lacksReport) timer = setTimeout(look, 500);
}

function drawStep([name, date, note]) {
  const made = element("li");
  made.dataset.step = name.split(",")[0];
  made.append(element("strong", "", name));
  if (date) {
    const time = element("time", "", new Date(date).toISOString().slice(11, 23));
    time.title = new Date(date).toLocaleString();
    made.append(time);
  }
  if (note) made.append(element("small", "", note));
  return made;
}

function last(outcome) {
  const made = element("li", "", outcome);
  made.dataset.step = "outcome";
  return made;
}
