#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Checks that what others see has a comment, and that what the compiler does not check says why.

usage: check-comments.py [FOLDER...]

Every `package` and `public` declaration of Sources and SDK/Swift has a doc comment, but for the
kinds whose meaning is told elsewhere: CONTRIBUTING lists them, `told_elsewhere` finds them. Every
`@unchecked Sendable` and `nonisolated(unsafe)` has a `//` comment beside it, right above or right below;
one may speak for several in a row.
"""

import re
import sys
from collections import defaultdict

import swift_sources

# How many properties directly below a commented property, or a commented type's head, need no comment
# of their own, as that one speaks for them.
RUN = 3

FOLDERS = ("Sources", "SDK/Swift")

_MODIFIER = (
    r"(?:private|fileprivate|internal|final|static|class|lazy|override|mutating|nonmutating|"
    r"borrowing|consuming|required|convenience|indirect|weak|dynamic|optional|unsafe|"
    r"unowned(?:\(\w+\))?|nonisolated(?:\(\w+\))?|(?:private|fileprivate|package|internal)\(set\))"
)
_DECLARATION = re.compile(
    rf"^ *(?:@\w+(?:\((?:[^()]|\([^()]*\))*\))? +)*(?P<before>(?:{_MODIFIER} +)*)"
    rf"(?:(?P<access>package|public|open) +)?(?P<after>(?:{_MODIFIER} +)*)"
    r"(?P<kind>struct|class|enum|actor|protocol|extension|typealias|associatedtype|func|var|let|"
    r"init|subscript|case|macro)\b *(?P<name>`[^`]+`|\w[\w.]*|[^\s\w({]+)?(?P<rest>.*)$"
)
_TYPES = ("struct", "class", "enum", "actor", "protocol", "extension")

_UNCHECKED = re.compile(r"@unchecked Sendable|nonisolated\(unsafe\)")

# Requirements of protocols that everybody knows.
_FOREIGN = {
    "ParsableCommand": {"configuration", "run", "validate"},
    "AsyncParsableCommand": {"configuration", "run", "validate"},
    "ParsableArguments": {"validate"},
    "ExpressibleByArgument": {"init", "allValueStrings", "defaultValueDescription"},
    "ExpressibleByStringLiteral": {"init"},
    "MetricsFactory": {
        f"{verb}{kind}"
        for verb in ("make", "destroy")
        for kind in ("Counter", "FloatingPointCounter", "Recorder", "Timer", "Meter")
    },
}

# Members whose meaning is the language's or the standard library's.
_KNOWN = {
    "description", "debugDescription", "errorDescription", "customMirror", "rawValue", "hashValue",
    "hash", "encode", "==", "<", "allCases", "makeIterator", "next", "startIndex", "endIndex",
    "index", "id", "Element", "Index", "CodingKeys", "unownedExecutor",
}


class Scope:
    """A type's body, or an extension's."""

    def __init__(self, kind, name, is_seen):
        self.kind, self.name, self.depth = kind, name, None
        self.is_seen_protocol = kind == "protocol" and is_seen


class Declaration:
    """What one line begins to declare, and where."""

    def __init__(self, path, number, match, head, scopes, has_comment):
        self.path, self.number, self.match, self.head = path, number, match, head
        self.kind, self.name = match["kind"], (match["name"] or match["kind"]).strip("`")
        self.modifiers = f"{match['before']} {match['after']}".split()
        self.scopes, self.has_comment = scopes, has_comment
        self.covered = False

    @property
    def owner(self):
        return self.scopes[-1].name if self.scopes else None

    @property
    def is_visible(self):
        """Whether other targets see it: by itself, or as a requirement of a protocol that they see."""
        inside = self.scopes[-1] if self.scopes else None
        return self.match["access"] is not None or (inside is not None and inside.is_seen_protocol)


def declarations(path):
    """Returns what a file declares at its top level and in types, in order."""
    text = path.read_text()
    lines, code = text.splitlines(), swift_sources.code(text).splitlines()
    code += [""] * (len(lines) - len(code))
    found, scopes, pending, depth, parens = [], [], None, 0, 0
    covering = 0
    for index, line in enumerate(code):
        level = scopes[-1].depth if scopes else 0
        match = _DECLARATION.match(line) if depth == level and parens == 0 else None
        if match and match["kind"] == "class" and not match["name"]:
            match = None
        if match:
            head = " ".join(code[index:index + 24])
            commented = has_comment(lines, index)
            item = Declaration(path, index + 1, match, head, list(scopes), commented)
            is_property = match["kind"] in ("var", "let", "case")
            item.covered = covering > 0 and is_property and not commented
            if commented:
                covering = RUN if is_property or match["kind"] in _TYPES else 0
            else:
                covering = max(0, covering - 1) if is_property else 0
            found.append(item)
            if match["kind"] in _TYPES:
                pending = Scope(match["kind"], item.name, match["access"] is not None)
        elif not line.strip() and not lines[index].strip():
            covering = 0
        for character in line:
            if character in "([":
                parens += 1
            elif character in ")]":
                parens -= 1
            elif character == "{":
                depth += 1
                if pending:
                    pending.depth = depth
                    scopes.append(pending)
                    pending = None
            elif character == "}":
                if scopes and scopes[-1].depth == depth:
                    scopes.pop()
                depth -= 1
    return found


def has_comment(lines, index):
    """Whether a doc comment is above a line; attributes and conditions may be between the two."""
    above = index - 1
    while above >= 0 and re.match(r"^ *@[^/]*$|^ *#(if|else|elseif|endif)\b|^ *//(?!/)|^ *\)$", lines[above]):
        if lines[above].strip() == ")":
            while above > 0 and not lines[above].lstrip().startswith("@"):
                above -= 1
        above -= 1
    return above >= 0 and bool(re.match(r"^ *(///|\*/)", lines[above]))


class Tree:
    """All declarations, and what types have and conform to."""

    def __init__(self, folders):
        self.all = []
        for folder in folders:
            for path in swift_sources.files(folder):
                self.all += declarations(path)
        self.requirements = defaultdict(set)
        self.conformances = defaultdict(set)
        self.properties = defaultdict(set)
        for item in self.all:
            if item.scopes and item.scopes[-1].kind == "protocol":
                self.requirements[item.owner].add(item.name)
            if item.kind in _TYPES:
                clause = re.search(rf"\b{re.escape(item.name)}\b[^{{:]*:([^{{]*)\{{", item.head)
                if clause:
                    for name in re.findall(r"[A-Z][\w.]*", clause.group(1)):
                        self.conformances[item.name.split(".")[-1]].add(name.split(".")[-1])
            if item.kind in ("var", "let"):
                self.properties[(item.owner or "").split(".")[-1]].add(item.name)

    def told_elsewhere(self, item):
        """Whether the language, a protocol, an enum's case or a property says what it means."""
        owner = (item.owner or "").split(".")[-1]
        if "override" in item.modifiers or item.name in _KNOWN:
            return True
        if item.kind == "init":
            return self.sets_properties(item, owner) or bool(
                re.search(r"\binit\??\(from \w+: (any )?Decoder\)", item.head)
            )
        inherited, seen = [owner, *self.conformances[owner]], set()
        while inherited:
            name = inherited.pop()
            if name in seen:
                continue
            seen.add(name)
            if item.name in self.requirements[name] or item.name in _FOREIGN.get(name, ()):
                return True
            inherited += self.conformances[name]
        return False

    def sets_properties(self, item, owner):
        """Whether an initialiser's parameters are properties of its type, by their names."""
        start = item.head.find("(", item.head.find("init"))
        depth, end = 0, start
        for end in range(start, len(item.head)):
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(item.head[end], 0)
            if depth == 0:
                break
        body, after = item.head[start + 1:end], item.head[end + 1:end + 12]
        if after.strip().startswith("throws"):
            return False
        names = re.findall(r"(?:^|,)\s*(?:(\w+)\s+)?(\w+)\s*:", re.sub(r"\([^()]*\)|\[[^\]]*\]|<[^<>]*>", "", body))
        return all(label in ("", "_") or label in self.properties[owner] or name in self.properties[owner]
                   for label, name in names) and all(name in self.properties[owner] for _, name in names)


