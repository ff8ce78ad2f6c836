// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The list, by app and thread, the newest first; what is older; and the history.

import { isExpanded } from "./card.js";
import { isBreak, listLength, onEvent } from "./connection.js";
import { arrange, button, byName, element, icon, nameOf } from "./elements.js";
import { isWanted, parameters } from "./filters.js";
import { isLeaving } from "./leaving.js";
import { Pages, Shelf } from "./shelf.js";

/** The groups that are open, by app and thread. */
const opened = new Set();

/** The elements of groups: what has not changed is left alone. */
let groups = new Map();
const shelf = new Shelf();

/** How many groups and older ones are drawn: more, as the end of those that are comes near. Few at a
 *  time, so that no frame is late for them. */
let room = 20;
let olderRoom = 0;
const step = 25;

/** Draws the list, and returns how many notifications it has. */
export function drawList(center, chosen) {
  const target = byName("groups");
  const listed = center.notifications
    .filter(({ sequence }) => !isLeaving(sequence))
    // One that is looked at stays, though it is read from then on.
    .filter((entry) => isWanted(entry) || isExpanded(entry));
  const bySequence = new Map(listed.map((entry) => [entry.sequence, entry]));
  const shown = center.apps
    .filter((app) => chosen === null || app.identifier === chosen)
    .flatMap((app) => app.groups.map((group) => ({ app, group })))
    .filter(({ group }) => group.sequences.some((sequence) => bySequence.has(sequence)))
    .sort((a, b) => Math.max(...b.group.sequences) - Math.max(...a.group.sequences));
  const hasMore = shown.length > room;
  byName("groups-end").hidden = !hasMore;
  byName("older").hidden = hasMore || center.notifications.length < listLength;
  const oldGroups = groups;
  groups = new Map();
  shelf.begin();
  const elements = shown.slice(0, room).map(({ app, group }) => {
    // Where nothing is put together, the groups of a thread are told apart by their notification.
    const own = app.settings.grouping === "off" ? group.sequences[0] : null;
    const key = JSON.stringify([app.identifier, group.thread, own]);
    const section = oldGroups.get(key) ?? element("section", "group");
    groups.set(key, section);
    const entries = group.sequences.map((sequence) => bySequence.get(sequence)).filter(Boolean);
    const visible = opened.has(key) ? entries : entries.slice(0, 1);
    arrange(section, [
      heading(section, key, app, group, entries),
      ...visible.map((entry) => shelf.card(entry, app, center)),
      ...rest(section, key, group, entries, () => drawList(center, chosen)),
    ]);
    section.setAttribute("aria-label", [nameOf(app.identifier), group.thread].filter(Boolean).join(", "));
    return section;
  });
  arrange(target, elements);
  keepLeft(center, chosen);
  arrangeOlder(center);
  return bySequence.size && elements.length;
}

/** Draws more groups. Returns that there were some. */
export function drawMoreGroups(center, chosen) {
  room += step;
  drawList(center, chosen);
  return true;
}

function heading(section, key, app, group, entries) {
  const made = section.querySelector(":scope > h2") ?? element("h2");
  made.replaceChildren(icon(app.identifier), element("span", "", nameOf(app.identifier)));
  if (group.thread) made.append(element("small", "", group.thread));
  if (entries.length > 1) made.append(element("span", "count", String(entries.length)));
  return made;
}

/** The button below the newest of several: what the others are, or how to hide them again. The daemon's line
 *  is of the whole group: where some of it are not shown, their number is enough. */
function rest(section, key, group, entries, redraw) {
  if (entries.length < 2) return [];
  const made = section.querySelector(":scope > .rest") ?? button("", "rest", () => {
    if (!opened.delete(key)) opened.add(key);
    made.redraw();
  });
  made.redraw = redraw;
  const isWhole = entries.length === group.sequences.length;
  made.textContent = opened.has(key) ? "Show less" : isWhole ? group.summary : `${entries.length - 1} more`;
  made.setAttribute("aria-expanded", String(opened.has(key)));
  return [made];
}

// MARK: Older ones

const older = new Pages();
const olderShelf = new Shelf();
let isReading = false;

/** Draws more of what is older than the list that the daemon gives at once, and reads it where it was not
 *  read yet. Returns whether there was any. */
export async function drawOlder(center, chosen) {
  if (isReading || !center.notifications.length) return false;
  if (older.items.length < olderRoom + step && !older.isComplete) {
    isReading = true;
    await older.behind(`/v1/center/list?${parameters(chosen)}`, center.notifications.at(-1).sequence);
    isReading = false;
  }
  const hadMore = older.items.length > olderRoom;
  if (hadMore) {
    olderRoom += step;
    addOlder(center, olderRoom - step);
  }
  byName("older-more").hidden = older.isComplete && older.items.length <= olderRoom;
  return hadMore;
}

