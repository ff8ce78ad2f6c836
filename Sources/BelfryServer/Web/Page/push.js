// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// A form that sends a push, as a sender would. The daemon says while one types what it would say to a
// push of it.

import { request, tell } from "./connection.js";
import { button, byName, element, nameOf, setText } from "./elements.js";
import { endWatch, watch } from "./watch.js";

const text = byName("push-payload");
const app = byName("push-app");
const device = byName("push-device");
/** The fields of headers, each with its header's name. */
const fields = [...document.querySelectorAll("#push-headers [data-header]")];

/** Has the form offer the apps and the devices that there are. */
export function drawPush({ apps }) {
  const names = apps.map(({ identifier }) => identifier);
  offer(app, names.map((name) => [name, `${nameOf(name)} (${name})`]));
  byName("push-send").disabled = names.length === 0;
  if (!byName("push").hidden) drawDevices();
}

/** Begins with the payload that is there, and what is saved. */
export function beginPush() {
  drawDevices();
  check();
  drawSaved();
}

/** Forgets what was sent. */
export function endPush() {
  endWatch();
  setText(byName("push-answer"), "");
  byName("push-command").value = "";
  byName("push-command-part").hidden = true;
}

async function drawDevices() {
  const { value } = await request("GET", "/v1/devices");
  if (!value) return;
  offer(device, value.devices.map(({ name, isOnline }) => [name, isOnline ? name : `${name} (offline)`]));
}

/** Gives a list its options; what was chosen stays chosen. */
function offer(list, options) {
  if (JSON.stringify([...list.options].map((each) => [each.value, each.text])) === JSON.stringify(options)) return;
  const chosen = list.value;
  list.replaceChildren(...options.map(([value, title]) => new Option(title, value, false, value === chosen)));
}

/** The headers that are filled in. A browser takes bytes alone, one for each character. */
function headers() {
  const bytes = (value) => String.fromCharCode(...new TextEncoder().encode(value));
  const filled = fields.filter(({ value }) => value);
  return Object.fromEntries(filled.map(({ dataset, value }) => [dataset.header, bytes(value)]));
}

/** Asks something about the push, or has it sent. */
const ask = (what) =>
  request(
    "POST",
    `/v1/apps/${encodeURIComponent(app.value)}/${what}?device=${encodeURIComponent(device.value || "main")}`,
    text.value,
    headers(),
  );

const ends = { stored: "stored for its device", discarded: "discarded" };

/** What the daemon has said, as a sentence. */
function sentence({ sequence, duplicate, outcome, reason }) {
  if (duplicate) return `Notification ${sequence ?? ""}: a push with this apns-id was there already.`;
  const said = ends[outcome];
  return `Notification ${sequence}: ${said ? `${said} (${reason})` : "accepted"}.`;
}

byName("push-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  byName("push-send").disabled = true;
  const answer = await ask("push");
  byName("push-send").disabled = false;
  byName("push-answer").classList.toggle("fault", Boolean(answer.error));
  setText(byName("push-answer"), answer.error ?? sentence(answer.value));
  if (answer.value?.sequence) watch(answer.value.sequence);
  else endWatch();
});

// MARK: Checks

let timer = 0;
let isChecking = false;
let isStale = false;

for (const each of [text, app, ...fields]) {
  each.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(check, 200);
  });
}

/** Asks what is wrong with the push; what is typed meanwhile is asked about next. */
async function check() {
  isStale = true;
  if (isChecking) return;
  isChecking = true;
  while (isStale) {
    isStale = false;
    const asked = () => JSON.stringify([text.value, app.value, headers()]);
    const checked = asked();
    const whose = app.value ? `?app=${encodeURIComponent(app.value)}` : "";
    const { value, error } = await request("POST", `/v1/payload-check${whose}`, text.value, headers());
    if (checked === asked()) drawCheck(value, error);
    else isStale = true;
  }
  isChecking = false;
}

function drawCheck(value, error) {
  const problem = error ?? value.problem?.message;
  const warnings = value?.warnings ?? [];
  const faults = new Map(value?.headers?.map(({ name, message }) => [name, message]));
  for (const field of fields) drawFault(field, faults.get(field.dataset.header) ?? "");
  setText(byName("push-topic"), value?.topic ?? "");
  setText(byName("push-topic-fault"), faults.get("apns-topic") ?? "");
  text.setAttribute("aria-invalid", String(Boolean(problem)));
  setText(byName("push-size"), value ? `${value.byteCount} of ${value.limit} bytes` : "");
  const refusal = faults.size ? "A header would be refused; see below." : null;
  const said = problem ?? refusal ?? (warnings.length ? "It would be taken, with this said about it:" : "It would be taken.");
  byName("push-check").classList.toggle("fault", Boolean(problem ?? refusal));
  setText(byName("push-check"), said);
  byName("push-warnings").replaceChildren(...warnings.map((warning) => element("li", "", warning)));
}

/** Says below a field what the daemon would say to its header. */
function drawFault(field, message) {
  field.setAttribute("aria-invalid", String(Boolean(message)));
  setText(byName(field.getAttribute("aria-describedby")), message);
}

// MARK: Saved payloads

const key = "belfry.payloads";

/** The payloads that are saved in this browser, by their names: only what has the form of one. */
function saved() {
  try {
    const list = JSON.parse(localStorage.getItem(key) ?? "[]");
    const isText = (value) => typeof value === "string";
    return list.filter((each) => [each.name, each.app, each.payload].every(isText)).map((each) => {
      // Earlier pages saved one header, by another name.
      const known = Object.entries({ "apns-collapse-id": each.collapse, ...each.headers });
      return { ...each, headers: Object.fromEntries(known.filter(([, value]) => isText(value))) };
    });
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
      for (const field of fields) field.value = each.headers[field.dataset.header] ?? "";
      choose(app, each.app);
      choose(device, each.device);
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

/** Chooses what was chosen, where it is there still. */
function choose(list, wanted) {
  if ([...list.options].some(({ value }) => value === wanted)) list.value = wanted;
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
  const filled = fields.filter(({ value }) => value).map(({ dataset, value }) => [dataset.header, value]);
  const made = { name, app: app.value, device: device.value, payload: text.value, headers: Object.fromEntries(filled) };
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

byName("push-curl").addEventListener("click", async () => {
  const { value, error } = await ask("push-command");
  if (error) return tell(error);
  byName("push-command").value = value.command;
  byName("push-command-part").hidden = false;
  byName("push-command").select();
  const token = value.needsToken ? " Its variable TOKEN has to hold a provider token." : "";
  const said = await navigator.clipboard.writeText(value.command).then(
    () => "The command is copied.",
    () => "The browser did not let the command be copied; it is selected.",
  );
  tell(said + token);
});
