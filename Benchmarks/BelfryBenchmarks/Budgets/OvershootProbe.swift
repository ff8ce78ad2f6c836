// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfrySystem
internal import Foundation
internal import Synchronization

/// Runs one attack again and again, in a host of its own.
struct OvershootProbe {
    private let attack: BudgetAttack
    private let scratch: Scratch
    private let host: ExtensionHost
    private let bundle: ExtensionBundle
    private let server: AttackedServer?
    private let options: ExtensionHost.RunOptions

    /// How often a run is repeated that could not begin.
    private static let startAttempts = 20

    /// Whether the host watches budgets with real-time priority.
    var isRealTime: Bool { host.isRealTime }

    /// Starts the host, and a server where the attack has one.
    ///
    /// - Parameters:
    ///   - attack: The attack.
    ///   - bundle: The extension that makes it.
    ///   - configuration: What the host is made of, but for its directories.
    ///   - scratch: Where the host puts what it keeps, and nobody else.
    /// - Throws: What a host or a server that cannot be made throws.
    init(
        _ attack: BudgetAttack,
        bundle: ExtensionBundle,
        configuration: ExtensionHost.Configuration,
        scratch: Scratch
    ) throws {
        self.attack = attack
        self.bundle = bundle
        self.scratch = scratch
        var configuration = configuration
        configuration.storePath = scratch.storePath
        configuration.statePath = scratch.statePath
        host = try ExtensionHost(configuration)
        server = try attack.server.map { try AttackedServer($0) }
        var options = ExtensionHost.RunOptions()
        var budget = Budget()
        try budget.apply(attack.budget)
        options.budget = budget
        options.isFresh = true
        options.allowedOrigins = server.map { [$0.origin] } ?? []
        self.options = options
    }

    /// Measures, and ends the host.
    ///
    /// - Parameters:
    ///   - rounds: How many runs.
    ///   - isBusy: Whether every core has something else to do; noted, not made.
    /// - Returns: The results.
    /// - Throws: ``BenchmarkError`` when a run ends otherwise than it must.
    func measure(_ rounds: Int, isBusy: Bool) async throws -> Overshoot {
        let taken: Result<[Double], any Error>
        do {
            // The host's first run is no other's: there is no process yet to fork workers from.
            _ = try await measureOnce(0)
            var values: [Double] = []
            for number in 1...rounds { values.append(try await measureOnce(number)) }
            taken = .success(values)
        } catch {
            taken = .failure(error)
        }
        await host.shutdown()
        server?.stop()
        return Overshoot(attack, isBusy: isBusy, taken: try taken.get())
    }

    private func measureOnce(_ number: Int) async throws -> Double {
        switch attack.meter {
        case .outcome(let read):
            let outcome = try await run(number)
            guard let taken = read(outcome) else {
                throw BenchmarkError(
                    "nothing says what \(attack.bundleName) got: \(outcome.report)"
                )
            }
            return taken
        case .gauge(let gauge):
            // What is stored already is not stored again.
            if case .storedLength = gauge {
                try? FileManager.default.removeItem(atPath: scratch.storePath)
            }
            return try await gauge.most(scratch) { try await run(number) }.1
        }
    }

    private func run(_ number: Int) async throws -> BudgetAttack.Outcome {
        let request = RunRequest.push(try PushPayload.parse(payload(number)), identifier: "budget")
        var attempts = 0
        while true {
            server?.reset()
            let delivered = Mutex<(NotificationContent, MonotonicTime)?>(nil)
            let begin = MonotonicTime.now
            let report = try await host.run(request, in: bundle, options: options) { content, _ in
                if let content { delivered.withLock { $0 = (content, .now) } }
            }
            // A busy machine: it was not loaded in the time that its run has, so it exceeded nothing.
            let isTooLate =
                report.ending == .fallback(.startTimeout) && !attack.reasons.contains(report.reason)
            attempts += 1
            if isTooLate, attempts <= Self.startAttempts { continue }
            guard attack.reasons.contains(report.reason), let delivery = delivered.withLock({ $0 })
            else {
                throw BenchmarkError(
                    "\(attack.bundleName) ended by \(report.reason): \(report.explanation)"
                )
            }
            return BudgetAttack.Outcome(
                report: report,
                latency: delivery.1 - begin,
                deliveredAt: delivery.1,
                delivered: delivery.0,
                served: try await server?.settled() ?? AttackedServer.Count()
            )
        }
    }

    private func payload(_ number: Int) -> [UInt8] {
        var text = #"{"aps":{"alert":"text","mutable-content":1},"act":"\#(attack.act)""#
        text += #","number":"\#(number)""#
        if let server {
            text += #","url":"\#(server.origin)/","authority":"\#(server.authority)""#
        }
        return Array((text + "}").utf8)
    }
}
