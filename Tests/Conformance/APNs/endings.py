#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Ends endpoints for tests at each moment of their lives, and looks for what they leave.

Each is told to end once something is there that it has made, in the order in which it makes it: the
script looks for that without a pause. TMPDIR names the folder in which they make all.
"""

import glob
import os
import signal
import subprocess
import sys

FOLDER = os.environ["TMPDIR"]

# What is waited for, below FOLDER, and the signals that follow.
MOMENTS = [
    ("", [signal.SIGTERM]),
    ("belfry-apns-*", [signal.SIGTERM]),
    ("belfry-apns-*", [signal.SIGINT]),
    ("belfry-apns-*", [signal.SIGHUP]),
    ("belfry-apns-*/key.p8", [signal.SIGTERM]),
    ("belfry-apns-*/made/*.app", [signal.SIGTERM]),
    ("belfry-apns-*/state", [signal.SIGTERM]),
    ("belfry-apns-*/state/apns/authority.pem", [signal.SIGTERM]),
    ("belfry-apns-*/provider.pem", [signal.SIGTERM]),
]

# The same once it has said that it is ready; more signals come while it ends.
READY = [[signal.SIGTERM], [signal.SIGHUP], [signal.SIGTERM, signal.SIGINT] * 50]


def begin():
    return subprocess.Popen(
        ["belfry", "apns", "serve", "--ephemeral"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def end(process, signals, may_die):
    for number in signals:
        process.send_signal(number)
    errors = process.stderr.read().decode()
    status = process.wait()
    process.stdout.close()
    left = glob.glob(FOLDER + "/belfry-*")
    name = signals[0].name
    assert not left, f"{name} leaves {left}"
    # Before it has made anything it may end as any program.
    assert status == 0 or may_die and status == -signals[0], f"{name}: {status} {errors}"


def main():
    for pattern, signals in MOMENTS:
        process = begin()
        while not glob.glob(f"{FOLDER}/{pattern}") and process.poll() is None:
            pass
        end(process, signals, may_die=not pattern)
        print(f"passed {pattern or 'at once'} {signals[0].name}", flush=True)
    for signals in READY:
        process = begin()
        assert process.stdout.readline().startswith(b"{"), process.stderr.read()
        end(process, signals, may_die=False)
        print(f"passed ready {signals[0].name} {len(signals)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
