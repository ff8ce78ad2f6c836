// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// A notification that its content extension draws, in place, for as long as its card is expanded. What
// the extension says is drawn by the scripts that `belfry show --web` draws with: as texts, and styles
// property by property.

import { Actions } from "./drawing/actions.js";
import { drawMedia } from "./drawing/media.js";
import { Inputs } from "./drawing/inputs.js";
import { Views } from "./drawing/views.js";
import { longestAnswer, tell } from "./connection.js";
import { element, setText } from "./elements.js";
import { readStream } from "./stream.js";

/** Most notifications that are drawn at a time; a further one has the oldest collapse. */
const limit = 2;

/** How often a lost connection is tried again, and after how many milliseconds. */
const attempts = 5;
const pause = 2000;

/** Those that are drawn, the oldest first. */
const lives = new Set();

/** Ends those whose cards are not seen any more. */
export function endUnseen() {
  for (const live of lives) if (!live.element.checkVisibility()) live.end();
}

export class Live {
  element = element("div", "live");
  #sequence;
  #plain;
  #collapse;
  #parts = {};
  #actions;
  #abort = new AbortController();

  // Of the extension that draws it now.
  #path = "";
  #inputs = null;
  #views = null;
  #newest = null;

  /** `plain` is the notification without its extension: what draws it, its actions, whether these wait
   *  for the device to be unlocked, and what takes one. `collapse` is called when it is over. */
  constructor(sequence, plain, collapse) {
    [this.#sequence, this.#plain, this.#collapse] = [sequence, plain, collapse];
    this.#parts = {
      banner: part("p", "banner", { role: "alert" }),
      ...stageParts(),
      texts: part("div", "texts"),
      plain: part("div", "without"),
      actions: part("div", "actions", { role: "group", "aria-label": "Actions" }),
      waiting: part("p", "waiting", { role: "status" }),
      warnings: part("ul", "warnings", { "aria-label": "Warnings" }),
    };
    const { banner, stage, texts, accessory, warnings } = this.#parts;
    for (const one of [banner, texts, accessory, warnings, this.#parts.plain]) one.hidden = true;
    this.element.append(banner, stage, texts, this.#parts.plain, this.#parts.actions, this.#parts.waiting, accessory, warnings);
    this.#actions = new Actions(this.#parts.actions, (action, text) => this.#act(action, text), { longest: longestAnswer });
    // In the next frame: what changes its size while it is observed is an error of the page's.
    new ResizeObserver(() => requestAnimationFrame(() => this.#fit())).observe(this.element);
  }

  /** Begins; its element has its place by now. */
  begin() {
    lives.add(this);
    if (lives.size > limit) [...lives][0].end();
    this.#follow();
  }

  /** Ends it, and with it the extension. */
  end() {
    if (!lives.delete(this)) return;
    this.#abort.abort();
    this.#collapse();
  }

  /** Follows the extension, and the next one where the connection was lost. */
  async #follow() {
    const width = Math.min(800, Math.max(200, Math.floor(this.element.clientWidth)));
    const appearance = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const path = `/v1/notifications/${this.#sequence}/view?width=${width}&appearance=${appearance}`;
    let failures = 0;
    let hasEnded = false;
    const heard = {
      opened: ({ view }) => this.#open(view),
      snapshot: (snapshot) => this.#draw(snapshot),
      end: () => (hasEnded = true),
    };
    while (failures < attempts) {
      const newest = this.#newest;
      try {
        const { error } = await readStream(path, this.#abort.signal, (kind, data) => heard[kind]?.(data));
        if (error) return this.#fail(error);
      } catch {
        // Nobody answers, or the card was collapsed.
      }
      if (hasEnded) return this.end();
      if (!lives.has(this)) return;
      failures = newest === this.#newest ? failures + 1 : 1;
      setText(this.#parts.waiting, "The connection is lost; trying again.");
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (!lives.has(this)) return;
    }
    this.#fail("the daemon does not answer");
  }

  /** Begins to draw, into elements that no earlier extension's views listen to. */
  #open(view) {
    const fresh = stageParts();
    for (const [name, made] of Object.entries(fresh)) this.#parts[name].replaceWith(made);
    Object.assign(this.#parts, fresh);
    const { stage, accessory } = fresh;
    this.#newest = null;
    this.#path = `/v1/views/${view}`;
    this.#inputs = new Inputs(async (input) => (await this.#hand(input)).revision, () => this.#newest && this.#draw(this.#newest));
    this.#views = new Views({ stage, accessory, inputs: this.#inputs, pictures: `${this.#path}/pictures/` });
    stage.addEventListener("click", (event) => {
      const isPassive = this.#newest && !this.#newest.isInteractive && this.#newest.phase !== "closed";
      if (isPassive && !event.target.closest(".media")) this.#inputs.send({ input: "open" });
    });
  }

  #draw(snapshot) {
    this.#newest = snapshot;
    const { banner, stage, texts, waiting, warnings } = this.#parts;
    const { phase, failure, content } = snapshot;
    const isClosed = phase === "closed";
    const isFallback = phase === "fallback";
    this.#fit();
    this.element.dataset.phase = phase;
    setText(banner, failure ? `${failure.verdict}: ${failure.reason}. ${failure.explanation}` : "");
    banner.hidden = !isFallback;
    stage.hidden = isFallback;
    stage.setAttribute("aria-busy", String(phase === "loading" || phase === "answering"));
    this.#views.draw({
      ...snapshot,
      isInteractive: snapshot.isInteractive && !isClosed,
      root: isFallback ? null : snapshot.root,
      accessory: isFallback ? null : snapshot.accessory,
    });
    drawMedia(stage, isFallback ? null : snapshot.media, this.#inputs);
    drawTexts(texts, content.isHidden && !isFallback ? {} : content);
    if (isFallback) this.#showPlain();
    const action = snapshot.actions.find(({ identifier }) => identifier === snapshot.answering);
    setText(waiting, {
      loading: "The extension is being loaded.",
      answering: `The extension decides what becomes of “${action?.title ?? snapshot.answering}”.`,
    }[phase] ?? "");
    const { opening, isLocked } = this.#plain;
    this.#actions.draw(isClosed ? [] : [opening, ...snapshot.actions], { isLocked });
    drawWarnings(warnings, snapshot.warnings);
    this.#views.keepFocus(snapshot);
    this.element.dataset.revision = snapshot.revision;
  }

  /** Shows the notification without its extension, as the daemon gives none. */
  #fail(reason) {
    const { banner, stage, texts, waiting, accessory } = this.#parts;
    const { content, opening, actions, isLocked } = this.#plain;
    this.#inputs = null;
    setText(banner, `Its extension does not draw it: ${reason}.`);
    banner.hidden = false;
    for (const one of [stage, accessory]) one.hidden = true;
    drawTexts(texts, content);
    this.#showPlain();
    setText(waiting, "");
    this.#actions.draw([opening, ...actions], { isLocked });
    this.element.dataset.phase = "failed";
  }

  #showPlain() {
    const { plain } = this.#parts;
    if (!plain.hasChildNodes()) plain.append(...this.#plain.draw());
    plain.hidden = false;
  }

  // MARK: What the user does

  /** Takes an action by way of the extension; the app's own, and all where there is none, without. */
  async #act(action, text) {
    const { opening, respond } = this.#plain;
    if (!this.#inputs || action === opening.identifier) return respond(action, text);
    return (await this.#hand({ input: "action", action, text })).isTaken;
  }

  /** Hands an input over: whether it was taken, and what the stage had shown then. */
  async #hand(input) {
    try {
      const answer = await fetch(`${this.#path}/input`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(input),
      });
      const { error } = answer.ok ? {} : await answer.json();
      tell(error?.message ?? "");
      return { isTaken: answer.ok, revision: Number(answer.headers.get("Belfry-Revision") ?? 0) };
    } catch {
      tell("The daemon does not answer; the page tries again.");
      return { isTaken: false, revision: 0 };
    }
  }

  /** Makes the view smaller where the card is narrower than it was when the extension began. */
  #fit() {
    const width = this.#newest?.root.frame.width ?? 0;
    const room = this.element.clientWidth;
    if (!width || !room) return;
    for (const one of [this.#parts.stage, this.#parts.accessory]) {
      one.style.width = `${width}px`;
      one.style.zoom = Math.min(1, room / width);
    }
  }
}

function part(tag, className, attributes = {}) {
  const made = element(tag, className);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** What an extension draws into. */
function stageParts() {
  return {
    stage: part("div", "stage", { role: "group", "aria-label": "The extension's view" }),
    accessory: part("div", "accessory", { role: "group", "aria-label": "With the keyboard" }),
  };
}

/** Draws the texts that are shown below the extension's view. */
function drawTexts(target, content) {
  const names = ["title", "subtitle", "body"].filter((name) => content[name]);
  const now = JSON.stringify(names.map((name) => content[name]));
  target.hidden = names.length === 0;
  if (target.dataset.drawn === now) return;
  target.dataset.drawn = now;
  target.replaceChildren(...names.map((name) => element("span", name, content[name])));
}

function drawWarnings(target, warnings) {
  target.hidden = warnings.length === 0;
  const items = [...target.children].slice(0, warnings.length);
  if (items.length === warnings.length && target.childElementCount === warnings.length) return;
  target.replaceChildren(...warnings.map((warning) => element("li", "", warning)));
}
