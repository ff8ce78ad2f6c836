#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Checks that pages can be read: narrow prose in short walls, a README that fits two screens, and links
that lead somewhere.

usage: check-pages.py [PAGE...]

Prose ends at 100 columns. Tables, code, comments and single words may be wider.
Between two headings, tables, lists or pieces of code there are fewer than 40 lines of prose.
A link to a page of the repository names one that is there, and a heading that it has.
"""

import re
import sys
import unicodedata
import urllib.parse

import headings
import swift_sources

WIDTH = 100
WALL = 40
LENGTHS = {"README.md": 120, "Documentation/Architecture.md": 250}

# What a template of an address has in the place of whose repository it is.
_OWNER = "OWNER/"

# Pages that are made from the code: their headings are not known before.
_MADE = ("Documentation/Verdicts.md", "Documentation/SDKReference.md")

_ITEM = re.compile(r"^\s*([-*]|\d+\.)\s")


def pages():
    """Returns what is written for readers, in order; DocC's articles too.

    The change log is not among them: each of its entries is one line, however long.
    """
    found = [path for path in swift_sources.ROOT.glob("*.md") if path.name != "CHANGELOG.md"]
    for folder in ("Documentation", "Sources", "SDK", "Plugins", "Samples"):
        found += (swift_sources.ROOT / folder).rglob("*.md")
    return sorted(path for path in found if ".build" not in path.parts)


def width(line):
    return sum(0 if unicodedata.combining(character) else 1 for character in line)


def errors(path):
    name = str(path.relative_to(swift_sources.ROOT))
    lines = path.read_text().splitlines()
    if len(lines) > LENGTHS.get(name, len(lines)):
        yield f"{name}: {len(lines)} lines, and {LENGTHS[name]} at most"
    is_code, wall = False, 0
    for number, line in enumerate(lines, 1):
        if _OWNER in line:
            yield f"{name}:{number}: {_OWNER} stands for a name that nobody can type; write the address"
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text.startswith("```"):
            is_code, wall = not is_code, 0
            continue
        if is_code or text.startswith(("|", "<!--")) or line.startswith("    ") and wall == 0:
            wall = 0
            continue
        # A single word, such as a link, cannot be broken.
        words = _ITEM.sub("", text).split()
        if width(line) > WIDTH and len(words) > 1:
            yield f"{name}:{number}: {width(line)} columns of prose, and {WIDTH} at most"
        wall = 0 if text.startswith("#") or _ITEM.match(line) else wall + 1
        if wall == WALL:
            yield f"{name}:{number}: {WALL} lines of prose without a heading, list, table or code"


def broken_links(path):
    name = str(path.relative_to(swift_sources.ROOT))
    for link in headings.links(path.read_text()):
        parts = urllib.parse.urlsplit(link)
        if parts.scheme or ".docc/" in name:
            continue
        target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
        if not target.exists():
            yield f"{name}: {link} leads nowhere"
        elif parts.fragment and target.suffix == ".md":
            page = target.relative_to(swift_sources.ROOT).as_posix()
            if page not in _MADE and parts.fragment not in headings.anchors(target.read_text()):
                yield f"{name}: {link} names no heading"


if __name__ == "__main__":
    chosen = [swift_sources.ROOT / name for name in sys.argv[1:]] or pages()
    found = [error for path in chosen for error in errors(path)]
    linking = chosen if sys.argv[1:] else chosen + [swift_sources.ROOT / "CHANGELOG.md"]
    found += [error for path in linking for error in broken_links(path)]
    for error in found:
        print(f"check-pages.py: {error}", file=sys.stderr)
    sys.exit(1 if found else 0)
