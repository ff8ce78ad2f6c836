// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The page: draws the newest snapshot. Nothing of what an extension says ever becomes markup: texts
// are set as text, and styles property by property.

import { connect, dismiss, send } from "./connection.js";
import { drawActions } from "./actions.js";
import { drawHeader, drawMedia, drawNotes, drawPhase } from "./card.js";
import { drawViews, keepFocus } from "./views.js";

const byName = (name) => document.getElementById(name);
let newest = null;
let statusTimer = 0;

function draw(snapshot) {
  newest = snapshot;
  const root = document.documentElement;
  const isClosed = snapshot.phase === "closed";
  const isFallback = snapshot.phase === "fallback";
  root.style.setProperty("--width", `${snapshot.root.frame.width}px`);
  fit();
  drawHeader(snapshot);
  drawPhase(snapshot);
  drawViews(byName("stage"), byName("accessory"), {
    ...snapshot,
    isInteractive: snapshot.isInteractive && !isClosed,
    root: isFallback ? null : snapshot.root,
    accessory: isFallback ? null : snapshot.accessory,
  });
  drawMedia(byName("stage"), isFallback ? null : snapshot.media);
  drawActions(byName("actions"), isClosed ? [] : snapshot.actions);
  drawNotes(snapshot);
  keepFocus(snapshot);
  byName("open").disabled = byName("close").disabled = isClosed;
  root.dataset.revision = snapshot.revision;
}

/** Makes the notification smaller where the window is narrower. */
function fit() {
  const width = newest?.root.frame.width ?? 0;
  const room = document.documentElement.clientWidth - 16;
  document.documentElement.style.setProperty("--zoom", width > room ? room / width : 1);
}

function tell(sentence, isToStay = false) {
  byName("status").textContent = sentence;
  clearTimeout(statusTimer);
  if (sentence && !isToStay) statusTimer = setTimeout(() => tell(""), 8000);
}

byName("open").addEventListener("click", () => send({ input: "open" }));
byName("close").addEventListener("click", dismiss);
byName("stage").addEventListener("click", (event) => {
  const isPassive = newest && !newest.isInteractive && newest.phase !== "closed";
  if (isPassive && !event.target.closest(".media")) send({ input: "open" });
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented && newest?.phase !== "closed") dismiss();
});
window.addEventListener("resize", fit);
document.documentElement.classList.toggle("still", location.search === "?still");
connect({ draw, redraw: () => newest && draw(newest), tell });
