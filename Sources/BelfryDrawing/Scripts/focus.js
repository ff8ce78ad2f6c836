// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/** Whether the page itself moves the focus now, which is no news to the host. */
export let isMovingFocus = false;

/** Takes the focus from one element, where it has it, to another, where there is one. */
export function moveFocus(before, target) {
  isMovingFocus = true;
  if (before && before === document.activeElement) before.blur();
  if (target && target !== document.activeElement) target.focus();
  isMovingFocus = false;
}
