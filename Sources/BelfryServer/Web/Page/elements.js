// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Elements and texts. What an app or an extension says is set as text, and never becomes markup.

import { element, setText } from "./drawing/element.js";

export { element, setText };

export const byName = (name) => document.getElementById(name);

/** A button that does something. */
export function button(text, className, action) {
  const made = element("button", className, text);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
}

/** Gives a parent its children in order. One that is in its place is not moved: it keeps the focus. */
export function arrange(parent, children) {
  const kept = new Set(children);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  children.forEach((child, index) => {
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
}

/** The last part of an app's identifier, by which a person knows it. */
export function nameOf(app) {
  return app.slice(app.lastIndexOf(".") + 1) || app;
}

/** An app's picture: its first letter in a colour of its own. */
export function icon(app) {
  const made = element("span", "icon", [...nameOf(app)][0]?.toUpperCase() ?? "");
  made.setAttribute("aria-hidden", "true");
  let hue = 0;
  for (const character of app) hue = (hue * 31 + character.codePointAt(0)) % 360;
  made.style.setProperty("--hue", hue);
  return made;
}

/** Writes a time whole, as the browser does; a writer that is kept writes many times as fast. */
const whole = new Intl.DateTimeFormat([], {
  year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric",
});

/** A time as an element that says how long ago it was. */
export function age(text, now) {
  const made = element("time");
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return made;
  made.dateTime = text;
  made.title = whole.format(date);
  setAge(made, now);
  return made;
}

/** Has every time on the page say how long ago it was. */
export function refreshAges(now) {
  for (const made of document.querySelectorAll("time[datetime]")) setAge(made, now);
}

function setAge(made, now) {
  const date = new Date(made.dateTime);
  const minutes = Math.floor((now - date.getTime()) / 60_000);
  setText(
    made,
    minutes < 1 ? "now"
    : minutes < 60 ? `${minutes} min ago`
    : minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h ago`
    : date.toLocaleDateString(),
  );
}
