#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Withdraws certificates, an authority and a key while senders are connected with them.

    withdrawal.py DESCRIPTION FOLDER

FOLDER has `a.pem` and `b.pem`, each a certificate that vouches for itself and its key, and
`clients.pem`, both certificates, which the daemon was told to trust. It ends with 1 where a check fails.
"""

import json
import os
import sys

from frames import Connection
from stage import Stage, expect, payload

BODY = json.dumps(payload()).encode()


class Sender:
    """A sender that is connected with a certificate, or with tokens."""

    def __init__(self, stage, certificate=None):
        self.stage = stage.having(certificate=certificate)
        self.connection = Connection(self.stage)

    def push(self):
        authorization = None if self.stage.certificate else self.stage.authorization
        fields = self.stage.fields(authorization=authorization)
        status, _, body, _ = self.connection.push(fields, BODY)
        return status, body and body["reason"]

    def expect_let_in(self):
        answer = self.push()
        expect(answer == (200, None), f"a sender that is let in is answered {answer}")

    def expect_ended(self):
        """The daemon has ended the connection, and lets the sender in no more."""
        farewell = self.connection.farewell()
        expect(farewell is not None, "the connection ends without GOAWAY")
        expect(farewell.error_code == 0, f"GOAWAY has {farewell.error_code}")
        reason = json.loads(farewell.additional_data)
        expect(reason == {"reason": "BadCertificate"}, f"GOAWAY says {reason}")
        self.connection = Connection(self.stage)
        answer = self.push()
        expect(answer == (403, "BadCertificate"), f"a later connection is answered {answer}")
        self.connection.close()


def make(stage, folder, name):
    status, made = stage.call("POST", "/v1/apns/certificates", {"topics": [stage.app]})
    expect(status == 201, f"a certificate is answered {status}")
    path = os.path.join(folder, name)
    with open(path, "w", encoding="ascii") as file:
        file.write(made["certificate"])
    return made["serial"], Sender(stage, path)


def serials(stage):
    return [row["serial"] for row in stage.ask("/v1/apns/certificates")["certificates"]]


def withdraw_certificate(stage, folder):
    first, gone = make(stage, folder, "first.pem")
    second, kept = make(stage, folder, "second.pem")
    expect(serials(stage) in ([first, second], [second, first]), f"there are {serials(stage)}")
    gone.expect_let_in()
    kept.expect_let_in()
    place = f"/v1/apns/certificates/{first.upper()}"
    expect(stage.call("DELETE", place)[0] == 204, "it is not withdrawn")
    gone.expect_ended()
    kept.expect_let_in()
    expect(serials(stage) == [second], f"there are {serials(stage)}")
    expect(stage.call("DELETE", place)[0] == 404, "it is withdrawn twice")


def withdraw_authority(stage, folder):
    gone = Sender(stage, os.path.join(folder, "a.pem"))
    kept = Sender(stage, os.path.join(folder, "b.pem"))
    gone.expect_let_in()
    kept.expect_let_in()
    with open(os.path.join(folder, "b.pem"), encoding="ascii") as file:
        text = file.read()
    new = os.path.join(folder, "clients.new")
    with open(new, "w", encoding="ascii") as file:
        file.write(text)
    os.replace(new, os.path.join(folder, "clients.pem"))
    gone.expect_ended()
    kept.expect_let_in()


def withdraw_key(stage, _):
    sender = Sender(stage)
    sender.expect_let_in()
    expect(stage.call("DELETE", f"/v1/apns/providers/{stage.key_id}")[0] == 204, "it stays")
    for _ in range(2):
        answer = sender.push()
        expect(answer == (403, "InvalidProviderToken"), f"its token is answered {answer}")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        stage = Stage(json.load(file))
    for check in (withdraw_certificate, withdraw_authority, withdraw_key):
        check(stage, sys.argv[2])
        print(f"passed {check.__name__}", flush=True)


if __name__ == "__main__":
    main()
