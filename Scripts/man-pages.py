#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Writes the manual pages of a program from its own help.

usage: man-pages.py PROGRAM SECTION FOLDER

The program describes itself with --experimental-dump-help, as every program does whose command line
is swift-argument-parser's. Each command gets a page, NAME-COMMAND.SECTION in FOLDER, and the program
one that lists them. The parser's own plug-in for manuals is not used: it compiles a second program,
it runs a debug build, and its pages have neither a section of exit statuses nor examples as such.

SOURCE_DATE_EPOCH is the date of the pages; without it they have none.
"""

import json
import os
import re
import subprocess
import sys
import time


def escaped(text):
    """Returns a text as roff shows it: no request, no escape, hyphens as on a keyboard."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in text.split("\n"))


def paragraphs(text):
    """Yields the paragraphs of a help text: True and lines of an example, or False and prose."""
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines = block.split("\n")
        while lines:
            is_example = lines[0].startswith("  ")
            count = next(
                (n for n, line in enumerate(lines) if line.startswith("  ") != is_example), len(lines)
            )
            yield is_example, lines[:count]
            lines = lines[count:]


def body(text):
    """Returns a help text as roff."""
    out = []
    for is_example, lines in paragraphs(text):
        if is_example:
            indent = min(len(line) - len(line.lstrip()) for line in lines)
            shown = escaped("\n".join(line[indent:] for line in lines))
            out += [".PP", ".RS 4", ".nf", shown, ".fi", ".RE"]
        else:
            out += [".PP", escaped(" ".join(line.strip() for line in lines))]
    return out


def spelled(name):
    return ("-" if name["kind"] in ("short", "longWithSingleDash") else "--") + name["name"]


def value(argument):
    return argument.get("valueName") or "value"


def label(argument):
    """Returns how an argument is typed, as the first line of its entry."""
    if argument["kind"] == "positional":
        return f"\\fI{escaped(value(argument))}\\fR" + (" ..." if argument.get("isRepeating") else "")
    names = sorted(argument["names"], key=lambda name: (name["kind"] != "short", spelled(name)))
    typed = ", ".join(f"\\fB{escaped(spelled(name))}\\fR" for name in names)
    if argument["kind"] == "option":
        typed += f" \\fI{escaped(value(argument))}\\fR"
    return typed


def synopsis(command, names):
    parts = [f"\\fB{escaped(' '.join(names))}\\fR"]
    shown = [a for a in command.get("arguments", []) if a.get("shouldDisplay", True)]
    if any(a["kind"] != "positional" for a in shown):
        parts.append("[\\fIoptions\\fR]")
    for argument in shown:
        if argument["kind"] == "positional":
            typed = label(argument)
            parts.append(f"[{typed}]" if argument.get("isOptional") else typed)
    return " ".join(parts)


def entries(command):
    """Returns the arguments and options of a command as roff."""
    out, section = [], None
    for argument in command.get("arguments", []):
        if not argument.get("shouldDisplay", True):
            continue
        title = argument.get("sectionTitle") or (
            "arguments" if argument["kind"] == "positional" else "options"
        )
        if title != section:
            out.append(f".SH {escaped(title.upper())}")
            section = title
        text = (argument.get("abstract") or "").strip()
        if argument.get("discussion"):
            text += "\n\n" + argument["discussion"]
        default = argument.get("defaultValue")
        if default and "default:" not in text:
            text += f" (default: {default})"
        out += [".TP", label(argument)]
        first = True
        for is_example, lines in paragraphs(text or "\\&"):
            if is_example:
                out += [".RS", ".nf", escaped("\n".join(lines)), ".fi", ".RE"]
            else:
                out += ([] if first else [".IP"]) + [escaped(" ".join(line.strip() for line in lines))]
            first = False
    return out


def sentence(text):
    """Returns a text as the NAME section has it: a phrase without a full stop."""
    text = text.strip().rstrip(".")
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def page(command, names, section, version, commands, others):
    """Returns the manual page of one command."""
    title = "-".join(names)
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    date = time.strftime("%Y-%m-%d", time.gmtime(int(epoch))) if epoch else ""
    out = [
        f'.TH "{escaped(title.upper())}" "{section}" "{date}" "Belfry {version}" "Belfry"',
        ".nh",
        ".ad l",
        ".SH NAME",
        f"{escaped(title)} \\- {escaped(sentence(command.get('abstract', '')))}",
        ".SH SYNOPSIS",
        synopsis(command, names),
    ]
    if commands:
        out += [".br", f"\\fB{escaped(' '.join(names))}\\fR \\fIcommand\\fR ..."]
    discussion = command.get("discussion", "")
    told, mark, statuses = discussion.partition("Exit status:")
    out += [".SH DESCRIPTION"] + body(command.get("abstract", "") + "\n\n" + told)
    if commands:
        out.append(".SH COMMANDS")
        for inner in commands:
            name = escaped(inner["commandName"])
            out += [".TP", f"\\fB{name}\\fR", escaped(inner.get("abstract", ""))]
    out += entries(command)
    if mark:
        statuses, end, rest = statuses.partition("\n\n")
        out += [".SH EXIT STATUS"] + body(statuses.strip()[:1].upper() + statuses.strip()[1:])
        if rest.strip():
            out += [".SH NOTES"] + body(rest)
    out += [".SH SEE ALSO", ",\n".join(f".BR {escaped(name)} ({number})" for name, number in others)
            .replace(",\n", " ,\n")]
    return "\n".join(out) + "\n"


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    program, section, folder = sys.argv[1:]
    told = subprocess.run(
        [program, "--experimental-dump-help"], check=True, capture_output=True, text=True
    )
    command = json.loads(told.stdout)["command"]
    said = subprocess.run([program, "--version"], check=True, capture_output=True, text=True)
    version = said.stdout.strip()
    name = command["commandName"]
    inner = [c for c in command.get("subcommands", []) if c["commandName"] != "help"]
    inner = [c for c in inner if c.get("shouldDisplay", True)]
    sibling = ("belfryd", "8") if section == "1" else ("belfry", "1")
    pages = [(f"{name}-{c['commandName']}", section) for c in inner]

    def write(title, text):
        with open(os.path.join(folder, f"{title}.{section}"), "w", encoding="utf-8") as file:
            file.write(text)

    write(name, page(command, [name], section, version, inner, pages + [sibling]))
    for c in inner:
        names = [name, c["commandName"]]
        write("-".join(names), page(c, names, section, version, [], [(name, section), sibling]))


main()
