// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Labels: runs, lines, what is cut off where.

import { element } from "./element.js";
import { alignment, colorPair, padding, setFont } from "./style.js";

/** Draws a view's text into a box that centres it vertically, as labels do. */
export function drawLabel(box, view) {
  const lines = view.lineCount ?? 1;
  const lineBreak = view.lineBreak ?? "tail";
  const span = box.firstElementChild;
  box.className = "text";
  box.classList.toggle("single", lines === 1);
  box.classList.toggle("clamped", lines !== 1);
  box.classList.toggle("clipped", lineBreak === "clip");
  setFont(box.style, { ...view, fontSize: lineSize(view) });
  box.style.color = colorPair(view.textColor);
  box.style.textAlign = alignment(view);
  box.style.padding = padding(view);
  span.style.wordBreak = lineBreak === "characters" ? "break-all" : "";
  drawPieces(span, view);
  shrink(span, view.minimumScale ?? 1, lines);
  // As many whole lines as there is height for, and no more than it may have.
  const room = Math.max(1, Math.floor(view.frame.height / lineHeight(span) + 0.2));
  span.style.webkitLineClamp = lines === 1 ? "" : lines === 0 ? room : Math.min(lines, room);
  if (lines === 1 && !view.runs && (lineBreak === "head" || lineBreak === "middle")) {
    shorten(span, view.text ?? "", lineBreak === "head" ? 0 : 0.5);
  }
}

/** The size that lines are at least as high as: the smallest of the runs where they are all there is. */
function lineSize({ text = "", runs, fontSize }) {
  const count = runs?.reduce((sum, run) => sum + run.count, 0) ?? 0;
  if (count === 0 || count < new TextEncoder().encode(text).length) return fontSize;
  return Math.min(...runs.map((run) => run.fontSize ?? fontSize ?? 17));
}

/** A text with its runs, as text nodes. */
export function drawPieces(target, view) {
  const text = view.text ?? "";
  if (!view.runs) return void (target.textContent = text);
  // Runs count bytes of UTF-8.
  const bytes = new TextEncoder().encode(text);
  const part = (start, end) => new TextDecoder().decode(bytes.subarray(start, end));
  const parts = [];
  let end = 0;
  for (const run of view.runs) {
    if (run.start > end) parts.push(document.createTextNode(part(end, run.start)));
    end = run.start + run.count;
    parts.push(makeRun(run, part(run.start, end)));
  }
  parts.push(document.createTextNode(part(end)));
  target.replaceChildren(...parts);
}

function makeRun(run, text) {
  const made = element("span", "", text);
  const traits = run.traits ?? [];
  setFont(made.style, { ...run, fontTraits: traits });
  made.style.color = colorPair(run.color);
  made.style.backgroundColor = colorPair(run.backgroundColor);
  const lines = { underline: "underline", strikethrough: "line-through" };
  made.style.textDecorationLine = traits.map((trait) => lines[trait] ?? "").join(" ").trim();
  return made;
}

function lineHeight(span) {
  return Number.parseFloat(getComputedStyle(span).lineHeight) || 20;
}

/** Makes a font smaller until the text fits, as far as it may. */
function shrink(span, least, lines) {
  span.style.fontSize = "";
  if (least >= 1 || lines !== 1 || fits(span)) return;
  const size = Number.parseFloat(getComputedStyle(span).fontSize);
  let share = 1;
  while (share > least && !fits(span)) {
    share = Math.max(least, share - 0.02);
    span.style.fontSize = `${size * share}px`;
  }
}

/** Whether a text is no wider than its box; `scrollWidth` is a whole number, by which it may seem to be. */
function fits(span) {
  const range = document.createRange();
  range.selectNodeContents(span);
  return range.getBoundingClientRect().width <= span.getBoundingClientRect().width;
}

/** Leaves out the beginning or the middle of a text that does not fit. */
function shorten(span, text, share) {
  const characters = [...text];
  let [fits, count] = [0, characters.length];
  if (span.scrollWidth <= span.clientWidth) return;
  const shortened = (kept) => {
    const head = Math.ceil(kept * share);
    const tail = kept - head;
    return `${characters.slice(0, head).join("")}…${tail ? characters.slice(-tail).join("") : ""}`;
  };
  while (fits + 1 < count) {
    const middle = (fits + count) >> 1;
    span.textContent = shortened(middle);
    if (span.scrollWidth <= span.clientWidth) fits = middle;
    else count = middle;
  }
  span.textContent = shortened(fits);
  span.title = text;
}
