// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Why a notification came out as it did: outcome, verdict, what the run used of its budget, the rules
// by which it was shown, the conditions of its extension.

import { request } from "./connection.js";
import { element } from "./elements.js";

/** Reads the explanation of a notification, and draws it. */
export async function drawExplanation(target, sequence) {
  const answer = await request("GET", `/v1/notifications/${sequence}/explanation`);
  if (answer.error) return target.replaceChildren(element("p", "fault", answer.error));
  const { outcome, verdict, runs = [], rules = [], conditions = [], response } = answer.value;
  target.replaceChildren(
    element("p", "outcome", outcome),
    ...(verdict ? [drawVerdict(verdict)] : []),
    ...(response ? [element("p", "", waiting(response))] : []),
    ...runs.map(drawRun),
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

function drawRun({ attempt, note, report }) {
  const made = element("div", "run");
  made.append(element("h3", "", `Run ${attempt}`));
  if (note) made.append(element("p", "", note));
  if (!report) return made;
  const { budget, usage, timing } = report;
  const bars = [
    ["Time", timing?.wallMilliseconds, budget.wallMilliseconds, milliseconds],
    ["CPU", usage?.cpuMilliseconds, budget.cpuMilliseconds, milliseconds],
    ["Memory", usage?.peakByteCount, budget.memoryByteCount, bytes],
  ].filter(([, used]) => used !== undefined);
  made.append(...bars.map(drawBar));
  return made;
}

function drawBar([name, used, limit, text]) {
  const made = element("label", "bar", name);
  const meter = element("meter");
  [meter.max, meter.value] = [limit, used];
  [meter.low, meter.high, meter.optimum] = [limit * 0.5, limit * 0.9, 0];
  made.append(meter, element("span", "", `${text(used)} of ${text(limit)}`));
  return made;
}

const milliseconds = (value) => (value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`);
const bytes = (value) => (value < 1 << 20 ? `${Math.ceil(value / 1024)} KB` : `${(value / (1 << 20)).toFixed(1)} MB`);

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
