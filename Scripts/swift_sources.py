# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Reads Swift sources for the checks beside it: their declarations, without comments and texts."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# A comment, or a text in quotation marks; `"""` before `"`, and `///` with what `//` begins.
_NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|(#*)"""(.*?)"""\1|(#*)"((?:\\.|[^"\\\n])*)"\3', re.DOTALL)

# What a text has the program insert: \(name), with parentheses of one further level.
_INSERTED = re.compile(r"\\#*\(((?:[^()]|\([^()]*\))*)\)")


def files(folder):
    """Returns the Swift sources below a folder, in order."""
    return sorted((ROOT / folder).rglob("*.swift"))


def code(text):
    """Returns a source with comments and texts blanked, line by line where it was.

    What a text inserts stays, as it is code.
    """

    def blanked(match):
        noise = match.group(0)
        kept = "" if noise.startswith("/") else " ".join(_INSERTED.findall(noise)).replace("\n", " ")
        return f" {kept} " + "\n" * noise.count("\n")

    return _NOISE.sub(blanked, text)