def undocumented(tree):
    """Names the declarations that others see and that nothing says the meaning of."""
    for item in tree.all:
        if item.is_visible and item.kind not in ("extension", "import"):
            if not (item.has_comment or item.covered or tree.told_elsewhere(item)):
                yield f"{place(item.path, item.number)}: {item.kind} {item.name} has no doc comment"


def unexplained(folders):
    """Names what the compiler is told not to check without a word about why that is right."""
    for folder in folders:
        for path in swift_sources.files(folder):
            lines = path.read_text().splitlines()
            code = swift_sources.code("\n".join(lines)).splitlines()
            explained = -1
            for index, line in enumerate(code):
                if not _UNCHECKED.search(line):
                    continue
                if explained == index - 1 or says_why(lines, code, index):
                    explained = index
                else:
                    what = _UNCHECKED.search(line).group(0)
                    yield f"{place(path, index + 1)}: {what} without a comment that says why it holds"


def says_why(lines, code, index):
    """Whether a comment is beside a line, below it, or right above the declaration it belongs to.

    A doc comment says what a declaration is for its users, and is not meant.
    """
    above = index - 1
    # A declaration may begin some lines earlier, such as a class with a long list of protocols.
    while above >= 0 and code[above].strip() and not re.search(r"[;{}]\s*$", code[above]):
        above -= 1
    below = lines[index + 1] if index + 1 < len(lines) else ""
    near = (lines[max(above, 0)].strip(), below.strip(), lines[index][len(code[index].rstrip()):].strip())
    return any(re.match(r"//(?!/)", line) for line in near)


def place(path, number):
    return f"{path.relative_to(swift_sources.ROOT)}:{number}"


if __name__ == "__main__":
    folders = sys.argv[1:] or FOLDERS
    errors = [*undocumented(Tree(folders)), *unexplained(folders)]
    for error in errors:
        print(f"check-comments.py: {error}", file=sys.stderr)
    sys.exit(1 if errors else 0)
