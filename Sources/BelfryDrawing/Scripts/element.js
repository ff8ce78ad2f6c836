// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Elements and texts. What an app or an extension says is set as text, and never becomes markup.

/** An element of a class with a text in it. */
export function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

/** Sets an element's text where it is another, so that nothing is read aloud twice. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}
