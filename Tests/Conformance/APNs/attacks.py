#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Breaks HTTP/2 in every way that has a name, and looks at what the daemon makes of it.

    attacks.py DESCRIPTION [NAME…]

Each attack has a connection of its own, or many. It ends in the error code that RFC 9113 or the CVE
names, costs the daemon memory up to a bound, and leaves another connection, the witness, its pushes:
those that it sends meanwhile too. It prints a line for each, and ends with 1 where one has failed.
"""

import json
import select
import socket
import ssl
import sys
import time
import traceback
import uuid

import hpack

from frames import Connection
from stage import Stage, ensure_alive, expect, payload

BODY = json.dumps(payload()).encode()
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

# Kinds of frames and error codes, RFC 9113, sections 6 and 7.
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY = range(8)
WINDOW_UPDATE, CONTINUATION = 8, 9
PROTOCOL_ERROR, FLOW_CONTROL_ERROR, STREAM_CLOSED, FRAME_SIZE_ERROR = 1, 3, 5, 6
COMPRESSION_ERROR, ENHANCE_YOUR_CALM = 9, 11

END_STREAM, END_HEADERS, PADDED, ACK = 1, 4, 8, 1

# What an attack may cost the daemon, which is a build for debugging.
MEMORY = 32 << 20

# What the daemon reads after its GOAWAY, and more than the kernel keeps of a connection.
LINGERING = 64 << 20


def frame(kind, flags, stream, data=b""):
    return len(data).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + data


def number(value):
    return value.to_bytes(4, "big")


def setting(name, value):
    return name.to_bytes(2, "big") + number(value)


class Attacker:
    """Writes what it likes, and reads meanwhile: neither side may wait for the other for ever."""

    def __init__(self, stage, preface=PREFACE + frame(SETTINGS, 0, 0), reads=True):
        self.stage = stage
        self.reads = reads
        link = socket.create_connection(("127.0.0.1", stage.port), timeout=30)
        self.link = stage.tls().wrap_socket(link, server_hostname="localhost")
        self.link.setblocking(False)
        self.received = b""
        self.has_ended = False
        self.encoder = hpack.Encoder()
        self.send(preface)

    def close(self):
        self.link.close()

    def send(self, data, patience=30):
        """Writes; gives up where the daemon has ended the connection, or takes nothing for long."""
        rest = memoryview(data)
        while rest and not self.has_ended:
            try:
                sent = self.link.send(rest)
                rest = rest[sent:]
            except ssl.SSLWantWriteError:
                writers = [self.link]
                readers = [self.link] if self.reads else []
                if not any(select.select(readers, writers, [], patience)):
                    return False
            except ssl.SSLWantReadError:
                select.select([self.link], [], [], patience)
            except OSError:
                # What the daemon wrote before may still be there to be read.
                return False
            if self.reads:
                self.drain()
        return True

    def drain(self):
        try:
            while not self.has_ended:
                data = self.link.recv(1 << 16)
                self.received += data
                self.has_ended = not data
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            pass
        except OSError:
            self.has_ended = True

    def wait(self, condition, patience=30):
        """Reads until something holds, or the connection ends."""
        end = time.monotonic() + patience
        while not condition(self):
            rest = end - time.monotonic()
            if self.has_ended or rest < 0:
                return False
            select.select([self.link], [], [], rest)
            self.drain()
        return True

    def frames(self):
        found, data = [], self.received
        while len(data) >= 9:
            length = int.from_bytes(data[:3], "big")
            stream = int.from_bytes(data[5:9], "big")
            found.append((data[3], data[4], stream, data[9 : 9 + length]))
            data = data[9 + length :]
        return found

    def count(self, kind):
        return sum(found == kind for found, _, _, _ in self.frames())

    def codes(self, kind, stream):
        """The error codes of RST_STREAM, or of GOAWAY, whose stream is 0."""
        at = 0 if kind == RST_STREAM else 4
        return [
            int.from_bytes(data[at : at + 4], "big")
            for found, _, where, data in self.frames()
            if found == kind and where == stream
        ]

    def head(self, **changes):
        fields = [(":method", "POST"), (":scheme", "https"), (":path", self.stage.path())]
        return self.encoder.encode(fields + list(self.stage.fields(**changes).items()))

    def same_heads(self, count, **changes):
        """Header fields of so many requests that are alike; from the second on they are a few bytes."""
        name = str(uuid.uuid4())
        first = self.head(identifier=name, **changes)
        return [first] + [self.head(identifier=name, **changes)] * (count - 1)

    def push(self, stream):
        return frame(HEADERS, END_HEADERS, stream, self.head()) + frame(DATA, END_STREAM, stream, BODY)


def ends(*codes):
    """The connection ends, with one of these codes: also where a flood goes on while it does."""

    def check(attacker):
        attacker.wait(lambda one: one.has_ended)
        expect(attacker.has_ended, "the connection goes on")
        found = attacker.codes(GOAWAY, 0)
        expect(found and found[-1] in codes, f"GOAWAY has {found}, not {codes}")

    return check


def resets(stream, *codes):
    """One stream is reset with one of these codes, and the connection takes a push after it."""

    def check(attacker):
        attacker.wait(lambda one: one.codes(RST_STREAM, stream) or one.has_ended)
        found = attacker.codes(RST_STREAM, stream)
        expect(found and found[0] in codes, f"RST_STREAM has {found}, not {codes}")
        goes_on(attacker)

    return check


def goes_on(attacker):
    """The connection takes a push."""
    attacker.send(attacker.push(4001))
    attacker.wait(lambda one: any(kind == HEADERS and at == 4001 for kind, _, at, _ in one.frames()))
    heads = [data for kind, _, at, data in attacker.frames() if kind == HEADERS and at == 4001]
    expect(heads, f"a push after it is not answered; GOAWAY has {attacker.codes(GOAWAY, 0)}")


# What is sent, by a function or as bytes, and what becomes of it.


def preface_of_another_protocol(stage):
    return Attacker(stage, b"PRI * HTTP/3.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, 0))


def no_settings_first(stage):
    return Attacker(stage, PREFACE + frame(PING, 0, 0, bytes(8)))


def literal(name, value):
    """A header field that the decoder keeps nothing of; both are short of 64 KiB."""
    length = len(value)
    more = length - 127
    sizes = b"\x7f" if length >= 127 else bytes([length])
    if length >= 127:
        while more >= 128:
            sizes += bytes([more % 128 + 128])
            more //= 128
        sizes += bytes([more])
    return b"\x00" + bytes([len(name)]) + name + sizes + value


def split(block, stream=1, size=16000):
    pieces = [block[at : at + size] for at in range(0, len(block), size)]
    frames = [frame(HEADERS, 0, stream, pieces[0])]
    frames += [frame(CONTINUATION, 0, stream, piece) for piece in pieces[1:-1]]
    return b"".join(frames) + frame(CONTINUATION, END_HEADERS, stream, pieces[-1])


def header_block_too_large(stage):
    attacker = Attacker(stage)
    block = attacker.head() + b"".join(literal(b"x%02d" % at, b"y" * 4000) for at in range(20))
    attacker.send(split(block))
    return attacker


def header_list_bomb(stage):
    """One field of 4 KB in the decoder's table, then a byte for each of a thousand copies."""
    attacker = Attacker(stage)
    block = attacker.head() + b"\x40\x01x" + literal(b"", b"y" * 3900)[2:]
    attacker.send(frame(HEADERS, END_HEADERS, 1, block + b"\xbe" * 1000))
    return attacker


