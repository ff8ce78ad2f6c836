#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Kills a daemon while pushes arrive, and looks later for those that it had answered with 200.

    crash.py DESCRIPTION FILE            pushes until 200 are answered, kills, writes their names
    crash.py DESCRIPTION FILE --verify   each of them is in the ledger and in the delivery log of the
                                         next daemon once; then pushes all again, as a sender does
                                         that had no answer
"""

import asyncio
import json
import os
import signal
import sys
import uuid

import anyio
import httpx

from stage import Stage, expect, payload

# BELFRY_APNS_PUSHES=10000 takes minutes.
PUSHES = int(os.environ.get("BELFRY_APNS_PUSHES", "3000"))
ENOUGH = PUSHES // 3


async def push(client, stage, name):
    fields = stage.fields(name)
    answer = await client.post(stage.url + stage.path(), headers=fields, json=payload())
    expect(answer.status_code == 200, f"{answer.status_code} {answer.text}")
    return answer.headers["apns-unique-id"]


async def attack(stage):
    process = stage.process()
    names = [str(uuid.uuid4()) for _ in range(PUSHES)]
    answered = {}
    gate = asyncio.Semaphore(64)

    async def one(client, name):
        async with gate:
            if len(answered) >= ENOUGH:
                return
            try:
                known = await push(client, stage, name)
            except (httpx.HTTPError, anyio.EndOfStream):
                # The second is how a client that was just writing finds the end of the daemon.
                return
            answered[name] = known
            if len(answered) == ENOUGH:
                os.kill(process, signal.SIGKILL)

    async with httpx.AsyncClient(http2=True, verify=stage.tls(()), timeout=60) as client:
        await asyncio.gather(*(one(client, name) for name in names))
    return {"names": names, "answered": answered}


async def verify(stage, record):
    expect(len(record["answered"]) >= ENOUGH, "too few were answered")
    stage.expect_once(record["answered"])
    stage.expect_logged(record["answered"])
    async with httpx.AsyncClient(http2=True, verify=stage.tls(()), timeout=60) as client:
        gate = asyncio.Semaphore(64)

        async def one(name):
            async with gate:
                return await push(client, stage, name)

        known = await asyncio.gather(*map(one, record["names"]))
    stage.expect_once(record["names"])
    again = dict(zip(record["names"], known))
    stage.expect_logged(again)
    for name, first in record["answered"].items():
        expect(again[name] == first, f"{name} is known by another identifier")
    print(
        f"{len(record['answered'])} of {len(record['names'])} were answered before the end, and all "
        "are there once"
    )


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        stage = Stage(json.load(file))
    if sys.argv[3:] == ["--verify"]:
        with open(sys.argv[2], encoding="utf-8") as file:
            asyncio.run(verify(stage, json.load(file)))
    else:
        record = asyncio.run(attack(stage))
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            json.dump(record, file)


if __name__ == "__main__":
    main()
