// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// A form that sends a push, as a sender would.

import { request } from "./connection.js";
import { byName, nameOf, setText } from "./elements.js";

/** Has the form offer the apps that there are. */
export function drawPush({ apps }) {
  const list = byName("push-app");
  const names = apps.map(({ identifier }) => identifier);
  if (JSON.stringify([...list.options].map(({ value }) => value)) === JSON.stringify(names)) return;
  const chosen = list.value;
  list.replaceChildren(...names.map((name) => new Option(`${nameOf(name)} (${name})`, name, false, name === chosen)));
  byName("push-send").disabled = names.length === 0;
}

byName("push-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const app = byName("push-app").value;
  const collapse = byName("push-collapse").value;
  byName("push-send").disabled = true;
  const answer = await request(
    "POST",
    `/v1/apps/${encodeURIComponent(app)}/push`,
    byName("push-payload").value,
    collapse ? { "apns-collapse-id": collapse } : {},
  );
  byName("push-send").disabled = false;
  byName("push-answer").classList.toggle("fault", Boolean(answer.error));
  setText(byName("push-answer"), answer.error ?? `Notification ${answer.value.sequence}: accepted.`);
});
