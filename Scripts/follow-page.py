#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Does what a page tells its reader to do, and checks that the screens come out as it shows them.

usage: follow-page.py [--as-root COMMAND] PAGE -- COMMAND...

COMMAND starts the reader's shell, which reads commands from its input: `bash`, or a program that runs
one elsewhere. Its folder is the reader's. In pieces of code for the console, lines that begin with
`$ ` are typed there. Those with `# ` are typed in the shell of --as-root, and left out without it.
Other lines are what the command before them has to print: a line `…` stands for any lines, bars of a
report for any bars, numbers with a unit for any numbers, and places in a library, such as `+0x1146`,
for any, as a compiler chooses them. A file is written where the paragraph
above a piece of code ends with "Write this to `PATH`:".

A command that ends with another status than 0 is an error, unless the next one is `echo $?`.
"""

import argparse
import difflib
import re
import shlex
import subprocess
import sys

_MARK = "--followed--"
_WRITE = re.compile(r"Write this to `([^`]+)`:$")
_BAR = re.compile(r"[█▏▎▍▌▋▊▉░]{10,}")
_NUMBER = re.compile(r"\b\d+(\.\d+)?( ?(ns|µs|ms|s|bytes|KB|MB)\b)")
_PLACE = re.compile(r"\+0x[0-9a-f]+\b")


class Step:
    """One command of a page, or one file, with the line it is on."""

    def __init__(self, line, text, is_root=False, path=None):
        self.line, self.text, self.is_root, self.path = line, text, is_root, path
        self.output = []


def blocks(lines):
    """Yields each piece of code: its first line's number, its language, its lines, what is above it."""
    above, language, code, start = "", None, [], 0
    for number, line in enumerate(lines, 1):
        fence = line.startswith("```")
        if fence and language is None:
            language, code, start = line[3:].strip(), [], number + 1
        elif fence:
            yield start, language, code, above
            language = None
        elif language is not None:
            code.append(line)
        elif line.strip():
            above = line.strip()


def console_steps(start, code):
    """Yields the commands of a piece of code for the console."""
    step = None
    for number, line in enumerate(code, start):
        if step and step.text.endswith("\\") and not step.output:
            step.text += "\n" + line
        elif line.startswith(("$ ", "# ")):
            if step:
                yield step
            step = Step(number, line[2:], is_root=line[0] == "#")
        elif step:
            step.output.append(line)
    if step:
        yield step


def steps(page):
    """Returns what a page tells to do, in order."""
    with open(page, encoding="utf-8") as file:
        lines = file.read().splitlines()
    found = []
    for start, language, code, above in blocks(lines):
        target = _WRITE.search(above)
        if language == "console":
            found += console_steps(start, code)
        elif target:
            found.append(Step(start, "\n".join(code) + "\n", path=target[1]))
    return found


class Shell:
    """A shell that is typed into."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        self.status = 0

    def type(self, text):
        """Runs a command; returns its status and all that it printed."""
        script = (
            f"(exit {self.status})\n{{ {text}\n}} </dev/null\n"
            f"printf '\\n%s %s\\n' {_MARK} $?\n"
        )
        self.process.stdin.write(script.encode())
        self.process.stdin.flush()
        said = []
        for line in self.process.stdout:
            line = line.decode(errors="replace").rstrip("\n")
            if line.startswith(_MARK + " "):
                self.status = int(line.split()[1])
                # The line's end that is printed before the mark.
                return self.status, said[:-1] if said and not said[-1] else said
            said.append(line)
        raise SystemExit("follow-page.py: the shell has ended: " + "\n".join(said))

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def normal(line):
    """Returns a line with what differs from run to run taken out."""
    line = _PLACE.sub("+0xN", _BAR.sub("BAR", line))
    return _NUMBER.sub(r"N\2", line).rstrip()


def trimmed(lines):
    """Returns lines without empty ones at either end."""
    text = "\n".join(lines).strip("\n")
    return text.split("\n") if text else []


def fits(said, shown):
    """Whether what was printed is what a page shows."""
    said, shown = trimmed(said), trimmed(shown)
    pattern = "".join(
        "(?:.*\n)*?" if line.strip() == "…" else re.escape(normal(line)) + "\n" for line in shown
    )
    return re.fullmatch(pattern, "".join(normal(line) + "\n" for line in said)) is not None


def follow(page, user, root):
    """Follows a page; returns what is wrong with it, or None."""
    todo = steps(page)
    if not any(not step.is_root and step.path is None for step in todo):
        return f"{page} has no command"
    for index, step in enumerate(todo):
        shell = root if step.is_root else user
        if shell is None:
            continue
        if step.path is not None:
            text = f"printf '%s' {shlex.quote(step.text)} >{shlex.quote(step.path)}"
            status, said = shell.type(text)
        else:
            status, said = shell.type(step.text)
        following = todo[index + 1] if index + 1 < len(todo) else None
        is_shown = following is not None and following.text.strip() == "echo $?"
        place = f"{page}:{step.line}"
        if status != 0 and not is_shown:
            return f"{place}: '{step.path or step.text}' ends with {status}:\n" + "\n".join(said)
        if step.output and not fits(said, step.output):
            shown = [normal(line) for line in trimmed(step.output)]
            found = [normal(line) for line in trimmed(said)]
            difference = difflib.unified_diff(shown, found, "the page", "the screen", lineterm="")
            return f"{place}: '{step.text}' prints something else:\n" + "\n".join(difference)
    return None


def main():
    if "--" not in sys.argv:
        sys.exit(__doc__)
    mark = sys.argv.index("--")
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--as-root", type=shlex.split)
    parser.add_argument("page")
    options = parser.parse_args(sys.argv[1:mark])
    user = Shell(sys.argv[mark + 1 :])
    root = Shell(options.as_root) if options.as_root else None
    wrong = follow(options.page, user, root)
    for shell in filter(None, (user, root)):
        shell.close()
    if wrong:
        sys.exit(f"follow-page.py: {wrong}")


if __name__ == "__main__":
    main()
