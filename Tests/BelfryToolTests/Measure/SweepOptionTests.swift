// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryTool
internal import Testing

@Suite("--sweep")
struct SweepOptionTests {
    @Test func `is a list of concurrencies in any order`() {
        #expect(SweepOption(argument: "concurrency=8,1,256")?.concurrencies == [1, 8, 256])
    }

    @Test(arguments: [
        "", "concurrency", "concurrency=", "concurrency=4", "concurrency=1,1", "concurrency=0,1",
        "concurrency=1,2000", "concurrency=1,x", "concurrency=1,,2", "bundles=1,2",
        "concurrency=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17",
    ])
    func `is refused where there would be no curve`(_ argument: String) {
        #expect(SweepOption(argument: argument) == nil)
    }
}
