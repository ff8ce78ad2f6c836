# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""A push server's test with pytest: the client that it ships, against an endpoint of its own."""

import asyncio
import json
import pathlib
import ssl
import subprocess

import aioapns
import httpx
import pytest
from aioapns.connection import APNsDevelopmentClientProtocol


@pytest.fixture
def apns():
    command = ["belfry", "apns", "serve", "--ephemeral"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
        yield json.loads(server.stdout.readline())
        server.terminate()


def test_push(apns):
    answer = asyncio.run(push(apns, {"aps": {"alert": {"title": "Dinner"}}}))
    assert answer.is_successful
    assert shown(apns)["identifier"] == answer.notification_id


async def push(apns, message):
    """What your server does."""
    APNsDevelopmentClientProtocol.APNS_SERVER = "localhost"
    APNsDevelopmentClientProtocol.APNS_PORT = apns["port"]
    client = aioapns.APNs(
        key=pathlib.Path(apns["key"]).read_text(),
        key_id=apns["keyID"],
        team_id=apns["teamID"],
        topic=apns["topic"],
        use_sandbox=True,
        ssl_context=ssl.create_default_context(cafile=apns["authority"]),
    )
    request = aioapns.NotificationRequest(device_token=apns["token"], message=message)
    return await client.send_notification(request)


def shown(apns):
    """The newest notification."""
    with httpx.Client(transport=httpx.HTTPTransport(uds=apns["socket"])) as center:
        return center.get("http://localhost/v1/notifications").json()["notifications"][0]
