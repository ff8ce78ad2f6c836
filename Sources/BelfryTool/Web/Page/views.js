// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The extension's views as elements. An element stays as long as its view does, so that focus, caret
// and what is being dragged stay too.

import { element } from "./card.js";
import { isSettled, send } from "./connection.js";
import { moveFocus } from "./focus.js";
import { kinds } from "./kinds.js";
import { setBasics } from "./style.js";

const records = new Map();
let firstResponder = null;

export function drawViews(stage, accessory, snapshot) {
  const views = new Map();
  for (const top of [snapshot.root, snapshot.accessory]) if (top) gather(top, views);
  for (const [number, record] of records) {
    if (views.get(number)?.kind === record.kind) continue;
    record.element.remove();
    records.delete(number);
  }
  for (const view of views.values()) {
    if (!records.has(view.view)) records.set(view.view, makeRecord(view));
  }
  // Elements have their places before they are drawn, as some measure themselves.
  for (const view of views.values()) arrange(records.get(view.view).body, view.children ?? []);
  arrange(stage, snapshot.root ? [snapshot.root] : []);
  stage.style.height = snapshot.root ? `${snapshot.root.frame.height}px` : "";
  stage.classList.toggle("passive", !snapshot.isInteractive);
  accessory.hidden = !snapshot.accessory;
  arrange(accessory, snapshot.accessory ? [snapshot.accessory] : []);
  for (const top of [snapshot.root, snapshot.accessory]) if (top) update(top, snapshot.isInteractive);
  for (const [number, record] of records) kinds[record.kind].sync?.(record, views.get(number), snapshot.revision);
}

function gather(view, views) {
  views.set(view.view, view);
  for (const child of view.children ?? []) gather(child, views);
}

function makeRecord(view) {
  const made = element("div", "view");
  made.dataset.view = view.view;
  const record = { number: view.view, kind: view.kind, element: made, body: made, drawn: "" };
  kinds[view.kind].make?.(record);
  return record;
}

/** Puts views into one in this order, and moves none that need not be. */
function arrange(parent, views) {
  const wanted = views.map((view) => records.get(view.view).element);
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

function update(view, isInteractive) {
  const record = records.get(view.view);
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
  for (const child of view.children ?? []) update(child, takesEvents);
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

/** Puts the focus where the extension has it, when it has moved it. */
export function keepFocus(snapshot) {
  if (!isSettled(snapshot.revision)) return;
  const now = snapshot.focus ?? null;
  if (now === firstResponder) return;
  const before = records.get(firstResponder)?.control;
  firstResponder = now;
  const docked = snapshot.accessory && records.get(snapshot.accessory.view)?.element;
  moveFocus(before, records.get(now)?.control ?? docked?.querySelector("input, textarea, button"));
}

function tap(event) {
  const tapped = event.target.closest?.("[data-tap]");
  if (tapped) send({ input: "tap", view: Number(tapped.dataset.tap) });
}

for (const name of ["stage", "accessory"]) {
  const place = document.getElementById(name);
  place.addEventListener("click", tap);
  place.addEventListener("keydown", (event) => {
    const isButton = event.target.dataset.tap && event.target.getAttribute("role") === "button";
    if (!isButton || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.target.click();
  });
}
