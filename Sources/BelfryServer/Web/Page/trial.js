// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Runs a notification's extension again, of which nothing comes but a report beside the first one, and
// records such a run for `belfry replay`.

import { request } from "./connection.js";
import { button, element } from "./elements.js";
import { drawRun } from "./run.js";

const hidden = "The device hides what the notification says: unlock it to run its extension again.";

/** Draws what does it; `runs` gets the run that was made last, beside those of the ledger. */
export function drawTrial(sequence, runs, { isHidden, isRecordable }) {
  const made = element("div", "trial");
  const state = element("p", "", isHidden ? hidden : "");
  state.setAttribute("role", "status");
  const buttons = element("div", "buttons");
  const say = (text, isFault = false) => {
    state.textContent = text;
    state.classList.toggle("fault", isFault);
  };
  const act = (name, body) => {
    const control = button(name, "plain", async () => {
      // One at a time; the focus stays where it is.
      if (made.ariaBusy === "true") return;
      made.ariaBusy = "true";
      say("The extension runs…");
      const error = await body();
      say(error ?? "", Boolean(error));
      made.ariaBusy = "false";
    });
    control.disabled = Boolean(isHidden);
    return control;
  };
  buttons.append(act("Run again", async () => {
    const { value, error } = await request("POST", `/v1/notifications/${sequence}/trial`);
    if (error) return error;
    const result = drawRun("Run again", value, { showsDifference: true });
    result.classList.add("again");
    runs.querySelector(":scope > .again")?.remove();
    runs.append(result);
    return null;
  }));
  if (isRecordable) buttons.append(act("Record", () => record(sequence)));
  made.append(buttons, state);
  return made;
}

/** Has the browser store a recording; returns why there is none. */
async function record(sequence) {
  try {
    const answer = await fetch(`/v1/notifications/${sequence}/recording`, { method: "POST" });
    if (!answer.ok) return (await answer.json()).error?.message ?? `The daemon answered ${answer.status}.`;
    const link = element("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = `notification-${sequence}.run`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    return null;
  } catch {
    return "The daemon does not answer; try again.";
  }
}
