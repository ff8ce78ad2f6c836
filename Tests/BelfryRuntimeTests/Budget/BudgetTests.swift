// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@testable import BelfryRuntime

@Suite struct BudgetTests {
    private static let neither =
        "neither name=value nor a profile; there are ios, ios-small, ci"

    @Test func `the defaults are those of a current device`() {
        let budget = Budget()
        #expect(budget.wall == .seconds(30))
        #expect(budget.start == .seconds(2))
        #expect(budget.grace == .seconds(1))
        #expect(budget.cpu == .seconds(10))
        #expect(budget.memoryByteCount == 24 << 20)
        #expect(budget.outputByteCount == 64 << 10)
        #expect(budget.network.byteCount == 128 << 20)
        #expect(budget.network.requestCount == 256)
        #expect(budget.network.connectionCount == 16)
    }

    @Test func `takes what a manifest asks for and keeps the rest`() {
        var budget = Budget()
        budget.apply(Manifest.BudgetRequest(wall: .seconds(5), memory: 1 << 20, network: 7))
        budget.apply(Manifest.BudgetRequest(requests: 8, connections: 9))
        var expected = Budget()
        expected.network.byteCount = 7
        expected.network.requestCount = 8
        expected.network.connectionCount = 9
        expected.wall = .seconds(5)
        expected.memoryByteCount = 1 << 20
        #expect(budget == expected)
        budget.apply(Manifest.BudgetRequest())
        #expect(budget == expected)
    }

    @Test func `takes every budget of a command line`() throws {
        var budget = Budget()
        try budget.apply("wall=5s,start=500ms,cpu=1.5s,memory=12MB,output=1KB")
        try budget.apply("network=10MB,requests=5,connections=2")
        var expected = Budget()
        expected.wall = .seconds(5)
        expected.start = .milliseconds(500)
        expected.cpu = .milliseconds(1500)
        expected.memoryByteCount = 12 << 20
        expected.outputByteCount = 1024
        expected.network.byteCount = 10 << 20
        expected.network.requestCount = 5
        expected.network.connectionCount = 2
        #expect(budget == expected)
    }

    @Test func `the last of two counts, and an empty text changes nothing`() throws {
        var budget = Budget()
        try budget.apply("wall=5s,wall=6s")
        #expect(budget.wall == .seconds(6))
        try budget.apply("")
        #expect(budget.wall == .seconds(6))
    }

    @Test(
        arguments: [
            ("wall", "wall is \(neither)"),
            ("wall=", "wall= has no value; write a time such as 30s or 500ms"),
            ("memory=", "memory= has no value; write a size such as 24MB or 512KB"),
            ("requests=", "requests= has no value; write a number from 1 to 1000000"),
            ("wall=5M", "wall=5M has a unit in capitals; write 5m or 5ms"),
            ("cpu=5 S", "cpu=5 S has a unit in capitals; write 5 s"),
            (
                "wall=3s,ios",
                "ios sets every budget, also the one before it; a profile comes first, such as "
                    + "ios,wall=3s"
            ),
            (
                "ios,ci",
                "ci sets every budget, also the one before it; a profile comes first, such as "
                    + "ci,wall=5s"
            ),
            ("=5s", "=5s is \(neither)"),
            (
                "time=5s",
                "time is not a budget; there are wall, start, cpu, memory, output, network, requests "
                    + "and connections"
            ),
            ("network=0", "network=0 is out of range; \(sizes)"),
            ("requests=0", "requests=0 is not a number from 1 to 1000000"),
            ("requests=1MB", "requests=1MB is not a number from 1 to 1000000"),
            ("connections=65", "connections=65 is not a number from 1 to 64"),
            ("wall=soon", "wall=soon is not a time such as 30s or 500ms"),
            ("wall=0s", "wall=0s is out of range; \(times)"),
            ("wall=8761h", "wall=8761h is out of range; \(times)"),
            ("wall=30", "wall=30 has no unit; write 30s or 30ms"),
            ("wall=-1s", "wall=-1s is not a time such as 30s or 500ms"),
            ("cpu=5MB", "cpu=5MB is not a time such as 30s or 500ms"),
            ("memory=5s", "memory=5s is not a size such as 24MB or 512KB"),
            ("memory=0", "memory=0 is out of range; \(sizes)"),
            ("memory=1025GB", "memory=1025GB is out of range; \(sizes)"),
            (
                "memory=9223372036854775807",
                "memory=9223372036854775807 is out of range; \(sizes)"
            ),
            ("memory=12", "memory=12 has no unit; write 12MB or 12B"),
            ("output=1.0", "output=1.0 has no unit; write 1.0MB or 1.0B"),
            ("output=-1", "output=-1 is not a size such as 24MB or 512KB"),
            ("wall=5s,memory=x", "memory=x is not a size such as 24MB or 512KB"),
            ("wall=1=2", "wall=1=2 is not a time such as 30s or 500ms"),
            (
                "memory=99999999999999999999",
                "memory=99999999999999999999 is not a size such as 24MB or 512KB"
            ),
        ]
    )
    func `says which part cannot be read`(text: String, description: String) throws {
        var budget = Budget()
        let error = #expect(throws: BudgetError.self) { try budget.apply(text) }
        #expect(error?.description == description)
    }

