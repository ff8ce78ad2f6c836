// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryPlot
internal import BelfryReport

/// A report as a page for people: failures and head-room first, then how each metric is distributed.
///
/// It needs no script and nothing from elsewhere. Whatever comes from the bundle, the payloads or the
/// extension is text in it.
package struct MeasurementPage: Sendable {
    let report: MeasurementReport

    package init(_ report: MeasurementReport) {
        self.report = report
    }

    /// The whole file.
    package var html: String {
        PageDocument(title: "\(report.bundle.identifier) – measured by Belfry") {
            heading
            gates
            warnings
            comparison
            scaling
            budgets
            verdicts
            payloads
            distributions
            nearestRuns
            numbers
            circumstances
        }.text
    }

    /// The parts as they are told apart in every plot.
    var series: [PlotSeries] {
        report.parts.enumerated().map { PlotSeries(name: $1.name, index: $0) }
    }

    /// Part of the page under a heading of its own.
    func section(
        _ identifier: String,
        _ title: String,
        @MarkupBuilder _ content: () -> Markup
    ) -> Markup {
        Markup("section", ["aria-labelledby": identifier]) {
            Markup("h2", ["id": identifier]) { title }
            content()
        }
    }

    private var heading: Markup {
        Markup("header") {
            Markup("h1") { Markup("bdi") { report.bundle.identifier } }
            Markup("p", ["class": "aside"]) {
                "Version "
                Markup("bdi") { report.bundle.version }
                " · \(MeasuredText.count(report.payloads.count, "payload"))"
                " · \(MeasuredText.count(report.parts.map(\.runCount).saturatedSum, "run"))"
                " · \(report.startedAt)"
            }
            if report.isInterrupted {
                Markup("p", ["class": "notice"]) {
                    "Interrupted: these are the runs that had been made until then."
                }
            }
            headlines
        }
    }

    private var warnings: Markup {
        let ofAll = report.warnings + report.bundle.warnings
        let all = warningsOfParts + ofAll.map { (owner: nil, text: $0) }
        guard !all.isEmpty else { return .empty }
        return section("warnings", "Warnings") {
            Markup("ul", ["class": "warnings"]) {
                all.map { owner, text in
                    Markup("li") {
                        if let owner { Markup("b") { Markup("bdi") { owner } } }
                        " "
                        Markup("bdi") { text }
                    }
                }
            }
        }
    }

    /// What is to be known of parts, each sentence once.
    private var warningsOfParts: [(owner: String?, text: String)] {
        var owners: [String: [String]] = [:]
        var texts: [String] = []
        for part in report.parts {
            for text in part.warnings {
                if owners[text] == nil { texts.append(text) }
                owners[text, default: []].append(part.name)
            }
        }
        return texts.map { text in
            let names = owners[text] ?? []
            return (names.count > 2 ? "\(names.count) parts" : names.joined(separator: ", "), text)
        }
    }

    private var circumstances: Markup {
        let machine = report.machine
        let memory = MeasuredUnit.bytes.text(Double(machine.memoryByteCount))
        let facts = [
            ("Tool", report.tool), ("Processor", machine.processor),
            ("Cores", "\(machine.coreCount)"), ("Memory", memory), ("Kernel", machine.kernel),
            ("Load before", Decimal.fixed(machine.loadAverage, digits: 2)),
            ("Bundle", report.bundle.path), ("Payloads", payloadNames),
        ]
        return section("circumstances", "Measured with") {
            Markup("dl") {
                facts.map { name, value in
                    Markup("div") {
                        Markup("dt") { name }
                        Markup("dd") { Markup("bdi") { value } }
                    }
                }
            }
        }
    }

    private var payloadNames: String {
        let shown = report.payloads.prefix(12).joined(separator: ", ")
        let left = report.payloads.count - 12
        return left > 0 ? "\(shown) and \(left) more" : shown
    }
}
