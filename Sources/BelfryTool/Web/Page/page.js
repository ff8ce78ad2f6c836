// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The page: draws the newest snapshot. Nothing of what an extension says ever becomes markup: texts
// are set as text, and styles property by property.

import { connect, dismiss, inputs } from "./connection.js";
import { Actions } from "./drawing/actions.js";
import { drawHeader, drawNotes, drawPhase } from "./card.js";
import { drawMedia } from "./drawing/media.js";
import { Views } from "./drawing/views.js";

const byName = (name) => document.getElementById(name);
const views = new Views({ stage: byName("stage"), accessory: byName("accessory"), inputs, pictures: "picture/" });
const actions = new Actions(byName("actions"), (action, text) => {
  inputs.send({ input: "action", action, text });
  return true;
});
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
  views.draw({
    ...snapshot,
    isInteractive: snapshot.isInteractive && !isClosed,
    root: isFallback ? null : snapshot.root,
    accessory: isFallback ? null : snapshot.accessory,
  });
  drawMedia(byName("stage"), isFallback ? null : snapshot.media, inputs);
  actions.draw(isClosed ? [] : snapshot.actions);
  drawNotes(snapshot);
  views.keepFocus(snapshot);
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

byName("open").addEventListener("click", () => inputs.send({ input: "open" }));
byName("close").addEventListener("click", dismiss);
byName("stage").addEventListener("click", (event) => {
  const isPassive = newest && !newest.isInteractive && newest.phase !== "closed";
  if (isPassive && !event.target.closest(".media")) inputs.send({ input: "open" });
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.defaultPrevented && newest?.phase !== "closed") dismiss();
});
window.addEventListener("resize", fit);
document.documentElement.classList.toggle("still", location.search === "?still");
connect({ draw, redraw: () => newest && draw(newest), tell });
