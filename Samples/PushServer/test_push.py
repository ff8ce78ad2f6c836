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
def apns(monkeypatch):
    command = ["belfry", "apns", "serve", "--ephemeral"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
        place = json.loads(server.stdout.readline())
        monkeypatch.setattr(APNsDevelopmentClientProtocol, "APNS_SERVER", "localhost")
        monkeypatch.setattr(APNsDevelopmentClientProtocol, "APNS_PORT", place["port"])
        yield place
        server.terminate()


async def send(place, message):
    client = aioapns.APNs(
        key=pathlib.Path(place["key"]).read_text(),
        key_id=place["keyID"],
        team_id=place["teamID"],
        topic=place["topic"],
        use_sandbox=True,
        ssl_context=ssl.create_default_context(cafile=place["authority"]),
    )
    request = aioapns.NotificationRequest(device_token=place["token"], message=message)
    return await client.send_notification(request)


def test_push(apns):
    result = asyncio.run(send(apns, {"aps": {"alert": {"title": "Dinner"}}}))
    assert result.is_successful
    with httpx.Client(transport=httpx.HTTPTransport(uds=apns["socket"])) as center:
        first = center.get("http://localhost/v1/notifications").json()["notifications"][0]
    assert first["identifier"] == result.notification_id
