// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import BelfrySystem

/// What a run may use.
package struct Budget: Sendable, Equatable {
    /// From the fork of a worker to its being ready; also counts toward ``wall``.
    package var start: Duration = .seconds(2)

    /// From the moment a worker is set on the request to its completion.
    package var wall: Duration = .seconds(30)

    /// How long before the end of ``wall`` the extension is told.
    package var grace: Duration = .seconds(1)

    /// CPU time of all threads of the worker.
    package var cpu: Duration = .seconds(10)

    /// Footprint above the loaded, idle worker, in bytes.
    package var memoryByteCount = 24 * 1024 * 1024

    /// Text of one content, in bytes.
    package var outputByteCount = 64 * 1024

    /// Bytes, requests and connections.
    package var network = NetworkBudget()

    /// So much of everything that nothing ends: for a run whose time a debugger holds.
    static var unlimited: Budget {
        var budget = Budget()
        let year = Duration.seconds(31_536_000)
        (budget.start, budget.wall, budget.cpu) = (year, year, year)
        budget.memoryByteCount = 1 << 40
        return budget
    }

    /// The footprint past which the extension is told that its memory runs out: four fifths.
    var pressureByteCount: UInt64 { Self.fourFifths(of: UInt64(clamping: memoryByteCount)) }

    /// ``cpu`` in nanoseconds.
    var cpuNanoseconds: UInt64 { UInt64(clamping: cpu.nanoseconds) }

    /// The CPU time, in nanoseconds, past which the extension is told that it runs out.
    var pressureNanoseconds: UInt64 { Self.fourFifths(of: cpuNanoseconds) }

    /// The footprint above the loaded, idle worker that cannot be passed, however fast: a quarter
    /// more than the budget.
    var memoryWallByteCount: UInt64 {
        let limit = UInt64(clamping: memoryByteCount)
        return limit.addingSaturated(limit / 4)
    }

    /// What the kernel holds private writable memory to (RLIMIT_DATA).
    ///
    /// It counts memory that is only asked for, such as threads' stacks: what the idle worker has
    /// not touched yet is in the wall, but an eighth more than the budget is always within reach.
    ///
    /// - Parameters:
    ///   - footprint: The footprint of the loaded, idle worker.
    ///   - data: Its private writable memory, touched or not.
    /// - Returns: The limit in bytes, of all of the process.
    func dataLimit(footprint: UInt64, data: UInt64) -> UInt64 {
        let budget = UInt64(clamping: memoryByteCount)
        return max(
            footprint.addingSaturated(memoryWallByteCount),
            data.addingSaturated(budget.addingSaturated(budget / 8))
        )
    }

    /// How much of ``memoryByteCount`` a worker may keep between runs before it is replaced.
    package var keptMemoryByteCount: Int { Int(IdleAllowance.byteCount(of: self)) }

    private static func fourFifths(of limit: UInt64) -> UInt64 { limit - limit / 5 }

    /// The defaults: those of iOS on a current device.
    package init() {}

    /// The budgets of a profile.
    package init(_ profile: BudgetProfile) {
        self.init()
        switch profile {
        case .ios: break
        case .iosSmall: memoryByteCount = 12 * 1024 * 1024
        case .ci: start = .seconds(10)
        }
    }

    /// Takes what a manifest asks for.
    package mutating func apply(_ request: Manifest.BudgetRequest) {
        if let profile = request.profile { self = Budget(profile) }
        start = request.start ?? start
        wall = request.wall ?? wall
        cpu = request.cpu ?? cpu
        memoryByteCount = request.memory ?? memoryByteCount
        outputByteCount = request.output ?? outputByteCount
        network.byteCount = request.network ?? network.byteCount
        network.requestCount = request.requests ?? network.requestCount
        network.connectionCount = request.connections ?? network.connectionCount
    }

    /// Takes what a command line asks for, such as `wall=5s,memory=12MB`, or a profile's name, which
    /// sets all of them and comes first, such as `ios-small,wall=5s`.
    ///
    /// - Throws: ``BudgetError`` naming the part that cannot be read.
    package mutating func apply(_ text: String) throws(BudgetError) {
        let parts = text.split(separator: ",")
        for (index, part) in parts.enumerated() {
            if let profile = BudgetProfile(rawValue: String(part)) {
                guard index == 0 else {
                    let other = parts[0].contains("=") ? parts[0] : "wall=5s"
                    throw BudgetError(
                        part: String(part),
                        problem: "sets every budget, also the one before it; a profile comes "
                            + "first, such as \(part),\(other)"
                    )
                }
                self = Budget(profile)
                continue
            }
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            guard pair.count == 2, !pair[0].isEmpty else {
                throw BudgetError(
                    part: String(part),
                    problem: "is neither name=value nor a profile; there are \(BudgetProfile.names)"
                )
            }
            try apply(name: pair[0], value: pair[1])
        }
    }

    /// What of it is so small that a unit was probably mistaken, such as `memory=12KB is less than 1MB`.
    package var smallLimits: [String] {
        Manifest.BudgetRequest(
            wall: wall,
            cpu: cpu,
            start: start,
            memory: memoryByteCount,
            output: outputByteCount,
            network: network.byteCount
        )
        .smallLimits.map { "\($0.name)=\($0.value) is less than \($0.least)" }
    }

    private mutating func apply(name: String, value: String) throws(BudgetError) {
        switch name {
        case "wall": wall = try Self.duration(name, value)
        case "start": start = try Self.duration(name, value)
        case "cpu": cpu = try Self.duration(name, value)
        case "memory": memoryByteCount = try Self.byteCount(name, value)
        case "output": outputByteCount = try Self.byteCount(name, value)
        case "network": network.byteCount = try Self.byteCount(name, value)
        case "requests":
            network.requestCount = try Self.count(name, value, Manifest.BudgetRequest.requestRange)
        case "connections":
            network.connectionCount = try Self.count(
                name,
                value,
                Manifest.BudgetRequest.connectionRange
            )
        default:
            throw BudgetError(
                part: name,
                problem: "is not a budget; there are wall, start, cpu, memory, output, network, "
                    + "requests and connections"
            )
        }
    }

    private static func duration(_ name: String, _ value: String) throws(BudgetError) -> Duration {
        try refuseEmpty(name, value, "a time such as 30s or 500ms")
        guard let duration = Quantity.parseDuration(value) else {
            let problem = Quantity.lowercasedDurations(value).map {
                "has a unit in capitals; write \($0)"
            }
            throw BudgetError(
                part: "\(name)=\(value)",
                problem: problem ?? "is not a time such as 30s or 500ms"
            )
        }
        guard Manifest.BudgetRequest.timeRange.contains(duration) else {
            throw BudgetError(
                part: "\(name)=\(value)",
                problem: "is out of range; a time is above 0, up to 8760h (a year)"
            )
        }
        try refuseBareNumber(name, value, "\(value)s or \(value)ms")
        return duration
    }

    private static func byteCount(_ name: String, _ value: String) throws(BudgetError) -> Int {
        try refuseEmpty(name, value, "a size such as 24MB or 512KB")
        guard let byteCount = Quantity.parseByteCount(value) else {
            throw BudgetError(
                part: "\(name)=\(value)",
                problem: "is not a size such as 24MB or 512KB"
            )
        }
        guard Manifest.BudgetRequest.byteCountRange.contains(byteCount) else {
            throw BudgetError(
                part: "\(name)=\(value)",
                problem: "is out of range; a size is above 0, up to 1024GB"
            )
        }
        try refuseBareNumber(name, value, "\(value)MB or \(value)B")
        return byteCount
    }

    private static func refuseEmpty(
        _ name: String,
        _ value: String,
        _ noun: String
    ) throws(BudgetError) {
        guard value.isEmpty else { return }
        throw BudgetError(part: "\(name)=", problem: "has no value; write \(noun)")
    }

    private static func refuseBareNumber(
        _ name: String,
        _ value: String,
        _ readings: String
    ) throws(BudgetError) {
        guard Quantity.isBareNumber(value) else { return }
        throw BudgetError(
            part: "\(name)=\(value)",
            problem: "has no unit; write \(readings)"
        )
    }

    private static func count(
        _ name: String,
        _ value: String,
        _ range: ClosedRange<Int>
    ) throws(BudgetError) -> Int {
        try refuseEmpty(name, value, "a number from \(range.lowerBound) to \(range.upperBound)")
        guard let count = Int(value), range ~= count else {
            throw BudgetError(
                part: "\(name)=\(value)",
                problem: "is not a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return count
    }
}

/// A budget that cannot be read.
package struct BudgetError: Error, Equatable, CustomStringConvertible {
    package let part: String
    package let problem: String

    package var description: String { "\(part) \(problem)" }
}
