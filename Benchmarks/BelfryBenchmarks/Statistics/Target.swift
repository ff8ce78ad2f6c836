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

    /// All targets, in the order of the table (issue 6, part 5).
    package static let all = [
        Target(
            subject: .warmRun,
            most: 6,
            limits: [.pingPongTogether, .pingPongApart, .pingPongShared],
            factor: 1.5
        ),
        Target(subject: .pipelined64, most: 2.5),
        Target(subject: .prewarmedDelivery, limits: [.warmDelivery], addition: 30),
        Target(subject: .freshAtOnce, limits: [.forkAndWait], factor: 1 / 0.85),
        Target(subject: .coldDelivery, most: 500),
        Target(subject: .unseenDelivery, most: 500),
        Target(subject: .swiftDelivery, most: 3500),
        Target(subject: .swiftUnseenDelivery, most: 3500),
        Target(subject: .command, most: 25_000),
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
