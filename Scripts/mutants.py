# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""What both scripts of deliberate bugs do: finding the text that a mutant replaces."""

import pathlib
import sys


def locate(tree, targets, mutants):
    """The file of each mutant's text, which is once in the sources of the targets.

    Files move, and the text with them; so a mutant names no file. A text that has changed ends the
    script: its mutant breaks nothing any more.
    """
    sources = {
        path: path.read_text()
        for target in targets
        for path in sorted((pathlib.Path(tree) / "Sources" / target).rglob("*.swift"))
    }
    found, stale = [], []
    for number, (what, old, *_) in enumerate(mutants, 1):
        files = [path for path, text in sources.items() if old in text]
        count = sum(sources[path].count(old) for path in files)
        if count == 1:
            found += files
        else:
            stale.append(f"mutant {number}, {what}: its text is there {count} times")
    if stale:
        sys.exit("\n".join(stale + [f"correct {sys.argv[0]}"]))
    return found