def continuation_flood(stage):
    attacker = Attacker(stage)
    attacker.send(frame(HEADERS, 0, 1, b"\x82") + frame(CONTINUATION, 0, 1) * 20_000)
    return attacker


def rapid_reset(stage):
    """CVE-2023-44487: streams that are begun and given up, as fast as can be."""
    attacker = Attacker(stage)
    for at, head in enumerate(attacker.same_heads(20_000)):
        stream = 2 * at + 1
        attacker.send(
            frame(HEADERS, END_HEADERS, stream, head) + frame(RST_STREAM, 0, stream, number(8))
        )
        if attacker.has_ended:
            break
    return attacker


def reset_by_daemon(stage):
    """CVE-2025-8671: frames for which the daemon resets streams itself, as fast as can be."""
    attacker = Attacker(stage)
    for at, head in enumerate(attacker.same_heads(20_000)):
        stream = 2 * at + 1
        attacker.send(
            frame(HEADERS, END_HEADERS, stream, head) + frame(WINDOW_UPDATE, 0, stream, number(0))
        )
        if attacker.has_ended:
            break
    return attacker


def flood(one, count):
    def attack(stage):
        attacker = Attacker(stage)
        for _ in range(0, count, 500):
            attacker.send(one * 500)
            if attacker.has_ended:
                break
        return attacker

    return attack


