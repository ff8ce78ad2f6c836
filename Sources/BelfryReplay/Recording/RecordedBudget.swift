// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryRuntime
internal import BelfrySystem

/// A budget in a recording: times in nanoseconds.
package struct RecordedBudget: Sendable, Equatable, Codable {
    package var wall: Int64
    package var grace: Int64
    package var start: Int64
    package var cpu: Int64
    package var memoryByteCount: Int
    package var outputByteCount: Int
    package var networkByteCount: Int
    package var requestCount: Int
    package var connectionCount: Int

    package init(_ budget: Budget) {
        wall = budget.wall.nanoseconds
        grace = budget.grace.nanoseconds
        start = budget.start.nanoseconds
        cpu = budget.cpu.nanoseconds
        memoryByteCount = budget.memoryByteCount
        outputByteCount = budget.outputByteCount
        networkByteCount = budget.network.byteCount
        requestCount = budget.network.requestCount
        connectionCount = budget.network.connectionCount
    }

    /// The budget, held to what a budget can be: a recording is a stranger's word.
    package var budget: Budget {
        var budget = Budget()
        budget.wall = .nanoseconds(Self.held(wall, Self.dayLength))
        budget.grace = .nanoseconds(Self.held(grace, Self.dayLength))
        budget.start = .nanoseconds(Self.held(start, Self.dayLength))
        budget.cpu = .nanoseconds(Self.held(cpu, Self.dayLength))
        budget.memoryByteCount = Self.held(memoryByteCount, 1 << 40)
        budget.outputByteCount = Self.held(outputByteCount, 1 << 40)
        budget.network.byteCount = Self.held(networkByteCount, 1 << 40)
        budget.network.requestCount = Self.held(requestCount, 1 << 20)
        budget.network.connectionCount = Self.held(connectionCount, 1 << 10)
        return budget
    }

    private static let dayLength: Int64 = 86_400_000_000_000

    private static func held<Number: BinaryInteger>(_ number: Number, _ limit: Number) -> Number {
        min(max(1, number), limit)
    }
}
