// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The extension's views as elements. An element stays as long as its view does, so that focus, caret
// and what is being dragged stay too.

import { element } from "./element.js";
import { moveFocus } from "./focus.js";
import { kinds } from "./kinds.js";
import { setBasics } from "./style.js";

export class Views {
  #stage;
  #accessory;
  #inputs;
  #pictures;
  #records = new Map();
  #firstResponder = null;

  /** `stage` and `accessory` are the elements to draw into, `inputs` gets what the user does, and
   *  `pictures` is where pictures are, up to their names. */
  constructor({ stage, accessory, inputs, pictures }) {
    [this.#stage, this.#accessory, this.#inputs, this.#pictures] = [stage, accessory, inputs, pictures];
    for (const place of [stage, accessory]) {
      place.addEventListener("click", (event) => this.#tap(event));
      place.addEventListener("keydown", press);
    }
  }

  draw(snapshot) {
    const views = new Map();
    for (const top of [snapshot.root, snapshot.accessory]) if (top) gather(top, views);
    const records = this.#records;
    for (const [number, record] of records) {
      if (views.get(number)?.kind === record.kind) continue;
      record.element.remove();
      records.delete(number);
      this.#inputs.endEditing(number, true);
    }
    for (const view of views.values()) {
      if (!records.has(view.view)) records.set(view.view, this.#makeRecord(view));
    }
    // Elements have their places before they are drawn, as some measure themselves.
    for (const view of views.values()) this.#arrange(records.get(view.view).body, view.children ?? []);
    this.#arrange(this.#stage, snapshot.root ? [snapshot.root] : []);
    this.#stage.style.height = snapshot.root ? `${snapshot.root.frame.height}px` : "";
    this.#stage.classList.toggle("passive", !snapshot.isInteractive);
    this.#accessory.hidden = !snapshot.accessory;
    this.#arrange(this.#accessory, snapshot.accessory ? [snapshot.accessory] : []);
    for (const top of [snapshot.root, snapshot.accessory]) {
      if (top) this.#update(top, snapshot.isInteractive);
    }
    for (const [number, record] of records) {
      kinds[record.kind].sync?.(record, views.get(number), snapshot.revision);
    }
  }

  /** Puts the focus where the extension has it, when it has moved it. */
  keepFocus(snapshot) {
    if (!this.#inputs.isSettled(snapshot.revision)) return;
    const now = snapshot.focus ?? null;
    if (now === this.#firstResponder) return;
    const before = this.#records.get(this.#firstResponder)?.control;
    this.#firstResponder = now;
    const docked = snapshot.accessory && this.#records.get(snapshot.accessory.view)?.element;
    const next = this.#records.get(now)?.control ?? docked?.querySelector("input, textarea, button");
    moveFocus(before, next);
  }

  #makeRecord(view) {
    const made = element("div", "view");
    made.dataset.view = view.view;
    const record = {
      number: view.view,
      kind: view.kind,
      element: made,
      body: made,
      drawn: "",
      inputs: this.#inputs,
      accessory: this.#accessory,
      pictures: this.#pictures,
    };
    kinds[view.kind].make?.(record);
    return record;
  }

  /** Puts views into one in this order, and moves none that need not be. */
  #arrange(parent, views) {
    const wanted = views.map((view) => this.#records.get(view.view).element);
    let place = [...parent.children].find((child) => child.dataset.view) ?? null;
    for (const child of wanted) {
      if (child === place) {
        place = child.nextElementSibling;
      } else if (child.isConnected && parent.isConnected && parent.moveBefore) {
        parent.moveBefore(child, place);  // keeps the focus
      } else {
        parent.insertBefore(child, place);
      }
    }
    for (const child of [...parent.children]) {
      if (child.dataset.view && !wanted.includes(child)) child.remove();
    }
  }

  #update(view, isInteractive) {
    const record = this.#records.get(view.view);
    const takesEvents = isInteractive && (view.isInteractive ?? true);
    const now = JSON.stringify([{ ...view, children: null }, takesEvents]);
    if (record.drawn !== now) {
      record.drawn = now;
      record.view = view;
      record.takesEvents = takesEvents && (view.isEnabled ?? true);
      setBasics(record.element.style, view);
      record.element.classList.toggle("quiet", !takesEvents && isInteractive);
      setTap(record);
      kinds[record.kind].update?.(record, view);
    }
    for (const child of view.children ?? []) this.#update(child, takesEvents);
  }

  #tap(event) {
    const tapped = event.target.closest?.("[data-tap]");
    if (tapped) this.#inputs.send({ input: "tap", view: Number(tapped.dataset.tap) });
  }
}

function gather(view, views) {
  views.set(view.view, view);
  for (const child of view.children ?? []) gather(child, views);
}

/** Has a view that is none of the controls act as a button where it is to be touched. */
function setTap(record) {
  const isTapped = record.takesEvents && (record.view.events?.includes("tap") ?? false);
  if (isTapped) record.element.dataset.tap = record.number;
  else delete record.element.dataset.tap;
  if (record.control) return;
  const label = record.view.label ?? "";
  setAttribute(record.element, "role", isTapped ? "button" : label && record.kind !== "image" ? "group" : "");
  setAttribute(record.element, "tabindex", isTapped ? "0" : "");
  setAttribute(record.element, "aria-label", record.kind === "image" && !isTapped ? "" : label);
}

function setAttribute(target, name, value) {
  if (value) target.setAttribute(name, value);
  else target.removeAttribute(name);
}

/** Has keys press what acts as a button. */
function press(event) {
  const isButton = event.target.dataset.tap && event.target.getAttribute("role") === "button";
  if (!isButton || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  event.target.click();
}
