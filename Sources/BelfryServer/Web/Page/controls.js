// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Controls of settings: each goes back to where it was if the daemon refuses.

import { element } from "./elements.js";

/** A switch: `set` says whether the daemon has taken what the user wants. */
export function checkbox(key, title, isOn, set) {
  const made = element("label", "setting", title);
  const box = element("input");
  box.type = "checkbox";
  box.checked = isOn;
  box.dataset.key = key;
  box.addEventListener("change", async () => {
    const isWanted = box.checked;
    if (!(await set(isWanted))) box.checked = !isWanted;
  });
  made.append(box);
  return made;
}

/** A choice of one of several words, each with its text. */
export function selection(key, title, options, value, set) {
  const made = element("label", "setting", title);
  const list = element("select");
  list.dataset.key = key;
  list.append(...options.map(([word, text]) => new Option(text, word, false, word === value)));
  list.addEventListener("change", async () => {
    if (!(await set(list.value))) list.value = value;
  });
  made.append(list);
  return made;
}
