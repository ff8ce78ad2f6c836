// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot

extension MeasurementPage {
    /// Payloads of a part that have a row.
    private static let payloadLimit = 30

    /// How the runs about each payload ended, those that failed first; nothing where there is but one.
    var payloads: Markup {
        guard report.payloads.count > 1 else { return .empty }
        let columns = [
            "Payload", "Part", "Runs", "Failed", "Verdicts", "Wall mean", "Max", "Memory max",
        ]
        let left = report.parts.map { max(0, $0.payloads.count - Self.payloadLimit) }.max() ?? 0
        return section("payloads", "Payloads") {
            Markup("p", ["class": "aside"]) {
                "Those of which runs failed first, then those that took longest."
                if left > 0 { " \(MeasuredText.count(left)) more are in the JSON report." }
            }
            table("payloads", columns) {
                report.parts.flatMap { part in
                    Self.inOrder(part.payloads).prefix(Self.payloadLimit).map { row($0, part.name) }
                }
            }
        }
    }

    private static func inOrder(_ payloads: [PayloadSummary]) -> [PayloadSummary] {
        payloads.sorted {
            ($0.failureCount, $0.maximumWallMilliseconds ?? 0)
                > ($1.failureCount, $1.maximumWallMilliseconds ?? 0)
        }
    }

    private func row(_ payload: PayloadSummary, _ part: String) -> Markup {
        let time = MeasuredUnit.milliseconds
        let failed = payload.failureCount
        let values = [
            payload.meanWallMilliseconds.map(time.text),
            payload.maximumWallMilliseconds.map(time.text),
            payload.maximumMemoryByteCount.map(MeasuredUnit.bytes.text),
        ]
        return Markup("tr") {
            Markup("th", ["scope": "row"]) { Markup("bdi") { payload.name } }
            Markup("td") { Markup("bdi") { part } }
            Markup("td", ["class": "number"]) { MeasuredText.count(payload.runCount) }
            Markup("td", ["class": failed > 0 ? "number failed" : "number"]) {
                MeasuredText.count(failed)
            }
            Markup("td") {
                Markup("bdi") {
                    payload.verdicts.map {
                        "\($0.verdict): \($0.reason) \(MeasuredText.count($0.count))"
                    }
                    .joined(separator: ", ")
                }
            }
            values.map { value in Markup("td", ["class": "number"]) { value ?? "–" } }
        }
    }
}