/** The newest that the daemon listed before. */
let previous = [];

/** Takes those that newer ones have pushed out of the list to the older ones. */
function keepLeft({ notifications }, chosen) {
  if (older.items.length) {
    const oldest = notifications.at(-1)?.sequence ?? 0;
    const newest = older.items[0].sequence;
    const left = previous.filter((entry) => {
      return entry.sequence < oldest && entry.sequence > newest && (chosen === null || entry.app === chosen) && isWanted(entry);
    });
    older.items.unshift(...left);
    olderRoom += left.length;
  }
  previous = notifications;
}

/** Whether older ones are drawn, or there may be some that were not read yet. */
export function mayHaveOlder() {
  if (byName("older").hidden) return false;
  return byName("older-cards").hasChildNodes() || !older.isComplete || older.items.length > olderRoom;
}

/** The elements that hold older ones, 25 numbers each. In every frame the browser looks at each element with
 *  `content-visibility`: of ten thousand cards that would be ten thousand, and of these it is 400. */
let parts = new Map();

/** Draws the older ones that have changed, and takes away those that have gone. */
function arrangeOlder(center) {
  olderShelf.begin();
  const known = parts;
  parts = new Map();
  for (const [key, cards] of drawParts(center, 0)) {
    const part = known.get(key) ?? element("div", "older-part");
    arrange(part, cards);
    parts.set(key, part);
  }
  placeParts();
}

/** Draws the older ones from a place on, below those that are drawn: these are left alone, however many
 *  they are. */
function addOlder(center, from) {
  for (const [key, cards] of drawParts(center, from)) {
    const part = parts.get(key) ?? element("div", "older-part");
    part.append(...cards);
    parts.set(key, part);
  }
  placeParts();
}

/** Draws the cards of older ones from a place on. Returns them by their parts: a card's number says which
 *  part it is in, so that no card moves when another one goes. */
function drawParts(center, from) {
  const apps = new Map(center.apps.map((app) => [app.identifier, app]));
  // One that the list has by now, as others have left it, is there alone.
  const oldest = center.notifications.at(-1)?.sequence ?? Infinity;
  const shown = older.items.slice(from, olderRoom).filter(({ sequence }) => sequence < oldest && !isLeaving(sequence));
  const drawn = new Map();
  for (const entry of shown) {
    const key = Math.floor(entry.sequence / step);
    const app = apps.get(entry.app) ?? { identifier: entry.app, categories: [] };
    if (!drawn.has(key)) drawn.set(key, []);
    drawn.get(key).push(olderShelf.card(entry, app, center, true));
  }
  return drawn;
}

function placeParts() {
  for (const part of parts.values()) {
    // The browser takes it to be so high until it has laid it out: a card and its margin have 98 pixels.
    part.style.containIntrinsicHeight = `auto ${98 * part.childElementCount}px`;
  }
  arrange(byName("older-cards"), [...parts.values()]);
}

// They are read once: what happens to one of them is told by an event. Where the log is another one, or
// events are missing, they are read anew.
onEvent(({ sequence, notification }, kind) => {
  if (isBreak(kind)) {
    endOlder();
    past.forget();
  }
  const index = older.items.findIndex((each) => each.sequence === sequence);
  if (index < 0) return;
  // One that has gone with its app comes without what it says.
  const { state, seen } = notification ?? {};
  if (state === "presented" || state === "seen") return (older.items[index] = { ...older.items[index], state, seen });
  older.items.splice(index, 1);
});

/** Forgets what is older: another app or another state is asked for. */
export function endOlder() {
  older.forget();
  olderRoom = 0;
  parts = new Map();
  byName("older-cards").replaceChildren();
  byName("older-more").hidden = false;
}

// MARK: History

const past = new Pages();
const pastShelf = new Shelf();

/** Draws what has ended. */
export async function drawHistory(center, chosen) {
  const answer = await past.refresh(`/v1/center/history?${parameters(chosen)}`);
  if (!answer.error) drawPast(center, chosen);
}

/** Reads and draws older ones too. */
export async function olderHistory(center, chosen) {
  await past.older();
  drawPast(center, chosen);
}

function drawPast(center, chosen) {
  const apps = new Map(center.apps.map((app) => [app.identifier, app]));
  pastShelf.begin();
  // One that was restored is in the list, and may still be among the older ones that were read before.
  const listed = new Set(center.notifications.map(({ sequence }) => sequence));
  const items = past.items.filter(({ sequence }) => !listed.has(sequence)).map((entry) => {
    return pastShelf.card(entry, apps.get(entry.app) ?? { identifier: entry.app, categories: [] }, center);
  });
  arrange(byName("ended"), items.length ? items : [element("p", "none", "Nothing has ended so far.")]);
  byName("more").hidden = past.isComplete;
}
