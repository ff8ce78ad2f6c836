// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The buttons below the card.

import { element } from "./card.js";
import { send } from "./connection.js";
import { symbol } from "./symbols.js";

let drawn = "";

/** Draws the actions anew where they are others: a field that is open stays open otherwise. */
export function drawActions(list, actions) {
  const now = JSON.stringify(actions);
  if (now === drawn) return;
  drawn = now;
  const focused = list.contains(document.activeElement)
    ? document.activeElement.closest(".action").dataset.action
    : null;
  list.replaceChildren(...actions.map(item));
  if (focused === null) return;
  const same = [...list.children].find((child) => child.dataset.action === focused);
  (same ?? list.firstElementChild)?.firstElementChild.focus();
}

function item(action) {
  const options = action.options ?? [];
  const made = element("div", options.includes("destructive") ? "action destructive" : "action");
  made.dataset.action = action.identifier;
  const button = element("button");
  button.type = "button";
  if (action.icon?.kind === "system") button.append(symbol(action.icon.name));
  button.append(element("span", "", action.title));
  if (options.includes("authenticationRequired")) button.append(symbol("lock.fill", "asks to unlock the device first"));
  made.append(button);
  if (!action.textInput) {
    button.addEventListener("click", () => send({ input: "action", action: action.identifier }));
    return made;
  }
  const form = answerForm(action, button);
  made.append(form);
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => setOpen(form, button, form.hidden));
  return made;
}

function setOpen(form, button, isOpen) {
  form.hidden = !isOpen;
  button.setAttribute("aria-expanded", String(isOpen));
  (isOpen ? form.elements[0] : button).focus();
}

function answerForm(action, button) {
  const form = element("form");
  form.hidden = true;
  const field = element("input");
  field.type = "text";
  field.autocomplete = "off";
  field.placeholder = action.textInput.placeholder;
  field.setAttribute("aria-label", action.textInput.placeholder || action.title);
  const submit = element("button", "", action.textInput.buttonTitle || "Send");
  form.append(field, submit);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send({ input: "action", action: action.identifier, text: field.value });
    field.value = "";
    setOpen(form, button, false);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    setOpen(form, button, false);
  });
  return form;
}
