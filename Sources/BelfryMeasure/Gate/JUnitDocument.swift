// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// The outcomes of a measuring's clauses as JUnit has test cases, which most CI systems show.
///
/// A part is a suite, and a clause a case in it. A clause that a part has no value for is skipped.
package struct JUnitDocument {
    private let report: MeasurementReport

    package init(_ report: MeasurementReport) {
        self.report = report
    }

    /// The document, well formed XML 1.0 in UTF-8 whatever the extension's texts are.
    package var text: String {
        let outcomes = report.gates ?? []
        let counts = Self.counts(of: outcomes)
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<testsuites name=\"belfry measure\"\(counts)>",
        ]
        for name in Self.parts(of: outcomes) {
            lines += suite(name, outcomes.filter { $0.part == name })
        }
        lines.append("</testsuites>")
        return lines.map { $0 + "\n" }.joined()
    }

    /// The parts' names, each once, in the order of the outcomes.
    private static func parts(of outcomes: [GateOutcome]) -> [String] {
        var seen: Set<String> = []
        return outcomes.map(\.part).filter { seen.insert($0).inserted }
    }

    private func suite(_ name: String, _ outcomes: [GateOutcome]) -> [String] {
        let part = report.parts.first { $0.name == name }
        let identifier = "\(report.bundle.identifier).\(name)"
        let seconds = (part?.elapsedMilliseconds ?? 0) / 1000
        let head =
            "  <testsuite name=\"\(XMLText.escaped(identifier))\""
            + Self.counts(of: outcomes)
            + " time=\"\(seconds)\" timestamp=\"\(XMLText.escaped(report.startedAt))\">"
        var lines = [head]
        for outcome in outcomes { lines += Self.testCase(outcome, in: identifier) }
        if let warnings = part?.warnings, !warnings.isEmpty {
            let text = warnings.map { XMLText.escaped($0) + "\n" }.joined()
            lines.append("    <system-out>\(text)</system-out>")
        }
        return lines + ["  </testsuite>"]
    }

    private static func counts(of outcomes: [GateOutcome]) -> String {
        let failed = outcomes.count(where: \.isFailed)
        let skipped = outcomes.count(where: \.isSkipped)
        return " tests=\"\(outcomes.count)\" failures=\"\(failed)\" errors=\"0\" "
            + "skipped=\"\(skipped)\""
    }

    private static func testCase(_ outcome: GateOutcome, in suite: String) -> [String] {
        let head =
            "    <testcase classname=\"\(XMLText.escaped(suite))\" "
            + "name=\"\(XMLText.escaped(outcome.clause))\""
        if outcome.isSkipped { return [head + ">", "      <skipped/>", "    </testcase>"] }
        guard outcome.isFailed else { return [head + "/>"] }
        let failure =
            "      <failure type=\"limit\" message=\"\(XMLText.escaped(outcome.finding))\"/>"
        return [head + ">", failure, "    </testcase>"]
    }
}

extension GateOutcome {
    /// Whether the part had no such value, while another had.
    package var isSkipped: Bool { measured == nil && !isFailed }

    /// The part with the clause, which can begin with the part.
    package var title: String {
        let words = clause.split(separator: ":", maxSplits: 1)
        let isNamed = words.count == 2 && ["cold", "warm"].contains(words[0].prefix(4))
        return "\(part): \(isNamed ? words[1].drop { $0 == " " } : clause[...])"
    }

    /// What was found, in a few words.
    package var finding: String {
        guard let measured, let limit else { return "nothing of it was measured" }
        return "measured \(measured), the limit is \(limit)"
    }
}
