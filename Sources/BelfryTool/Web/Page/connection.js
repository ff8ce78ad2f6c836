// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The way to the host: what there is to draw comes as events, what the user does goes as requests.

import { Inputs } from "./drawing/inputs.js";

let told = () => {};
let redraw = () => {};

/** What the user does, on its way. */
export const inputs = new Inputs(post, () => redraw());

/** Listens: `draw` gets every snapshot, `redraw` is called when an input was taken, `tell` gets
 *  sentences for the user, and whether they are to stay. */
export function connect({ draw, redraw: again, tell }) {
  told = tell;
  redraw = again;
  const events = new EventSource("events");
  events.addEventListener("snapshot", (event) => draw(JSON.parse(event.data)));
  events.addEventListener("open", () => tell(""));
  events.addEventListener("error", () => {
    // The browser tries again where nobody answered, and never after a refusal.
    if (events.readyState !== EventSource.CLOSED) return tell("The connection is lost; trying again.");
    tell("This window is shown nothing: eight are open already, or the notification is gone. Close one and load the page again.", true);
  });
  events.addEventListener("end", () => events.close());
}

/** Closes the notification: this waits for nothing. */
export function dismiss() {
  post({ input: "dismiss" });
}

/** Hands an input over; returns what the stage had shown then, 0 where that is not known. */
async function post(input) {
  try {
    const answer = await fetch("input", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(input),
    });
    told(answer.ok ? "" : await answer.text());
    return Number(answer.headers.get("Belfry-Revision") ?? 0);
  } catch {
    told("The host does not answer; it may have ended.");
    return 0;
  }
}
