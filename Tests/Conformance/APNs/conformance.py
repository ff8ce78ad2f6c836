#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Has real clients push to a daemon: curl, httpx, aioapns, and frames of h2 one by one.

    conformance.py DESCRIPTION

DESCRIPTION is JSON with what stage.py reads. It prints a line for each check, and ends with 1 where
one has failed. The last check has the daemon stop.
"""

import asyncio
import json
import os
import signal
import ssl
import subprocess
import sys
import time
import traceback
import uuid

import aioapns
import aioapns.connection
import httpx

from frames import Connection
from stage import Stage, ensure_alive, expect, payload

MANY = 300
CONCURRENCY = 32
BODY = json.dumps(payload()).encode()

# What curl prints after a body.
WRITTEN = "\n%{http_version} %{http_code} %header{apns-id}"


def identifiers(count):
    return [str(uuid.uuid4()) for _ in range(count)]


# curl


def curl(stage, name, token, *options):
    """Pushes with the program, and gives HTTP version, status, `apns-id` and body."""
    answer = subprocess.run(
        ["curl", "-sS", "--http2", "--cacert", stage.authority, "-w", WRITTEN, "-d", BODY]
        + [f"-H{key}: {value}" for key, value in stage.fields(name).items()]
        + [*options, stage.url + stage.path(token)],
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    body, _, rest = answer.stdout.rpartition("\n")
    return *rest.split(), body


def curl_alone(stage):
    """One push, one that is refused by its header fields, one to a token that has ended."""
    taken, refused, late = identifiers(3)
    found = curl(stage, taken, stage.token)
    expect(found == ("2", "200", taken, ""), f"{found}")
    found = curl(stage, refused, stage.token, "-Hapns-priority: 7")
    expect(found == ("2", "400", refused, '{"reason":"BadPriority"}'), f"{found}")
    *head, body = curl(stage, late, stage.ended_token)
    expect(head == ["2", "410", late], f"{head}")
    body = json.loads(body)
    expect(set(body) == {"reason", "timestamp"} and body["reason"] == "Unregistered", f"{body}")
    expect(abs(body["timestamp"] / 1000 - time.time()) < 3600, f"{body}")
    stage.expect_once([taken])


# httpx


async def httpx_many(stage):
    names = identifiers(MANY)
    async with httpx.AsyncClient(http2=True, verify=stage.tls(()), timeout=60) as client:
        gate = asyncio.Semaphore(CONCURRENCY)

        async def push(name):
            async with gate:
                return await client.post(
                    stage.url + stage.path(), headers=stage.fields(name), json=payload()
                )

        answers = await asyncio.gather(*map(push, names))
    for name, answer in zip(names, answers):
        expect(answer.status_code == 200, f"{answer.status_code} {answer.text}")
        expect(answer.http_version == "HTTP/2", answer.http_version)
        expect(answer.headers["apns-id"] == name, "another apns-id came back")
        expect(answer.headers["apns-unique-id"], "no apns-unique-id")
        expect(answer.content == b"", "a success has a body")
    stage.expect_once(names)


async def httpx_refused(stage):
    """A token that has expired, at once on many streams: each of them has its answer."""
    old = "bearer " + stage.provider_token(age=4000)
    async with httpx.AsyncClient(http2=True, verify=stage.tls(()), timeout=60) as client:
        gate = asyncio.Semaphore(CONCURRENCY)

        async def push():
            async with gate:
                return await client.post(
                    stage.url + stage.path(),
                    headers=stage.fields(authorization=old),
                    json=payload(),
                )

        answers = await asyncio.gather(*(push() for _ in range(MANY)))
    for answer in answers:
        found = (answer.status_code, answer.json())
        expect(found == (403, {"reason": "ExpiredProviderToken"}), f"{found}")


def httpx_connections(stage):
    names = identifiers(100)
    context = stage.tls(())
    for name in names:
        with httpx.Client(http2=True, verify=context) as client:
            answer = client.post(stage.url + stage.path(), headers=stage.fields(name), content=BODY)
            expect(answer.status_code == 200, f"{answer.status_code} {answer.text}")
    stage.expect_once(names)


def many_connections(stage):
    """More connections at a time than a quarter of 1024 descriptors."""
    connections = [Connection(stage) for _ in range(300)]
    for turn in ("first", "second"):
        for connection in connections:
            answer = connection.push(stage.fields(), BODY)
            expect(answer[0] == 200, f"the {turn} push: {answer}")
    for connection in connections:
        connection.close()


# aioapns


class aioapns_here:
    """The library as it is, with another host than Apple's."""

    def __init__(self, stage):
        self.stage = stage

    async def __aenter__(self):
        protocol = aioapns.connection.APNsDevelopmentClientProtocol
        protocol.APNS_SERVER = "localhost"
        protocol.APNS_PORT = self.stage.port
        self.client = aioapns.APNs(
            key=self.stage.key,
            key_id=self.stage.key_id,
            team_id=self.stage.team_id,
            topic=self.stage.app,
            use_sandbox=True,
            max_connections=1,
            ssl_context=ssl.create_default_context(cafile=self.stage.authority),
        )
        return self.client

    async def __aexit__(self, *_):
        self.client.pool.close()
        await asyncio.sleep(0)


