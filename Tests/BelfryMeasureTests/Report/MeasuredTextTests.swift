// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import Testing
@testable internal import BelfryPlot

@Suite("Measured quantities as text")
struct MeasuredTextTests {
    @Test(arguments: [
        (0, "0"), (0.000_25, "250 ns"), (0.0123, "12.3 µs"), (0.9999, "1 ms"), (4.5678, "4.57 ms"),
        (45.678, "45.7 ms"), (456.78, "457 ms"), (999.7, "1 s"), (18_200, "18.2 s"),
        (240_000, "4 min"), (9_000_000, "2.5 h"),
    ])
    func `times have three digits and a fitting unit`(_ value: Double, _ text: String) {
        #expect(MeasuredText.milliseconds(value) == text)
    }

    @Test(arguments: [
        (0, "0"), (812, "812 B"), (57_344, "56 KB"), (6_042, "5.9 KB"), (25_165_824, "24 MB"),
        (3_221_225_472, "3 GB"),
    ])
    func `sizes have three digits and a fitting unit`(_ value: Double, _ text: String) {
        #expect(MeasuredText.size(value) == text)
    }

    @Test(arguments: [
        (0, "0 %"), (0.000_01, "< 0.01 %"), (0.000_9, "0.09 %"), (0.0321, "3.2 %"), (0.95, "95 %"),
        (1.5, "150 %"),
    ])
    func `shares are in percent`(_ share: Double, _ text: String) {
        #expect(MeasuredText.percent(share) == text)
    }

    @Test func `what no digits can say ends nothing`() {
        #expect(MeasuredText.percent(.infinity) == "inf %")
        #expect(MeasuredText.percent(.nan) == "nan %")
        #expect(MeasuredText.rate(.infinity) == "inf runs/s")
        #expect(MeasuredText.size(1e300).hasSuffix(" GB"))
        #expect(MeasuredText.milliseconds(.infinity) == "inf h")
    }

    @Test func `numbers have commas, and their things a plural`() {
        #expect(MeasuredText.count(1_234_567) == "1,234,567")
        #expect(MeasuredText.count(1, "run") == "1 run")
        #expect(MeasuredText.count(1000, "run") == "1,000 runs")
        #expect(MeasuredText.rate(171.4) == "171 runs/s")
        #expect(MeasuredText.rate(0.0333) == "0.033 runs/s")
    }
}
