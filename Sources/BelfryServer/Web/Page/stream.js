// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Events of the server, as `EventSource` has them, but with the reason where the server refuses.

/** Reads a stream to its end; `heard` gets each event's kind and its data. Returns why the server
 *  refused it; nothing where it did not. */
export async function readStream(path, signal, heard) {
  const answer = await fetch(path, { signal, headers: { Accept: "text/event-stream" } });
  if (!answer.ok) {
    const { error } = await answer.json();
    return { status: answer.status, error: error?.message ?? `The daemon answered ${answer.status}.` };
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return {};
    const events = (text + value).split("\n\n");
    text = events.pop();
    for (const event of events) {
      const lines = event.split("\n");
      const field = (name) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = field("data");
      if (data !== undefined) heard(field("event"), JSON.parse(data));
    }
  }
}
