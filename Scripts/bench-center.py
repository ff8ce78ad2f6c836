#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Measures a running belfryd as a sender sees it: `name value` a line, for bench-center.sh.

    bench-center.py start BELFRYD STATE            how soon it is ready, and what it holds idle
    bench-center.py present BELFRYD STATE APP RUNS from a push to its presentation in the log
"""

import json
import os
import socket
import subprocess
import sys
import threading
import time


class Connection:
    """One kept connection to the daemon's socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")

    def send(self, method, path, body=b"", headers=()):
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}"]
        text = "\r\n".join(lines + list(headers)) + "\r\n\r\n"
        self.socket.sendall(text.encode() + body)

    def status_and_length(self):
        status = int(self.file.readline().split()[1])
        length = 0
        while (line := self.file.readline().strip()):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return status, length

    def request(self, method, path, body=b"", headers=()):
        self.send(method, path, body, headers)
        status, length = self.status_and_length()
        text = self.file.read(length)
        if status >= 300:
            sys.exit(f"bench-center.py: {method} {path}: {status} {text.decode()}")
        return text


class Daemon:
    def __init__(self, program, state):
        self.socket = os.path.join(state, "bench-api")
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [program, "--state", state, "--socket", self.socket],
            stdout=subprocess.PIPE,
            text=True,
        )
        for line in self.process.stdout:
            if line.startswith("  next"):
                break
        else:
            sys.exit("bench-center.py: belfryd did not start; see above")
        self.announced = time.monotonic() - self.began

    def stop(self):
        self.process.terminate()
        if self.process.wait() != 0:
            sys.exit(f"bench-center.py: belfryd ended with {self.process.returncode}")

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            for line in file:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) / 1024


def start(program, state):
    daemon = Daemon(program, state)
    connection = Connection(daemon.socket)
    size = json.loads(connection.request("GET", "/readyz"))["notifications"]
    ready = time.monotonic() - daemon.began
    # What a start needs and gives back is gone by then.
    time.sleep(5)
    print(f"notifications {size}")
    print(f"ready_ms {ready * 1000:.0f}")
    print(f"idle_mb {daemon.memory():.1f}")
    daemon.stop()


def present(program, state, app, runs):
    daemon = Daemon(program, state)
    connection = Connection(daemon.socket)
    name = json.loads(connection.request("POST", "/v1/apps", json.dumps({"path": app}).encode()))
    name = name["identifier"]
    allowed = json.dumps({"status": "authorized"}).encode()
    connection.request("PUT", f"/v1/apps/{name}/authorization", allowed)
    shown, arrived = {}, threading.Condition()
    follower = Connection(daemon.socket)
    follower.send("GET", "/v1/events", headers=["Last-Event-ID: 0"])

    def follow():
        follower.status_and_length()
        kind = b""
        for line in follower.file:
            if line.startswith(b"event: "):
                kind = line[7:].strip()
            elif line.startswith(b"data: ") and kind == b"presented":
                now = time.monotonic()
                with arrived:
                    shown[json.loads(line[6:])["sequence"]] = now
                    arrived.notify()

    threading.Thread(target=follow, daemon=True).start()
    payload = json.dumps({"aps": {"alert": {"title": "t", "body": "b"}, "mutable-content": 1}})
    waits, answers = [], []
    for run in range(runs + 50):
        sent = time.monotonic()
        answer = connection.request("POST", f"/v1/apps/{name}/push", payload.encode())
        answered = time.monotonic()
        sequence = json.loads(answer)["sequence"]
        with arrived:
            if not arrived.wait_for(lambda: sequence in shown, timeout=30):
                sys.exit(f"bench-center.py: notification {sequence} was not shown")
        if run >= 50:
            waits.append(shown[sequence] - sent)
            answers.append(answered - sent)
    details = json.loads(connection.request("GET", f"/v1/notifications/{sequence}"))
    if "delivered" not in json.dumps(details):
        sys.exit(f"bench-center.py: the extension did not answer: {details}")
    for what, times in [("answered", answers), ("presented", waits)]:
        times.sort()
        print(f"{what}_p50_ms {times[len(times) // 2] * 1000:.2f}")
        print(f"{what}_p99_ms {times[len(times) * 99 // 100] * 1000:.2f}")
    daemon.stop()


if __name__ == "__main__":
    if sys.argv[1:2] == ["start"] and len(sys.argv) == 4:
        start(*sys.argv[2:])
    elif sys.argv[1:2] == ["present"] and len(sys.argv) == 6:
        present(*sys.argv[2:5], int(sys.argv[5]))
    else:
        sys.exit(__doc__)
