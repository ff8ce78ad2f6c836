#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Pushes to a daemon that stands for the production service.

    production.py DESCRIPTION FOLDER

FOLDER has `development.pem`, a certificate for the other service alone, which the daemon was told to
trust. It prints a line for each check, and ends with 1 where one fails.
"""

import asyncio
import json
import os
import ssl
import sys
import uuid

import aioapns
import aioapns.connection
import httpx

from reasons import BODY, Reasons, add_provider, once
from stage import Stage, expect, payload


def without_unique_id(stage, _):
    """A success has no `apns-unique-id`; the delivery log has one all the same."""
    name = str(uuid.uuid4())
    with httpx.Client(http2=True, verify=stage.tls(())) as client:
        answer = client.post(stage.url + stage.path(), headers=stage.fields(name), content=BODY)
    expect(answer.status_code == 200 and answer.content == b"", f"{answer} {answer.content}")
    expect(answer.headers["apns-id"] == name, "another apns-id came back")
    expect("apns-unique-id" not in answer.headers, f"{answer.headers}")
    stage.expect_once([name])
    lines = [row for row in stage.ask("/v1/push-log")["pushes"] if row["apnsID"] == name]
    expect([line["outcome"] for line in lines] == ["delivered"], f"the log has {lines}")
    expect(uuid.UUID(lines[0]["uniqueID"]), "the log's uniqueID")


async def aioapns_production(stage, _):
    """The library as it is, told of the production service, with another host than Apple's."""
    protocol = aioapns.connection.APNsProductionClientProtocol
    protocol.APNS_SERVER, protocol.APNS_PORT = "localhost", stage.port
    client = aioapns.APNs(
        key=stage.key,
        key_id=stage.key_id,
        team_id=stage.team_id,
        topic=stage.app,
        use_sandbox=False,
        max_connections=1,
        ssl_context=ssl.create_default_context(cafile=stage.authority),
    )
    results = []
    for token in (stage.token, stage.development_token):
        request = aioapns.NotificationRequest(device_token=token, message=payload())
        results.append(await asyncio.wait_for(client.send_notification(request), 60))
    client.pool.close()
    await asyncio.sleep(0)
    found = [(result.status, result.description or None) for result in results]
    expect(found == [("200", None), ("400", "BadDeviceToken")], f"{found}")


def refuses_development(stage, folder):
    """What is for the development service is told so, each with Apple's reason."""
    reasons = Reasons()
    token = stage.path(stage.development_token)
    reasons.check(once(stage, stage.fields(), path=token), 400, "BadDeviceToken")
    key = add_provider(stage, environment="development")
    answer = once(stage, stage.fields(authorization=key))
    reasons.check(answer, 403, "BadEnvironmentKeyIdInToken")
    sender = stage.having(certificate=os.path.join(folder, "development.pem"))
    answer = once(sender, stage.fields(authorization=None))
    reasons.check(answer, 403, "BadCertificateEnvironment")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        stage = Stage(json.load(file))
    for check in (without_unique_id, aioapns_production, refuses_development):
        result = check(stage, sys.argv[2])
        if asyncio.iscoroutine(result):
            asyncio.run(result)
        print(f"passed {check.__name__}", flush=True)


if __name__ == "__main__":
    main()
