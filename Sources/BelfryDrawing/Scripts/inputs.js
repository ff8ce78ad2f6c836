// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// What the user does to a notification, on its way to the host: one at a time and in order. Of a
// slider's, a field's and a scroll view's values the last wins.

export class Inputs {
  #post;
  #redraw;
  #waiting = [];
  #inFlight = null;
  /** What the stage had shown when it last took an input. */
  #takenRevision = 0;
  /** The field with the keyboard; null for none. */
  #edited = null;

  /** `post` hands one over, and says what the stage had shown then; `redraw` is called when it has. */
  constructor(post, redraw) {
    [this.#post, this.#redraw] = [post, redraw];
  }

  /** Does something to the notification. */
  send(input) {
    const last = this.#waiting.at(-1);
    const isValue = ["slide", "edit", "scroll"].includes(input.input);
    if (isValue && last?.input === input.input && last.view === input.view && !last.isLast) {
      this.#waiting[this.#waiting.length - 1] = input;
    } else {
      this.#waiting.push(input);
    }
    if (!this.#inFlight) this.#next();
  }

  /** Notes that a field has the keyboard: the one before has lost it, as the extension knows by itself.
   *  The host is told, unless it has moved the keyboard there. */
  beginEditing(view, isKnown) {
    if (this.#edited === view) return;
    this.#edited = view;
    if (!isKnown) this.send({ input: "beginEditing", view });
  }

  /** Notes that a field does not have the keyboard any more. */
  endEditing(view, isKnown) {
    if (this.#edited === null || this.#edited !== view) return;
    this.#edited = null;
    if (!isKnown) this.send({ input: "endEditing", view });
  }

  /** Whether a snapshot may set what the user sets too: all that was done to the view (to any, without
   *  one) has been taken, and the snapshot is not from before. */
  isSettled(revision, view) {
    const isOf = (input) => input && (view === undefined || input.view === view);
    return revision >= this.#takenRevision && !isOf(this.#inFlight) && !this.#waiting.some(isOf);
  }

  async #next() {
    this.#inFlight = this.#waiting.shift() ?? null;
    if (!this.#inFlight) return;
    const revision = await this.#post(this.#inFlight);
    this.#takenRevision = Math.max(this.#takenRevision, revision);
    this.#inFlight = null;
    this.#next();
    this.#redraw();
  }
}
