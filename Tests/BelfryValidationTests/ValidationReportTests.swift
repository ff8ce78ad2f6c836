// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryTerminal
import BelfryTool
import BelfryValidation
import Foundation
import Testing

struct ValidationReportTests {
    private static func report(_ checks: [CheckResult]) -> ValidationReport {
        ValidationReport(
            bundle: "Name.appex",
            identifier: "com.example.name",
            version: "1.0",
            seed: 42,
            runs: 100,
            checks: checks
        )
    }

    private static let mixed = report([
        CheckResult(.manifest, .pass("every key is known")),
        CheckResult(.library, .warn("odd", details: ["more"])),
        CheckResult(.exports, .fail("it exports 2 more", details: ["a", "b"]), milliseconds: 1.26),
        CheckResult(.order, .skip("see exports")),
    ])

    @Test func `conforms unless a check fails`() {
        #expect(!Self.mixed.isConforming)
        let others = Self.mixed.checks.filter { $0.status != .fail }
        #expect(Self.report(others).isConforming)
        #expect(Self.report([]).isConforming)
    }

    @Test func `comes back from JSON as it was`() throws {
        let bytes = try JSONEncoder().encode(Self.mixed)
        #expect(try JSONDecoder().decode(ValidationReport.self, from: bytes) == Self.mixed)
        let text = String(decoding: bytes, as: UTF8.self)
        for part in [#""schema":1"#, #""seed":42"#, #""status":"fail""#, #""milliseconds":1.3"#] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test func `shows each check with its status, its reason and its details`() {
        let screen = ValidationScreen(terminal: .standardOutput).render(Self.mixed)
        let lines = screen.split(separator: "\n").map(String.init)
        #expect(lines[0] == "  Name.appex  com.example.name 1.0")
        #expect(lines.contains("  manifest           PASS  every key is known"))
        #expect(lines.contains("  exports            FAIL  it exports 2 more"))
        #expect(lines.contains("                           b"))
        #expect(lines.contains("  so                 1 PASS, 1 WARN, 1 FAIL, 1 SKIP"))
        #expect(lines.contains("  seed               42, with --runs 100"))
    }

    @Test func `a hostile reason cannot move the cursor`() {
        let report = Self.report([CheckResult(.completes, .fail("\u{1b}[2J"))])
        #expect(!ValidationScreen(terminal: .standardOutput).render(report).contains("\u{1b}"))
    }

    @Test func `requires only checks that come before`() throws {
        let all = CheckName.allCases
        for (index, name) in all.enumerated() {
            for required in name.requirements {
                #expect(try #require(all.firstIndex(of: required)) < index, "\(name)")
            }
        }
    }

    @Test func `lists every check`() {
        let list = ValidationScreen(terminal: .standardOutput).list()
        for name in CheckName.allCases { #expect(list.contains("  \(name.rawValue) ")) }
    }

    @Test func `the documentation has a section for each check, and for no other`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let path = root.appendingPathComponent("Documentation/Validate.md")
        let text = try String(contentsOf: path, encoding: .utf8)
        let headings = text.split(separator: "\n").filter { $0.hasPrefix("### ") }
            .map { String($0.dropFirst(4)) }
        #expect(headings == CheckName.allCases.map(\.rawValue))
    }
}
