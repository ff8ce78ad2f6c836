// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The way to the daemon. Events say that something has changed; what there is to draw is read anew, as
// a whole and of one moment, so that nothing the page shows can drift from the centre.

import { followLog } from "./feed.js";

/** The longest text that a response may have, in characters: what the daemon takes is 4096 bytes, of
 *  which a character has four at most. */
export const longestAnswer = 1024;

/** How many notifications of the list are read with each change; older ones are read as they are
 *  looked at. */
export const listLength = 300;

/** How many are read first, so that the page is there at once: the rest follows. */
const firstLength = 30;

let told = () => {};
let drawn = () => {};
/** Those who are given each event. */
const followers = [];
let signedOut = () => {};

/** The last event that what the page shows is of, and the last one that it has heard of. */
let cursor = null;
let heard = null;
/** Ends that the page follows the log; null where it does not. */
let unfollow = null;
let isReading = false;
let isStale = false;
/** Whether the user has signed out, or is about to: then nothing is read before the page is loaded again. */
let hasLeft = false;
/** How many changes of the page's own have been answered. */
let answered = 0;
let timer = 0;
/** How long the daemon took for the last list, in milliseconds. */
let took = 0;
/** Why the code of the page's address was refused. */
let refusal = "";

/** Begins: `draw` gets what the centre holds, `tell` sentences for the user, `signOut` why there is no
 *  session. */
export async function connect({ draw, tell, signOut }) {
  [drawn, told, signedOut] = [draw, tell, signOut];
  await read();
}

/** Gives the code in the page's address for a session, and takes it out of the address. */
async function signIn() {
  const code = location.hash.slice(1);
  if (!code) return;
  history.replaceState(null, "", location.pathname);
  const answer = await request("POST", "/v1/session", { code });
  refusal = answer.error ?? "";
}

/** Asks for the newest notifications of the list, and for all else that there is to draw. */
async function ask(limit) {
  const begun = performance.now();
  const answer = await request("GET", `/v1/center?limit=${limit}`);
  took = performance.now() - begun;
  return answer;
}

/** The answer that the page begins with; null once it was read. The page asks for it as soon as this file
 *  is there, and the browser reads the other scripts meanwhile. */
let first = signIn().then(() => ask(firstLength));

// An address with a new code that is opened where the page is loads nothing by itself.
addEventListener("hashchange", () => location.reload());

/** Ends the session of this browser. What was asked for before is drawn no more. */
export async function leave() {
  hasLeft = true;
  const answer = await request("DELETE", "/v1/session");
  if (answer.error) {
    hasLeft = false;
    read();
    return told(answer.error);
  }
  stop();
  signedOut("You have signed out.");
}

/** Reads the centre; calls while it is read are one further reading.
 *
 *  What a reading has that began before a change was answered may be older than that: it is not drawn. */
export async function read() {
  isStale = true;
  if (isReading || hasLeft) return;
  isReading = true;
  while (isStale && !hasLeft) {
    isStale = false;
    const known = answered;
    const limit = cursor === null ? firstLength : listLength;
    const answer = await (first ?? ask(limit));
    first = null;
    if (hasLeft) break;
    if (answer.status === 401) {
      stop();
      signedOut(refusal);
      break;
    }
    if (answer.error) {
      told(answer.error);
      again();
      break;
    }
    refusal = "";
    if (known !== answered) {
      isStale = true;
      continue;
    }
    cursor = answer.value.cursor;
    const isPart = limit < listLength && answer.value.notifications.length === limit;
    drawn({ ...answer.value, isPart });
    if (isPart) isStale = true;
    if (!unfollow) follow();
  }
  isReading = false;
}

function stop() {
  unfollow?.();
  unfollow = null;
  cursor = null;
  heard = null;
  clearTimeout(timer);
}

/** Tries again later, where nobody answers or the daemon refuses.
 *
 *  Of very many pages that do so each leaves the daemon twenty times as long as it took for an answer: their
 *  requests do not pile up. */
function again() {
  clearTimeout(timer);
  timer = setTimeout(read, Math.min(Math.max(2000, 20 * took), 60_000));
}

const kinds = [
  "accepted", "duplicate", "decided", "presented", "seen", "removed", "expired", "collapsed", "dropped",
  "stored", "forwarded", "routed", "liveActivity", "restored", "badge", "authorizationAsked",
  "authorizationChanged", "responded", "backgroundPush", "clockChanged", "focusChanged", "deviceChanged",
  "appChanged", "gap", "reset",
];

function follow() {
  // While the page did not follow, another one may have heard of what it did not.
  if (heard !== null && cursor > heard) {
    for (const follower of followers) follower({ after: heard, last: cursor }, "gap");
    heard = cursor;
  }
  unfollow = followLog(kinds, () => heard ?? cursor, hear);
  // Another page may have heard of something meanwhile, and does not tell it again.
  isStale = true;
}

function hear({ kind, data, id, isOpen, isRefused }) {
  if (kind) return note(kind, JSON.parse(data), id);
  if (isOpen) {
    told("");
    // Changes without an event of their own, as of the device, may have been missed too.
    read();
    return;
  }
  if (!isRefused) return told("The daemon does not answer; the page tries again.");
  told("As many pages follow the daemon as may: this one asks it again and again.");
  unfollow?.();
  unfollow = null;
  again();
}

/** Has somebody given each event of the log and its kind as it comes, while the page follows the log. */
export function onEvent(follower) {
  followers.push(follower);
}

/** Whether an event of a kind says that the page does not know what happened before: the log is another
 *  one, or a part of it is missing. */
export const isBreak = (kind) => kind === "reset" || kind === "gap";

function note(kind, value, id) {
  // After a reset the log is another one, with smaller numbers. Who begins to read for all pages may be
  // behind some of them.
  if (kind !== "reset" && id <= (heard ?? 0)) return;
  heard = id;
  for (const follower of followers) follower(value, kind);
  cursor = kind === "reset" ? id : Math.max(cursor ?? 0, id);
  read();
}

/** Says a sentence to the user. */
export function tell(sentence) {
  told(sentence);
}

/** What is being changed, by its path: the last change of it that the daemon has not answered. */
const changes = new Map();

/** Whether the daemon has not answered a change yet: what it says of that thing may be of before. */
export const isChanging = (path) => changes.has(path);

/** Does something, and reads the centre. Returns what the daemon answered; null where it refused.
 *
 *  Changes of one thing come to the daemon in the order in which the user made them: a browser has several
 *  connections, on which the second request may overtake the first. */
export async function change(method, path, body) {
  const make = () => request(method, path, body);
  const answering = changes.get(path)?.then(make) ?? make();
  changes.set(path, answering);
  const answer = await answering;
  answered += 1;
  if (changes.get(path) === answering) changes.delete(path);
  told(answer.error ?? "");
  if (answer.status === 401) signedOut("");
  else read();
  return answer.error ? null : answer.value;
}

/** Makes a request: `value` is what the daemon answered, or `error` a sentence. A body that is a text
 *  goes as it is. */
export async function request(method, path, body, headers = {}, options = {}) {
  try {
    const answer = await fetch(path, {
      ...options,
      method,
      headers: body === undefined ? headers : { "Content-Type": "application/json", ...headers },
      body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    const value = text ? JSON.parse(text) : {};
    if (answer.ok) return { status: answer.status, value };
    return { status: answer.status, error: value.error?.message ?? `The daemon answered ${answer.status}.` };
  } catch {
    return { status: 0, error: "The daemon does not answer; the page tries again." };
  }
}
