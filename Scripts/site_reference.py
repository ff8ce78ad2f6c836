# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
"""Reads what DocC made (its render nodes, in JSON) as pages of HTML that need neither script nor server.

DocC's own pages fetch their texts when they are shown, which a browser refuses to a page that is a file.
"""

import html
import json
import pathlib
import posixpath
import re
import urllib.parse


def _nodes(archive):
    """Yields the address of each page of an archive, and its node."""
    data = pathlib.Path(archive) / "data"
    for path in sorted(data.rglob("*.json")):
        node = json.loads(path.read_text(encoding="utf-8"))
        if "identifier" in node and "metadata" in node:
            yield path.relative_to(data).with_suffix("").as_posix(), node


def _place(url):
    """Returns the file of a page, from the archive's top."""
    return url.lstrip("/").lower() + ".html"


def entry(archive):
    """Returns the file of the page that an archive begins with: an article goes before a module."""
    found = (
        (_place(url).count("/"), node["metadata"].get("symbolKind") == "module", _place(url))
        for url, node in _nodes(archive)
    )
    return min(found)[2]


class _Page:
    """One page, with what its texts refer to."""

    def __init__(self, url, node, known):
        self.path, self.node, self.known = _place(url), node, known
        self.references = node.get("references", {})

    def link(self, identifier, text=None):
        """Returns a link to another page, or the text alone where there is none."""
        found = self.references.get(identifier, {})
        shown = text or html.escape(found.get("title", identifier))
        if found.get("kind") == "symbol":
            shown = f"<code>{shown}</code>"
        url = found.get("url", "")
        if url.startswith("/"):
            path, _, fragment = url.partition("#")
            place = _place(path)
            if place not in self.known:
                return shown
            target = posixpath.relpath(place, posixpath.dirname(self.path))
            target = urllib.parse.quote(target)
            # Names of headings are those that DocC gives; only what it numbers is left out.
            target += f"#{urllib.parse.quote(fragment)}" if fragment else ""
            return f'<a href="{target}">{shown}</a>'
        return f'<a href="{html.escape(url)}">{shown}</a>' if url else shown

    def inline(self, parts):
        out = []
        for part in parts or []:
            kind = part["type"]
            inner = self.inline(part.get("inlineContent"))
            if kind == "text":
                out.append(html.escape(part["text"]))
            elif kind == "codeVoice":
                out.append(f"<code>{html.escape(part['code'])}</code>")
            elif kind in ("emphasis", "newTerm"):
                out.append(f"<em>{inner}</em>")
            elif kind in ("strong", "inlineHead"):
                out.append(f"<strong>{inner}</strong>")
            elif kind == "reference":
                title = self.inline(part.get("overridingTitleInlineContent")) or None
                out.append(self.link(part["identifier"], title))
            elif kind == "link":
                address = html.escape(part["destination"])
                out.append(f'<a href="{address}">{html.escape(part.get("title", part["destination"]))}</a>')
            else:
                out.append(inner)
        return "".join(out)

    def blocks(self, blocks):
        return "\n".join(self.block(block) for block in blocks or [])

    def items(self, tag, items):
        inner = "".join(f"<li>{self.blocks(item['content'])}</li>" for item in items)
        return f"<{tag}>{inner}</{tag}>"

    def block(self, block):
        kind = block["type"]
        if kind == "paragraph":
            return f"<p>{self.inline(block['inlineContent'])}</p>"
        if kind == "heading":
            level, name = block["level"], html.escape(block["anchor"])
            return f'<h{level} id="{name}">{html.escape(block["text"])}</h{level}>'
        if kind == "codeListing":
            code = html.escape("\n".join(block["code"]))
            return f"<pre><code>{code}</code></pre>"
        if kind == "unorderedList":
            return self.items("ul", block["items"])
        if kind == "orderedList":
            return self.items("ol", block["items"])
        if kind == "aside":
            return f"<aside><p class=\"kind\">{html.escape(block.get('name', ''))}</p>{self.blocks(block['content'])}</aside>"
        if kind == "table":
            return self.table(block)
        if kind == "termList":
            return "<dl>" + "".join(
                f"<dt>{self.inline(item['term']['inlineContent'])}</dt>"
                f"<dd>{self.blocks(item['definition']['content'])}</dd>"
                for item in block["items"]
            ) + "</dl>"
        raise SystemExit(f"site_reference.py: {self.path}: a block of DocC's is not known here: {kind}")

    def table(self, block):
        rows = []
        for index, row in enumerate(block["rows"]):
            tag = "th" if index == 0 and block.get("header") in ("row", "both") else "td"
            rows.append("<tr>" + "".join(f"<{tag}>{self.blocks(cell)}</{tag}>" for cell in row) + "</tr>")
        return f"<table>{''.join(rows)}</table>"

    def primary(self, section):
        """Returns a section about the symbol or article itself."""
        kind = section["kind"]
        if kind == "declarations":
            code = "\n".join(
                "".join(html.escape(token["text"]) for token in each["tokens"])
                for each in section["declarations"]
            )
            return f"<pre><code>{code}</code></pre>"
        if kind == "content":
            return self.blocks(section["content"])
        if kind == "parameters":
            inner = "".join(
                f"<dt><code>{html.escape(each['name'])}</code></dt><dd>{self.blocks(each['content'])}</dd>"
                for each in section["parameters"]
            )
            return f"<h2>Parameters</h2><dl>{inner}</dl>"
        return ""

    def topics(self, sections):
        """Returns lists of other pages, with what each is."""
        out = []
        for section in sections or []:
            out.append(f"<h3>{html.escape(section.get('title', ''))}</h3><dl>")
            for identifier in section["identifiers"]:
                # Its links are those of the other page, and would lead elsewhere from here.
                about = self.inline(self.references.get(identifier, {}).get("abstract"))
                about = re.sub(r"</?a\b[^>]*>", "", about)
                out.append(f"<dt>{self.link(identifier)}</dt><dd>{about}</dd>")
            out.append("</dl>")
        return "".join(out)

    def body(self):
        node = self.node
        metadata = node["metadata"]
        above = node.get("hierarchy", {}).get("paths", [[]])[0]
        out = ["<nav>" + " / ".join(self.link(each) for each in above) + "</nav>"]
        out.append(f'<p class="kind">{html.escape(metadata.get("roleHeading", ""))}</p>')
        out.append(f"<h1>{html.escape(metadata['title'])}</h1>")
        out.append(f"<p>{self.inline(node.get('abstract'))}</p>")
        out += [self.primary(section) for section in node.get("primaryContentSections", [])]
        if node.get("topicSections"):
            out.append('<h2 id="topics">Topics</h2>' + self.topics(node["topicSections"]))
        if node.get("relationshipsSections"):
            out.append("<h2>Relationships</h2>" + self.topics(node["relationshipsSections"]))
        return "\n".join(out)


def pages(archive):
    """Yields each page of an archive: its path, its title, its body."""
    nodes = list(_nodes(archive))
    known = {_place(url) for url, _ in nodes}
    for url, node in nodes:
        page = _Page(url, node, known)
        yield page.path, node["metadata"]["title"], page.body()
