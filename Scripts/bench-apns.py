#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Measures how long one push takes to its answer and to its presentation, for bench-apns.sh.

    bench-apns.py LINE BEARER RUNS    LINE is what an endpoint for tests printed

It prints `name value` lines, in ms. A push is sent once the one before it is presented.
"""

import json
import os
import socket
import ssl
import sys
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../Tests/Conformance/APNs"))
from frames import Connection  # noqa: E402

WARM_UP = 50
BODY = json.dumps({"aps": {"alert": {"title": "t", "body": "b"}, "mutable-content": 1}}).encode()


class Place:
    """What `Connection` asks for."""

    def __init__(self, line):
        self.port = line["port"]
        self.authority = line["authority"]
        self.token = line["token"]

    def tls(self, protocols):
        context = ssl.create_default_context(cafile=self.authority)
        context.set_alpn_protocols(list(protocols))
        return context

    def path(self):
        return f"/3/device/{self.token}"


class Events:
    """When notifications were presented, as the log's stream tells it."""

    def __init__(self, path):
        self.count = 0
        self.last = 0.0
        self.changed = threading.Condition()
        link = socket.socket(socket.AF_UNIX)
        link.connect(path)
        link.sendall(b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: 0\r\n\r\n")
        self.file = link.makefile("rb")
        threading.Thread(target=self.follow, daemon=True).start()

    def follow(self):
        for line in self.file:
            if line.strip() == b"event: presented":
                now = time.monotonic()
                with self.changed:
                    self.count += 1
                    self.last = now
                    self.changed.notify()

    def wait(self, count):
        with self.changed:
            if not self.changed.wait_for(lambda: self.count >= count, timeout=30):
                sys.exit(f"bench-apns.py: push {count} was not presented")
            return self.last


def main():
    line, bearer, runs = json.loads(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    events = Events(line["socket"])
    connection = Connection(Place(line))
    fields = {
        "authorization": f"bearer {bearer}",
        "apns-topic": line["topic"],
        "apns-push-type": "alert",
    }
    times = {"answered": [], "presented": []}
    for run in range(runs + WARM_UP):
        connection.events.clear()
        sent = time.monotonic()
        status = connection.push(fields, BODY)[0]
        answered = time.monotonic()
        if status != 200:
            sys.exit(f"bench-apns.py: a push is answered {status}")
        presented = events.wait(run + 1)
        if run >= WARM_UP:
            times["answered"].append(answered - sent)
            times["presented"].append(presented - sent)
    for name, found in times.items():
        found.sort()
        print(f"{name}_p50 {found[len(found) // 2] * 1000:.2f}")
        print(f"{name}_p99 {found[len(found) * 99 // 100] * 1000:.2f}")


if __name__ == "__main__":
    main()
