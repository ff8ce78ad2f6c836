// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What the host is meant to reach, held against what was measured in the same run.
package struct Target: Sendable {
    /// What is meant.
    package enum Subject: Sendable {
        /// A quantile of a series, in microseconds: 0.5 is the median.
        case time(Series, quantile: Double)

        /// The own memory of the median idle worker of this kind, in KiB.
        case idleMemory(of: String)

        /// What this program does not measure, and why, or what does.
        case unmeasured(String, because: String)
    }

    private let subject: Subject
    private let most: Double?
    private let limits: [Series]
    private let factor: Double
    private let addition: Double

    /// - Parameters:
    ///   - subject: What is meant.
    ///   - most: The most it may be, in microseconds or KiB, whatever the machine; nil for no such bound.
    ///   - limits: What else it is held against: the fastest of these,
    ///   - factor: so many times,
    ///   - addition: and so many microseconds more.
    package init(
        _ subject: Subject,
        most: Double? = nil,
        limits: [Series] = [],
        factor: Double = 1,
        addition: Double = 0
    ) {
        self.subject = subject
        self.most = most
        self.limits = limits
        self.factor = factor
        self.addition = addition
    }

    /// The same of the median of a series.
    package init(
        _ series: Series,
        most: Double? = nil,
        limits: [Series] = [],
        factor: Double = 1,
        addition: Double = 0
    ) {
        let subject = Subject.time(series, quantile: 0.5)
        self.init(subject, most: most, limits: limits, factor: factor, addition: addition)
    }

    /// All targets, in the order of the table.
    ///
    /// None is a multiple of a bare spin: that moves fourfold with where the cores lie.
    package static let all = [
        Target(.warmRun, most: 6, limits: [.extismKept], factor: 0.5),
        Target(.warmIdleRun, limits: [.pingPongApart], factor: 1.5),
        // 80,000 runs a second.
        Target(.pipelined64, most: 12.5),
        Target(.time(.pipelined64Run, quantile: 0.99), most: 5000),
        // 200,000 runs a second.
        Target(
            .unmeasured(
                "C, warm, 64 at once, queued in 8 workers: time per run",
                because: "a worker takes one request at a time"
            ),
            most: 5
        ),
        Target(
            .unmeasured("C, warm, 1,000 bundles in turn", because: "`make bench-bundles` does"),
            limits: [.warmRun],
            factor: 1.5
        ),
        Target(.prewarmedDelivery, limits: [.warmDelivery], addition: 100),
        Target(.touchIdle, limits: [.pingPongApart], factor: 2),
        Target(.coldDelivery, limits: [.forkAndWait], factor: 4),
        Target(.freshAtOnce, limits: [.forkAndWait], factor: 2.5),
        Target(.swiftDelivery, limits: [.freshLoading], factor: 0.2),
        Target(.unseenDelivery, limits: [.coldDelivery], factor: 1.5),
        Target(.swiftUnseenDelivery, limits: [.swiftDelivery], factor: 1.2),
        Target(.command, limits: [.spawnTrue], factor: 40),
        Target(.idleMemory(of: "C"), most: 400),
        Target(.idleMemory(of: "Swift"), most: 1024),
    ]

    /// What it comes to.
    package struct Outcome: Sendable, Codable {
        /// What is meant.
        package let title: String

        /// The bounds in words.
        package let terms: String

        /// The tightest bound on this machine, and what was measured; nil where that was not.
        package let bound: Double?
        package let value: Double?

        /// The unit of both.
        package let unit: Unit

        /// Why there is no value, where that is so by design.
        package let reason: String?

        /// Whether the value is within the bound; nil where one of them is not known.
        package var isMet: Bool? {
            guard let bound, let value else { return nil }
            return value <= bound
        }

        /// What is counted.
        package enum Unit: String, Sendable, Codable {
            case microseconds, kibibytes
        }
    }

    /// Holds it against what was measured.
    ///
    /// - Parameters:
    ///   - rounds: All rounds.
    ///   - idleMemory: What the median idle worker of each kind has for itself, in KiB.
    /// - Returns: What it comes to.
    package func outcome(in rounds: [Round], idleMemory: [String: Double] = [:]) -> Outcome {
        let fastest = limits.compactMap { Self.quantile(0.5, of: $0, in: rounds) }.min()
        let bounds = [most, fastest.map { $0 * factor + addition }].compactMap(\.self)
        return Outcome(
            title: title,
            terms: terms,
            bound: bounds.min(),
            value: value(in: rounds, idleMemory),
            unit: unit,
            reason: reason
        )
    }

    private func value(in rounds: [Round], _ idleMemory: [String: Double]) -> Double? {
        switch subject {
        case .time(let series, let quantile): Self.quantile(quantile, of: series, in: rounds)
        case .idleMemory(let kind): idleMemory[kind]
        case .unmeasured: nil
        }
    }

    private static func quantile(
        _ share: Double,
        of series: Series,
        in rounds: [Round]
    ) -> Double? {
        Distribution(rounds.flatMap { $0[series] })?.quantile(share).microseconds
    }
}

// MARK: - In words

extension Target {
    private var title: String {
        switch subject {
        case .time(let series, 0.5): series.title
        case .time(let series, let quantile): "\(series.title), p\(Int(quantile * 100))"
        case .idleMemory(let kind): "\(kind), idle worker: its own memory"
        case .unmeasured(let title, _): title
        }
    }

    private var unit: Outcome.Unit {
        if case .idleMemory = subject { .kibibytes } else { .microseconds }
    }

    private var reason: String? {
        if case .unmeasured(_, let reason) = subject { reason } else { nil }
    }

    private var terms: String {
        let most = most.map { [$0.text(in: unit)] } ?? []
        let times = factor == 1 ? "" : "\(factor.formatted()) × "
        let more = addition == 0 ? "" : " + \(addition.text(in: unit))"
        return (most + limits.map { times + $0.title + more }).joined(separator: "; ")
    }
}

extension Double {
    /// It in the unit that suits it, with three digits that matter.
    func text(in unit: Target.Outcome.Unit) -> String {
        switch unit {
        case .microseconds: time
        case .kibibytes: "\(plain) KiB"
        }
    }

    /// Microseconds as a time in the unit that suits them.
    var time: String {
        self < 1000 ? "\(plain) µs" : "\((self / 1000).plain) ms"
    }

    /// Three digits that matter, or all before the point.
    var plain: String {
        let digits = abs(self) >= 100 ? 0 : abs(self) >= 10 ? 1 : 2
        return String(format: "%.\(digits)f", self)
    }
}