def request(stage, name, **changes):
    values = {"device_token": stage.token, "message": payload(), "notification_id": name}
    return aioapns.NotificationRequest(**(values | changes))


async def aioapns_many(stage):
    names = identifiers(MANY)
    async with aioapns_here(stage) as client:
        gate = asyncio.Semaphore(CONCURRENCY)

        async def push(name):
            async with gate:
                return await client.send_notification(request(stage, name))

        results = await asyncio.wait_for(asyncio.gather(*map(push, names)), 60)
    expect(all(result.is_successful for result in results), "a push has failed")
    stage.expect_once(names)


async def aioapns_errors(stage):
    """Errors among successes, on one connection: none is taken for another's."""
    async with aioapns_here(stage) as client:
        kinds = [
            ({}, "200", None),
            ({"device_token": "00" * 32}, "400", "BadDeviceToken"),
            ({"device_token": stage.ended_token}, "410", "Unregistered"),
            ({"apns_topic": "com.example.none"}, "400", "DeviceTokenNotForTopic"),
            ({"priority": 7}, "400", "BadPriority"),
            ({"message": {"aps": {"alert": "x" * 5000}}}, "413", "PayloadTooLarge"),
        ]
        cases = [kinds[index % len(kinds)] for index in range(MANY)]
        calls = [
            client.send_notification(request(stage, str(uuid.uuid4()), **changes))
            for changes, _, _ in cases
        ]
        results = await asyncio.wait_for(asyncio.gather(*calls), 60)
    for result, (_, status, reason) in zip(results, cases):
        expect(
            (result.status, result.description or None) == (status, reason),
            f"{result.status} {result.description}, not {status} {reason}",
        )
        if status == "410":
            expect(abs(int(result.timestamp) / 1000 - time.time()) < 3600, "timestamp")


# Frames


def without_alpn(stage):
    connection = Connection(stage, protocols=())
    expect(connection.link.selected_alpn_protocol() is None, "ALPN was agreed on")
    name = str(uuid.uuid4())
    host = [("host", "localhost")]
    answer = connection.push(host + list(stage.fields(name).items()), BODY, pseudo=())
    connection.close()
    expect(answer[0] == 200 and answer[3] == [], f"{answer}")
    stage.expect_once([name])


def slow_and_split(stage):
    """A body a byte at a time, on one connection with a request that is whole at once."""
    connection = Connection(stage)
    slow, fast = identifiers(2)
    fields = stage.fields(slow, content_length=str(len(BODY) + 7), content_type="text/plain")
    stream = connection.begin(fields)
    for index in range(len(BODY)):
        connection.send(stream, BODY[index : index + 1])
    expect(connection.push(stage.fields(fast), BODY)[0] == 200, "the whole one has to wait")
    connection.send(stream, b"", end_stream=True)
    expect(connection.answer(stream)[0] == 200, "the slow one")
    connection.close()
    stage.expect_once([slow, fast])


def settings_and_ping(stage):
    connection = Connection(stage)
    connection.h2.ping(b"12345678")
    connection.flush()
    while not any(type(event).__name__ == "PingAckReceived" for event in connection.events):
        expect(connection.read() is not None, "the connection ended")
    limit = connection.h2.remote_settings.max_concurrent_streams
    expect(limit == 1000, f"MAX_CONCURRENT_STREAMS is {limit}")
    connection.close()


def twice(stage):
    """The second push with an apns-id is answered as the first, and shown no second time."""
    connection = Connection(stage)
    name = str(uuid.uuid4())
    first = connection.push(stage.fields(name), BODY)
    second = connection.push(stage.fields(name.upper()), BODY)
    connection.close()
    expect(first[0] == second[0] == 200, f"{first} {second}")
    expect(first[1]["apns-unique-id"] == second[1]["apns-unique-id"], "another apns-unique-id")
    stage.expect_once([name])


def collapse(stage):
    connection = Connection(stage)
    name = "score of " + str(uuid.uuid4())
    for _ in range(2):
        expect(connection.push(stage.fields(apns_collapse_id=name), BODY)[0] == 200, "refused")
    connection.close()
    for _ in range(200):
        rows = stage.ask("/v1/notifications?limit=20")["notifications"]
        states = sorted(row["state"] for row in rows if row["identifier"] == name)
        if states == ["collapsed", "presented"]:
            return
        time.sleep(0.05)
    raise AssertionError(f"the two have become {states}")


