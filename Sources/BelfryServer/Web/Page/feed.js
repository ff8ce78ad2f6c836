// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The log, followed once for all pages of a browser. HTTP/1.1 gives a browser six connections to a
// server, and a stream holds one as long as it lasts. The page that has the lock reads the stream, and
// tells the others what comes; as it goes, the next one has the lock.

const name = "belfry-log";

/** Follows the log.
 *
 *  `after` returns the last event that this page has heard of. `hear` is given what happens: an event as
 *  its `kind`, `data` and `id`; otherwise whether the stream `isOpen`, and whether the server refuses it
 *  for good (`isRefused`). Returns what ends it. */
export function followLog(kinds, after, hear) {
  const ending = new AbortController();
  const { signal } = ending;
  const others = new BroadcastChannel(name);
  others.addEventListener("message", ({ data }) => hear(data));
  const tell = (happening) => {
    others.postMessage(happening);
    hear(happening);
  };
  navigator.locks
    .request(name, { signal }, () => readLog(kinds, after(), tell, signal))
    // It was ended while another page read.
    .catch(() => {});
  return () => {
    ending.abort();
    others.close();
  };
}

/** Reads the stream, until the server refuses it or it is ended. */
function readLog(kinds, cursor, tell, signal) {
  return new Promise((done) => {
    const events = new EventSource(`/v1/events?after=${cursor}`);
    for (const kind of kinds) {
      events.addEventListener(kind, ({ data, lastEventId }) => tell({ kind, data, id: Number(lastEventId) }));
    }
    events.addEventListener("open", () => tell({ isOpen: true }));
    events.addEventListener("error", () => {
      // The browser tries again where nobody answered, and never after a refusal.
      const isRefused = events.readyState === EventSource.CLOSED;
      if (isRefused) done();
      tell({ isOpen: false, isRefused });
    });
    signal.addEventListener("abort", () => {
      events.close();
      done();
    });
  });
}