def data_beyond_window(stage):
    """A stream may have 65,535 bytes before the daemon makes room for more; these come at once."""
    attacker = Attacker(stage)
    head = frame(HEADERS, END_HEADERS, 1, attacker.head())
    attacker.send(head + frame(DATA, 0, 1, bytes(16384)) * 8)
    return attacker


def sent(*parts):
    """Sends frames; a function among them is asked for its bytes."""

    def attack(stage):
        attacker = Attacker(stage)
        attacker.send(b"".join(part(attacker) if callable(part) else part for part in parts))
        return attacker

    return attack


def begun(attacker):
    return frame(HEADERS, END_HEADERS, 1, attacker.head())


def whole(attacker):
    return attacker.push(1)


MOST = number(2**31 - 1)

ATTACKS = [
    (preface_of_another_protocol, ends(PROTOCOL_ERROR)),
    (no_settings_first, ends(PROTOCOL_ERROR)),
    (header_block_too_large, ends(PROTOCOL_ERROR, ENHANCE_YOUR_CALM)),
    (header_list_bomb, ends(PROTOCOL_ERROR, COMPRESSION_ERROR, ENHANCE_YOUR_CALM)),
    (continuation_flood, ends(ENHANCE_YOUR_CALM)),
    (rapid_reset, ends(ENHANCE_YOUR_CALM)),
    (reset_by_daemon, ends(ENHANCE_YOUR_CALM)),
    ("compression noise", sent(frame(HEADERS, 4, 1, b"\xff" * 64)), ends(COMPRESSION_ERROR)),
    (
        "continuation of another stream",
        sent(frame(HEADERS, 0, 1, b"\x82"), frame(CONTINUATION, 4, 3)),
        ends(PROTOCOL_ERROR),
    ),
    (
        "frame among header fields",
        sent(frame(HEADERS, 0, 1, b"\x82"), frame(PING, 0, 0, bytes(8))),
        ends(PROTOCOL_ERROR),
    ),
    ("continuation of nothing", sent(frame(CONTINUATION, 4, 1)), ends(PROTOCOL_ERROR)),
    # Windows.
    (
        "connection's window past its end",
        sent(frame(WINDOW_UPDATE, 0, 0, MOST) * 2),
        ends(FLOW_CONTROL_ERROR),
    ),
    (
        "stream's window past its end",
        sent(begun, frame(WINDOW_UPDATE, 0, 1, MOST) * 2),
        resets(1, FLOW_CONTROL_ERROR),
    ),
    ("connection's window by nothing", sent(frame(WINDOW_UPDATE, 0, 0, bytes(4))), ends(PROTOCOL_ERROR)),
    (
        "stream's window by nothing",
        sent(begun, frame(WINDOW_UPDATE, 0, 1, bytes(4))),
        resets(1, PROTOCOL_ERROR),
    ),
    (
        "first windows past their end",
        sent(frame(SETTINGS, 0, 0, setting(4, 2**31))),
        ends(FLOW_CONTROL_ERROR),
    ),
    (
        "windows past their end by a setting",
        sent(
            begun,
            frame(WINDOW_UPDATE, 0, 1, number(2**31 - 1 - 65535)),
            frame(SETTINGS, 0, 0, setting(4, 65536)),
        ),
        ends(FLOW_CONTROL_ERROR),
    ),
    (data_beyond_window, resets(1, FLOW_CONTROL_ERROR)),
    # Floods.
    ("ping flood", flood(frame(PING, 0, 0, bytes(8)), 30_000), ends(ENHANCE_YOUR_CALM)),
    ("settings flood", flood(frame(SETTINGS, 0, 0), 30_000), ends(ENHANCE_YOUR_CALM)),
    (
        "table size flood",
        flood(frame(SETTINGS, 0, 0, setting(1, 0) + setting(1, 4096)), 30_000),
        ends(ENHANCE_YOUR_CALM),
    ),
    (
        "priority flood",
        flood(frame(PRIORITY, 0, 3, number(1) + b"\x10"), 100_000),
        ends(ENHANCE_YOUR_CALM),
    ),
    ("flood of what is unknown", flood(frame(0xBE, 0xFF, 0, b"what"), 100_000), goes_on),
    (
        "flood of empty DATA",
        sent(begun, frame(DATA, 0, 1) * 20_000),
        ends(ENHANCE_YOUR_CALM),
    ),
    (
        "window flood",
        sent(begun, frame(WINDOW_UPDATE, 0, 1, number(1)) * 20_000, frame(RST_STREAM, 0, 1, number(8))),
        goes_on,
    ),
    # Frames that are wrong.
    ("frame too large", sent(begun, frame(DATA, 0, 1, bytes(16385))), ends(FRAME_SIZE_ERROR)),
    ("ping of 7 bytes", sent(frame(PING, 0, 0, bytes(7))), ends(FRAME_SIZE_ERROR)),
    ("settings of 5 bytes", sent(frame(SETTINGS, 0, 0, bytes(5))), ends(FRAME_SIZE_ERROR)),
    (
        "acknowledgement with settings",
        sent(frame(SETTINGS, ACK, 0, setting(1, 0))),
        ends(FRAME_SIZE_ERROR),
    ),
    ("reset of 3 bytes", sent(begun, frame(RST_STREAM, 0, 1, bytes(3))), ends(FRAME_SIZE_ERROR)),
    ("window update of 3 bytes", sent(frame(WINDOW_UPDATE, 0, 0, bytes(3))), ends(FRAME_SIZE_ERROR)),
    ("padding past its frame", sent(begun, frame(DATA, PADDED, 1, b"\x09ab")), ends(PROTOCOL_ERROR)),
    ("data of no stream", sent(frame(DATA, 0, 0, b"x")), ends(PROTOCOL_ERROR)),
    ("header fields of no stream", sent(frame(HEADERS, 4, 0, b"\x82")), ends(PROTOCOL_ERROR)),
    ("settings of a stream", sent(frame(SETTINGS, 0, 1)), ends(PROTOCOL_ERROR)),
    ("a stream of the daemon's", sent(frame(HEADERS, 4, 2, b"\x82")), ends(PROTOCOL_ERROR)),
    ("data of a stream that is not there", sent(frame(DATA, 0, 9, b"x")), ends(PROTOCOL_ERROR)),
    ("reset of a stream that is not there", sent(frame(RST_STREAM, 0, 9, number(8))), ends(PROTOCOL_ERROR)),
    (
        "promise of a push",
        sent(begun, frame(PUSH_PROMISE, 4, 1, number(2) + b"\x82")),
        ends(PROTOCOL_ERROR),
    ),
    ("setting that cannot be", sent(frame(SETTINGS, 0, 0, setting(2, 7))), ends(PROTOCOL_ERROR)),
    ("frames of no size", sent(frame(SETTINGS, 0, 0, setting(5, 1))), ends(PROTOCOL_ERROR)),
    # Frames that come too late, which may be for streams that have been forgotten.
    ("data after the end", sent(whole, frame(DATA, 1, 1, BODY)), goes_on),
    (
        "header fields after the end",
        sent(whole, lambda one: frame(HEADERS, 5, 1, one.head())),
        goes_on,
    ),
    ("window after the end", sent(whole, frame(WINDOW_UPDATE, 0, 1, number(9))), goes_on),
    ("reset after the end", sent(whole, frame(RST_STREAM, 0, 1, number(8))), goes_on),
]  # fmt: skip


