# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Names the headings of pages as hosts of repositories do, so that links can lead to them."""

import re

_FENCE = re.compile(r"^\s*```.*?^\s*```", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]*)\)")


def anchor(heading):
    """Returns the name of a heading's text."""
    text = heading.lower().replace(" ", "-")
    return "".join(c for c in text if c.isalnum() or c in "-_")


def numbered(names):
    """Gives a name that comes again a number behind it."""
    seen = {}
    for name in names:
        count = seen.setdefault(name, 0)
        seen[name] += 1
        yield f"{name}-{count}" if count else name


def anchors(page):
    """Returns the names of a page's headings, which is Markdown."""
    found = re.findall(r"^#{1,6} +(.*?)\s*#*$", _FENCE.sub("", page), re.MULTILINE)
    return set(numbered(anchor(_LINK.sub(r"\1", text)) for text in found))


def links(page):
    """Returns where a page's links lead, but for what it shows as code."""
    prose = re.sub(r"`[^`]*`", "", _FENCE.sub("", page))
    return [target for _, target in _LINK.findall(prose)]
