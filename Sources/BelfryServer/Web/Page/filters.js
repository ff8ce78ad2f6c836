// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Which notifications are shown, by where they stand.

import { byName } from "./elements.js";

const field = byName("filter-state");

const listed = ["presented", "seen"];

/** The state that is asked for; empty for any. */
export function wantedState() {
  return field.value;
}

/** Whether a notification stands where it is asked for. */
export function isWanted({ state }) {
  return !field.value || state === field.value;
}

/** What a request's parameters are for the app and the state that are asked for. */
export function parameters(app) {
  const asked = new URLSearchParams();
  if (app !== null) asked.set("app", app);
  if (field.value) asked.set("state", field.value);
  return asked.size ? `${asked}&` : "";
}

/** The tab that can have what is asked for; null for any. */
export function tabOfState() {
  if (!field.value) return null;
  return listed.includes(field.value) ? "list" : "history";
}

/** Calls what draws anew when something else is asked for. */
export function onFilter(draw) {
  field.addEventListener("change", draw);
}

/** Asks for any state. */
export function endFilter() {
  field.value = "";
}
