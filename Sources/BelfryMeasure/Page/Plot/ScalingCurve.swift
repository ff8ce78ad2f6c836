// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot

/// How fast runs of one kind are where something else is varied, such as how many are in flight.
struct ScalingCurve {
    /// Which parts it is made of: `warm`, `cold`, or the same with a budget's name.
    let series: PlotSeries

    /// By place, rising.
    let points: [Point]

    struct Point: Equatable {
        let place: Double
        let runsPerSecond: Double

        /// Latency in milliseconds; nil where no run had it.
        let p50: Double?
        let p99: Double?
    }

    /// The curves of a sweep, one for each kind of its parts.
    static func curves(of report: MeasurementReport) -> [ScalingCurve] {
        guard let sweep = report.sweep else { return [] }
        var kinds: [(name: String, points: [Point])] = []
        for (part, place) in zip(report.parts, sweep.places) where place.isFinite && place > 0 {
            guard part.runCount > 0, part.achievedRate.isFinite else { continue }
            let latency = part.metric(.latency)
            let point = Point(
                place: place,
                runsPerSecond: part.achievedRate,
                p50: latency?.p50,
                p99: latency?.p99
            )
            let name = part.isCold ? "cold" : "warm"
            if let index = kinds.firstIndex(where: { $0.name == name }) {
                kinds[index].points.append(point)
            } else {
                kinds.append((name, [point]))
            }
        }
        return kinds.enumerated().map { index, kind in
            ScalingCurve(
                series: PlotSeries(name: kind.name, index: index),
                points: kind.points.sorted { $0.place < $1.place }
            )
        }
    }
}
