// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// When Do Not Disturb goes on and off by itself.

import { checkbox } from "./controls.js";
import { element } from "./elements.js";

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** What a schedule is to begin with. */
const usual = { from: "22:00", to: "07:00" };

/** The controls of a schedule; `set` gives the daemon another one, null for none. */
export function scheduleControls(schedule, set) {
  const title = "Do Not Disturb by schedule";
  const turn = checkbox("schedule", title, Boolean(schedule), (isOn) => set(isOn ? usual : null));
  if (!schedule) return [turn];
  const made = element("div", "schedule");
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", title);
  // All of it as the controls have it: a change of before may be on its way still.
  const field = (key) => made.querySelector(`[data-key="${key}"]`);
  const chosen = () => weekdays.filter((day) => field(`schedule ${day}`).checked);
  const send = () => set({ from: field("schedule-from").value, to: field("schedule-to").value, weekdays: chosen() });
  made.append(
    time("schedule-from", "From", schedule.from, send),
    time("schedule-to", "To", schedule.to, send),
    ...weekdays.map((day) =>
      checkbox(`schedule ${day}`, day[0].toUpperCase() + day.slice(1), schedule.weekdays.includes(day), send),
    ),
  );
  if (schedule.next) {
    const when = new Date(schedule.next).toLocaleString();
    made.append(element("p", "", `It goes ${schedule.isOn ? "off" : "on"} next at ${when}.`));
  }
  return [turn, made];
}

/** A time of the day. */
function time(key, title, value, set) {
  const made = element("label", "setting", title);
  const field = element("input");
  field.type = "time";
  field.value = value;
  field.dataset.key = key;
  field.addEventListener("change", async () => {
    if (!field.value || !(await set(field.value))) field.value = value;
  });
  made.append(field);
  return made;
}
