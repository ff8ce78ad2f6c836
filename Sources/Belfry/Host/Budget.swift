// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime

/// What one run of an extension, or one open notification, may use.
///
/// Times are above 0 and up to a year, sizes above 0 and up to 1024 GB.
public struct Budget: Sendable, Hashable {
    /// From the demand for a process to the extension's being loaded in it; 2 s by default.
    ///
    /// It counts toward ``wall`` too.
    public var start: Duration

    /// From the moment at which a process is set on the notification to the extension's answer; 30 s by
    /// default.
    ///
    /// Of an open notification: of each call of the extension.
    public var wall: Duration

    /// CPU time of all threads of the process; 10 s by default.
    ///
    /// Of an open notification: of each call of the extension.
    public var cpu: Duration

    /// Memory above that of the process with the extension loaded and idle, in bytes; 24 MB by default.
    public var memoryByteCount: Int

    /// Text of one content, in bytes; 64 KB by default.
    public var outputByteCount: Int

    /// Bytes of all connections, both directions together; 128 MB by default.
    public var networkByteCount: Int

    /// Requests over the network, from 1 to 1,000,000; 256 by default.
    public var requestCount: Int

    /// Connections that are open at the same time, from 1 to 64; 16 by default.
    public var connectionCount: Int

    /// The defaults: those of iOS on a current device.
    public init() {
        self.init(Engine.Budget())
    }

    /// The budget with nothing of it larger than in another.
    ///
    /// - Parameter ceiling: The most of each.
    /// - Returns: The smaller of both, member by member.
    public func limited(to ceiling: Budget) -> Budget {
        var limited = self
        limited.start = min(start, ceiling.start)
        limited.wall = min(wall, ceiling.wall)
        limited.cpu = min(cpu, ceiling.cpu)
        limited.memoryByteCount = min(memoryByteCount, ceiling.memoryByteCount)
        limited.outputByteCount = min(outputByteCount, ceiling.outputByteCount)
        limited.networkByteCount = min(networkByteCount, ceiling.networkByteCount)
        limited.requestCount = min(requestCount, ceiling.requestCount)
        limited.connectionCount = min(connectionCount, ceiling.connectionCount)
        return limited
    }
}

extension Budget {
    init(_ engine: Engine.Budget) {
        start = engine.start
        wall = engine.wall
        cpu = engine.cpu
        memoryByteCount = engine.memoryByteCount
        outputByteCount = engine.outputByteCount
        networkByteCount = engine.network.byteCount
        requestCount = engine.network.requestCount
        connectionCount = engine.network.connectionCount
    }

    /// The engine's form of a budget whose members are in their ranges.
    var engine: Engine.Budget {
        var budget = Engine.Budget()
        budget.start = start
        budget.wall = wall
        budget.cpu = cpu
        budget.memoryByteCount = memoryByteCount
        budget.outputByteCount = outputByteCount
        budget.network.byteCount = networkByteCount
        budget.network.requestCount = requestCount
        budget.network.connectionCount = connectionCount
        return budget
    }

    /// The budget itself, once all of it is in range.
    ///
    /// - Parameter place: Where it was set, for the message.
    /// - Returns: The budget.
    /// - Throws: ``BelfryError/Code/limitInvalid`` naming the first member out of its range.
    func checked(from place: String) throws(BelfryError) -> Budget {
        typealias Ranges = Manifest.BudgetRequest
        let times = [("start", start), ("wall", wall), ("cpu", cpu)]
        for (member, time) in times where !Ranges.timeRange.contains(time) {
            throw Self.outOfRange(place, member, "\(time)", "a time above 0, up to a year")
        }
        let sizes = [
            ("memoryByteCount", memoryByteCount), ("outputByteCount", outputByteCount),
            ("networkByteCount", networkByteCount),
        ]
        for (member, size) in sizes where !Ranges.byteCountRange.contains(size) {
            throw Self.outOfRange(place, member, "\(size)", "a size above 0, up to 1024 GB")
        }
        let counts = [
            ("requestCount", requestCount, Ranges.requestRange),
            ("connectionCount", connectionCount, Ranges.connectionRange),
        ]
        for (member, count, range) in counts where !range.contains(count) {
            let wayOut = "a number from \(range.lowerBound) to \(range.upperBound)"
            throw Self.outOfRange(place, member, "\(count)", wayOut)
        }
        return self
    }

    private static func outOfRange(
        _ place: String,
        _ member: String,
        _ value: String,
        _ wayOut: String
    ) -> BelfryError {
        BelfryError(
            .limitInvalid,
            at: "\(place).\(member)",
            "\(place).\(member) is \(value), out of range; set \(wayOut)"
        )
    }
}
