// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The list, by app and thread, the newest first; and the history.

import { request } from "./connection.js";
import { drawCard } from "./card.js";
import { undismissed } from "./dismissals.js";
import { arrange, button, byName, element, icon, nameOf } from "./elements.js";

/** The groups that are open, by app and thread. */
const opened = new Set();

/** The elements of notifications and groups, with what they were drawn from: what has not changed
 *  is left alone, so that an open field keeps what is written in it. */
let cards = new Map();
let groups = new Map();

/** Draws the list, and returns how many notifications it has. */
export function drawList(target, center, chosen) {
  const listed = undismissed(center.notifications);
  const bySequence = new Map(listed.map((entry) => [entry.sequence, entry]));
  const shown = center.apps
    .filter((app) => chosen === null || app.identifier === chosen)
    .flatMap((app) => app.groups.map((group) => ({ app, group })))
    .filter(({ group }) => group.sequences.some((sequence) => bySequence.has(sequence)))
    .sort((a, b) => b.group.sequences[0] - a.group.sequences[0]);
  const [oldCards, oldGroups] = [cards, groups];
  [cards, groups] = [new Map(), new Map()];
  const elements = shown.map(({ app, group }) => {
    const key = JSON.stringify([app.identifier, group.thread]);
    const section = oldGroups.get(key) ?? element("section", "group");
    groups.set(key, section);
    const entries = group.sequences.map((sequence) => bySequence.get(sequence)).filter(Boolean);
    const visible = opened.has(key) ? entries : entries.slice(0, 1);
    arrange(section, [
      heading(section, key, app, group, entries),
      ...visible.map((entry) => card(entry, app, center, oldCards)),
      ...rest(section, key, group, entries, () => drawList(target, center, chosen)),
    ]);
    section.setAttribute("aria-label", [nameOf(app.identifier), group.thread].filter(Boolean).join(", "));
    return section;
  });
  arrange(target, elements);
  return bySequence.size && elements.length;
}

function card(entry, app, center, old) {
  // Whether it was seen changes nothing but its mark.
  const { state, seen, ...rest } = entry;
  const key = JSON.stringify([rest, app.categories, center.device.lock]);
  const known = old.get(entry.sequence);
  const made = known?.key === key ? known.made : drawCard(entry, app, center);
  made.classList.toggle("unseen", state === "presented");
  if (known && known.made !== made && known.made.contains(document.activeElement)) {
    queueMicrotask(() => made.querySelector("button")?.focus());
  }
  cards.set(entry.sequence, { key, made });
  return made;
}

function heading(section, key, app, group, entries) {
  const made = section.querySelector(":scope > h2") ?? element("h2");
  made.replaceChildren(icon(app.identifier), element("span", "", nameOf(app.identifier)));
  if (group.thread) made.append(element("small", "", group.thread));
  if (entries.length > 1) made.append(element("span", "count", String(entries.length)));
  return made;
}

/** The button below the newest of several: what the others are, or how to hide them again. */
function rest(section, key, group, entries, redraw) {
  if (entries.length < 2) return [];
  const made = section.querySelector(":scope > .rest") ?? button("", "rest", () => {
    if (!opened.delete(key)) opened.add(key);
    made.redraw();
  });
  made.redraw = redraw;
  made.textContent = opened.has(key) ? "Show less" : group.summary;
  made.setAttribute("aria-expanded", String(opened.has(key)));
  return [made];
}

// MARK: History

/** What was read of the history: the newest part is read with each change, older ones by the button. */
let past = [];
let isComplete = false;
const pageLength = 50;

/** Draws what has ended. */
export async function drawHistory(center, chosen) {
  const answer = await request("GET", `/v1/center/history?limit=${pageLength}`);
  if (answer.error) return;
  const fresh = answer.value.notifications;
  const oldest = fresh.at(-1)?.sequence ?? 0;
  if (fresh.length < pageLength) [past, isComplete] = [[], true];
  past = [...fresh, ...past.filter(({ sequence }) => sequence < oldest)];
  drawPast(center, chosen);
}

/** Reads and draws older ones too. */
export async function olderHistory(center, chosen) {
  const before = past.at(-1)?.sequence;
  const answer = await request("GET", `/v1/center/history?limit=${pageLength}&before=${before}`);
  if (answer.error) return;
  past.push(...answer.value.notifications);
  isComplete = answer.value.notifications.length < pageLength;
  drawPast(center, chosen);
}

let drawnPast = new Map();

function drawPast(center, chosen) {
  const old = drawnPast;
  drawnPast = new Map();
  const apps = new Map(center.apps.map((app) => [app.identifier, app]));
  const items = past.filter((entry) => chosen === null || entry.app === chosen).map((entry) => {
    const key = JSON.stringify([entry, center.device.lock]);
    const known = old.get(entry.sequence);
    const app = apps.get(entry.app) ?? { identifier: entry.app, categories: [] };
    const made = known?.key === key ? known.made : drawCard(entry, app, center);
    drawnPast.set(entry.sequence, { key, made });
    return made;
  });
  arrange(byName("ended"), items.length ? items : [element("p", "none", "Nothing has ended so far.")]);
  byName("more").hidden = isComplete || past.length < pageLength;
}
