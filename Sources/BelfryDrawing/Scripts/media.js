// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The button by which media in an extension's view are played.

import { element } from "./element.js";
import { colorPair, setFrame } from "./style.js";
import { symbol } from "./symbols.js";

/** Draws the button, or takes it away; `inputs` gets what the user does. */
export function drawMedia(stage, media, inputs) {
  let button = stage.querySelector(":scope > .media");
  if (!media) return button?.remove();
  if (!button) {
    button = element("button");
    button.type = "button";
    button.append(element("span"));
    button.addEventListener("click", () => inputs.send({ input: "media" }));
  }
  // In front of the views, once they are there.
  if (stage.lastElementChild !== button) stage.append(button);
  button.className = media.frame ? `media ${media.kind}` : `media ${media.kind} unplaced`;
  if (media.frame) setFrame(button.style, media.frame);
  else button.removeAttribute("style");
  button.style.setProperty("--tint", colorPair(media.tintColor));
  const label = media.isPlaying ? "Pause" : "Play";
  if (button.getAttribute("aria-label") === label) return;
  button.setAttribute("aria-label", label);
  button.firstChild.replaceChildren(symbol(media.isPlaying ? "pause.fill" : "play.fill"));
}
