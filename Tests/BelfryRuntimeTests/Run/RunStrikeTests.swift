// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryWire
internal import Testing

@testable import BelfryRuntime

@Suite struct RunStrikeTests {
    @Test func `every strike that a worker can tell of is in the report by its own name`() {
        let told = (0...UInt8.max).compactMap(Strike.init(rawValue:))
        #expect(!told.isEmpty)
        for strike in told { #expect(RunStrike(strike).rawValue == "\(strike)") }
    }
}
