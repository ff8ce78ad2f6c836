// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryTool
import BelfryTerminal
internal import Testing

@Suite struct FilePathTests {
    struct Case {
        let path: String
        let directory: String
        let name: String
        let ending: String
        let sibling: String
    }

    @Test(arguments: [
        Case(path: "A.swift", directory: ".", name: "A.swift", ending: "swift", sibling: "B"),
        Case(path: "a/b.C", directory: "a", name: "b.C", ending: "c", sibling: "a/B"),
        Case(path: "/x", directory: "/", name: "x", ending: "", sibling: "/B"),
        Case(path: "/a/b.c/", directory: "/a", name: "b.c", ending: "c", sibling: "/a/B"),
        Case(path: ".hidden", directory: ".", name: ".hidden", ending: "", sibling: "B"),
        Case(path: "a.b/c", directory: "a.b", name: "c", ending: "", sibling: "a.b/B"),
        Case(path: "", directory: ".", name: "", ending: "", sibling: "B"),
        // A combining mark is a part of the character before it, and of the name behind that.
        Case(
            path: "../\u{301}x.\u{302}c",
            directory: "..",
            name: "\u{301}x.\u{302}c",
            ending: "\u{302}c",
            sibling: "../B"
        ),
    ])
    func `is taken apart by its text`(_ example: Case) {
        let path = FilePath(example.path)
        #expect(path.directory == example.directory)
        #expect(path.name == example.name)
        #expect(path.ending == example.ending)
        #expect(path.sibling("B") == example.sibling)
    }

    @Test(arguments: [
        ("a.b.C", "a.b"), ("a.", "a."), (".hidden", ".hidden"), ("d.e/f", "f"), ("İ.İ", "İ"),
    ])
    func `has a name without its ending`(path: String, name: String) {
        #expect(FilePath(path).nameWithoutEnding == name)
    }

    @Test func `is taken apart and compared as the kernel does it`() {
        #expect(SourcePath.normalised("/a/\u{301}b/../../c") == "/c")
        #expect(SourcePath.normalised("/a/../\u{301}b") == "/\u{301}b")
        #expect(SourcePath.isInside("/é/\u{301}a", "/é"))
        #expect(!SourcePath.isInside("/e\u{301}/a", "/\u{E9}"))
    }

    @Test(arguments: [
        ("plain-name_1.c", "plain-name_1.c"), ("two words", "'two words'"), ("", "''"),
        ("it's", "'it'\\''s'"), ("$(rm)", "'$(rm)'"), ("größe", "'größe'"),
    ])
    func `is quoted for a shell where it has to be`(text: String, quoted: String) {
        #expect(text.quotedForShell == quoted)
    }
}
