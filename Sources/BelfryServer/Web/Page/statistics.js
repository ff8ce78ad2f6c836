// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// How the runs of each app's service extension went over time: pictures that the daemon draws, and the
// same in numbers.

import { request } from "./connection.js";
import { byName, element, icon, nameOf } from "./elements.js";
import { milliseconds } from "./happenings.js";

const span = byName("statistics-span");
const charts = [
  ["runs", "Runs, by what they came to"],
  ["fallbacks", "Share of runs whose notification was shown as it came, by cause"],
  ["latency", "Time of the runs: p50, p95 and p99, and their budget"],
];

let isShown = false;
let isReading = false;
let isStale = false;
let timer = 0;

/** Begins or ends to show the statistics. */
export function showStatistics(isWanted) {
  if (isWanted && !isShown) read();
  isShown = isWanted;
}

/** Reads them anew soon, as something has happened: many things that happen together cost one reading. */
export function refreshStatistics() {
  if (!isShown || timer) return;
  timer = setTimeout(() => {
    timer = 0;
    if (isShown) read();
  }, 1500);
}

/** Forgets what is shown. */
export function endStatistics() {
  isShown = false;
  byName("statistics-extensions").replaceChildren();
}

span.addEventListener("change", read);

async function read() {
  isStale = true;
  if (isReading) return;
  isReading = true;
  while (isStale) {
    isStale = false;
    const wanted = span.value;
    const { value, error } = await request("GET", `/v1/extensions/statistics?span=${wanted}`);
    const target = byName("statistics-extensions");
    if (error) target.replaceChildren(element("p", "fault", error));
    else if (wanted === span.value) draw(target, value);
  }
  isReading = false;
}

function draw(target, { span: read, now, parts, extensions }) {
  const opened = new Set([...target.querySelectorAll("details[open]")].map(({ dataset }) => dataset.app));
  const sections = extensions.map((each) => drawExtension(each, read, now, parts, opened.has(each.app)));
  const none = element("p", "none", "No service extension had anything to do in this time.");
  target.replaceChildren(...(sections.length ? sections : [none]));
}

function drawExtension({ app, extension, all, parts: tallies }, read, now, parts, isOpened) {
  const made = element("section", "statistic");
  const title = element("h2");
  title.append(icon(app), element("span", "", nameOf(app)));
  if (extension) title.append(element("small", "", extension));
  made.setAttribute("aria-label", nameOf(app));
  const pictures = element("div", "charts");
  pictures.append(...charts.map(([name, caption]) => drawChart(app, name, caption, read, now)));
  made.append(title, element("p", "", summary(all)), pictures, numbers(app, all, read, parts, tallies, isOpened));
  return made;
}

const count = (number, thing) => `${number.toLocaleString("en")} ${thing}${number === 1 ? "" : "s"}`;
const share = (number, all) => (all ? `${(100 * number / all).toFixed(1)} %` : "–");

function summary({ runs, content, wall }) {
  const sentences = [`${count(runs, "run")}, ${share(content, runs)} with the extension's content.`];
  if (wall) {
    const [half, most, limit] = [wall.p50Milliseconds, wall.p99Milliseconds, wall.limitMilliseconds].map(milliseconds);
    sentences.push(`Half of them took ${half} at most, 99 % took ${most} at most, of ${limit}.`);
  }
  return sentences.join(" ");
}

function drawChart(app, name, caption, read, now) {
  const made = element("figure");
  const picture = element("img", "chart");
  // The numbers are in the table below it.
  picture.alt = caption;
  picture.loading = "lazy";
  picture.src = `/v1/extensions/${encodeURIComponent(app)}/charts/${name}?span=${read}&at=${encodeURIComponent(now)}`;
  made.append(element("figcaption", "", caption), picture);
  return made;
}

// MARK: Numbers

const columns = ["From", "Runs", "Content", "Dropped", "As it came, by cause", "p50", "p95", "p99"];

function numbers(app, all, read, parts, tallies, isOpened) {
  const made = element("details");
  made.dataset.app = app;
  made.open = isOpened;
  const place = element("div", "scrolls");
  place.tabIndex = 0;
  place.setAttribute("role", "region");
  place.setAttribute("aria-label", `Numbers of ${nameOf(app)}`);
  const table = element("table", "numbers");
  const [top, head, body] = [element("thead"), element("tr"), element("tbody")];
  head.append(...columns.map((name) => {
    const cell = element("th", "", name);
    cell.scope = "col";
    return cell;
  }));
  top.append(head);
  body.append(
    ...tallies.flatMap((tally, index) => (tally.runs || tally.notCalled ? [row(nameOfPart(parts[index].from, read), tally)] : [])),
    row("Together", all),
  );
  table.append(top, body);
  place.append(table);
  made.append(element("summary", "", "Numbers"), place);
  return made;
}

function nameOfPart(from, read) {
  const date = new Date(from);
  return read === "day"
    ? date.toLocaleString([], { weekday: "short", hour: "2-digit", minute: "2-digit" })
    : date.toLocaleDateString([], { weekday: "short", day: "numeric", month: "short" });
}

function row(name, { runs, content, dropped, fallbacks, wall }) {
  const made = element("tr");
  const first = element("th", "", name);
  first.scope = "row";
  const causes = fallbacks.map((each) => `${each.verdict}: ${each.reason} ${each.count} (${share(each.count, runs)})`);
  const times = ["p50Milliseconds", "p95Milliseconds", "p99Milliseconds"].map((key) => (wall ? milliseconds(wall[key]) : "–"));
  const texts = [runs, content, dropped].map((number) => number.toLocaleString("en"));
  made.append(first, ...[...texts, causes.join(", ") || "–", ...times].map((text) => element("td", "", text)));
  return made;
}
