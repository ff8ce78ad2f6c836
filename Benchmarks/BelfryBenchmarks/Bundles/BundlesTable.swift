// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryPlot

/// What was measured of each number of bundles, as Markdown.
struct BundlesTable {
    let report: MeasurementReport

    var markdown: String {
        let machine = report.machine
        let head = [
            "- \(machine.processor), \(MeasuredText.count(machine.coreCount, "core")), "
                + "Linux \(machine.kernel), load \(machine.loadAverage) at the start",
            "",
            "| bundles | runs each second | latency, median | p99 | p99.9 | runs |",
            "| --- | --- | --- | --- | --- | --- |",
        ]
        let rows = zip(report.sweep?.places ?? [], report.parts).map { place, part in
            let latency = part.metric(.latency)
            let times = [latency?.p50, latency?.p99, latency?.p999].map { time in
                time.map(MeasuredText.milliseconds) ?? ""
            }
            let cells =
                [MeasuredText.count(Int(place)), MeasuredText.count(Int(part.achievedRate))]
                + times + [MeasuredText.count(part.runCount)]
            return "| \(cells.joined(separator: " | ")) |"
        }
        return (head + rows).joined(separator: "\n") + "\n"
    }
}
