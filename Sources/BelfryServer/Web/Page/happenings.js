// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// What the log's events are called, and their times to the millisecond.

const words = {
  accepted: "Accepted",
  stored: "Stored for its device",
  forwarded: "Delivered to its device",
  duplicate: "Came a second time",
  decided: "Decided",
  presented: "Shown",
  seen: "Read",
  responded: "Answered",
  removed: "Left the list",
  expired: "Came too late",
  collapsed: "Replaced by a newer one",
  dropped: "Dropped",
  restored: "Restored",
  routed: "Handed on: it shows nothing",
  backgroundPush: "Woke its app",
  liveActivity: "Live activity",
  badge: "Badge",
  authorizationAsked: "Asks whether it may notify",
  authorizationChanged: "May notify",
  clockChanged: "The clock was changed",
  focusChanged: "The Focus was changed",
  deviceChanged: "The device was changed",
  appChanged: "The app or its settings were changed",
  gap: "Events are missing",
  reset: "The log begins anew",
};

/** What an event is called; one that a newer daemon has is named by its kind. */
export const wordsOf = (kind) => words[kind] ?? kind;

const time = new Intl.DateTimeFormat([], {
  hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, hourCycle: "h23",
});

/** The time of an event in the browser's time zone, such as 09:41:00.250. */
export function timeOf(text) {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? "" : time.format(date);
}

/** How long something took, such as 120 ms. */
export function milliseconds(value) {
  if (value < 10) return `${Math.round(value * 10) / 10} ms`;
  if (value < 1000) return `${Math.round(value)} ms`;
  if (value < 60_000) return `${(value / 1000).toFixed(1)} s`;
  if (value < 3_600_000) return `${Math.round(value / 60_000)} min`;
  return `${(value / 3_600_000).toFixed(1)} h`;
}

/** A size, such as 12 KB. */
export function bytes(value) {
  return value < 1 << 20 ? `${Math.ceil(value / 1024)} KB` : `${(value / (1 << 20)).toFixed(1)} MB`;
}
