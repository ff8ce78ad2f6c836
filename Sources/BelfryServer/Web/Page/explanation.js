// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Why a notification came out as it did: outcome, verdict, its life, what was changed, its runs, the
// rules by which it was shown, the conditions of its extension.

import { request } from "./connection.js";
import { element } from "./elements.js";
import { milliseconds, timeOf, wordsOf } from "./happenings.js";
import { drawDifference, drawRun } from "./run.js";
import { drawTrial } from "./trial.js";

/** Reads the explanation of a notification, and draws it. */
export async function drawExplanation(target, sequence) {
  const answer = await request("GET", `/v1/notifications/${sequence}/explanation`);
  if (answer.error) return target.replaceChildren(element("p", "fault", answer.error));
  const { outcome, verdict, life = [], difference, runs = [], rules = [], conditions = [], response, isHidden, notification } = answer.value;
  const isReported = runs.some(({ report }) => report);
  const drawn = element("div", "runs");
  drawn.append(...runs.map((run) => drawRun(`Run ${run.attempt}`, run, { isHidden, showsDifference: true })));
  const hasExtension = conditions.length > 0;
  target.replaceChildren(
    element("p", "outcome", outcome),
    ...(verdict ? [drawVerdict(verdict)] : []),
    ...(response ? [element("p", "", waiting(response))] : []),
    ...drawLife(life),
    ...(isHidden || isReported ? [] : drawDifference(difference)),
    drawn,
    ...(hasExtension ? [drawTrial(sequence, drawn, { isHidden, isRecordable: notification.source === "push" })] : []),
    ...section("How it is shown", rules.map(({ rule, meaning }) => pair(rule, meaning))),
    ...section("Conditions of its extension, as they are now", conditions.map(drawCondition)),
  );
}

/** A text without the reference's marks for code. */
const plain = (text) => text.replaceAll("`", "");

function drawVerdict({ kind, reason, meaning, cure }) {
  const made = element("div", "verdict");
  made.dataset.kind = kind;
  made.append(element("strong", "", `${kind}: ${reason}`));
  for (const text of [meaning, cure]) if (text) made.append(element("p", "", plain(text)));
  return made;
}

function waiting({ action, deliveries, obstacle }) {
  const sentence = `The app was given the response ${action} ${deliveries} times, and has not acknowledged it.`;
  return obstacle ? `${sentence} ${obstacle}` : sentence;
}

/** What happened to it, each with its time and how long that was after what came before. */
function drawLife(steps) {
  if (!steps.length) return [];
  const made = element("ol", "life");
  made.append(...steps.map(({ event, date, note }, index) => {
    const item = element("li");
    item.dataset.event = event;
    item.append(element("span", "when", timeOf(date)), element("strong", "", wordsOf(event)));
    if (note) item.append(element("span", "note", note));
    const passed = index ? new Date(date) - new Date(steps[index - 1].date) : 0;
    if (passed > 0) item.append(element("span", "passed", `${milliseconds(passed)} later`));
    return item;
  }));
  const day = new Date(steps[0].date).toLocaleDateString();
  return [element("h3", "", `Its life, from ${day} on`), made];
}

function drawCondition({ question, found, passed, fix }) {
  const item = pair(question, `found: ${found}`);
  item.className = passed ? "met" : "unmet";
  item.prepend(element("span", "mark", passed ? "Yes. " : "No. "));
  if (!passed && fix) item.append(element("small", "", plain(fix)));
  return item;
}

function pair(term, text) {
  const item = element("li", "", term);
  if (text) item.append(element("small", "", text));
  return item;
}

function section(title, items) {
  if (!items.length) return [];
  const list = element("ul");
  list.append(...items);
  return [element("h3", "", title), list];
}
