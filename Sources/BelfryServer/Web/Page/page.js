// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The page: draws what the centre holds, whenever it has changed.

import { change, connect, leave, read } from "./connection.js";
import { drawApps, drawPrompts } from "./apps.js";
import { endUnseen, readRest } from "./card.js";
import { drawDevice } from "./device.js";
import { endFilter, onFilter, tabOfState, wantedState } from "./filters.js";
import { isLeaving, onLeaving, send, settle } from "./leaving.js";
import { drawHistory, drawList, drawMoreGroups, drawOlder, endOlder, mayHaveOlder, olderHistory } from "./list.js";
import { drawLog, endLog } from "./log.js";
import { beginPush, drawPush, endPush } from "./push.js";
import { drawFound, endSearch, onSearch, sought } from "./search.js";
import { endStatistics, refreshStatistics, showStatistics } from "./statistics.js";
import { drawBanner, drawLockScreen, endBanner } from "./surfaces.js";
import { byName, nameOf, refreshAges, setText } from "./elements.js";

let newest = null;
/** The app whose notifications alone are shown; null for all. */
let chosen = null;
/** How many of the newest notifications the list shows. */
let listCount = 0;
/** The tab that is shown, unless something is looked for. */
let tab = "list";
let statusTimer = 0;

const tabs = ["list", "lock-screen", "history", "push", "extensions", "log"];

/** What there is for who is signed in. */
const signedIn = ["center", "lock", "device-panel", "sign-out"];

function draw(center) {
  // What was said last may be hidden now.
  if (newest && newest.device.lock !== center.device.lock) setText(byName("news"), "");
  const fresh = announce(center.notifications);
  newest = center;
  settle(center.notifications);
  if (!center.apps.some((app) => app.identifier === chosen)) chosen = null;
  byName("signed-out").hidden = true;
  for (const name of signedIn) byName(name).hidden = false;
  drawDevice(center);
  drawPush(center);
  drawLog(center);
  refreshStatistics();
  drawPrompts(byName("prompts"), center);
  drawNotifications();
  for (const { sequence } of fresh) {
    for (const card of document.querySelectorAll(`[data-sequence="${sequence}"]`)) card.classList.add("fresh");
  }
  refreshAges(Date.parse(center.now));
  if (!document.documentElement.dataset.cursor) {
    performance.mark("drawn");
    readRest();
  }
  document.documentElement.dataset.cursor = center.cursor;
}

/** Draws the notifications wherever they are, and how many there are. */
function drawNotifications() {
  drawApps(byName("apps"), newest, chosen, choose);
  const isSearching = Boolean(sought());
  byName("found").hidden = !isSearching;
  byName("views").hidden = isSearching;
  for (const view of tabs) byName(view).hidden = isSearching || view !== tab;
  if (isSearching) drawFound(newest, chosen);
  listCount = drawList(newest, chosen);
  if (!byName("lock-screen").hidden) drawLockScreen(newest);
  if (!byName("history").hidden) drawHistory(newest, chosen);
  drawEmpty();
  drawBanner(newest);
  endUnseen();
  const gone = newest.notifications.filter(({ sequence, state }) => state === "presented" && isLeaving(sequence));
  const unseen = newest.apps.reduce((sum, { unreadCount }) => sum + unreadCount, -gone.length);
  document.title = unseen > 0 ? `(${unseen}) Notifications – Belfry` : "Notifications – Belfry";
}

/** Says that the list is empty, once older ones were looked for as well. */
function drawEmpty() {
  byName("empty").hidden = byName("list").hidden || listCount > 0 || mayHaveOlder();
  const whose = chosen ? "This app has no notifications" : "There are no notifications";
  setText(byName("empty"), wantedState() ? `${whose} in this state.` : `${whose}.`);
}

async function drawMoreOlder() {
  const hasDrawn = await drawOlder(newest, chosen);
  if (newest) drawEmpty();
  return hasDrawn;
}

