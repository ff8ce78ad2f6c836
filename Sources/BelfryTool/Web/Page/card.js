// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// What is around the extension's view: header, default texts, banner, notes.

import { element, setText } from "./drawing/element.js";

const byName = (name) => document.getElementById(name);

export function drawHeader(snapshot) {
  setText(byName("app"), snapshot.header);
  setText(byName("icon"), [...snapshot.header.trim()][0]?.toUpperCase() ?? "");
  byName("icon").style.setProperty("--hue", hue(snapshot.header));
  const date = new Date(snapshot.date * 1000);
  if (!Number.isNaN(date.getTime())) {
    setText(byName("time"), age(date));
    byName("time").dateTime = date.toISOString();
  }
  const { content } = snapshot;
  for (const name of ["title", "subtitle", "body"]) setText(byName(name), content[name]);
  byName("content").hidden =
    (content.isHidden && snapshot.phase !== "fallback") ||
    !(content.title || content.subtitle || content.body);
  document.title = snapshot.header ? `${snapshot.header} – Belfry` : "Belfry";
}

/** A colour of its own for each app. */
function hue(text) {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + character.codePointAt(0)) % 360;
  return sum;
}

function age(date) {
  const minutes = Math.floor((Date.now() - date.getTime()) / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return date.toLocaleDateString();
}

export function drawPhase(snapshot) {
  const { phase: name, failure } = snapshot;
  byName("notification").dataset.phase = name;
  byName("banner").hidden = name !== "fallback";
  setText(byName("verdict"), failure ? `${failure.verdict}: ${failure.reason}` : "");
  setText(byName("explanation"), failure?.explanation ?? "");
  const isWaiting = name === "loading" || name === "answering" || name === "closed";
  byName("waiting").hidden = !isWaiting;
  const action = snapshot.actions.find((action) => action.identifier === snapshot.answering);
  setText(byName("waiting"), {
    loading: "The extension is being loaded.",
    answering: `The extension decides what becomes of “${action?.title ?? snapshot.answering}”.`,
    closed: "The notification was closed.",
  }[name] ?? "");
  byName("stage").setAttribute("aria-busy", String(name === "loading" || name === "answering"));
}

/** What the actions without a button are called. */
const names = new Map([
  ["com.apple.UNNotificationDefaultActionIdentifier", "The default action: the app is opened"],
  ["com.apple.UNNotificationDismissActionIdentifier", "The notification was dismissed"],
]);

export function drawNotes(snapshot) {
  const received = snapshot.app.map((event) => {
    const item = element("li", "", names.get(event.action) ?? event.action);
    if (event.text !== undefined) item.append(element("q", "", event.text));
    item.append(element("small", "", `for ${event.notification}`));
    return item;
  });
  fill(byName("received").querySelector("ol"), received);
  byName("received").querySelector(".none").hidden = received.length > 0;
  fill(
    byName("warnings").querySelector("ul"),
    snapshot.warnings.map((warning) => element("li", "", warning)),
  );
  byName("warnings").hidden = snapshot.warnings.length === 0;
}

/** Replaces a list's items where they say something else. */
function fill(list, items) {
  const text = (nodes) => [...nodes].map((node) => node.textContent).join("\u0000");
  if (text(list.children) !== text(items)) list.replaceChildren(...items);
}
