// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// One run of an extension: how it ended, what it used of its budgets, what went wrong in it, what it
// asked of the network, what it printed, and what it changed.

import { element } from "./elements.js";
import { bytes, milliseconds } from "./happenings.js";

/** What a run says in place of the texts that the device hides. */
const hidden = "The device hides what the notification says, and with it what the run did with that.";

/** Draws a run with its report.
 *
 *  `isHidden` leaves out whatever may have something of the notification's texts in it: what changed, the
 *  log, the network's addresses, warnings. */
export function drawRun(title, { note, report }, { isHidden = false, showsDifference = false } = {}) {
  const made = element("div", "run");
  made.append(element("h3", "", title));
  if (note) made.append(element("p", "", note));
  if (!report) return made;
  made.append(element("p", "ending", `${report.verdict}: ${report.reason}`));
  if (!isHidden) made.append(element("p", "", report.explanation));
  made.append(...bars(report));
  if (isHidden) {
    made.append(element("p", "none", hidden));
    return made;
  }
  made.append(
    ...list("Warnings", warnings(report).map((text) => element("li", "warning", text))),
    ...(showsDifference ? drawDifference(report.difference) : []),
    ...list("Network", decisions(report.network)),
    ...log(title, report),
  );
  return made;
}

function list(title, items) {
  if (!items.length) return [];
  const made = element("ul");
  made.append(...items);
  return [element("h4", "", title), made];
}

// MARK: Budgets

function bars({ budget, usage, timing }) {
  return [
    ["Time", timing?.wallMilliseconds, budget.wallMilliseconds, milliseconds],
    ["CPU", usage?.cpuMilliseconds, budget.cpuMilliseconds, milliseconds],
    ["Memory", usage?.peakByteCount, budget.memoryByteCount, bytes],
  ].filter(([, used]) => used !== undefined).map(drawBar);
}

function drawBar([name, used, limit, text]) {
  const made = element("label", "bar", name);
  const meter = element("meter");
  [meter.max, meter.value] = [limit, used];
  [meter.low, meter.high, meter.optimum] = [limit * 0.5, limit * 0.9, 0];
  made.append(meter, element("span", "", `${text(used)} of ${text(limit)}`));
  return made;
}

// MARK: Warnings

function warnings({ bundle, strikes = [], crash, findings = [], attachments = [], center, storage }) {
  return [
    ...(bundle?.warnings ?? []),
    ...(crash ? [`${crash.signal}: ${crash.cause}`] : []),
    ...strikes.map((strike) => `Strike: ${strike}`),
    ...findings.map(({ function: name, detail }) => `${name}: ${detail}`),
    ...attachments.flatMap(({ message }) => (message ? [`An attachment was left out: ${message}`] : [])),
    ...(center?.problems ?? []),
    ...(storage?.folders ?? []).flatMap(({ excess }) => excess ?? []),
    ...(storage?.shortfall ? [storage.shortfall] : []),
  ];
}

// MARK: Difference

/** Draws what is different between two contents, field by field. */
export function drawDifference(difference) {
  if (!difference) return [];
  const title = element("h4", "", "What was changed");
  if (!difference.entries.length) return [title, element("p", "", "Nothing: it is shown as it came.")];
  const table = element("table", "difference");
  const head = element("tr");
  for (const name of ["Field", "Before", "After"]) {
    const cell = element("th", "", name);
    cell.scope = "col";
    head.append(cell);
  }
  const [top, body] = [element("thead"), element("tbody")];
  top.append(head);
  body.append(...difference.entries.map(drawChange));
  table.append(top, body);
  return [title, table];
}

function drawChange({ field, before, after }) {
  const kind = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  const row = element("tr", kind);
  const name = element("th", "", field);
  name.scope = "row";
  name.append(element("small", "", kind));
  row.append(name, side("del", before), side("ins", after));
  return row;
}

function side(tag, text) {
  const cell = element("td");
  if (text) cell.append(element(tag, "", text));
  else cell.append(element("span", "none", text === "" ? "empty" : "–"));
  return cell;
}

// MARK: Network

function decisions(network) {
  if (!network) return [];
  const items = network.decisions.map((decision) => {
    const { isAllowed, method, scheme, host, port, message, remedy } = decision;
    const target = host ? `${scheme ?? ""}://${host}${port ? `:${port}` : ""}` : "a request that cannot be read";
    const item = element("li", isAllowed ? "allowed" : "denied");
    item.append(element("span", "mark", isAllowed ? "Allowed " : "Denied "), [method, target].filter(Boolean).join(" "));
    const size = `${bytes(decision.byteCountFromExtension)} sent, ${bytes(decision.byteCountToExtension)} received${decision.status ? `, answered ${decision.status}` : ""}`;
    for (const text of [message, remedy, isAllowed ? size : ""]) if (text) item.append(element("small", "", text));
    return item;
  });
  if (network.droppedDecisions) items.push(element("li", "", `${network.droppedDecisions} more are not listed.`));
  return items;
}

// MARK: Log

function log(title, { log: lines = [], droppedLogLines = 0 }) {
  if (!lines.length && !droppedLogLines) return [];
  const made = element("ol", "lines");
  // It scrolls, by the keyboard too.
  made.tabIndex = 0;
  made.setAttribute("aria-label", `Log of ${title}`);
  made.append(...lines.map(({ source, text }) => {
    const line = element("li", source);
    line.append(element("span", "source", source), element("span", "text", text));
    return line;
  }));
  if (droppedLogLines) made.append(element("li", "warning", `${droppedLogLines} more lines were dropped.`));
  return [element("h4", "", "Log"), made];
}
