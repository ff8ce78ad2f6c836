// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A speed the host is meant to have, held against what was measured in the same run.
package struct Target: Sendable {
    /// What is meant.
    package let subject: Series

    private let most: Double?
    private let limits: [Series]
    private let factor: Double
    private let addition: Double

    /// - Parameters:
    ///   - subject: What is meant.
    ///   - most: The most its median may be, in microseconds, whatever the machine; nil for no such
    ///     bound.
    ///   - limits: What else it is held against: the fastest of these,
    ///   - factor: so many times,
    ///   - addition: and so many microseconds more.
    package init(
        subject: Series,
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

    /// All targets, in the order of the table.
    ///
    /// None is a multiple of a bare spin: that moves fourfold with where the cores lie.
    package static let all = [
        Target(subject: .warmRun, most: 6, limits: [.extismKept], factor: 0.5),
        Target(subject: .warmIdleRun, limits: [.pingPongApart], factor: 1.5),
        // 80,000 runs a second.
        Target(subject: .pipelined64, most: 12.5),
        Target(subject: .prewarmedDelivery, limits: [.warmDelivery], addition: 100),
        Target(subject: .touch, limits: [.pingPongApart], factor: 2),
        Target(subject: .coldDelivery, limits: [.forkAndWait], factor: 4),
        Target(subject: .freshAtOnce, limits: [.forkAndWait], factor: 2.5),
        Target(subject: .swiftDelivery, limits: [.freshLoading], factor: 0.2),
        Target(subject: .unseenDelivery, limits: [.coldDelivery], factor: 1.5),
        Target(subject: .swiftUnseenDelivery, limits: [.swiftDelivery], factor: 1.2),
        Target(subject: .command, limits: [.spawnTrue], factor: 40),
        Target(subject: .catalog, most: 100_000),
    ]

    /// What it comes to.
    package struct Outcome: Sendable, Codable {
        package let subject: Series
        package let median: Double

        /// The bound on this machine, in microseconds.
        package let bound: Double

        /// Whether the median is within it.
        package var isMet: Bool { median <= bound }
    }

    /// Holds it against the medians of all rounds; nil when it, or all of its limits, were not measured.
    package func outcome(in rounds: [Round]) -> Outcome? {
        guard let median = Self.median(of: subject, in: rounds) else { return nil }
        let fastest = limits.compactMap { Self.median(of: $0, in: rounds) }.min()
        let bounds = [most, fastest.map { $0 * factor + addition }].compactMap(\.self)
        return bounds.min().map { Outcome(subject: subject, median: median, bound: $0) }
    }

    private static func median(of series: Series, in rounds: [Round]) -> Double? {
        Distribution(rounds.flatMap { $0[series] })?.median.microseconds
    }
}