# Attacks by many.


def windows_of_nothing(stage, _):
    """Whose refusals have no window to go through: few wait, `FrameAttackTests` counts them."""
    attackers = []
    for _ in range(4):
        attacker = Attacker(stage, PREFACE + frame(SETTINGS, 0, 0, setting(4, 0)))
        heads = attacker.same_heads(1000, apns_priority="7")
        attacker.send(b"".join(frame(HEADERS, 5, 2 * at + 1, head) for at, head in enumerate(heads)))
        attacker.send(frame(PING, 0, 0, bytes(8)))
        attackers.append(attacker)
    for attacker in attackers:
        expect(attacker.wait(lambda one: one.count(PING) > 0), "the connection has ended")
        resets = {data for kind, _, _, data in attacker.frames() if kind == RST_STREAM}
        expect(resets <= {number(ENHANCE_YOUR_CALM)}, f"the codes are {resets}")
    return attackers


def unread_answers(stage, _):
    """Who asks and asks, and reads nothing: it is not read from any more."""
    attacker = Attacker(stage, reads=False)
    for _ in range(200):
        if not attacker.send(frame(PING, 0, 0, bytes(8)) * 5000, patience=1):
            break
    return [attacker]


def slow_header_fields(stage, _):
    """Streams whose header fields have begun, on many connections; none ends."""
    attackers = []
    for _ in range(20):
        attacker = Attacker(stage)
        attacker.send(frame(HEADERS, 0, 1, b"\x82" + literal(b"x", b"y" * 8000)))
        attackers.append(attacker)
    return attackers


