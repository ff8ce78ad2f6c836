// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The places besides the list where a notification comes: a banner over what the user does, and the
// lock screen. Each draws the same card.

import { drawCard, markUnseen } from "./card.js";
import { isBreak, onEvent } from "./connection.js";
import { arrange, button, byName, element, nameOf, setText } from "./elements.js";
import { isLeaving } from "./leaving.js";
import { Shelf } from "./shelf.js";

/** How many milliseconds a temporary banner is shown. */
const duration = 5000;

const comesTo = (surface) => (entry) => entry.presentation?.surfaces.includes(surface);

// MARK: Banner

/** What has been presented since the banner was drawn last, by the log; some of it may not have been
 *  read yet. */
const coming = new Set();
let timer = 0;

/** Shows the newest of those that have come as a banner, one at a time as a phone does. */
export function drawBanner(center) {
  const fresh = center.notifications.filter(({ sequence }) => coming.delete(sequence));
  const shown = byName("banner").firstElementChild;
  const now = shown && center.notifications.find(({ sequence }) => String(sequence) === shown.dataset.sequence);
  if (now) markUnseen(shown, now);
  if (!now || isLeaving(now.sequence) || center.device.lock !== "unlocked") hideBanner();
  const entry = fresh.filter(comesTo("banner")).sort((a, b) => b.sequence - a.sequence)[0];
  const app = entry && center.apps.find(({ identifier }) => identifier === entry.app);
  if (!app || center.device.lock !== "unlocked") return;
  const made = drawCard(entry, app, center, true);
  const hide = button("Hide", "plain hide", hideBanner);
  hide.setAttribute("aria-label", `Hide the banner of ${nameOf(entry.app)}`);
  byName("banner").replaceChildren(made, hide);
  byName("banner").hidden = false;
  clearTimeout(timer);
  // A persistent one stays until the user has done something about it.
  if (app.settings.alertStyle !== "alert") timer = setTimeout(hideUnused, duration);
}

onEvent(({ sequence }, kind) => {
  if (kind === "presented") coming.add(sequence);
  // What comes from now on may have numbers that others have had.
  else if (isBreak(kind)) coming.clear();
  else coming.delete(sequence);
});

/** Hides the banner, unless the user is at it. */
function hideUnused() {
  const isUsed = byName("banner").matches(":hover, :focus-within") || byName("banner").querySelector(".expanded");
  if (isUsed) timer = setTimeout(hideUnused, duration);
  else hideBanner();
}

/** Hides the banner; its notification stays in the list. */
export function hideBanner() {
  clearTimeout(timer);
  byName("banner").replaceChildren();
  byName("banner").hidden = true;
}

/** Forgets what has come. */
export function endBanner() {
  hideBanner();
  coming.clear();
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented || !event.target.closest("#banner")) return;
  event.preventDefault();
  hideBanner();
});

// MARK: Lock screen

const shelf = new Shelf();

/** Draws the lock screen: its clock, and what has come to it. */
export function drawLockScreen(center) {
  const now = new Date(center.now);
  setText(byName("lock-clock"), now.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" }));
  byName("lock-clock").dateTime = center.now;
  setText(byName("lock-date"), now.toLocaleDateString([], { weekday: "long", day: "numeric", month: "long" }));
  const apps = new Map(center.apps.map((app) => [app.identifier, app]));
  const entries = center.notifications.filter(comesTo("lockScreen")).filter(({ sequence }) => !isLeaving(sequence));
  shelf.begin();
  const cards = entries
    .sort((a, b) => b.sequence - a.sequence)
    .map((entry) => shelf.card(entry, apps.get(entry.app) ?? { identifier: entry.app, categories: [] }, center, true));
  const isLocked = center.device.lock !== "unlocked";
  const nothing = isLocked ? "Nothing has come to the lock screen." : "The device is unlocked. What comes while it is locked is shown here.";
  arrange(byName("lock-cards"), cards.length ? cards : [element("p", "none", nothing)]);
}
