// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The way to the host: what there is to draw comes as events, what the user does goes as requests,
// one at a time and in order. Of a slider's, a field's and a scroll view's values the last wins.

const waiting = [];
let inFlight = null;

/** What the stage had shown when it last took an input. */
let takenRevision = 0;

let told = () => {};
let redraw = () => {};

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

/** Does something to the notification. */
export function send(input) {
  const last = waiting.at(-1);
  const isValue = ["slide", "edit", "scroll"].includes(input.input);
  if (isValue && last?.input === input.input && last.view === input.view && !last.isLast) {
    waiting[waiting.length - 1] = input;
  } else {
    waiting.push(input);
  }
  if (!inFlight) next();
}

/** Closes the notification: this waits for nothing. */
export function dismiss() {
  post({ input: "dismiss" });
}

/** Whether a snapshot may set what the user sets too: all that was done to the view (to any, without
 *  one) has been taken, and the snapshot is not from before. */
export function isSettled(revision, view) {
  const isOf = (input) => input && (view === undefined || input.view === view);
  return revision >= takenRevision && !isOf(inFlight) && !waiting.some(isOf);
}

async function next() {
  inFlight = waiting.shift() ?? null;
  if (!inFlight) return;
  await post(inFlight);
  inFlight = null;
  next();
  redraw();
}

async function post(input) {
  try {
    const answer = await fetch("input", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(input),
    });
    takenRevision = Math.max(takenRevision, Number(answer.headers.get("Belfry-Revision") ?? 0));
    told(answer.ok ? "" : await answer.text());
  } catch {
    told("The host does not answer; it may have ended.");
  }
}
