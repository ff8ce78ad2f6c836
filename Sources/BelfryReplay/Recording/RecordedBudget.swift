// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
package import BelfryRuntime
internal import BelfrySystem

/// A budget in a recording: times in nanoseconds.
package struct RecordedBudget: Sendable, Equatable, Codable {
    package var wall: Int64
    package var grace: Int64
    package var start: Int64

    /// Of all threads together, in nanoseconds like those above.
    package var cpu: Int64

    /// Limits of memory, of what the extension hands over and of what it transfers, in bytes.
    package var memoryByteCount: Int
    package var outputByteCount: Int
    package var networkByteCount: Int

    /// Limits of requests to the network, and of connections at once.
    package var requestCount: Int
    package var connectionCount: Int

    /// Keeps a budget; of what is more than a recording holds, the most that it does, which no run
    /// reaches.
    package init(_ budget: Budget) {
        wall = min(budget.wall.nanoseconds, Self.longest)
        grace = min(budget.grace.nanoseconds, Self.longest)
        start = min(budget.start.nanoseconds, Self.longest)
        cpu = min(budget.cpu.nanoseconds, Self.longest)
        memoryByteCount = min(budget.memoryByteCount, Self.largest)
        outputByteCount = min(budget.outputByteCount, Self.largest)
        networkByteCount = min(budget.network.byteCount, Self.largest)
        requestCount = budget.network.requestCount
        connectionCount = budget.network.connectionCount
    }

    /// The budget.
    package var budget: Budget {
        var budget = Budget()
        budget.wall = .nanoseconds(wall)
        budget.grace = .nanoseconds(grace)
        budget.start = .nanoseconds(start)
        budget.cpu = .nanoseconds(cpu)
        budget.memoryByteCount = memoryByteCount
        budget.outputByteCount = outputByteCount
        budget.network.byteCount = networkByteCount
        budget.network.requestCount = requestCount
        budget.network.connectionCount = connectionCount
        return budget
    }

    /// The first member that no budget has; nil where it is one: a recording is a stranger's word.
    var oddMember: (name: String, value: Int64, range: ClosedRange<Int64>)? {
        let times = 1...Self.longest
        let sizes = 1...Int64(Self.largest)
        let requests = Self.widened(Manifest.BudgetRequest.requestRange)
        let connections = Self.widened(Manifest.BudgetRequest.connectionRange)
        return [
            ("wall", wall, times), ("grace", grace, times), ("start", start, times),
            ("cpu", cpu, times), ("memoryByteCount", Int64(memoryByteCount), sizes),
            ("outputByteCount", Int64(outputByteCount), sizes),
            ("networkByteCount", Int64(networkByteCount), sizes),
            ("requestCount", Int64(requestCount), requests),
            ("connectionCount", Int64(connectionCount), connections),
        ]
        .first { !$2.contains($1) }
    }

    /// A year in nanoseconds, and a terabyte.
    private static let longest: Int64 = 365 * 86_400_000_000_000
    private static let largest = 1 << 40

    private static func widened(_ range: ClosedRange<Int>) -> ClosedRange<Int64> {
        Int64(range.lowerBound)...Int64(range.upperBound)
    }
}
