#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Writes articles for DocC: one about each command of a program, from the program's own help, and one
of each page that belongs to the catalogue as well as to the site.

usage: tool-articles.py PROGRAM FOLDER [PAGE...]

The program describes itself with --experimental-dump-help, as for Scripts/man-pages.py. A page's links
lead to the articles beside it, and else to the site that Scripts/site.py writes: Scripts/docs.sh has it
below reference/Tool/documentation/tool.
"""

import json
import os
import posixpath
import re
import subprocess
import sys


def escaped(text):
    """Returns a text in which Markdown finds nothing, but for the code that is in it."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(p if p.startswith("`") else re.sub(r"([\\*_<>\[\]|])", r"\\\1", p) for p in parts)


def prose(text):
    """Returns a help text as Markdown; lines that are indented are examples."""
    out = []
    for block in re.split(r"\n\s*\n", (text or "").strip("\n")):
        lines = block.split("\n")
        examples = [line for line in lines if line.startswith("  ")]
        told = " ".join(line.strip() for line in lines if not line.startswith("  "))
        if told:
            out.append(escaped(told))
        if examples:
            out.append("```\n" + "\n".join(line.strip() for line in examples) + "\n```")
    return "\n\n".join(out)


def typed(argument):
    """Returns how an argument is typed."""
    value = argument.get("valueName") or "value"
    if argument["kind"] == "positional":
        return value.upper() + ("…" if argument.get("isRepeating") else "")
    dashes = {"short": "-", "longWithSingleDash": "-"}
    names = [dashes.get(n["kind"], "--") + n["name"] for n in argument["names"]]
    return ", ".join(names) + (f" {value}" if argument["kind"] == "option" else "")


def article(names, command):
    """Returns the article of one command."""
    out = [f"# {' '.join(names)}", escaped(command.get("abstract", "")), "## Overview"]
    out.append(prose(command.get("discussion")))
    arguments = [a for a in command.get("arguments", []) if a.get("shouldDisplay", True)]
    out.append("### Arguments and options")
    for argument in arguments:
        text = " ".join((argument.get("abstract") or "").split())
        out.append(f"- `{typed(argument)}`: {escaped(text)}" if text else f"- `{typed(argument)}`")
    return "\n\n".join(part for part in out if part) + "\n"


# Where the site's top is, from an article.
_TOP = "../../../.."

_LINK = re.compile(r"\]\(([^):#]+)\.md(#[^)]*)?\)")


def adopted(page, articles):
    """Returns the text of a page as an article; `articles` are the names of those beside it."""

    def settled(match):
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), match[1]))
        name = posixpath.basename(path)
        # DocC writes the names of headings in a way of its own.
        if name in articles and posixpath.dirname(path) == posixpath.dirname(page):
            return f"](doc:{name})"
        return f"]({_TOP}/{path}.html{match[2] or ''})"

    with open(page, encoding="utf-8") as file:
        return _LINK.sub(settled, file.read())


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, folder, *pages = sys.argv[1:]
    articles = [posixpath.basename(page).removesuffix(".md") for page in pages]
    for page in pages:
        with open(os.path.join(folder, posixpath.basename(page)), "w", encoding="utf-8") as file:
            file.write(adopted(page, articles))
    told = subprocess.run(
        [program, "--experimental-dump-help"], check=True, capture_output=True, text=True
    )
    command = json.loads(told.stdout)["command"]
    for inner in command.get("subcommands", []):
        if inner["commandName"] == "help" or not inner.get("shouldDisplay", True):
            continue
        names = [command["commandName"], inner["commandName"]]
        path = os.path.join(folder, "-".join(names) + ".md")
        with open(path, "w", encoding="utf-8") as file:
            file.write(article(names, inner))


main()
