#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Makes channels at a daemon, has live activities listen to them, and pushes to all at once.

    channels.py DESCRIPTION

DESCRIPTION is JSON with what stage.py reads, and `channelPort`. It ends with 1 where a check fails.
"""

import base64
import json
import sys
import time
import uuid

from frames import Connection
from stage import Stage, expect

POLICY = {"message-storage-policy": 1, "push-type": "LiveActivity"}


def start(channel, name):
    return {
        "aps": {
            "event": "start",
            "timestamp": 1,
            "content-state": {"score": 0},
            "attributes-type": "Game",
            "attributes": {"name": name},
            "input-push-channel": channel,
        }
    }


def update(score):
    return {"aps": {"event": "update", "timestamp": score, "content-state": {"score": score}}}


class Channels:
    """The port on which channels are made."""

    def __init__(self, stage):
        self.stage = stage.having(port=stage.channel_port)
        self.app = f"/1/apps/{stage.app}"

    def ask(self, method, place="channels", body=None, **changes):
        fields = {"authorization": self.stage.authorization, "apns-request-id": str(uuid.uuid4())}
        for name, value in changes.items():
            fields[name.replace("_", "-")] = value
        fields = {name: value for name, value in fields.items() if value is not None}
        connection = Connection(self.stage)
        data = b"" if body is None else json.dumps(body).encode()
        path = place if place.startswith("/") else f"{self.app}/{place}"
        answer = connection.push(fields, data, path=path, method=method)
        connection.close()
        expect(answer[1]["apns-request-id"] == fields.get("apns-request-id", answer[1]["apns-request-id"]), "its identifier")
        expect(len(answer[3]) < 2, f"{method} {path} is answered in DATA frames of {answer[3]} bytes")
        return answer


def broadcast(stage, body, **changes):
    fields = {
        "authorization": stage.authorization,
        "apns-push-type": "liveactivity",
        "apns-request-id": str(uuid.uuid4()),
    }
    path = f"/4/broadcasts/apps/{changes.pop('app', stage.app)}"
    for name, value in changes.items():
        fields[name.replace("_", "-")] = value
    fields = {name: value for name, value in fields.items() if value is not None}
    connection = Connection(stage)
    answer = connection.push(fields, body if isinstance(body, bytes) else json.dumps(body).encode(), path=path)
    connection.close()
    return answer


def refused(answer, status, reason):
    expect((answer[0], (answer[2] or {}).get("reason")) == (status, reason), f"{answer}, not {status} {reason}")
    expect("apns-request-id" in answer[1] and "apns-id" not in answer[1], f"{reason}: identifiers")


def scores(stage, count, score):
    """Waits until so many activities show a score."""
    found = []
    for _ in range(400):
        found = [row["contentState"]["score"] for row in stage.ask("/v1/activities")["activities"]]
        if found.count(score) == count:
            return
        time.sleep(0.05)
    raise AssertionError(f"{count} activities are to show {score}, and all show {found}")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        stage = Stage(json.load(file))
    channels = Channels(stage)

    status, fields, body, _ = channels.ask("POST", body=POLICY)
    expect((status, body) == (201, None), f"a channel is made with {status} {body}")
    channel = fields["apns-channel-id"]
    expect(len(base64.b64decode(channel, validate=True)) == 16, f"a channel is {channel}")
    silent = channels.ask("POST", body=POLICY | {"message-storage-policy": 0})[1]["apns-channel-id"]
    expect(channels.ask("GET", apns_channel_id=channel)[2] == POLICY, "what is said of a channel")
    found = channels.ask("GET", "all-channels")
    expect(found[0] == 200 and found[2] == {"channels": [channel, silent]}, f"{found}")

    connection = Connection(stage)
    for name, where in [("one", channel), ("two", channel), ("three", silent)]:
        fields = stage.fields(
            apns_push_type="liveactivity", apns_topic=stage.app + ".push-type.liveactivity"
        )
        answer = connection.push(fields, json.dumps(start(where, name)).encode())
        expect(answer[0] == 200, f"a start is answered {answer}")
    connection.close()
    scores(stage, 3, 0)
    name = str(uuid.uuid4()).upper()
    answer = broadcast(stage, update(5), apns_channel_id=channel, apns_request_id=name)
    expect((answer[0], answer[3]) == (200, []), f"a broadcast is answered {answer}")
    expect(answer[1]["apns-request-id"] == name, "another apns-request-id")
    scores(stage, 2, 5)
    scores(stage, 1, 0)
    expect(broadcast(stage, update(6), apns_channel_id=silent, apns_expiration="0")[0] == 200, "")
    scores(stage, 1, 6)
    lines = [row for row in stage.ask("/v1/push-log")["pushes"] if row["apnsID"] == name.lower()]
    expect(sorted(row["outcome"] for row in lines) == ["delivered"] * 2, f"the log has {lines}")
    line = stage.ask(f"/v1/push-log/{lines[0]['uniqueID']}")
    expect(line["channel"] == channel, f"a line of a broadcast is {line}")

    refused(broadcast(stage, update(7)), 400, "MissingChannelId")
    refused(broadcast(stage, update(7), apns_channel_id="???"), 400, "BadChannelId")
    refused(broadcast(stage, update(7), apns_channel_id="AAAA"), 400, "ChannelNotRegistered")
    refused(broadcast(stage, update(7), apns_channel_id=channel, apns_push_type=None), 400, "MissingPushType")
    refused(broadcast(stage, update(7), apns_channel_id=channel, apns_push_type="alert"), 400, "InvalidPushType")
    refused(broadcast(stage, b"", apns_channel_id=channel), 400, "PayloadEmpty")
    refused(broadcast(stage, b"{", apns_channel_id=channel), 400, "BadRequestPayload")
    refused(broadcast(stage, b" " * 5121, apns_channel_id=channel), 413, "PayloadTooLarge")
    late = str(int(time.time()) + 60)
    refused(broadcast(stage, update(7), apns_channel_id=silent, apns_expiration=late), 400, "BadExpirationDate")
    refused(broadcast(stage, update(7), apns_channel_id=channel, authorization=None), 403, "MissingProviderToken")
    old = "bearer " + stage.provider_token(age=3700)
    refused(broadcast(stage, update(7), apns_channel_id=channel, authorization=old), 403, "ExpiredProviderToken")
    refused(broadcast(stage, update(7), apns_channel_id=channel, app="com.example.none"), 400, "ChannelNotRegistered")
    refused(channels.ask("POST", body=[]), 400, "BadRequestPayload")
    refused(channels.ask("POST", body={"message-storage-policy": 1}), 400, "MissingPushType")
    refused(channels.ask("GET"), 400, "MissingChannelId")
    refused(channels.ask("GET", apns_channel_id="AAAA"), 400, "ChannelNotRegistered")
    refused(channels.ask("GET", "/1/apps/com.example.none/all-channels"), 400, "FeatureNotEnabled")
    refused(channels.ask("GET", "/1/apps"), 404, "BadPath")
    refused(channels.ask("PUT"), 405, "MethodNotAllowed")
    refused(channels.ask("GET", "all-channels", authorization=None), 403, "MissingProviderToken")

    expect(channels.ask("DELETE", apns_channel_id=channel)[0] == 204, "a channel is removed")
    refused(channels.ask("DELETE", apns_channel_id=channel), 400, "ChannelNotRegistered")
    refused(broadcast(stage, update(8), apns_channel_id=channel), 400, "ChannelNotRegistered")
    print("passed channels")


if __name__ == "__main__":
    main()
