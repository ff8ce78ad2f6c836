// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryMeasure
@testable internal import BelfryPlot
internal import Testing

@Suite("Axes")
struct AxisTests {
    @Test(
        "have round ends and ticks",
        arguments: [
            ([0.3, 1.7], MeasuredUnit.milliseconds, ["0", "0.5 ms", "1 ms", "1.5 ms", "2 ms"]),
            ([900, 1700], .milliseconds, ["0", "0.5 s", "1 s", "1.5 s", "2 s"]),
            ([0.02, 0.047], .milliseconds, ["0", "20 µs", "40 µs", "60 µs"]),
            ([3e6, 21e6], .bytes, ["0", "8 MB", "16 MB", "24 MB"]),
            ([0.01, 0.17], .share, ["0 %", "5 %", "10 %", "15 %", "20 %"]),
            ([1200, 3900], .runsPerSecond, ["0", "1k/s", "2k/s", "3k/s", "4k/s"]),
        ] as [([Double], MeasuredUnit, [String])]
    )
    func linear(values: [Double], unit: MeasuredUnit, labels: [String]) {
        let scale = AxisScale.fitting(values, unit: unit, beginsAtZero: true)
        #expect(scale.ticks(unit).map(\.label) == labels)
        #expect(values.allSatisfy { scale.contains($0) })
    }

    @Test func `are logarithmic where values span more than a linear one shows`() {
        let scale = AxisScale.fitting([0.004, 700], unit: .milliseconds, beginsAtZero: true)
        #expect(scale == .logarithmic(from: 0.002, to: 1000))
        let labels = scale.ticks(.milliseconds).filter(\.isMajor).map(\.label)
        #expect(labels == ["10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"])
        #expect(scale.position(of: 0) == 0)
        #expect(abs(scale.position(of: 1) - 0.4736) < 0.001)
    }

    @Test func `count bytes by powers of two`() {
        let scale = AxisScale.fitting([1000, 24 * 1_048_576], unit: .bytes, beginsAtZero: true)
        #expect(scale == .logarithmic(from: 512, to: 33_554_432))
        let labels = scale.ticks(.bytes).map(\.label)
        #expect(labels.first == "512 B" && labels.last == "32 MB", "\(labels)")
    }

    @Test func `put each further nine as far as the one before it`() {
        let scale = AxisScale.nines(runCount: 5000)
        let labels = scale.ticks(.count).map(\.label)
        #expect(labels == ["0", "50", "90", "99", "99.9", "99.99"])
        let places = [0, 90, 99, 99.9].map(scale.position)
        #expect(abs((places[1] - places[0]) - (places[3] - places[2])) < 1e-9)
        #expect(scale.position(of: 100) == 1)
        #expect(!AxisScale.nines(runCount: 40).contains(99.9))
    }

    @Test(
        "have a place for everything",
        arguments: [[], [0, 0], [.nan], [.infinity, 3], [-1], [7], [1e300, 1e-300]] as [[Double]]
    )
    func anything(values: [Double]) {
        for unit in [MeasuredUnit.milliseconds, .bytes, .share, .count] {
            for beginsAtZero in [true, false] {
                let scale = AxisScale.fitting(values, unit: unit, beginsAtZero: beginsAtZero)
                let ticks = scale.ticks(unit)
                #expect(ticks.count < 120, "\(scale)")
                for value in values + [0, .nan, -.infinity] + ticks.map(\.value) {
                    #expect((0...1).contains(scale.position(of: value)), "\(value) on \(scale)")
                }
            }
        }
    }

    @Test(arguments: [
        AxisScale.linear(from: 0, to: 3000), .linear(from: 0.0421, to: 0.0437),
        .logarithmic(from: 0.001, to: 50_000), .logarithmic(from: 1, to: 50),
        .nines(runCount: 10_000_000),
    ])
    func `label no tick where another label is`(_ scale: AxisScale) {
        var isUneven: Bool { if case .nines = scale { true } else { false } }
        let ticks = scale.ticks(.milliseconds, count: 6).labelledSideBySide(isUneven: isUneven)
        for (width, isWide) in [(260.0, false), (430.0, true)] {
            let labelled = ticks.filter {
                $0.labelling == .always || isWide && $0.labelling == .wide
            }
            #expect(labelled.count > 1)
            for (left, right) in zip(labelled, labelled.dropFirst()) {
                let letters = Double(left.label.count + right.label.count) / 2
                #expect((right.position - left.position) * width >= letters * 7, "\(left) \(right)")
            }
        }
    }

    @Test(arguments: [(0.9997, "> 99.9 %"), (0.9979, "99.7 %"), (1, "100 %"), (0.5, "50 %")])
    func `call no share all that is not`(_ share: Double, _ text: String) {
        #expect(MeasuredUnit.share.text(share) == text)
    }

    @Test func `keep labels apart, and each near its place`() {
        let apart = LabelColumn.spread([50, 52, 10, 198], distance: 15, within: 0...200)
        #expect(apart == [50, 65, 10, 198])
        #expect(
            LabelColumn.spread([199, 199, 199], distance: 15, within: 0...200) == [170, 185, 200]
        )
        #expect(LabelColumn.spread([5, 5, 5], distance: 15, within: 0...20) == [0, 10, 20])
        #expect(LabelColumn.spread([], distance: 15, within: 0...200).isEmpty)
    }
}
