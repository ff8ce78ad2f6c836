#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Checks that a target's folders use each other in one direction.

usage: check-order.py TARGET FOLDER...

The folders are named from the top to the bottom. A file may use what its own folder and the folders
below it declare. Files beside the folders are above all of them.

The compiler cannot check this, as all folders are one module. The script goes by names: those of
types and functions at the top level of a file, and those of members that an extension adds, if
nothing else in Sources has the same name.
"""

import re
import sys
from collections import Counter, defaultdict

import swift_sources

_MODIFIERS = r"(?:@\w+(?:\([^)]*\))?\s+|(?:package|public|internal|final|indirect|nonisolated|static|mutating)\s+)*"
_TOP_LEVEL = re.compile(
    rf"^{_MODIFIERS}(?:struct|class|enum|actor|protocol|typealias|func|let|var) (\w+)", re.MULTILINE
)
_EXTENSION = re.compile(r"^(?:package )?extension [^{]*\{(.*?)^\}", re.MULTILINE | re.DOTALL)
_MEMBER = re.compile(
    rf"^    {_MODIFIERS}(?:struct|class|enum|actor|typealias|func|let|var) (\w+)", re.MULTILINE
)
_ANY = re.compile(
    r"\b(?:struct|class|enum|actor|protocol|typealias|func|let|var|case) `?(\w+)|\b(\w+):"
)
_USE = re.compile(r"[A-Za-z_]\w*")


def main(target, folders):
    place = swift_sources.ROOT / "Sources" / target
    found = {path.name for path in place.iterdir() if path.is_dir() and any(path.rglob("*.swift"))}
    if found != set(folders):
        difference = ", ".join(sorted(found ^ set(folders)))
        return [f"Sources/{target}: {difference}: is a folder or is in the list, and must be both"]
    rank = {folder: number for number, folder in enumerate(folders, 1)}

    sources = []
    for path in swift_sources.files(f"Sources/{target}"):
        parts = path.relative_to(place).parts
        sources.append((path, rank.get(parts[0], 0), swift_sources.code(path.read_text())))

    homes = declarations(sources)
    errors = []
    for path, level, text in sources:
        for number, line in enumerate(text.splitlines(), 1):
            for name in _USE.findall(line):
                home = homes.get(name)
                if home is not None and home < level:
                    owner = f"{folders[home - 1]} declares" if home else "the folders' parent declares"
                    errors.append(
                        f"{path.relative_to(swift_sources.ROOT)}:{number}: {name}, which {owner}; "
                        f"{folders[level - 1]} is below it"
                    )
    return errors


def declarations(sources):
    """Returns the level of the one folder that declares a name, for each such name."""
    levels = defaultdict(set)
    types = set()
    for _, level, text in sources:
        types.update(name for name in _TOP_LEVEL.findall(text) if name[0].isupper())
        for name in _TOP_LEVEL.findall(text):
            levels[name].add(level)
        for body in _EXTENSION.findall(text):
            for name in _MEMBER.findall(body):
                levels[name].add(level)
    counts = Counter()
    for path in swift_sources.files("Sources"):
        text = swift_sources.code(path.read_text())
        counts.update(declared or label for declared, label in _ANY.findall(text))
    return {
        name: min(found)
        for name, found in levels.items()
        if len(found) == 1 and (name in types or counts[name] == 1)
    }


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    errors = main(sys.argv[1], sys.argv[2:])
    for error in errors:
        print(f"check-order.py: {error}", file=sys.stderr)
    sys.exit(1 if errors else 0)
