// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// What each kind of view is made of: `make` once, `update` when something of it changed, `sync` after
// every snapshot for what the user changes too.

import { element } from "./element.js";
import { textField, textView } from "./fields.js";
import { makePicture, placePicture } from "./picture.js";
import { colorPair, padding, setFont } from "./style.js";
import { drawLabel } from "./text.js";

const label = {
  make(record) {
    record.text = element("div", "text");
    record.text.append(element("span"));
    record.element.append(record.text);
  },
  update(record, view) {
    drawLabel(record.text, view);
  },
};

const image = {
  update(record, view) {
    const wanted = JSON.stringify([view.image, view.tintColor, view.label]);
    if (record.wanted !== wanted) {
      record.wanted = wanted;
      record.picture?.remove();
      record.picture = makePicture(view, record.pictures, () => placePicture(record.picture, record.view));
      if (record.picture) record.element.prepend(record.picture);
    }
    if (record.picture) placePicture(record.picture, view);
  },
};

const button = {
  make(record) {
    record.control = element("button", "control push");
    record.control.type = "button";
    record.element.append(record.control);
  },
  update(record, view) {
    const { image } = view;
    const { control } = record;
    control.className = `control push ${view.buttonStyle ?? "plain"}`;
    control.style.borderRadius = view.cornerRadius ? "inherit" : "";
    control.disabled = view.isEnabled === false;
    control.tabIndex = record.takesEvents ? 0 : -1;
    setFont(control.style, view);
    control.style.color = colorPair(view.textColor);
    control.style.justifyContent = { left: "flex-start", right: "flex-end" }[view.textAlignment] ?? "";
    control.style.padding = padding(view);
    const parts = [];
    const picture = makePicture(view, record.pictures, () => {});
    if (picture) {
      if (image.width > 0) picture.style.width = `${image.width}px`;
      if (image.height > 0) picture.style.height = `${image.height}px`;
      if (!view.text && !image.width) picture.style.width = picture.style.height = "100%";
      parts.push(picture);
    }
    if (view.text) parts.push(element("span", "", view.text));
    control.replaceChildren(...parts);
    const name = view.label || (view.text ? "" : (image?.name ?? ""));
    if (name) control.setAttribute("aria-label", name);
    else control.removeAttribute("aria-label");
    if (view.isSelected) control.setAttribute("aria-pressed", "true");
    else control.removeAttribute("aria-pressed");
  },
};

const slider = {
  make(record) {
    const control = element("input", "control range");
    control.type = "range";
    control.step = "any";
    record.control = control;
    record.element.append(control);
    const slide = (isLast) => {
      fill(control);
      record.inputs.send({ input: "slide", view: record.number, value: Number(control.value), isLast });
    };
    control.addEventListener("pointerdown", () => (record.isDragged = true));
    control.addEventListener("input", () => {
      if (record.view.isContinuous ?? true) slide(false);
      else fill(control);
    });
    control.addEventListener("change", () => {
      record.isDragged = false;
      slide(true);
    });
  },
  update(record, view) {
    const { control } = record;
    control.min = view.minimum ?? 0;
    control.max = view.maximum ?? 1;
    control.disabled = !record.takesEvents;
    control.setAttribute("aria-label", view.label || "Slider");
  },
  sync(record, view, revision) {
    const value = view.value ?? 0;
    if (!record.isDragged && record.inputs.isSettled(revision, record.number)) record.control.value = value;
    fill(record.control);
  },
};

/** Colours a slider's track up to its thumb, whose middle is never at the very end. */
function fill(control) {
  const [low, high, value] = [control.min, control.max, control.value].map(Number);
  const share = high > low ? (value - low) / (high - low) : 0;
  control.style.setProperty("--fill", `calc(13px + (100% - 26px) * ${share})`);
}

const toggle = {
  make(record) {
    const control = element("button", "control switch");
    control.type = "button";
    control.setAttribute("role", "switch");
    record.control = control;
    record.element.append(control);
    control.addEventListener("click", () => {
      const isOn = control.getAttribute("aria-checked") !== "true";
      control.setAttribute("aria-checked", String(isOn));
      record.inputs.send({ input: "toggle", view: record.number, isOn });
    });
  },
  update(record, view) {
    record.control.disabled = !record.takesEvents;
    record.control.setAttribute("aria-label", view.label || "Switch");
  },
  sync(record, view, revision) {
    if (record.inputs.isSettled(revision, record.number)) record.control.setAttribute("aria-checked", String(view.isOn === true));
  },
};

const progress = {
  make(record) {
    record.bar = element("div", "bar");
    record.bar.append(element("i"));
    record.element.append(record.bar);
    record.element.setAttribute("role", "progressbar");
    record.control = record.element;
  },
  update(record, view) {
    const share = Math.min(1, Math.max(0, view.value ?? 0));
    record.bar.style.setProperty("--fill", `${share * 100}%`);
    record.element.setAttribute("aria-valuenow", String(Math.round(share * 100)));
    record.element.setAttribute("aria-label", view.label || "Progress");
  },
};

const activity = {
  make(record) {
    record.spinner = element("div", "spinner");
    record.element.append(record.spinner);
  },
  update(record, view) {
    record.spinner.classList.toggle("large", view.sizeClass === "large");
    record.spinner.hidden = !view.isAnimating;
    record.spinner.style.color = colorPair(view.tintColor) || "var(--secondary)";
  },
};

const scroll = {
  make(record) {
    record.element.classList.add("scroll");
    record.body = element("div", "extent");
    record.element.append(record.body);
    record.element.addEventListener("scroll", () => {
      const { scrollLeft: x, scrollTop: y } = record.element;
      if (!record.takesEvents || record.offset === `${x},${y}`) return;
      record.offset = `${x},${y}`;
      record.inputs.send({ input: "scroll", view: record.number, x, y });
    });
  },
  update(record, view) {
    record.element.style.overflow = record.takesEvents ? "" : "hidden";
    record.body.style.width = `${Math.max(view.scroll.width, 0)}px`;
    record.body.style.height = `${Math.max(view.scroll.height, 0)}px`;
  },
  sync(record, view, revision) {
    const { x, y } = view.scroll;
    if (record.shown === `${x},${y}` || !record.inputs.isSettled(revision, record.number)) return;
    record.shown = `${x},${y}`;
    record.element.scrollTo(x, y);
    record.offset = `${record.element.scrollLeft},${record.element.scrollTop}`;
  },
};

// One entry for each kind of SDK/C/abi/views.def, as Scripts/check-views.sh sees to.
export const kinds = {
  view: {}, stack: {}, label, image, button, slider, switch: toggle, progress, activity, scroll,
  textField, textView,
};
