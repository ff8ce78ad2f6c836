#!/usr/bin/env -S python3 -B
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Writes the documentation as a site that works from a folder, without a server and without scripts.

usage: site.py FOLDER [--built PAGE=FILE]... [--reference NAME=ARCHIVE]...

Every page of the repository becomes NAME.html at its own path, by cmark-gfm; the index is
Documentation/README.md's. --built takes a page's text from a file that was just made. --reference adds
what DocC made of a module or a catalogue, below reference/NAME. A link that leads nowhere is an error.
"""

import argparse
import html
import os
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
import urllib.parse

import headings
import site_reference

ROOT = pathlib.Path(__file__).resolve().parent.parent
_PLACES = ("Documentation", "Plugins", "Samples")
_LINK = re.compile(r'(href|src)="([^"]*)"')
_HEADING = re.compile(r"<h([1-6])>(.*?)</h\1>", re.DOTALL)
_ID = re.compile(r'\bid="([^"]*)"')

STYLE = """
:root { color-scheme: light dark; --line: #8884; --faint: #777; --code: #8881; }
body { margin: 0 auto; max-width: 54rem; padding: 0 1rem 4rem; line-height: 1.5;
  font-family: system-ui, sans-serif; overflow-wrap: break-word; }
header { border-bottom: 1px solid var(--line); padding: .8rem 0; margin-bottom: 1.5rem; }
header a { margin-right: 1.2rem; }
h1, h2, h3 { line-height: 1.2; margin-top: 1.8em; }
h1 { margin-top: .5em; }
pre { background: var(--code); padding: .8rem; overflow-x: auto; border-radius: 6px; }
code { font-family: ui-monospace, monospace; font-size: .9em; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .8rem .3rem 0; text-align: left;
  vertical-align: top; }
dt { margin-top: .6rem; }
dd { margin-left: 1.2rem; }
.kind { color: var(--faint); margin: 0; }
aside { border-left: 3px solid var(--line); padding-left: .8rem; }
"""

# The header's links, from the site's top.
_HEADER = (
    ("index.html", "Belfry"),
    ("Documentation/InstallAndUpgrade.html", "Install"),
    ("Documentation/README.html", "All pages"),
    ("Documentation/Troubleshooting.html", "Troubleshooting"),
)


def document(path, title, body, references=()):
    """Returns a whole page for a path of the site."""
    up = "../" * path.count("/")
    links = list(_HEADER) + [(f"reference/{name}/{entry}", name) for name, entry in references]
    header = "".join(
        f'<a href="{up}{urllib.parse.quote(target)}">{html.escape(name)}</a>' for target, name in links
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}</title>\n"
        f'<link rel="stylesheet" href="{up}style.css">\n</head>\n<body>\n'
        f"<header>{header}</header>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def with_anchors(body):
    """Gives each heading its name."""
    texts = (html.unescape(re.sub(r"<[^>]*>", "", text)) for _, text in _HEADING.findall(body))
    names = headings.numbered(headings.anchor(text) for text in texts)

    def named(match):
        return f'<h{match[1]} id="{html.escape(next(names))}">{match[2]}</h{match[1]}>'

    return _HEADING.sub(named, body)


def pages():
    """Returns the pages of the repository, as paths in it."""
    found = [p for p in ROOT.glob("*.md")]
    for place in _PLACES:
        found += (ROOT / place).rglob("*.md")
    # DocC's own articles are in the references.
    names = [p.relative_to(ROOT).as_posix() for p in found if ".build" not in p.parts]
    return sorted(name for name in names if ".docc/" not in name)


class Site:
    """A site that is being written."""

    def __init__(self, folder, references):
        self.folder = pathlib.Path(folder)
        self.references = references
        self.errors = []
        self.pages = pages()

    def write(self, path, text):
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def rendered(self, text):
        """Returns Markdown as HTML."""
        command = ["cmark-gfm", "--unsafe", "-e", "table", "-e", "autolink", "--to", "html"]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout

    def link(self, page, target):
        """Returns where a link of a page leads on the site; files that are no pages are copied."""
        parts = urllib.parse.urlsplit(html.unescape(target))
        if parts.scheme or not parts.path:
            return target
        path = posixpath.normpath(
            posixpath.join(posixpath.dirname(page), urllib.parse.unquote(parts.path))
        )
        article = re.fullmatch(r"Sources/Belfry/Belfry\.docc/(\w+)\.md", path)
        if article:
            name = article[1].lower()
            entry = "belfry" if name == "belfry" else f"belfry/{name}"
            path = f"reference/Library/documentation/{entry}.html"
        elif (ROOT / path).is_dir():
            # A folder is shown by the page in it.
            path = f"{path}/README.html"
        elif path in self.pages:
            path = re.sub(r"\.md$", ".html", path)
        elif (ROOT / path).is_file():
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, self.folder / path)
        relative = posixpath.relpath(path, posixpath.dirname(page) or ".")
        return urllib.parse.quote(relative) + (f"#{parts.fragment}" if parts.fragment else "")

    def add(self, page, text, at=None):
        """Writes one page, at its own place or at another."""
        body = with_anchors(self.rendered(text))
        path = at or re.sub(r"\.md$", ".html", page)
        # Links are a page's own; seen from another place they are longer.
        away = posixpath.relpath(posixpath.dirname(page) or ".", posixpath.dirname(path) or ".")

        def settled(match):
            target = self.link(page, match[2])
            if at and not urllib.parse.urlsplit(target).scheme and not target.startswith("#"):
                target = posixpath.normpath(posixpath.join(away, target))
            return f'{match[1]}="{target}"'

        body = _LINK.sub(settled, body)
        heading = re.search(r"<h1[^>]*>(.*?)</h1>", body, re.DOTALL)
        title = html.unescape(re.sub(r"<[^>]*>", "", heading[1])) if heading else "Belfry"
        self.write(path, document(path, title, body, self.references))

    def check(self):
        """Returns what is wrong with the site's links."""
        files = {p.relative_to(self.folder).as_posix() for p in self.folder.rglob("*") if p.is_file()}
        texts = {f: (self.folder / f).read_text(encoding="utf-8") for f in files if f.endswith(".html")}
        names = {f: {html.unescape(n) for n in _ID.findall(text)} for f, text in texts.items()}
        wrong = []
        for page, text in sorted(texts.items()):
            for _, target in _LINK.findall(text):
                parts = urllib.parse.urlsplit(html.unescape(target))
                if parts.scheme:
                    continue
                path = urllib.parse.unquote(parts.path)
                path = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
                fragment = urllib.parse.unquote(parts.fragment)
                if path not in files:
                    wrong.append(f"{page}: {target} leads nowhere")
                elif fragment and path.endswith(".html") and fragment not in names[path]:
                    wrong.append(f"{page}: {target} names no heading")
        return wrong


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("folder")
    parser.add_argument("--built", action="append", default=[])
    parser.add_argument("--reference", action="append", default=[])
    options = parser.parse_args()
    built = dict(item.split("=", 1) for item in options.built)
    archives = dict(item.split("=", 1) for item in options.reference)
    entries = [(name, site_reference.entry(archive)) for name, archive in archives.items()]
    site = Site(options.folder, entries)
    site.write("style.css", STYLE)
    for page in site.pages:
        source = built.get(page, ROOT / page)
        site.add(page, pathlib.Path(source).read_text(encoding="utf-8"))
    index = (ROOT / "Documentation/README.md").read_text(encoding="utf-8")
    site.add("Documentation/README.md", index, at="index.html")
    for name, archive in archives.items():
        for path, title, body in site_reference.pages(archive):
            path = f"reference/{name}/{path}"
            site.write(path, document(path, title, body, entries))
    wrong = site.check()
    for line in wrong:
        print(f"site.py: {line}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
