// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The buttons below a notification.

import { element } from "./element.js";
import { symbol } from "./symbols.js";

export class Actions {
  #list;
  #perform;
  #longest;
  #drawn = "";

  /** `perform` gets an action's identifier and what was written for it, and says whether it was taken:
   *  what was written stays where it was not. `longest` is how much may be written. */
  constructor(list, perform, { longest = 0 } = {}) {
    [this.#list, this.#perform, this.#longest] = [list, perform, longest];
  }

  /** Draws the actions anew where they are others: a field that is open stays open otherwise. `refusal` is
   *  of an `action` that was not taken: the `reason` stands with it, and the `text` in its field. */
  draw(actions, { isLocked = false, refusal = null } = {}) {
    const now = JSON.stringify([actions, isLocked, refusal]);
    if (now === this.#drawn) return;
    this.#drawn = now;
    const focused = this.#list.contains(document.activeElement)
      ? document.activeElement.closest(".action").dataset.action
      : null;
    this.#list.replaceChildren(...actions.map((action) => this.#item(action, isLocked)));
    if (refusal) this.#explain(refusal);
    if (focused === null) return;
    const same = [...this.#list.children].find((child) => child.dataset.action === focused);
    (same ?? this.#list.firstElementChild)?.firstElementChild.focus();
  }

  #explain({ action, text, reason }) {
    const item = [...this.#list.children].find((child) => child.dataset.action === action);
    const form = item?.querySelector("form");
    if (form && text !== undefined) {
      form.elements[0].value = text;
      show(form, item.firstElementChild, true);
    }
    (item ?? this.#list).append(element("p", "fault", reason));
  }

  #item(action, isLocked) {
    const options = action.options ?? [];
    const made = element("div", options.includes("destructive") ? "action destructive" : "action");
    made.dataset.action = action.identifier;
    const button = element("button");
    button.type = "button";
    if (action.icon?.kind === "system") button.append(symbol(action.icon.name));
    button.append(element("span", "", action.title));
    if (options.includes("authenticationRequired")) {
      button.append(symbol("lock.fill", "asks to unlock the device first"));
      button.disabled = isLocked;
      if (isLocked) button.title = "Unlock the device first";
    }
    made.append(button);
    if (!action.textInput) {
      let isUnderWay = false;
      button.addEventListener("click", async () => {
        if (isUnderWay) return;
        isUnderWay = true;
        await this.#perform(action.identifier);
        isUnderWay = false;
      });
      return made;
    }
    const form = this.#answerForm(action, button);
    made.append(form);
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => setOpen(form, button, form.hidden));
    return made;
  }

  #answerForm(action, button) {
    const form = element("form");
    form.hidden = true;
    const field = element("textarea");
    field.rows = 1;
    field.autocomplete = "off";
    field.enterKeyHint = "send";
    if (this.#longest) field.maxLength = this.#longest;
    field.placeholder = action.textInput.placeholder ?? "";
    field.setAttribute("aria-label", action.textInput.placeholder || action.title);
    const submit = element("button", "", action.textInput.buttonTitle || "Send");
    submit.disabled = button.disabled;
    form.append(field, submit);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (submit.disabled) return;
      submit.disabled = true;
      const isTaken = await this.#perform(action.identifier, field.value);
      submit.disabled = false;
      if (!isTaken) return;
      field.value = "";
      if (form.isConnected) setOpen(form, button, false);
    });
    // A text may have lines: the key alone sends it, with Shift it begins another one.
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      form.requestSubmit(submit);
    });
    form.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      setOpen(form, button, false);
    });
    return form;
  }
}

function show(form, button, isOpen) {
  form.hidden = !isOpen;
  button.setAttribute("aria-expanded", String(isOpen));
}

function setOpen(form, button, isOpen) {
  show(form, button, isOpen);
  (isOpen ? form.elements[0] : button).focus();
}
