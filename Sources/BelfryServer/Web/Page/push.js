// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// A form that sends a push, as a sender would. The daemon says while one types what it would say to a
// push of it.

import { request, tell } from "./connection.js";
import { button, byName, element, nameOf, setText } from "./elements.js";

const text = byName("push-payload");
const app = byName("push-app");
const collapse = byName("push-collapse");

/** Has the form offer the apps that there are. */
export function drawPush({ apps }) {
  const names = apps.map(({ identifier }) => identifier);
  if (JSON.stringify([...app.options].map(({ value }) => value)) === JSON.stringify(names)) return;
  const chosen = app.value;
  app.replaceChildren(...names.map((name) => new Option(`${nameOf(name)} (${name})`, name, false, name === chosen)));
  byName("push-send").disabled = names.length === 0;
}

/** Begins with the payload that is there, and what is saved. */
export function beginPush() {
  check();
  drawSaved();
}

byName("push-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  byName("push-send").disabled = true;
  const answer = await request(
    "POST",
    `/v1/apps/${encodeURIComponent(app.value)}/push`,
    text.value,
    collapse.value ? { "apns-collapse-id": collapse.value } : {},
  );
  byName("push-send").disabled = false;
  byName("push-answer").classList.toggle("fault", Boolean(answer.error));
  setText(byName("push-answer"), answer.error ?? `Notification ${answer.value.sequence}: accepted.`);
});

// MARK: Checks

let timer = 0;
let isChecking = false;
let isStale = false;

text.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(check, 200);
});

/** Asks what is wrong with the payload; what is typed meanwhile is asked about next. */
async function check() {
  isStale = true;
  if (isChecking) return;
  isChecking = true;
  while (isStale) {
    isStale = false;
    const checked = text.value;
    const { value, error } = await request("POST", "/v1/payload-check", checked);
    if (checked === text.value) drawCheck(value, error);
    else isStale = true;
  }
  isChecking = false;
}

function drawCheck(value, error) {
  const problem = error ?? value.problem?.message;
  const warnings = value?.warnings ?? [];
  text.setAttribute("aria-invalid", String(Boolean(problem)));
  setText(byName("push-size"), value ? `${value.byteCount} of ${value.limit} bytes` : "");
  const said = problem ?? (warnings.length ? "It would be taken, with this said about it:" : "It would be taken.");
  byName("push-check").classList.toggle("fault", Boolean(problem));
  setText(byName("push-check"), said);
  byName("push-warnings").replaceChildren(...warnings.map((warning) => element("li", "", warning)));
}

// MARK: Saved payloads

const key = "belfry.payloads";

/** The payloads that are saved in this browser, by their names: only what has the form of one. */
function saved() {
  try {
    const list = JSON.parse(localStorage.getItem(key) ?? "[]");
    const fields = ["name", "app", "payload", "collapse"];
    return list.filter((each) => fields.every((field) => typeof each[field] === "string"));
  } catch {
    return [];
  }
}

function keep(list) {
  try {
    localStorage.setItem(key, JSON.stringify(list));
    drawSaved();
    return true;
  } catch {
    tell("The browser has no room for it, or keeps nothing for this page.");
    return false;
  }
}

function drawSaved() {
  byName("push-saved").replaceChildren(...saved().map((each) => {
    const made = element("li");
    const load = button(each.name, "plain", () => {
      text.value = each.payload;
      collapse.value = each.collapse;
      if ([...app.options].some(({ value }) => value === each.app)) app.value = each.app;
      byName("push-name").value = each.name;
      check();
      text.focus();
    });
    load.setAttribute("aria-label", `Load ${each.name}`);
    const remove = button("", "close", () => {
      const index = [...byName("push-saved").children].indexOf(made);
      keep(saved().filter(({ name }) => name !== each.name));
      const left = byName("push-saved").children;
      (left[Math.min(index, left.length - 1)]?.querySelector(".close") ?? byName("push-name")).focus();
    });
    remove.setAttribute("aria-label", `Delete ${each.name}`);
    made.append(load, remove);
    return made;
  }));
}

byName("push-name").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  // It would send the push.
  event.preventDefault();
  byName("push-save").click();
});
byName("push-save").addEventListener("click", () => {
  const name = byName("push-name").value.trim();
  if (!name) {
    tell("Give the payload a name first.");
    return byName("push-name").focus();
  }
  const made = { name, app: app.value, payload: text.value, collapse: collapse.value };
  const isKept = keep([...saved().filter((each) => each.name !== name), made].sort((a, b) => a.name.localeCompare(b.name)));
  if (isKept) tell(`Saved as ${name}.`);
});

// MARK: Export

const targetKey = "Simulator Target Bundle";

/** The payload as an .apns file, which names its app; null for what is no object. */
function apnsFile() {
  let value = null;
  try {
    value = JSON.parse(text.value);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  // What is typed stays as it is: a script's numbers are not JSON's.
  if (targetKey in value) return text.value;
  const comma = Object.keys(value).length ? "," : "";
  return text.value.replace("{", () => `{\n  ${JSON.stringify(targetKey)}: ${JSON.stringify(app.value)}${comma}`);
}

byName("push-export").addEventListener("click", () => {
  const file = apnsFile();
  if (file === null) return tell("Only a payload that is a JSON object can be exported.");
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([file], { type: "application/json" }));
  link.download = `${byName("push-name").value.trim().replace(/[^-\w. ]/g, "_") || "push"}.apns`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
});