def half_open_tls(stage, held):
    """The first bytes of a handshake, and no more."""
    for _ in range(100):
        link = socket.create_connection(("127.0.0.1", stage.port), timeout=30)
        link.sendall(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
        held.append(link)
    return []


def endless(stage, _):
    """Who has been told why, and sends for ever: what is read of it after the end has a bound."""
    attacker = Attacker(stage)
    flood = memoryview(frame(PING, 0, 0, bytes(8)) * 5000)
    rest, sent = flood, 0
    try:
        while sent < LINGERING:
            readers = [] if attacker.has_ended else [attacker.link]
            select.select(readers, [attacker.link], [], 30)
            try:
                count = attacker.link.send(rest)
                rest, sent = rest[count:] or flood, sent + count
            except (ssl.SSLWantWriteError, ssl.SSLWantReadError):
                pass
            attacker.drain()
    except OSError:
        pass
    expect(sent < LINGERING, f"{sent >> 20} MiB were taken")
    ends(ENHANCE_YOUR_CALM)(attacker)
    return [attacker]


def resident(stage):
    with open(f"/proc/{stage.process()}/status", encoding="ascii") as file:
        for line in file:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) << 10
    raise AssertionError("the daemon has no memory")


def ask_witness(stage, witness, name):
    answer = witness.push(stage.fields(), BODY)
    expect(answer[0] == 200, f"the witness of {name} is answered {answer}")


def ended(link):
    link.settimeout(30)
    try:
        while link.recv(4096):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    return True


def attack(stage, witness, name, begin, check):
    before = resident(stage)
    attackers = begin()
    ask_witness(stage, witness, name)
    for attacker in attackers:
        check(attacker)
    grown = resident(stage) - before
    expect(grown < MEMORY, f"it cost {grown >> 20} MiB")
    for attacker in attackers:
        attacker.close()
    ask_witness(stage, witness, name)
    return grown


def rows(stage, held):
    for row in ATTACKS:
        run, check = row[-2], row[-1]
        name = row[0] if isinstance(row[0], str) else run.__name__
        yield name, (lambda run=run: [run(stage)]), check
    for run in (windows_of_nothing, unread_answers, slow_header_fields, endless, half_open_tls):
        yield run.__name__, (lambda run=run: run(stage, held)), lambda _: None


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        stage = Stage(json.load(file))
    failed = 0
    held = []
    witness = Connection(stage)
    for name, begin, check in rows(stage, held):
        if sys.argv[2:] and name not in sys.argv[2:]:
            continue
        start = time.monotonic()
        grown = 0
        try:
            grown = attack(stage, witness, name, begin, check)
            word = "passed"
        except Exception:
            failed += 1
            word = "FAILED"
            traceback.print_exc(file=sys.stdout)
            witness.close()
            witness = Connection(stage)
        took = time.monotonic() - start
        print(f"{word} {name} {took:.1f} s {grown >> 10} KiB", flush=True)
    try:
        expect(all(map(ended, held)), "handshakes that do not go on are waited for")
        ensure_alive(stage)
    except Exception:
        failed += 1
        traceback.print_exc(file=sys.stdout)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
