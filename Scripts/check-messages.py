#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Checks that no message of a program names a file that only this repository has.

An installed tool has no Documentation/Build.md: its messages say `belfry help Build`, which prints
that page. Each topic that a message names has to be a page.
"""

import re
import sys

import swift_sources

PAGE = re.compile(r"(?<!\]\()\b(?:Documentation/)?[A-Z][A-Za-z]+\.md\b")
TOPIC = re.compile(r"belfry help ([A-Z]\w*)")
# What writes a page of the documentation names the pages beside it.
WRITERS = {"Sources/BelfryTool/Screen/VerdictPage.swift"}
COMMENT = re.compile(r"\s*(//|/\*|\*)")


def main():
    """Prints what is wrong, and returns how many places that are."""
    pages = {path.stem for path in (swift_sources.ROOT / "Documentation").glob("*.md")}
    count = 0
    for folder in ("Sources", "SDK/Swift"):
        for path in swift_sources.files(folder):
            name = str(path.relative_to(swift_sources.ROOT))
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if COMMENT.match(line):
                    continue
                faults = [f"names {page}; name `belfry help TOPIC`" for page in PAGE.findall(line)]
                faults *= name not in WRITERS
                unknown = [topic for topic in TOPIC.findall(line) if topic not in pages | {"TOPIC"}]
                faults += [f"`belfry help {topic}` is no page of Documentation" for topic in unknown]
                for fault in faults:
                    count += 1
                    print(f"{name}:{number}: {fault}", file=sys.stderr)
    return count


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
