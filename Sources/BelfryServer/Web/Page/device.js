// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The virtual device: what a developer changes to see each way of a notification.

import { change } from "./connection.js";
import { checkbox, selection } from "./controls.js";
import { button, byName, element, nameOf, setText } from "./elements.js";

const locks = [
  ["unlocked", "Unlocked"],
  ["locked", "Locked"],
  ["beforeFirstUnlock", "Not unlocked since its start"],
];

const steps = [
  ["1 minute on", { advance: 60 }],
  ["1 hour on", { advance: 3600 }],
  ["1 day on", { advance: 86_400 }],
  ["To what is due next", { next: true }],
];

let drawn = "";

/** Draws how the device is, and its controls. */
export function drawDevice(center) {
  const { device, apps, isClockVirtual, now } = center;
  const parts = [new Map(locks).get(device.lock) ?? device.lock];
  if (device.foregroundApp) parts.push(`${nameOf(device.foregroundApp)} is in front`);
  if (device.focus) parts.push(`Focus: ${device.focus.name}`);
  if (device.isMuted) parts.push("muted");
  if (isClockVirtual) parts.push(`virtual clock: ${new Date(now).toLocaleString()}`);
  setText(byName("device"), parts.join(" · "));
  setText(byName("lock"), device.lock === "unlocked" ? "Lock" : "Unlock");
  const key = JSON.stringify([device, apps.map(({ identifier }) => identifier), isClockVirtual]);
  const target = byName("device-controls");
  if (key === drawn && target.hasChildNodes()) return;
  drawn = key;
  const focused = target.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  target.replaceChildren(...controls(device, apps), ...(isClockVirtual ? [clock()] : []));
  if (focused) [...target.querySelectorAll("[data-key]")].find((each) => each.dataset.key === focused)?.focus();
}

function controls(device, apps) {
  const set = (part) => change("PATCH", "/v1/device", part);
  const names = apps.map(({ identifier }) => [identifier, identifier]);
  return [
    selection("lock", "Lock", locks, device.lock, (lock) => set({ lock })),
    selection("front", "App in front", [["", "None"], ...names], device.foregroundApp ?? "", (app) =>
      set({ foregroundApp: app || null }),
    ),
    checkbox("mute", "Muted", device.isMuted, (isMuted) => set({ isMuted })),
  ];
}

function clock() {
  const made = element("div", "clock");
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", "Clock");
  made.append(
    ...steps.map(([title, step]) => {
      const act = button(title, "plain", () => change("POST", "/v1/clock", step));
      act.dataset.key = title;
      return act;
    }),
  );
  return made;
}
