// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The apps with their badges, what they ask of the user, and what the user lets each do.

import { change, isChanging } from "./connection.js";
import { checkbox, selection } from "./controls.js";
import { arrange, button, element, icon, nameOf } from "./elements.js";
import { leavingCount } from "./leaving.js";

let drawn = "";

/** Draws the apps; a choice shows one app's notifications alone. */
export function drawApps(target, center, chosen, choose) {
  const leaving = center.apps.map(({ identifier }) => leavingCount(identifier));
  const key = JSON.stringify([center.apps, chosen, leaving]);
  if (key === drawn && target.hasChildNodes()) return;
  drawn = key;
  const focused = target.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const all = button("All apps", "app", () => choose(null));
  all.dataset.key = "all";
  all.setAttribute("aria-pressed", String(chosen === null));
  const apps = center.apps.map((app) => drawApp(app, chosen, choose));
  const settings = center.apps.filter(({ identifier }) => identifier === chosen).map(drawSettings);
  target.replaceChildren(all, ...apps, ...settings);
  if (focused) [...target.querySelectorAll("[data-key]")].find((each) => each.dataset.key === focused)?.focus();
}

function drawApp(app, chosen, choose) {
  const made = button("", "app", () => choose(app.identifier));
  made.dataset.key = made.title = app.identifier;
  made.setAttribute("aria-pressed", String(chosen === app.identifier));
  const picture = element("span", "badged");
  picture.append(icon(app.identifier));
  if (app.badge > 0) {
    const badge = element("span", "badge", app.badge > 9999 ? "9999+" : String(app.badge));
    badge.setAttribute("aria-label", `badge ${app.badge}`);
    picture.append(badge);
  }
  made.append(picture, element("span", "name", nameOf(app.identifier)));
  const count = app.listedCount - leavingCount(app.identifier);
  if (count > 0) made.append(element("span", "count", String(count)));
  if (app.authorization === "denied") made.append(element("small", "", "not allowed"));
  return made;
}

// MARK: Requests

/** Draws what apps ask: whether they may notify. */
export function drawPrompts(target, center) {
  const old = new Map([...target.children].map((prompt) => [prompt.dataset.app, prompt]));
  const asking = center.apps.filter(({ isAsking }) => isAsking);
  arrange(target, asking.map(({ identifier }) => old.get(identifier) ?? drawPrompt(identifier)));
}

function drawPrompt(app) {
  const made = element("section", "prompt");
  made.dataset.app = app;
  made.setAttribute("role", "alert");
  made.append(
    icon(app),
    element("h2", "", `“${nameOf(app)}” Would Like to Send You Notifications`),
    element("p", "", `Notifications may have texts, sounds and icon badges. The app is ${app}.`),
  );
  const answer = (status) => change("PUT", `/v1/apps/${encodeURIComponent(app)}/authorization`, { status });
  const buttons = element("div", "buttons");
  buttons.append(
    button("Don’t Allow", "plain", () => answer("denied")),
    button("Allow", "plain main", () => answer("authorized")),
  );
  made.append(buttons);
  return made;
}

// MARK: Settings

const switches = [
  ["alert", "Alerts"],
  ["lockScreen", "On the lock screen"],
  ["notificationCenter", "In the notification centre"],
  ["sound", "Sounds"],
  ["badge", "Badges"],
  ["scheduledDelivery", "Scheduled summary"],
  ["criticalAlert", "Critical alerts"],
  ["timeSensitive", "Time-sensitive notifications"],
  ["directMessages", "Direct messages"],
  ["carPlay", "In a car"],
  ["announcement", "Read aloud"],
  ["filtering", "Extension may drop notifications"],
];

/** What the user may answer an app. */
const authorizations = [
  ["authorized", "Allow"],
  ["provisional", "Provisional: quietly, in the list alone"],
  ["denied", "Deny"],
  ["notDetermined", "Not answered: the app may ask"],
];

const choices = [
  ["alertStyle", "Style", [["none", "None"], ["banner", "Temporary"], ["alert", "Persistent"]]],
  ["showPreviews", "Show previews", [["always", "Always"], ["whenAuthenticated", "When unlocked"], ["never", "Never"]]],
  ["grouping", "Grouping", [["automatic", "Automatic"], ["byApp", "By app"], ["off", "Off"]]],
];

const settingsPath = (app) => `/v1/apps/${encodeURIComponent(app)}/settings`;

/** Has a Focus let an app through, or not, whether it is on or off. */
export function letThrough(app, focus, isLetThrough) {
  return change("PATCH", settingsPath(app), { focus: { [focus]: isLetThrough ? "enabled" : "disabled" } });
}

/** Whether the daemon has not answered a change of an app's settings yet. */
export const isSetting = (app) => isChanging(settingsPath(app));

function drawSettings(app) {
  const made = element("form", "settings");
  made.setAttribute("aria-label", `Settings of ${app.identifier}`);
  const path = `/v1/apps/${encodeURIComponent(app.identifier)}`;
  made.append(element("h2", "", app.identifier));
  const isAllowed = app.authorization !== "denied" && app.authorization !== "notDetermined";
  // Nobody sets what a launch alone brings.
  const answers = app.authorization === "ephemeral" ? [["ephemeral", "For a time"], ...authorizations] : authorizations;
  made.append(
    selection("authorization", "Notifications", answers, app.authorization, (status) =>
      change("PUT", `${path}/authorization`, { status }),
    ),
  );
  if (app.authorization === "ephemeral") {
    const until = new Date(app.ephemeralUntil).toLocaleString();
    made.append(element("small", "", `An App Clip: it was launched, and may notify until ${until}.`));
  }
  if (isAllowed) {
    for (const [key, title] of switches) {
      // What the app has not asked for is not the user's to turn on.
      if (app.settings[key] === "notSupported") continue;
      made.append(
        checkbox(key, title, app.settings[key] === "enabled", (isOn) =>
          change("PATCH", `${path}/settings`, { [key]: isOn ? "enabled" : "disabled" }),
        ),
      );
    }
    for (const [key, title, options] of choices) {
      made.append(selection(key, title, options, app.settings[key], (value) =>
        change("PATCH", `${path}/settings`, { [key]: value }),
      ));
    }
    for (const [name, setting] of Object.entries(app.settings.focus)) {
      made.append(
        checkbox(`through ${name}`, `Comes through ${name}`, setting === "enabled", (isOn) =>
          letThrough(app.identifier, name, isOn),
        ),
      );
    }
  }
  if (isAllowed && app.settings.providesAppNotificationSettings) {
    const open = button("Settings in the app", "plain", () => change("POST", `${path}/open`, { settings: true }));
    open.dataset.key = "own-settings";
    made.append(open);
  }
  made.addEventListener("submit", (event) => event.preventDefault());
  return made;
}
