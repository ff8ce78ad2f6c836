// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// What a list keeps: the elements of its notifications, and the pages that were read of it.

import { drawCard, markUnseen } from "./card.js";
import { request } from "./connection.js";
import { refusalOf } from "./leaving.js";

/** The elements of notifications, with what they were drawn from: what has not changed is left alone,
 *  so that an open field keeps what is written in it. */
export class Shelf {
  /** What a card depends on besides its notification, by the app that it is read off. */
  static #scenes = new WeakMap();

  #old = new Map();
  #cards = new Map();

  /** Begins to draw anew: what is not asked for until the next time is gone then. */
  begin() {
    [this.#old, this.#cards] = [this.#cards, new Map()];
  }

  card(entry, app, center, namesApp = false) {
    const known = this.#old.get(entry.sequence);
    const scene = Shelf.#scene(app, center);
    const refusal = refusalOf(entry);
    // One that was not read anew needs no comparison.
    if (known?.entry === entry && known.scene === scene && known.refusal === refusal) {
      this.#cards.set(entry.sequence, known);
      return known.made;
    }
    // Whether it was seen changes nothing but its mark, where it is in the list.
    const { state, seen, ...rest } = entry;
    const isListed = state === "presented" || state === "seen";
    const key = JSON.stringify([rest, isListed ? "listed" : state, scene, refusal]);
    const made = known?.key === key ? known.made : drawCard(entry, app, center, namesApp);
    markUnseen(made, entry);
    if (known && known.made !== made && known.made.contains(document.activeElement)) {
      queueMicrotask(() => made.querySelector("button")?.focus());
    }
    this.#cards.set(entry.sequence, { entry, scene, refusal, key, made });
    return made;
  }

  static #scene(app, center) {
    const known = Shelf.#scenes.get(app);
    if (known) return known;
    const scene = JSON.stringify([app.categories, app.authorization, center.device.lock]);
    Shelf.#scenes.set(app, scene);
    return scene;
  }
}

/** A list that is read in pages, the newest first: its beginning is read with each change, older ones
 *  when they are asked for. */
export class Pages {
  static #length = 50;

  items = [];
  isComplete = false;
  #path = "";
  #readings = 0;

  /** Reads the newest page. Another path is another list. An answer that comes after a later reading has
   *  begun is not taken: it may be of before. */
  async refresh(path) {
    this.#readings += 1;
    const reading = this.#readings;
    const answer = await request("GET", `${path}limit=${Pages.#length}`);
    if (answer.error || reading !== this.#readings) return answer;
    if (path !== this.#path) [this.#path, this.items, this.isComplete] = [path, [], false];
    const fresh = answer.value.notifications;
    const oldest = fresh.at(-1)?.sequence ?? 0;
    if (fresh.length < Pages.#length) [this.items, this.isComplete] = [[], true];
    this.items = [...fresh, ...this.items.filter(({ sequence }) => sequence < oldest)];
    return answer;
  }

  /** Reads the page behind a number, or behind those that were read. */
  async behind(path, sequence) {
    if (path !== this.#path) [this.#path, this.items, this.isComplete] = [path, [], false];
    const before = this.items.at(-1)?.sequence ?? sequence;
    const answer = await request("GET", `${path}limit=200&before=${before}`);
    if (answer.error || path !== this.#path) return this;
    this.items.push(...answer.value.notifications);
    this.isComplete = answer.value.notifications.length < 200;
    return this;
  }

  /** Forgets what was read. */
  forget() {
    [this.#path, this.items, this.isComplete] = ["", [], false];
  }

  /** Reads the page behind those that were read. */
  async older() {
    const path = this.#path;
    const before = this.items.at(-1)?.sequence;
    if (before === undefined) return;
    const answer = await request("GET", `${path}limit=${Pages.#length}&before=${before}`);
    if (answer.error || path !== this.#path) return;
    // The newest page may have been read anew meanwhile.
    const last = this.items.at(-1)?.sequence ?? before;
    this.items.push(...answer.value.notifications.filter(({ sequence }) => sequence < last));
    this.isComplete = answer.value.notifications.length < Pages.#length;
  }
}
