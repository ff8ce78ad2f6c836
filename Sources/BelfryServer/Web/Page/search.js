// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The search: what is typed is looked for at once, in the list and in the history.

import { arrange, byName, nameOf, setText } from "./elements.js";
import { parameters } from "./filters.js";
import { isLeaving } from "./leaving.js";
import { Pages, Shelf } from "./shelf.js";

const field = byName("search-field");
const pages = new Pages();
const shelf = new Shelf();

/** What is drawn of, and what was asked for last. */
let newest = null;
let chosen = null;
let isAsking = false;
let isStale = false;

/** The apps whose texts the device hides. */
let hidden = [];

let changed = () => {};

/** Says what the page does once something else is looked for. */
export function onSearch(draw) {
  changed = draw;
}

/** What is looked for; empty for nothing. */
export function sought() {
  return field.value.trim();
}

/** Draws what is found now; calls while the daemon looks are one further look. */
export async function drawFound(center, app) {
  [newest, chosen] = [center, app];
  isStale = true;
  // What leaves the list does not wait for what is found next.
  for (const card of [...byName("found-cards").children]) if (isLeaving(Number(card.dataset.sequence))) card.remove();
  if (isAsking) return;
  isAsking = true;
  while (isStale && newest && sought()) {
    isStale = false;
    const words = sought();
    const answer = await pages.refresh(`/v1/center/search?q=${encodeURIComponent(words)}&${parameters(chosen)}`);
    // What was typed meanwhile is looked for next; nothing is drawn for who has signed out.
    if (newest && words === sought()) {
      hidden = answer.value?.hidden ?? [];
      draw(words, answer.error);
    } else {
      isStale = true;
    }
  }
  isAsking = false;
}

function draw(words, error) {
  if (error) {
    drawCards([], false);
    return setText(byName("search-status"), sentence(error));
  }
  const shown = pages.items.filter(({ sequence }) => !isLeaving(sequence));
  drawCards(shown, !pages.isComplete);
  const count = shown.length;
  const number = count === 1 ? "1 notification" : `${count}${pages.isComplete ? "" : " or more"} notifications`;
  const found = count ? `${number} with “${words}”.` : `No notification has “${words}”.`;
  const names = hidden.map(nameOf).join(", ");
  setText(byName("search-status"), names ? `${found} What the locked device hides is left out: ${names}.` : found);
}

function sentence(text) {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

function drawCards(entries, hasMore) {
  const apps = new Map(newest.apps.map((app) => [app.identifier, app]));
  shelf.begin();
  arrange(byName("found-cards"), entries.map((entry) => {
    return shelf.card(entry, apps.get(entry.app) ?? { identifier: entry.app, categories: [] }, newest, true);
  }));
  byName("found-more").hidden = !hasMore;
}

/** Forgets what was looked for, and what was found. */
export function endSearch() {
  newest = null;
  field.value = "";
  clear();
}

function clear() {
  byName("found-cards").replaceChildren();
  byName("found-more").hidden = true;
  setText(byName("search-status"), "");
  shelf.begin();
}

field.addEventListener("input", () => {
  if (!sought()) clear();
  changed();
});
field.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown") {
    byName("found-cards").querySelector(".toggle")?.focus();
  } else if (event.key === "Escape" && field.value) {
    field.value = "";
    clear();
    changed();
  } else {
    return;
  }
  event.preventDefault();
});
byName("search").addEventListener("submit", (event) => event.preventDefault());
byName("found-more").addEventListener("click", async () => {
  const words = sought();
  await pages.older();
  if (newest && words === sought()) draw(words);
});
document.addEventListener("keydown", (event) => {
  // A slash that is written somewhere is none that asks for the field.
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select") || !field.offsetParent) return;
  event.preventDefault();
  field.focus();
  field.select();
});
