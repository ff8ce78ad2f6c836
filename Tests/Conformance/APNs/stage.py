# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""What every check needs: a daemon that runs, its key, its tokens, and what its ledger has."""

import copy
import http.client
import json
import os
import socket
import ssl
import struct
import time
import uuid

import jwt


class Stage:
    """A daemon with an app, as `DaemonPushTests` has started it."""

    def __init__(self, description):
        self.port = description["port"]
        self.authority = description["authority"]
        self.socket = description["socket"]
        self.app = description["app"]
        self.token = description["token"]
        self.other_token = description["otherToken"]
        self.production_token = description["productionToken"]
        self.development_token = description["developmentToken"]
        self.ended_token = description["endedToken"]
        self.channel_port = description.get("channelPort")
        self.ledger = description.get("ledger")
        self.certificate = None
        self.key_id = description["keyID"]
        self.team_id = description["teamID"]
        with open(description["key"], encoding="ascii") as file:
            self.key = file.read()
        self.authorization = "bearer " + self.provider_token()

    def provider_token(self, key=None, age=0, key_id=None, team_id=None):
        """A provider token, right unless something is said otherwise."""
        return jwt.encode(
            {"iss": team_id or self.team_id, "iat": int(time.time()) - age},
            key or self.key,
            algorithm="ES256",
            headers={"kid": key_id or self.key_id},
        )

    def tls(self, protocols=("h2",)):
        """What trusts the daemon's authority and nobody else."""
        context = ssl.create_default_context(cafile=self.authority)
        if protocols:
            context.set_alpn_protocols(list(protocols))
        if self.certificate:
            context.load_cert_chain(self.certificate)
        return context

    def having(self, **changes):
        """The same for a sender of its own: with another `port`, or a `certificate`, a file."""
        other = copy.copy(self)
        for name, value in changes.items():
            setattr(other, name, value)
        return other

    @property
    def url(self):
        return f"https://localhost:{self.port}"

    def path(self, token=None):
        return f"/3/device/{self.token if token is None else token}"

    def fields(self, identifier=None, **changes):
        """Header fields of a push; None takes one away."""
        fields = {
            "authorization": self.authorization,
            "apns-topic": self.app,
            "apns-push-type": "alert",
            "apns-id": identifier or str(uuid.uuid4()),
        }
        for name, value in changes.items():
            fields[name.replace("_", "-")] = value
        return {name: value for name, value in fields.items() if value is not None}

    # What the daemon has.

    def ask(self, path):
        """A GET of the daemon's API, over its socket."""
        connection = http.client.HTTPConnection("localhost")
        connection.sock = self.connect()
        connection.request("GET", path)
        answer = connection.getresponse()
        body = json.loads(answer.read())
        connection.close()
        if answer.status != 200:
            raise AssertionError(f"GET {path}: {answer.status} {body}")
        return body

    def call(self, method, path, body=None):
        """Asks the daemon's API over its socket: the status, and the JSON of the answer."""
        connection = http.client.HTTPConnection("localhost")
        connection.sock = self.connect()
        headers = {"content-type": "application/json"} if body else {}
        connection.request(method, path, json.dumps(body) if body else None, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, json.loads(text) if text else None

    def connect(self):
        link = socket.socket(socket.AF_UNIX)
        link.connect(self.socket)
        return link

    def process(self):
        """The daemon's process, as the kernel knows who listens on its socket."""
        with self.connect() as link:
            size = struct.calcsize("3i")
            peer = link.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
        return struct.unpack("3i", peer)[0]

    def identifiers(self):
        """How often each request identifier is in the ledger."""
        counts = {}
        before = None
        while True:
            query = "?limit=500" + (f"&before={before}" if before else "")
            rows = self.ask("/v1/notifications" + query)["notifications"]
            for row in rows:
                counts[row["identifier"]] = counts.get(row["identifier"], 0) + 1
            if len(rows) < 500:
                return counts
            before = rows[-1]["sequence"]

    def expect_logged(self, known):
        """Fails unless the delivery log has each apns-id of these once, with its apns-unique-id."""
        lines = {}
        before = None
        while True:
            query = "?limit=500" + (f"&before={before}" if before else "")
            rows = self.ask("/v1/push-log" + query)["pushes"]
            for row in rows:
                lines.setdefault(row["apnsID"], []).append(row)
            if len(rows) < 500:
                break
            before = rows[-1]["number"]
        for name, unique in known.items():
            found = [(row["uniqueID"], row["outcome"]) for row in lines.get(name, [])]
            expect(found == [(unique, "delivered")], f"{name} is logged as {found}")

    def expect_once(self, identifiers):
        """Fails unless the ledger has each of these once."""
        counts = self.identifiers()
        wrong = {name: counts.get(name, 0) for name in identifiers if counts.get(name) != 1}
        expect(not wrong, f"{len(wrong)} of {len(identifiers)} are not once in the ledger")


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


def payload(text="hello"):
    return {"aps": {"alert": {"title": text}}}


def ensure_alive(stage):
    os.kill(stage.process(), 0)
    stage.ask("/readyz")
