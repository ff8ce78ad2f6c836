// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Text fields and text views.

import { element } from "./element.js";
import { isMovingFocus } from "./focus.js";
import { alignment, colorPair, padding, setFont } from "./style.js";
import { drawPieces } from "./text.js";

function make(record, tag) {
  const { inputs, accessory } = record;
  const control = element(tag, "control field");
  record.control = control;
  record.element.append(control);
  control.addEventListener("focus", () => inputs.beginEditing(record.number, isMovingFocus));
  control.addEventListener("blur", ({ relatedTarget }) => {
    if (document.activeElement === control) return;  // the window lost the focus, not the field
    // A button with the keyboard takes no keys away from the field there, and another field says itself
    // that it has them.
    if (accessory.contains(control) && accessory.contains(relatedTarget)) return;
    inputs.endEditing(record.number, isMovingFocus);
  });
  control.addEventListener("input", () => {
    inputs.send({ input: "edit", view: record.number, text: control.value });
  });
  control.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      control.blur();
    } else if (event.key === "Enter" && tag === "input" && !event.isComposing) {
      inputs.send({ input: "pressReturn", view: record.number });
    }
  });
}

function update(record, view) {
  const { control } = record;
  setFont(control.style, view);
  control.style.color = colorPair(view.textColor);
  control.style.textAlign = alignment(view);
  control.style.padding = padding(view);
  control.placeholder = view.placeholder ?? "";
  control.disabled = !record.takesEvents;
  control.setAttribute("aria-label", view.label || view.placeholder || "Text");
}

/** Shows the extension's text; the caret stays where it is, as far as there is text. */
function sync(record, view, revision) {
  const text = view.text ?? "";
  const { control } = record;
  if (control.value === text || !record.inputs.isSettled(revision, record.number)) return;
  const { selectionStart, selectionEnd } = control;
  control.value = text;
  if (document.activeElement === control) control.setSelectionRange(selectionStart, selectionEnd);
}

export const textField = {
  make: (record) => make(record, "input"),
  update(record, view) {
    record.control.type = view.isSecure ? "password" : "text";
    record.control.autocomplete = "off";
    update(record, view);
  },
  sync,
};

/** A text view that cannot be edited may have runs, which fields of a browser do not show. */
export const textView = {
  make: (record) => {
    make(record, "textarea");
    record.read = element("div", "control read");
    record.element.append(record.read);
  },
  update(record, view) {
    const isEditable = view.isEditable ?? true;
    update(record, view);
    record.control.hidden = !isEditable;
    record.read.hidden = isEditable;
    if (isEditable) return;
    setFont(record.read.style, view);
    for (const name of ["color", "textAlign", "padding"]) record.read.style[name] = record.control.style[name];
    drawPieces(record.read, view);
  },
  sync,
};