function choose(app) {
  if (app !== chosen) endOlder();
  chosen = app;
  draw(newest);
}

function show(name) {
  tab = name;
  if (name === "push") beginPush();
  showStatistics(name === "extensions");
  for (const view of tabs) {
    const isShown = view === name;
    byName(`tab-${view}`).setAttribute("aria-selected", String(isShown));
    byName(`tab-${view}`).tabIndex = isShown ? 0 : -1;
  }
  if (newest) drawNotifications();
}

function tell(sentence) {
  setText(byName("status"), sentence);
  clearTimeout(statusTimer);
  if (sentence) statusTimer = setTimeout(() => tell(""), 8000);
}

/** Has a screen reader say what has arrived since the page was drawn last. Returns that. */
function announce(notifications) {
  if (!newest) return [];
  const known = new Set(newest.notifications.map(({ sequence }) => sequence));
  // What is older than those that were read first has not arrived: the page reads more of the list.
  const oldest = newest.isPart ? newest.notifications.at(-1).sequence : 0;
  const fresh = notifications.filter(({ sequence }) => sequence > oldest && !known.has(sequence));
  if (!fresh.length) return fresh;
  const [{ app, content }] = fresh;
  const texts = [nameOf(app), content.title, content.subtitle, content.body].filter(Boolean);
  setText(byName("news"), fresh.length > 1 ? `${fresh.length} new notifications` : texts.join(": "));
  return fresh;
}

function signOut(reason) {
  newest = null;
  endSearch();
  for (const name of signedIn) byName(name).hidden = true;
  setText(byName("device"), "");
  // What was shown is not to be found in the page any more.
  for (const name of ["groups", "lock-cards", "ended", "apps", "prompts", "news", "device-controls", "push-devices", "place", "regions", "push-answer"]) byName(name).replaceChildren();
  endUnseen();
  endPush();
  endBanner();
  endLog();
  endStatistics();
  endOlder();
  endFilter();
  setText(byName("sign-in-reason"), reason || "This browser is not signed in.");
  byName("signed-out").hidden = false;
  document.title = "Belfry";
}

byName("sign-out").addEventListener("click", async () => {
  await send();
  leave();
});
onLeaving(() => newest && drawNotifications());
onSearch(() => newest && drawNotifications());
onFilter(() => {
  endOlder();
  if (!newest) return;
  // What was asked for is in one of two places alone, unless something is looked for.
  if (tabOfState() && !sought()) show(tabOfState());
  else drawNotifications();
});
byName("lock").addEventListener("click", () => {
  const lock = newest.device.lock === "unlocked" ? "locked" : "unlocked";
  change("PATCH", "/v1/device", { lock });
});
byName("older-more").addEventListener("click", drawMoreOlder);

/** Does something each time that an element comes near the window, and again while it stays there and
 *  that has come to something. */
function whenNear(name, act) {
  const observer = new IntersectionObserver(async (entries) => {
    // A slow browser tells of several moments at once: the last one is now.
    if (!entries.at(-1).isIntersecting || !newest) return;
    if (!(await act(newest, chosen))) return;
    observer.unobserve(byName(name));
    observer.observe(byName(name));
  }, { rootMargin: "1500px" });
  observer.observe(byName(name));
}
whenNear("groups-end", drawMoreGroups);
whenNear("older-more", drawMoreOlder);
byName("more").addEventListener("click", () => olderHistory(newest, chosen));
for (const view of tabs) {
  byName(`tab-${view}`).addEventListener("click", () => show(view));
  byName(`tab-${view}`).addEventListener("keydown", (event) => {
    const step = { ArrowLeft: tabs.length - 1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const other = tabs[(tabs.indexOf(view) + step) % tabs.length];
    show(other);
    byName(`tab-${other}`).focus();
  });
}
document.addEventListener("visibilitychange", () => {
  if (newest && document.visibilityState === "visible") read();
});
setInterval(() => newest && document.visibilityState === "visible" && read(), 60_000);
connect({ draw, tell, signOut });
