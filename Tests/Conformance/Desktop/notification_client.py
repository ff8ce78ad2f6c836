#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""A program that shows notifications, over GLib's D-Bus: it writes what it is told as lines of JSON.

    notification_client.py LOG [--any]

It reads commands from its standard input, one a line, each a word and a JSON object:
`notify {"tag", "summary", "body", "replaces", "actions", "app", "picture"}`, `close {"tag", "id"}`,
`call {"tag", "member", "interface"}` (without arguments), `raw {"tag", "member", "signature", "arguments"}`,
`flood {"tag", "prefix", "count", "rate", "window"}`, which goes on without a count until
`enough {"tag"}`. It never waits for an answer before the next. With --any it hears signals of
everybody, and not of whoever has the server's name alone.
"""

import json
import math
import os
import sys
import time

from gi.repository import Gio, GLib

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"


def shaped(value):
    """A value of JSON as GLib takes it: structures are tuples, and arrays may be."""
    return tuple(shaped(one) for one in value) if isinstance(value, list) else value


class Client:
    def __init__(self, path, hears_all):
        self.log = open(path, "a", encoding="utf-8")
        self.floods = {}
        self.connection = Gio.bus_get_sync(Gio.BusType.SESSION, None)
        # As libnotify does: from whoever has the name.
        self.connection.signal_subscribe(
            None if hears_all else NAME, NAME, None, PATH, None, Gio.DBusSignalFlags.NONE, self.hear
        )
        self.write(event="began", name=self.connection.get_unique_name())

    def write(self, **line):
        self.log.write(json.dumps(line) + "\n")
        self.log.flush()

    def hear(self, _connection, sender, _path, _interface, member, parameters):
        self.write(event="signal", sender=sender, member=member, arguments=parameters.unpack())

    def send(self, member, parameters, done, interface=NAME):
        def finish(connection, result):
            try:
                done(connection.call_finish(result), None)
            except GLib.Error as error:
                done(None, error)

        self.connection.call(
            NAME, PATH, interface, member, parameters, None, Gio.DBusCallFlags.NONE, 60000, None, finish
        )

    def tell(self, tag):
        def done(answer, error):
            if error is None:
                self.write(event="answer", tag=tag, values=answer.unpack())
            else:
                name = Gio.DBusError.get_remote_error(error) or "none"
                self.write(event="error", tag=tag, name=name)

        return done

    def notification(self, wish):
        hints = {}
        if "picture" in wish:
            side = wish["picture"]
            pixels = GLib.Variant.new_from_bytes(
                GLib.VariantType("ay"), GLib.Bytes.new(bytes(side * side * 4)), True
            )
            header = [GLib.Variant("i", side), GLib.Variant("i", side), GLib.Variant("i", side * 4)]
            rest = [GLib.Variant("b", True), GLib.Variant("i", 8), GLib.Variant("i", 4)]
            hints["image-data"] = GLib.Variant.new_tuple(*header, *rest, pixels)
        for name, (signature, value) in wish.get("hints", {}).items():
            hints[name] = GLib.Variant(signature, shaped(value))
        return GLib.Variant(
            "(susssasa{sv}i)",
            (
                wish.get("app", "Client"), wish.get("replaces", 0), wish.get("icon", ""),
                wish["summary"], wish.get("body", ""), wish.get("actions", []), hints,
                wish.get("timeout", -1),
            ),
        )

    def flood(self, wish):
        window, rate, began = wish.get("window", 1000), wish.get("rate"), time.monotonic()
        # One without a count goes on until "enough".
        state = {
            "count": wish.get("count", math.inf), "sent": 0, "answered": 0, "numbers": [],
            "failed": {}, "slowest": 0.0,
        }
        self.floods[wish["tag"]] = state

        def fill():
            while (
                state["sent"] < state["count"] and state["sent"] - state["answered"] < window
            ):
                if rate and state["sent"] >= (time.monotonic() - began) * rate:
                    break
                number, start = state["sent"], time.monotonic()
                state["sent"] += 1

                def done(answer, error, start=start, number=number):
                    state["answered"] += 1
                    state["slowest"] = max(state["slowest"], time.monotonic() - start)
                    if error is not None:
                        name = Gio.DBusError.get_remote_error(error) or "none"
                        state["failed"].setdefault(name, []).append(number)
                    else:
                        state["numbers"].append(answer.unpack()[0])
                    if state["answered"] == state["count"]:
                        self.write(
                            event="flooded", tag=wish["tag"], failed=state["failed"],
                            errors=sum(map(len, state["failed"].values())),
                            distinct=len(set(state["numbers"])),
                            milliseconds=int((time.monotonic() - began) * 1000),
                            slowest=int(state["slowest"] * 1000),
                        )
                    elif not rate:
                        fill()

                self.send(
                    "Notify",
                    self.notification({"summary": f"{wish['prefix']}{number}"}), done,
                )
            return state["sent"] < state["count"]

        fill()
        if rate:
            GLib.timeout_add(1, fill)

    def obey(self, line):
        word, _, rest = line.strip().partition(" ")
        wish = json.loads(rest)
        if word == "notify":
            self.send("Notify", self.notification(wish), self.tell(wish["tag"]))
        elif word == "close":
            self.send(
                "CloseNotification", GLib.Variant("(u)", (wish["id"],)), self.tell(wish["tag"])
            )
        elif word == "call":
            interface = wish.get("interface", NAME)
            self.send(wish["member"], None, self.tell(wish["tag"]), interface)
        elif word == "raw":
            parameters = GLib.Variant(wish["signature"], shaped(wish["arguments"]))
            self.send(wish["member"], parameters, self.tell(wish["tag"]))
        elif word == "flood":
            self.flood(wish)
        elif word == "enough":
            self.floods[wish["tag"]]["count"] = self.floods[wish["tag"]]["sent"]


def main():
    client = Client(sys.argv[1], "--any" in sys.argv[2:])
    loop = GLib.MainLoop()
    rest = b""

    def read(source, _condition):
        nonlocal rest
        piece = os.read(source, 65536)
        if not piece:
            loop.quit()
            return False
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            client.obey(line.decode())
        return True

    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, read)
    loop.run()


if __name__ == "__main__":
    main()
