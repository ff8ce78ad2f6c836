// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Spans of time, one after the other and equally wide, across a plot.
package struct TimeAxis: Sendable {
    /// What each span is called, for who reads the plot aloud.
    let names: [String]

    /// Where a label stands, in spans from the beginning, and what it says.
    private let labels: [(place: Double, text: String)]

    /// - Parameters:
    ///   - names: What each span is called.
    ///   - labels: Where a label stands, in spans from the beginning, and what it says.
    package init(names: [String], labels: [(place: Double, text: String)]) {
        self.names = names
        self.labels = labels
    }

    var scale: AxisScale { .linear(from: 0, to: Double(max(1, names.count))) }

    var ticks: [AxisTick] {
        labels.map { place, text in
            AxisTick(
                value: place,
                label: text,
                position: scale.position(of: place),
                isMajor: true
            )
        }
    }

    /// A plot over the time, as a part of a picture of its own.
    func frame(
        _ identifier: String,
        _ title: String,
        _ description: String,
        down: AxisScale,
        _ unit: MeasuredUnit,
        _ caption: String,
        headroom: Double = 0
    ) -> PlotFrame {
        PlotFrame(
            identifier: identifier,
            title: title,
            description: description,
            across: scale,
            acrossUnit: .count,
            acrossCaption: "",
            acrossTicks: ticks,
            down: down,
            downUnit: unit,
            downCaption: caption,
            headroom: headroom,
            isInXML: true
        )
    }
}
