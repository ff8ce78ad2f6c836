#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Checks that no folder of a target sets what a class of another folder has stored.

usage: check-state.py TARGET

A stored `var` of a class is private, or private(set), or no other folder names it: what a class does
it is asked for by its functions. A protocol lets nobody set a property either. Structs are values, so
that whoever has one has a copy.

The script goes by names. Where it takes another property for one of these, rename one of them.
"""

import re
import sys

import swift_sources

_TYPE = re.compile(
    r"(?:@\w+(?:\([^)]*\))?\s+)*(?P<modifiers>(?:(?:package|public|internal|final|private|fileprivate|"
    r"indirect|nonisolated)\s+)*)(?P<kind>class|struct|enum|actor|protocol|extension)\s+(?P<name>[\w.]+)"
)
_PROPERTY = re.compile(
    r"(?:@\w+(?:\([^)]*\))?\s+)*(?P<modifiers>(?:[a-z]+(?:\([a-z]+\))?\s+)*)var\s+(?P<name>\w+)(?P<rest>.*)"
)


def main(target):
    place = swift_sources.ROOT / "Sources" / target
    sources = []
    for path in swift_sources.files(f"Sources/{target}"):
        relative = path.relative_to(place)
        sources.append((relative, relative.parts[0], swift_sources.code(path.read_text())))
    errors = []
    for path, folder, text in sources:
        for owner, name in open_properties(text):
            named = re.compile(rf"\.{name}\b")
            for other, room, words in sources:
                if room == folder:
                    continue
                for number, line in enumerate(words.splitlines(), 1):
                    if named.search(line):
                        errors.append(
                            f"Sources/{target}/{other}:{number}: {name}, which {owner} in {path} has "
                            "stored, and which is not private(set) there"
                        )
    return errors


def open_properties(text):
    """Yields the type and the name of each property in a source that others may set."""
    types = []
    depth = 0
    for line in text.splitlines():
        words = line.strip()
        found = _PROPERTY.match(words)
        if found and types and types[-1][2] == depth and is_open(types[-1], found):
            yield types[-1][1], found["name"]
        opened = line.count("{") - line.count("}")
        found = _TYPE.match(words)
        if found and opened > 0:
            kind = found["kind"]
            if re.search(r"\b(private|fileprivate)\b", found["modifiers"]):
                kind = "hidden"
            types.append((kind, found["name"], depth + 1))
        depth += opened
        while types and depth < types[-1][2]:
            types.pop()


def is_open(owner, found):
    """Returns whether a property is stored in a class, or of a protocol, and may be set by others."""
    kind, rest = owner[0], found["rest"]
    if kind == "protocol":
        return re.search(r"\{.*\bset\b.*\}", rest) is not None
    if kind not in ("class", "actor"):
        return False
    if re.search(r"\b(private|fileprivate|static)\b", found["modifiers"]):
        return False
    is_computed = "{" in rest.split("=")[0]
    return not is_computed


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    errors = main(sys.argv[1])
    for error in errors:
        print(f"check-state.py: {error}", file=sys.stderr)
    sys.exit(1 if errors else 0)
