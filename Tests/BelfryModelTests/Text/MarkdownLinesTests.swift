// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

/// Markdown that code writes, in lines that fit.
@Suite struct MarkdownLinesTests {
    @Test func `breaks a paragraph between words`() {
        #expect("one two three".wrappedMarkdown(columns: 8) == "one two\nthree")
        #expect("one two\n\nthree".wrappedMarkdown(columns: 8) == "one two\n\nthree")
    }

    @Test func `indents what continues an item below the item's text`() {
        #expect("- one two three".wrappedMarkdown(columns: 9) == "- one two\n  three")
        #expect("  - one two".wrappedMarkdown(columns: 8) == "  - one\n    two")
    }

    @Test(arguments: ["| one two three |", "# one two three", "<!-- one two three -->"])
    func `leaves what cannot be broken`(line: String) {
        #expect(line.wrappedMarkdown(columns: 8) == line)
    }

    @Test func `leaves a word that is too long, on a line of its own`() {
        #expect("a [link](there) b".wrappedMarkdown(columns: 8) == "a\n[link](there)\nb")
    }
}
