#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Brings each of Apple's reasons about, by its own cause, and looks at the answer on the wire.

    reasons.py DESCRIPTION FOLDER

FOLDER has certificates with their keys, each of which vouches for itself: the daemon was told to trust
`sender.pem` and `production.pem`, which is for the production service alone, and not `foreign.pem`. It
prints a line `reason STATUS WORD` for each reason that an answer had, and ends with 1 where a check
fails. `DaemonReasonTests` compares the lines with all reasons that there are.
"""

import json
import os
import sqlite3
import sys
import uuid

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from channels import POLICY, Channels, broadcast, update
from frames import Connection
from stage import Stage, expect, payload

BODY = json.dumps(payload()).encode()

# As many as there may be.
CHANNELS = 10_000


class Reasons:
    """The reasons that have been seen, each with its status."""

    def __init__(self):
        self.seen = set()

    def check(self, answer, status, reason, identifier=None):
        """Fails unless an answer has a status, and one DATA frame with the reason."""
        found, fields, body, sizes = answer
        expected = {"reason": reason}
        if status == 410:
            expected["timestamp"] = (body or {}).get("timestamp")
            expect(isinstance(expected["timestamp"], int), f"{reason}: {body}")
        expect((found, body) == (status, expected), f"{found} {body}, not {status} {reason}")
        expect(len(sizes) == 1, f"{reason} came in DATA frames of {sizes} bytes")
        names = {"apns-id", "apns-request-id"} & fields.keys()
        expect(len(names) == 1, f"{reason}: identifiers {names}")
        expect(identifier in (None, fields[names.pop()]), f"{reason}: another identifier came back")
        expect("apns-unique-id" not in fields, f"{reason}: an apns-unique-id")
        self.seen.add((status, reason))


def once(stage, fields, body=BODY, **more):
    """A push on a connection of its own."""
    connection = Connection(stage)
    answer = connection.push(fields, body, **more)
    connection.close()
    return answer


def make_key():
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ).decode()


def add_provider(stage, **changes):
    """Registers a key of its own, and gives a token that it has signed."""
    key = make_key()
    body = {"keyID": "K" * 10, "teamID": stage.team_id, "key": key} | changes
    status, answer = stage.call("POST", "/v1/apns/providers", body)
    expect(status == 201, f"a key is answered {status} {answer}")
    token = stage.provider_token(key=key, key_id=body["keyID"], team_id=body["teamID"])
    return "bearer " + token


# What a request is refused for by itself.


def requests(stage, reasons):
    here, field = stage.path(), stage.fields
    silent = json.dumps({"aps": {"content-available": 1}}).encode()
    large = json.dumps(payload("x" * 5000)).encode()
    bearer = lambda **changes: "bearer " + stage.provider_token(**changes)
    rows = [
        (400, "BadCollapseId", field(apns_collapse_id="x" * 65), here, BODY),
        (400, "BadDeviceToken", field(), stage.path("00" * 32), BODY),
        (400, "BadDeviceToken", field(), stage.path("xyz"), BODY),
        (400, "BadDeviceToken", field(), stage.path(stage.production_token), BODY),
        (400, "BadExpirationDate", field(apns_expiration="soon"), here, BODY),
        (400, "BadMessageId", field("not a UUID"), here, BODY),
        (400, "BadPriority", field(apns_priority="7"), here, BODY),
        (400, "BadPriority", field(apns_priority="10", apns_push_type="background"), here, BODY),
        (400, "BadPriority", field(apns_priority="10", apns_push_type=None), here, silent),
        (400, "BadTopic", field(apns_topic="no topic"), here, BODY),
        (400, "DeviceTokenNotForTopic", field(), stage.path(stage.other_token), BODY),
        (400, "InvalidPushType", field(apns_push_type="alarm"), here, BODY),
        (400, "MissingDeviceToken", field(), stage.path(""), BODY),
        (400, "MissingTopic", field(apns_topic=None), here, BODY),
        (400, "PayloadEmpty", field(), here, b""),
        (400, "PayloadEmpty", field(), here, b"{"),
        (400, "TopicDisallowed", field(apns_push_type="voip"), here, BODY),
        (403, "ExpiredProviderToken", field(authorization=bearer(age=3700)), here, BODY),
        (403, "InvalidProviderToken", field(authorization="bearer x.y.z"), here, BODY),
        (403, "InvalidProviderToken", field(authorization=bearer(key=make_key())), here, BODY),
        (403, "InvalidProviderToken", field(authorization=bearer(team_id="A" * 10)), here, BODY),
        (403, "InvalidProviderToken", field(authorization=bearer(key_id="A" * 10)), here, BODY),
        (403, "MissingProviderToken", field(authorization=None), here, BODY),
        (404, "BadPath", field(), "/3/devices", BODY),
        (410, "Unregistered", field(), stage.path(stage.ended_token), BODY),
        (413, "PayloadTooLarge", field(), here, large),
    ]
    for status, reason, fields, path, body in rows:
        answer = once(stage, fields, body, path=path)
        reasons.check(answer, status, reason, fields.get("apns-id"))
    connection = Connection(stage)
    reasons.check(connection.push(field(), BODY, method="GET"), 405, "MethodNotAllowed")
    doubled = list(field().items()) + [("apns-topic", stage.app)]
    reasons.check(connection.push(doubled, BODY), 400, "DuplicateHeaders")
    expect(connection.push(field(), BODY)[0] == 200, "the connection goes on after errors")
    newer = field(authorization=bearer(age=100))
    reasons.check(connection.push(newer, BODY), 429, "TooManyProviderTokenUpdates")
    connection.close()


def malformed(stage, reasons):
    """Requests that HTTP/2 does not allow, beside a push on the same connection."""
    connection = Connection(stage)
    for path, method, status, reason in [
        (None, "POST", 404, "BadPath"),
        ("", "POST", 404, "BadPath"),
        (stage.path(), None, 405, "MethodNotAllowed"),
    ]:
        head = [(":method", method), (":scheme", "https"), (":path", path)]
        head = [(name, value) for name, value in head if value is not None]
        stream = connection.begin_with(head + list(stage.fields().items()))
        connection.send(stream, BODY, end_stream=True)
        reasons.check(connection.answer(stream), status, reason)
    long = stage.fields(apns_collapse_id="x" * 40_000)
    reasons.check(connection.push(long, BODY), 400, "BadCollapseId")
    expect(connection.push(stage.fields(), BODY)[0] == 200, "the connection goes on")
    connection.close()


def expired(stage, reasons):
    path = f"/v1/apps/{stage.app}/token"
    status, row = stage.call("POST", path, {"device": "main"})
    expect(status == 200, f"a token is answered {status}")
    expect(stage.call("DELETE", path + "?end=expired")[0] == 200, "it is not ended")
    reasons.check(once(stage, stage.fields(), path=stage.path(row["token"])), 410, "ExpiredToken")
    stage.token = stage.call("POST", path, {"device": "main"})[1]["token"]
    expect(once(stage, stage.fields())[0] == 200, "the next token is not taken")


# Who may push.


def keys(stage, reasons):
    other = add_provider(stage, keyID="O" * 10, teamID="T" * 10)
    connection = Connection(stage)
    expect(connection.push(stage.fields(), BODY)[0] == 200, "the first team")
    answer = connection.push(stage.fields(authorization=other), BODY)
    reasons.check(answer, 403, "UnrelatedKeyIdInToken")
    expect(connection.push(stage.fields(), BODY)[0] == 200, "the first team again")
    connection.close()
    expect(once(stage, stage.fields(authorization=other))[0] == 200, "the other team, by itself")
    production = add_provider(stage, keyID="P" * 10, environment="production")
    answer = once(stage, stage.fields(authorization=production))
    reasons.check(answer, 403, "BadEnvironmentKeyIdInToken")


def certificates(stage, folder, reasons):
    fields = stage.fields(authorization=None)
    having = lambda name: stage.having(certificate=os.path.join(folder, name))
    expect(once(having("sender.pem"), fields)[0] == 200, "a certificate that is right")
    reasons.check(once(having("foreign.pem"), fields), 403, "BadCertificate")
    reasons.check(once(having("production.pem"), fields), 403, "BadCertificateEnvironment")
    sender = Channels(having("sender.pem"))
    answer = sender.ask("GET", "/1/apps/com.example.other/all-channels", authorization=None)
    reasons.check(answer, 403, "TopicMismatch")


# Channels.


def channels(stage, reasons):
    there = Channels(stage)
    channel = there.ask("POST", body=POLICY)[1]["apns-channel-id"]
    rows = [
        (broadcast(stage, update(1)), 400, "MissingChannelId"),
        (broadcast(stage, update(1), apns_channel_id="???"), 400, "BadChannelId"),
        (broadcast(stage, update(1), apns_channel_id="AAAA"), 400, "ChannelNotRegistered"),
        (broadcast(stage, b"{", apns_channel_id=channel), 400, "BadRequestPayload"),
        (
            broadcast(stage, update(1), apns_channel_id=channel, apns_push_type=None),
            400,
            "MissingPushType",
        ),
        (there.ask("GET", "/1/apps/com.example.none/all-channels"), 400, "FeatureNotEnabled"),
    ]
    for answer, status, reason in rows:
        reasons.check(answer, status, reason)
    fields = {"authorization": stage.authorization, "apns-channel-id": channel}
    doubled = list(fields.items()) + [("apns-channel-id", channel)]
    answer = once(there.stage, doubled, b"", path=there.app + "/channels", method="GET")
    reasons.check(answer, 400, "BadRequestParams")
    fill(stage, channel, CHANNELS - 2)
    expect(there.ask("POST", body=POLICY)[0] == 201, "there is room for one more")
    reasons.check(there.ask("POST", body=POLICY), 400, "CannotCreateChannelConfig")
    expect(there.ask("DELETE", apns_channel_id=channel)[0] == 204, "a channel is removed")
    expect(there.ask("POST", body=POLICY)[0] == 201, "there is no room for one again")


def fill(stage, channel, count):
    """Writes channels like one that there is into the ledger: to ask for them takes minutes."""
    database = sqlite3.connect(stage.ledger, timeout=30)
    with database:
        database.execute(
            """
            WITH RECURSIVE filler(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM filler WHERE at < ?)
            INSERT INTO channel (identifier, app, environment, policy, created)
            SELECT 'filler' || at, app, environment, policy, created
            FROM filler, channel WHERE identifier = ?
            """,
            (count, channel),
        )
    database.close()


# The daemon itself.


def held_ledger(stage, reasons):
    """Another process has the ledger: nothing can be written, and a push may be tried again."""
    database = sqlite3.connect(stage.ledger, isolation_level=None)
    database.execute("BEGIN IMMEDIATE")
    name = str(uuid.uuid4())
    try:
        reasons.check(once(stage, stage.fields(name)), 503, "ServiceUnavailable", name)
    finally:
        database.execute("ROLLBACK")
        database.close()
    expect(once(stage, stage.fields(name))[0] == 200, "the push, once the ledger is free")
    stage.expect_once([name])


def planned(stage, reasons):
    """Those that its owner asks for: Apple names no cause, or it is a fault of the daemon."""
    for status, reason in [(403, "Forbidden"), (500, "InternalServerError")]:
        asked = stage.call("PUT", "/v1/apns/refusals", {"reason": reason})
        expect(asked[0] == 200, f"a refusal is answered {asked}")
        reasons.check(once(stage, stage.fields()), status, reason)
        expect(once(stage, stage.fields())[0] == 200, "the next push")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        stage = Stage(json.load(file))
    reasons = Reasons()
    requests(stage, reasons)
    malformed(stage, reasons)
    keys(stage, reasons)
    certificates(stage, sys.argv[2], reasons)
    channels(stage, reasons)
    held_ledger(stage, reasons)
    planned(stage, reasons)
    expired(stage, reasons)
    for status, reason in sorted(reasons.seen):
        print(f"reason {status} {reason}")


if __name__ == "__main__":
    main()
