// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
package import BelfryRuntime

/// Has known work done, and reads what it cost by several meters.
package struct MeterProbe: Sendable {
    private let host: ExtensionHost
    private let bundle: ExtensionBundle

    /// - Parameters:
    ///   - host: A host with no other worker.
    ///   - bundle: `Known.c`.
    package init(host: ExtensionHost, bundle: ExtensionBundle) {
        self.host = host
        self.bundle = bundle
    }

    /// Measures.
    ///
    /// - Parameters:
    ///   - work: What is done.
    ///   - rounds: How many runs.
    /// - Returns: The readings.
    /// - Throws: ``BenchmarkError`` when a run ends otherwise than it should.
    package func measure(_ work: KnownWork, rounds: Int) async throws -> MeterAgreement {
        var readings: [MeterAgreement.Reading] = []
        // The worker that the others are to use.
        if !work.isFresh { _ = try await run(work, body: "") }
        for _ in 0..<rounds {
            readings.append(try await read(work))
        }
        return MeterAgreement(work: work, readings: readings)
    }

    private func read(_ work: KnownWork) async throws -> MeterAgreement.Reading {
        // What the run before kept is given up in a run of its own, so that both begin alike.
        if !work.isFresh, work.quantity == .memory { _ = try await run(work, body: "") }
        let watch = work.isFresh ? nil : WorkerWatch()
        let before = (cpu: watch?.cpu, memory: watch?.memory)
        let report = try await run(work, body: nil)
        let after = (cpu: watch?.cpu, memory: watch?.memory)
        guard let own = SelfReading(title: report.after.title), let timing = report.timing,
            let usage = report.usage
        else { throw BenchmarkError("\(work.title): the extension said \(report.after.title)") }
        switch work.quantity {
        case .wall:
            return .init(host: timing.wallMilliseconds, inside: own.wall, outside: nil)
        case .cpu:
            let outside = Self.difference(after.cpu, before.cpu)
            return .init(host: usage.cpuMilliseconds, inside: own.rusage, outside: outside)
        case .memory:
            let host = Double(usage.largestByteCount) / 1024
            let outside = work.isTransient ? nil : Self.difference(after.memory, before.memory)
            return .init(host: host, inside: own.touched, outside: outside)
        }
    }

    private static func difference(_ after: Double?, _ before: Double?) -> Double? {
        guard let after, let before else { return nil }
        return after - before
    }

    private func run(_ work: KnownWork, body: String?) async throws -> RunReport {
        var work = work
        if let body { work.body = body }
        var options = ExtensionHost.RunOptions()
        var budget = Budget()
        try budget.apply(work.budget)
        options.budget = budget
        options.isFresh = work.isFresh
        let report = try await host.run(
            .push(try work.push(), identifier: "known"),
            in: bundle,
            options: options
        )
        guard report.isDelivered else {
            throw BenchmarkError("\(work.title) ended by \(report.reason): \(report.explanation)")
        }
        return report
    }
}
