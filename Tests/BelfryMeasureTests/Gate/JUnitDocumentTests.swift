// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation
internal import FoundationXML
internal import Testing

@Suite("JUnit's document")
struct JUnitDocumentTests {
    /// A report with a bundle of a name, and clauses of each kind.
    private func report(identifier: String) throws -> MeasurementReport {
        var bundle = RunReport.standIn().bundle
        bundle.identifier = identifier
        var report = MeasurementReport(
            tool: "belfry",
            machine: .read(),
            startedAt: "2026-11-22T06:00:00Z",
            bundle: bundle,
            payloads: ["push.apns"],
            parts: [PartPlan.warm(2).recorded([.standIn(), .standIn(.fallback(.crash))])]
        )
        report.gates =
            try GateExpression.parse("fallback > 0; runs < 1; p99.start > 1%")
            .outcomes(of: report.parts)
        report.gates?.append(
            GateOutcome(
                clause: "p99.start > 2%",
                part: "warm",
                isFailed: false,
                measured: nil,
                limit: nil
            )
        )
        return report
    }

    @Test(arguments: [
        "com.example.Post", "<&\"'>]]>", "a\u{0}b\u{1b}[31m\u{7f}\u{85}", "line\none\ttab\r",
        "\u{FFFE}\u{FFFF}\u{1FFFE}", "😀 ünï",
    ])
    func `is well formed whatever the extension is called`(_ identifier: String) throws {
        let document = try JUnitDocument(report(identifier: identifier))
        let reader = Reader()
        let parser = XMLParser(data: Data(document.text.utf8))
        parser.delegate = reader
        #expect(parser.parse(), "\(parser.parserError.map(String.init(describing:)) ?? "")")
        #expect(reader.counts["testcase"] == 4)
        #expect(reader.counts["failure"] == 2)
        #expect(reader.counts["skipped"] == 1)
        #expect(reader.root == ["tests": "4", "failures": "2", "skipped": "1", "errors": "0"])
        // What XML can say comes through as it is.
        if identifier.allSatisfy({ !$0.isASCII || $0.isLetter || $0.isPunctuation || $0.isSymbol }),
            !identifier.contains("\u{FFFE}")
        {
            #expect(reader.suite == identifier + ".warm")
        }
    }

    /// Counts elements.
    private final class Reader: NSObject, XMLParserDelegate {
        var counts: [String: Int] = [:]
        var root: [String: String] = [:]
        var suite: String?

        func parser(
            _ parser: XMLParser,
            didStartElement name: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            counts[name, default: 0] += 1
            if name == "testsuites" { root = attributes.filter { $0.key != "name" } }
            if name == "testsuite" { suite = attributes["name"] }
        }
    }
}
