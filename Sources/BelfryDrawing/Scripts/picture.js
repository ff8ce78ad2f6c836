// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Pictures and symbols, placed by content mode as image views place them.

import { element } from "./element.js";
import { colorPair, setFrame } from "./style.js";
import { symbol } from "./symbols.js";

/** The element for a view's picture; null where it has none. `pictures` is where they are, up to their
 *  names. */
export function makePicture(view, pictures, placed) {
  const address = (name) => `${pictures}${encodeURIComponent(name)}`;
  const { image, label = "" } = view;
  if (!image) return null;
  let made;
  const isSymbol = image.source === "symbol";
  if (isSymbol) {
    made = symbol(image.name, label);
    made.classList.add("picture");
  } else if (image.picture === undefined) {
    return null;
  } else if (image.isTemplate) {
    made = element("div", "picture template");
    made.style.maskImage = `url("${address(image.picture)}")`;
  } else {
    made = element("img", "picture");
    made.alt = label;
    made.draggable = false;
    made.src = address(image.picture);
    made.addEventListener("load", placed);
  }
  if (isSymbol || image.isTemplate) {
    made.style.color = colorPair(view.tintColor) || "var(--tint, var(--accent))";
  }
  return made;
}

/** Places a picture in a view by its content mode. */
export function placePicture(made, view) {
  const { width, height } = view.frame;
  const own = {
    width: view.image.width || made.naturalWidth || width,
    height: view.image.height || made.naturalHeight || height,
  };
  setFrame(made.style, place(view.contentMode ?? "fill", { width, height }, own));
}

/** Where a picture of a size is in a view of another. */
function place(mode, room, own) {
  if (mode === "fill" || mode === "redraw") return { x: 0, y: 0, ...room };
  const ratios = [room.width / own.width, room.height / own.height];
  const scale = { aspectFit: Math.min, aspectFill: Math.max }[mode]?.(...ratios) ?? 1;
  const width = own.width * scale;
  const height = own.height * scale;
  const isAt = (side) => mode.toLowerCase().includes(side);
  return {
    x: (room.width - width) * (isAt("left") ? 0 : isAt("right") ? 1 : 0.5),
    y: (room.height - height) * (isAt("top") ? 0 : isAt("bottom") ? 1 : 0.5),
    width,
    height,
  };
}