    private static let sizes = "a size is above 0, up to 1024GB"
    private static let times = "a time is above 0, up to 8760h (a year)"

    @Test func `names limits that are so small that a unit was probably mistaken`() throws {
        var budget = Budget()
        #expect(budget.smallLimits.isEmpty)
        try budget.apply("wall=5ms,start=10ms,cpu=9.9ms,memory=12KB,output=12B,network=1023B")
        #expect(
            budget.smallLimits == [
                "wall=5ms is less than 10ms", "cpu=9900us is less than 10ms",
                "memory=12KB is less than 1MB", "output=12B is less than 1KB",
                "network=1023B is less than 1KB",
            ]
        )
        try budget.apply("wall=10ms,cpu=10ms,memory=1MB,output=1KB,network=1KB")
        #expect(budget.smallLimits.isEmpty)
    }

    /// No manifest and no command line gets as far; whoever computes a budget might.
    @Test(arguments: [Int.min, -1, 0, 1, 1 << 40, .max])
    func `no budget of memory is beyond what is computed with it`(byteCount: Int) {
        var budget = Budget()
        budget.memoryByteCount = byteCount
        budget.cpu = .seconds(byteCount)
        let limit = budget.dataLimit(footprint: .max / 2, data: .max - 1)
        #expect(limit >= .max - 1)
        #expect(budget.memoryWallByteCount >= budget.pressureByteCount)
        #expect(budget.pressureNanoseconds <= budget.cpuNanoseconds)
        #expect(budget.keptMemoryByteCount >= 0)
    }

    @Test func `pressure begins at four fifths`() {
        var budget = Budget()
        budget.memoryByteCount = 1000
        #expect(budget.pressureByteCount == 800)
        budget.memoryByteCount = 1
        #expect(budget.pressureByteCount == 1)
    }

    /// An extension's manifest can ask for as much as an integer holds.
    @Test func `the largest memory budget has a pressure as well`() {
        var budget = Budget()
        budget.memoryByteCount = .max
        #expect(budget.pressureByteCount > UInt64(Int.max / 2))
    }

    @Test func `a profile sets all budgets, and what follows it changes them`() throws {
        var budget = Budget()
        try budget.apply("ios-small,cpu=3s")
        var expected = Budget(.iosSmall)
        expected.cpu = .seconds(3)
        #expect(budget == expected)
        #expect(budget.memoryByteCount == 12 << 20)
        var requested = Budget()
        requested.apply(Manifest.BudgetRequest(profile: .iosSmall, cpu: .seconds(3)))
        #expect(requested == expected)
        #expect(Budget(.ios) == Budget())
        #expect(Budget(.ci).start == .seconds(10))
    }
}
