#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""A notification server for tests, over GLib's D-Bus: it writes what it is asked as lines of JSON.

    notification_server.py LOG [--capabilities a,b] [--specification 1.2] [--name NAME] [--also NAME]

It reads commands from its standard input, or the pipe of --commands, one a line: `invoke ID KEY`,
`reply ID TEXT`, `close ID REASON`, `raw MEMBER SIGNATURE JSON` (any signal), `refuse COUNT ERROR`,
`number N` (the next answer is N), `silent COUNT` (that many calls get no answer).

--unicast sends signals to the program that they are for alone; --guards lets no program replace or close
what another has sent, but by the name of --also; --keeps keeps the name where another
wants it, and --stays goes on without it; --times N lets it be started so many times.
"""

import argparse
import hashlib
import json
import os
import sys

from gi.repository import Gio, GLib

INTERFACE = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"
XML = """
<node><interface name="org.freedesktop.Notifications">
<method name="GetServerInformation">
<arg direction="out" type="s"/><arg direction="out" type="s"/>
<arg direction="out" type="s"/><arg direction="out" type="s"/></method>
<method name="GetCapabilities"><arg direction="out" type="as"/></method>
<method name="Notify">
<arg direction="in" type="s"/><arg direction="in" type="u"/><arg direction="in" type="s"/>
<arg direction="in" type="s"/><arg direction="in" type="s"/><arg direction="in" type="as"/>
<arg direction="in" type="a{sv}"/><arg direction="in" type="i"/><arg direction="out" type="u"/></method>
<method name="CloseNotification"><arg direction="in" type="u"/></method>
<signal name="NotificationClosed"><arg type="u"/><arg type="u"/></signal>
<signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
<signal name="NotificationReplied"><arg type="u"/><arg type="s"/></signal>
</interface></node>
"""


class Server:
    def __init__(self, arguments):
        self.arguments = arguments
        self.log = open(arguments.log, "a", encoding="utf-8")
        self.last = arguments.first - 1
        self.refusals, self.error, self.number, self.silent = 0, "", None, 0
        self.connection, self.other = None, None
        self.senders = {}

    def write(self, **line):
        self.log.write(json.dumps(line) + "\n")
        self.log.flush()

    def call(self, connection, sender, _path, _interface, method, parameters, invocation):
        if self.guards(connection, method, sender, parameters):
            invocation.return_dbus_error(
                "org.freedesktop.DBus.Error.InvalidArgs", "Invalid notification ID"
            )
        elif method == "GetServerInformation":
            answer = GLib.Variant(
                "(ssss)", ("mock", "Belfry", "1.0", self.arguments.specification)
            )
            invocation.return_value(answer)
        elif method == "GetCapabilities":
            names = [name for name in self.arguments.capabilities.split(",") if name]
            invocation.return_value(GLib.Variant("(as)", (names,)))
        elif method == "Notify":
            self.notify(sender, parameters, invocation)
        elif method == "CloseNotification":
            number = parameters.unpack()[0]
            self.write(call="close", id=number)
            invocation.return_value(None)
            self.emit("NotificationClosed", GLib.Variant("(uu)", (number, 3)))

    def guards(self, connection, method, sender, parameters):
        """Whether a call is about what another program has sent, as GNOME's server sees it."""
        places = {"Notify": 1, "CloseNotification": 0}
        if not self.arguments.guards or method not in places:
            return False
        number = parameters.unpack()[places[method]]
        return connection == self.connection and self.senders.get(number, sender) != sender

    def notify(self, sender, parameters, invocation):
        app, replaced, icon, summary, body, actions, _hints, timeout = parameters.unpack()
        if self.refusals > 0:
            self.refusals -= 1
            self.write(call="refused", summary=summary)
            invocation.return_dbus_error(self.error, "refused by the test")
            return
        if replaced:
            number = replaced
        else:
            self.last += 1
            number = self.last
        if self.number is not None:
            number, self.number = self.number, None
        self.senders[number] = sender
        self.write(
            call="notify", id=number, app=app, replaces=replaced, icon=icon, summary=summary,
            body=body, actions=actions, timeout=timeout, hints=self.hints(parameters),
        )
        if self.silent > 0:
            self.silent -= 1
            return
        invocation.return_value(GLib.Variant("(u)", (number,)))

    def hints(self, parameters):
        hints = {}
        dictionary = parameters.get_child_value(6)
        for index in range(dictionary.n_children()):
            entry = dictionary.get_child_value(index)
            name = entry.get_child_value(0).get_string()
            value = entry.get_child_value(1).get_variant()
            if value.get_type_string() == "(iiibiiay)":
                *numbers, pixels = value.unpack()
                pixels = bytes(pixels)
                hints[name] = {
                    "numbers": [int(number) for number in numbers], "count": len(pixels),
                    "first": list(pixels[:4]), "digest": hashlib.sha256(pixels).hexdigest(),
                }
            else:
                hints[name] = {"type": value.get_type_string(), "value": value.unpack()}
        return hints

    def emit(self, member, parameters):
        number = parameters.get_child_value(0)
        receiver = None
        if self.arguments.unicast and number.is_of_type(GLib.VariantType("u")):
            receiver = self.senders.get(number.get_uint32())
        for connection in filter(None, (self.connection, self.other)):
            connection.emit_signal(receiver, PATH, INTERFACE, member, parameters)

    def obey(self, line):
        word, _, rest = line.strip().partition(" ")
        if word in ("invoke", "reply"):
            number, _, text = rest.partition(" ")
            member = "ActionInvoked" if word == "invoke" else "NotificationReplied"
            self.emit(member, GLib.Variant("(us)", (int(number), text)))
            # As servers do: what was answered is closed, and by the user.
            self.emit("NotificationClosed", GLib.Variant("(uu)", (int(number), 2)))
        elif word == "close":
            number, reason = rest.split()
            self.emit("NotificationClosed", GLib.Variant("(uu)", (int(number), int(reason))))
        elif word == "raw":
            member, signature, text = rest.split(" ", 2)
            self.emit(member, GLib.Variant(signature, tuple(json.loads(text))))
        elif word == "refuse":
            count, self.error = rest.split()
            self.refusals = int(count)
        elif word == "number":
            self.number = int(rest)
        elif word == "silent":
            self.silent = int(rest)
        self.connection.flush_sync(None)
        self.write(call="obeyed", line=line.strip())

    def begin(self, connection, _name):
        self.connection = connection
        self.register(connection)

    def register(self, connection):
        connection.register_object(
            PATH, Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], self.call, None, None
        )

    def begin_other(self, name):
        """Has the other name on a connection of its own, as it is another program's for others."""
        address = Gio.dbus_address_get_for_bus_sync(Gio.BusType.SESSION, None)
        flags = Gio.DBusConnectionFlags
        self.other = Gio.DBusConnection.new_for_address_sync(
            address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None
        )
        self.register(self.other)
        Gio.bus_own_name_on_connection(self.other, name, Gio.BusNameOwnerFlags.NONE, None, None)

    def own(self, _connection, _name):
        self.write(call="owned", process=os.getpid())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("log")
    parser.add_argument("--capabilities", default="actions,body,body-markup")
    parser.add_argument("--specification", default="1.2")
    parser.add_argument("--name", default=INTERFACE)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--commands")
    parser.add_argument("--unicast", action="store_true")
    parser.add_argument("--guards", action="store_true")
    parser.add_argument("--also")
    parser.add_argument("--keeps", action="store_true")
    parser.add_argument("--stays", action="store_true")
    parser.add_argument("--times", type=int)
    server = Server(parser.parse_args())
    if server.arguments.times is not None:
        with open(server.arguments.log, encoding="utf-8") as log:
            if log.read().count('"call": "owned"') >= server.arguments.times:
                sys.exit("it is not started again")
    loop = GLib.MainLoop()
    flags = Gio.BusNameOwnerFlags.REPLACE
    if not server.arguments.keeps:
        flags |= Gio.BusNameOwnerFlags.ALLOW_REPLACEMENT
    Gio.bus_own_name(
        Gio.BusType.SESSION, server.arguments.name, flags, server.begin, server.own,
        lambda *_: None if server.arguments.stays else loop.quit(),
    )

    if server.arguments.also:
        server.begin_other(server.arguments.also)

    rest = b""

    def read(source, _condition):
        # Not through Python's own buffer, which would keep lines that nothing asks for again.
        nonlocal rest
        piece = os.read(source, 4096)
        if not piece:
            loop.quit()
            return False
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            server.obey(line.decode())
        return True

    source = sys.stdin.fileno()
    if server.arguments.commands:
        source = os.open(server.arguments.commands, os.O_RDWR)
    GLib.io_add_watch(source, GLib.IO_IN | GLib.IO_HUP, read)
    loop.run()


if __name__ == "__main__":
    main()
