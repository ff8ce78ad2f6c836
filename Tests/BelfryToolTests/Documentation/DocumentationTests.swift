// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

/// What the pages name is there.
@Suite struct DocumentationTests {
    /// The pages that people read, as paths in the repository.
    static let pages: [String] = {
        let folder = Repository.root.appendingPathComponent("Documentation")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let pages = names.filter { $0.hasSuffix(".md") }.map { "Documentation/\($0)" }
        return pages.sorted() + ["README.md", "SECURITY.md", "CONTRIBUTING.md"]
    }()

    private static func text(of page: String) throws -> String {
        try String(contentsOf: Repository.root.appendingPathComponent(page), encoding: .utf8)
    }

    @Test(arguments: pages)
    func `every link leads to a file, and to a heading in it`(_ page: String) throws {
        let folder = Repository.root.appendingPathComponent(page).deletingLastPathComponent()
        for match in try Self.text(of: page).matches(of: /\]\(([^)#\s]*)(?:#([^)\s]*))?\)/)
        where !match.1.hasPrefix("http") {
            let own = Repository.root.appendingPathComponent(page)
            let target = match.1.isEmpty ? own : folder.appendingPathComponent(String(match.1))
            #expect(FileManager.default.fileExists(atPath: target.path), "\(match.0)")
            guard let heading = match.2, target.pathExtension == "md" else { continue }
            let headings = try String(contentsOf: target, encoding: .utf8)
                .split(separator: "\n").filter { $0.hasPrefix("#") }.map(Self.anchor)
            #expect(headings.contains(String(heading)), "\(match.0)")
        }
    }

    /// The anchor that the hosts of repositories give to a heading.
    private static func anchor(_ heading: Substring) -> String {
        heading.drop { $0 == "#" || $0 == " " }.lowercased()
            .replacing(" ", with: "-")
            .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }

    @Test func `every test and fixture of the threat model is there`() throws {
        let paths = try ["Tests", "SDK/Tests"].flatMap {
            let tests = Repository.root.appendingPathComponent($0)
            return try FileManager.default.subpathsOfDirectory(atPath: tests.path)
        }
        let names = Set(
            paths.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent }
        )
        let page = try Self.text(of: "Documentation/ThreatModel.md")
        let rows = page.split(separator: "\n").filter { $0.contains("Tests`") }
        try #require(rows.count > 20)
        for row in rows {
            let proof = row.split(separator: "|").last { !$0.allSatisfy(\.isWhitespace) } ?? row
            for match in proof.matches(of: /`([A-Z][A-Za-z]+)`/) {
                #expect(names.contains(String(match.1)), "\(match.1)")
            }
        }
    }
}
