// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The virtual device: what a developer changes to see each way of a notification.

import { isSetting, letThrough } from "./apps.js";
import { change, isChanging, request } from "./connection.js";
import { checkbox, selection } from "./controls.js";
import { drawRegions } from "./regions.js";
import { scheduleControls } from "./schedule.js";
import { arrange, button, byName, element, nameOf, setText } from "./elements.js";

const locks = [
  ["unlocked", "Unlocked"],
  ["locked", "Locked"],
  ["beforeFirstUnlock", "Not unlocked since its start"],
];

const accessories = [
  ["carPlay", "Connected to a car"],
  ["headphones", "Headphones"],
];

const steps = [
  ["1 minute on", { advance: 60 }],
  ["1 hour on", { advance: 3600 }],
  ["1 day on", { advance: 86_400 }],
  ["To what is due next", { next: true }],
];

const powers = [
  ["charging", "Charging"],
  ["battery", "On battery"],
  ["low", "Saving power"],
];

const doNotDisturb = "Do Not Disturb";

let drawn = "";

/** Draws how the device is, and its controls. */
export function drawDevice(center) {
  const { device, apps, isClockVirtual, now } = center;
  const parts = [new Map(locks).get(device.lock) ?? device.lock];
  if (device.foregroundApp) parts.push(`${nameOf(device.foregroundApp)} is in front`);
  if (device.focus) parts.push(`Focus: ${device.focus.name}`);
  if (device.isMuted) parts.push("muted");
  if (device.accessories.includes("carPlay")) parts.push("in a car");
  if (device.accessories.includes("headphones")) parts.push("headphones");
  if (isClockVirtual) parts.push(`virtual clock: ${new Date(now).toLocaleString()}`);
  setText(byName("device"), parts.join(" · "));
  setText(byName("lock"), device.lock === "unlocked" ? "Lock" : "Unlock");
  const key = JSON.stringify([device, apps.map(({ identifier }) => identifier), isClockVirtual]);
  const target = byName("device-controls");
  drawPushDevices();
  drawRegions();
  if (key === drawn && target.hasChildNodes()) return;
  // A control that has gone back to what was before would do the opposite of what the user wants.
  if (isChanging("/v1/device") || apps.some(({ identifier }) => isSetting(identifier))) return;
  drawn = key;
  const focused = target.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  target.replaceChildren(...controls(device, apps), ...(isClockVirtual ? [clock()] : []));
  if (focused) [...target.querySelectorAll("[data-key]")].find((each) => each.dataset.key === focused)?.focus();
}

function controls(device, apps) {
  const set = (part) => change("PATCH", "/v1/device", part);
  const names = apps.map(({ identifier }) => [identifier, identifier]);
  // As the controls have it: a change of before may be on its way still.
  const isConnected = ([key]) => byName("device-controls").querySelector(`[data-key="${key}"]`).checked;
  const setAccessories = () => set({ accessories: accessories.filter(isConnected).map(([key]) => key) });
  return [
    selection("lock", "Lock", locks, device.lock, (lock) => set({ lock })),
    selection("front", "App in front", [["", "None"], ...names], device.foregroundApp ?? "", (app) =>
      set({ foregroundApp: app || null }),
    ),
    checkbox("mute", "Muted", device.isMuted, (isMuted) => set({ isMuted })),
    ...accessories.map(([key, title]) =>
      checkbox(key, title, device.accessories.includes(key), setAccessories),
    ),
    ...focus(device, apps, (focus) => set({ focus })),
    ...scheduleControls(device.focusSchedule, (focusSchedule) => set({ focusSchedule })),
  ];
}

/** Which Focus is on, and the apps that it lets through; where none is on, those of Do Not Disturb if that
 *  goes on by itself. */
function focus({ focus, focuses, focusSchedule }, apps, set) {
  const names = focuses.map(({ name }) => [name, name]);
  const choice = selection("focus", "Focus", [["", "Off"], ...names], focus?.name ?? "", (name) =>
    set(name ? { name } : null),
  );
  const shown = focus ?? (focusSchedule ? focuses.find(({ name }) => name === doNotDisturb) : null);
  if (!shown) return [choice];
  return [
    choice,
    ...apps.map(({ identifier }) =>
      checkbox(
        `through ${identifier}`,
        `${shown.name} lets ${nameOf(identifier)} through`,
        shown.allowedApps.includes(identifier),
        (isOn) => letThrough(identifier, shown.name, isOn),
      ),
    ),
  ];
}

// MARK: Devices of senders

/** The controls of each device: they stay as they are when a value changes, under whoever clicks. */
let pushDevices = new Map();
let readings = 0;
/** Changes that the daemon has not answered yet. */
let changes = 0;

/** Draws whether pushes reach each device, and what waits for it, while the panel is open. */
async function drawPushDevices() {
  if (!byName("device-panel").open || changes > 0) return;
  const reading = ++readings;
  const answer = await request("GET", "/v1/devices");
  // What was read before a change of the user's is not drawn over it: a click on a control that has
  // gone back would do the opposite of what the user wants.
  if (answer.error || changes > 0 || reading !== readings) return;
  const known = pushDevices;
  pushDevices = new Map();
  for (const device of answer.value.devices) {
    const controls = known.get(device.name) ?? pushDevice(device.name);
    controls.draw(device);
    pushDevices.set(device.name, controls);
  }
  arrange(byName("push-devices"), [...pushDevices.values()].flatMap(({ elements }) => elements));
}

function pushDevice(name) {
  const set = async (part) => {
    changes += 1;
    const answer = await change("PATCH", `/v1/devices/${encodeURIComponent(name)}`, part);
    changes -= 1;
    drawPushDevices();
    return answer;
  };
  const online = checkbox(`online ${name}`, `Device ${name} is online`, true, (isOnline) => set({ isOnline }));
  const power = selection(`power ${name}`, `Power of ${name}`, powers, "battery", (power) => set({ power }));
  const stored = element("p", "setting");
  return {
    elements: [online, power, stored],
    draw(device) {
      online.querySelector("input").checked = device.isOnline;
      power.querySelector("select").value = device.power;
      setText(stored, device.stored ? `${device.stored} wait for ${name}` : "");
    },
  };
}

byName("device-panel").addEventListener("toggle", drawPushDevices);

/** Moves the clock: one request stops at so many due times, and says how much time is left. */
async function moveClock(step) {
  const answer = await change("POST", "/v1/clock", step);
  if (answer?.left) moveClock({ advance: answer.left });
}

function clock() {
  const made = element("div", "clock");
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", "Clock");
  made.append(
    ...steps.map(([title, step]) => {
      const act = button(title, "plain", () => moveClock(step));
      act.dataset.key = title;
      return act;
    }),
  );
  return made;
}