def tls_versions(stage):
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        context = stage.tls()
        context.minimum_version = context.maximum_version = version
        with httpx.Client(http2=True, verify=context) as client:
            answer = client.post(stage.url + stage.path(), headers=stage.fields(), content=BODY)
            expect(answer.status_code == 200, f"{version}: {answer.text}")


# Clients that break the protocol


def hostile(stage):
    """None of them ends the daemon, or another connection."""
    witness = Connection(stage)
    expect(witness.push(stage.fields(), BODY)[0] == 200, "the witness")
    for attack in (http1, garbage, endless_header, continuation_flood, reset_flood, huge_frame):
        connection = Connection(stage, speaks_http2=attack not in (http1, garbage))
        ended = False
        try:
            attack(stage, connection)
            ended = connection.read() is None or connection.farewell() is not None
        except (ssl.SSLError, OSError):
            ended = True
        except Exception as error:  # h2 refuses what it is sent after an attack of its own
            ended = type(error).__module__.startswith("h2.")
        connection.link.close()
        expect(ended, f"{attack.__name__}: the connection goes on")
        expect(witness.push(stage.fields(), BODY)[0] == 200, f"the witness of {attack.__name__}")
    witness.close()
    ensure_alive(stage)


def http1(_, connection):
    connection.link.sendall(b"POST /3/device/aa HTTP/1.1\r\nHost: localhost\r\n\r\n")


def garbage(_, connection):
    connection.link.sendall(os.urandom(4096))


def frame(kind, flags, stream, data):
    return len(data).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + data


def endless_header(_, connection):
    for index in range(64):
        literal = b"\x00" + b"\x07" + b"name%03d" % index + b"\x7f\xa1\x07" + b"x" * 1056
        connection.link.sendall(frame(1 if index == 0 else 9, 0, 1, literal))


def continuation_flood(_, connection):
    connection.link.sendall(frame(1, 0, 1, b"\x82"))
    for _ in range(10_000):
        connection.link.sendall(frame(9, 0, 1, b""))


def reset_flood(stage, connection):
    head = connection.h2.encoder.encode(
        [(":method", "POST"), (":scheme", "https"), (":path", stage.path())]
    )
    reset = (8).to_bytes(4, "big")
    for stream in range(1, 20_001, 2):
        connection.link.sendall(frame(1, 4, stream, head) + frame(3, 0, stream, reset))


def huge_frame(_, connection):
    connection.link.sendall(frame(0, 0, 1, b"x" * 100_000))


# Shutdown


def shutdown(stage):
    """What was asked for is answered, then a farewell says why."""
    idle, busy = Connection(stage), Connection(stage)
    expect(busy.push(stage.fields(), BODY)[0] == 200, "before")
    expect(idle.push(stage.fields(), BODY)[0] == 200, "before")
    stream = busy.begin(stage.fields())
    busy.h2.ping(b"12345678")
    busy.flush()
    while not any(type(event).__name__ == "PingAckReceived" for event in busy.events):
        expect(busy.read() is not None, "the connection ended")
    os.kill(stage.process(), signal.SIGTERM)
    farewell = idle.farewell()
    expect(farewell is not None, "the idle connection got no GOAWAY")
    expect(json.loads(farewell.additional_data) == {"reason": "Shutdown"}, "its reason")
    expect(farewell.error_code == 0, f"its code is {farewell.error_code}")
    # The farewell says which streams it counts: one that begins before it is sent is among them.
    busy.await_farewell()
    # Who has not read the farewell yet goes on, and loses nothing of what was under way.
    late = busy.begin(stage.fields())
    busy.send(late, BODY, end_stream=True)
    busy.send(stream, BODY, end_stream=True)
    frames = [frame for frame in busy.rest() if frame.stream_id in (0, stream)]
    kinds = [type(frame).__name__ for frame in frames]
    expect(kinds == ["GoAwayFrame", "HeadersFrame"], f"the busy one got {kinds}")
    expect(frames[0].last_stream_id == stream, "the busy one's last stream")
    expect("END_STREAM" in frames[1].flags, "the answer does not end its stream")
    status = dict(busy.h2.decoder.decode(frames[1].data))[":status"]
    expect(status == "200", f"what was under way: {status}")


CHECKS = [
    settings_and_ping, without_alpn, slow_and_split, twice, collapse, tls_versions, curl_alone,
    httpx_many, httpx_refused, httpx_connections, many_connections, aioapns_many, aioapns_errors,
    hostile, shutdown,
]  # fmt: skip


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        stage = Stage(json.load(file))
    failed = 0
    for check in CHECKS:
        start = time.monotonic()
        try:
            result = check(stage)
            if asyncio.iscoroutine(result):
                asyncio.run(result)
            word = "passed"
        except Exception:
            failed += 1
            word = "FAILED"
            traceback.print_exc(file=sys.stdout)
        print(f"{word} {check.__name__} {time.monotonic() - start:.1f} s", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
