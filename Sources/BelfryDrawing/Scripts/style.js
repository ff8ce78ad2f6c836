// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Properties of views as styles.

/** A colour in both appearances; "" for none, which takes a style away. */
export function colorPair(color) {
  return color ? `light-dark(${color.light}, ${color.dark})` : "";
}

export function setFrame(style, { x, y, width, height }) {
  style.left = `${x}px`;
  style.top = `${y}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}

/** The radius of each corner, in the order of CSS; "" for none. */
function radii({ cornerRadius = 0, corners }) {
  if (!(cornerRadius > 0)) return "";
  const sides = ["topLeft", "topRight", "bottomRight", "bottomLeft"];
  return sides.map((corner) => (corners?.includes(corner) ?? true ? `${cornerRadius}px` : "0")).join(" ");
}

/** The shadow of a view and all in it; what clips cuts its own off. */
function shadow({ shadow, clips }) {
  if (!shadow?.color || clips) return "";
  return `drop-shadow(${shadow.x}px ${shadow.y}px ${shadow.radius}px ${colorPair(shadow.color)})`;
}

/**
 * Puts a line thinner than a point where it is: browsers would round it to a whole point, and that may
 * be below the next view. Without finer pixels it is a whole one, within the point that it is in.
 */
function setHairline(style, { frame, transform }) {
  style.transformOrigin = "";
  const isThin = (length) => length > 0 && length < 1;
  if (transform || !(isThin(frame.width) || isThin(frame.height))) return;
  const place = (start, length) =>
    isThin(length) ? [Math.floor(start), 1, start - Math.floor(start), length] : [start, length, 0, 1];
  const [x, width, right, across] = place(frame.x, frame.width);
  const [y, height, down, along] = place(frame.y, frame.height);
  setFrame(style, { x, y, width, height });
  if (!(devicePixelRatio > 1)) return;
  style.transformOrigin = "0 0";
  style.transform = `matrix(${across}, 0, 0, ${along}, ${right}, ${down})`;
}

/** What any view may have. */
export function setBasics(style, view) {
  setFrame(style, view.frame);
  style.transform = view.transform ? `matrix(${view.transform.join()})` : "";
  setHairline(style, view);
  style.display = view.isHidden ? "none" : "";
  style.opacity = view.alpha ?? "";
  style.backgroundColor = colorPair(view.backgroundColor);
  style.borderRadius = radii(view);
  style.overflow = view.clips ? "clip" : "";
  const border = view.borderWidth > 0 ? colorPair(view.borderColor ?? { light: "#000", dark: "#000" }) : "";
  style.filter = shadow(view);
  style.boxShadow = border ? `inset 0 0 0 ${view.borderWidth}px ${border}` : "";
  for (const [name, key] of [["--tint", "tintColor"], ["--track", "trackColor"], ["--thumb", "thumbColor"]]) {
    if (view[key]) style.setProperty(name, colorPair(view[key]));
    else style.removeProperty(name);
  }
}

const fixed = 'ui-monospace, Menlo, "Liberation Mono", "DejaVu Sans Mono", monospace';

export function setFont(style, { fontFamily, fontSize, fontWeight, fontTraits = [] }) {
  const family = (fontFamily ?? "").replace(/[^\p{L}\p{N} _-]/gu, "");
  style.fontFamily = fontTraits.includes("fixedWidth") ? fixed : family ? `"${family}", var(--font)` : "";
  style.fontSize = fontSize > 0 ? `${fontSize}px` : "";
  style.fontWeight = fontWeight > 0 ? fontWeight : "";
  style.fontStyle = fontTraits.includes("italic") ? "italic" : "";
  style.fontVariantNumeric = fontTraits.includes("fixedDigits") ? "tabular-nums" : "";
}

/** How lines of text are aligned, as CSS has it. */
export function alignment(view) {
  return { justified: "justify", natural: "start" }[view.textAlignment] ?? view.textAlignment ?? "start";
}

/** A view's insets in the order of CSS; "" for none. */
export function padding({ insets }) {
  return insets ? ["top", "right", "bottom", "left"].map((side) => `${insets[side]}px`).join(" ") : "";
}
