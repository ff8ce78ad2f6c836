// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How something compares with its limit, from rounds in which both were measured side by side.
///
/// The ratio is taken within each round and the rounds are summed up afterwards: what else the
/// machine does comes and goes over seconds, so it slows both sides of one round and neither of
/// another. A ratio of two totals would mix rounds that cannot be compared.
package struct Comparison: Sendable {
    /// What is compared, and with what.
    package let pair: (subject: Series, limit: Series)

    /// All samples of what is compared.
    package let subject: Distribution<Duration>

    /// All samples of the limit.
    package let limit: Distribution<Duration>

    /// The ratio of the medians in each round that has both.
    package let ratio: Distribution<Double>

    /// Compares two series; nil when no round has both.
    package init?(of pair: (subject: Series, limit: Series), in rounds: [Round]) {
        let ratios = rounds.compactMap { round -> Double? in
            guard let subject = Distribution(round[pair.subject]),
                let limit = Distribution(round[pair.limit]), limit.median > .zero
            else { return nil }
            return subject.median / limit.median
        }
        guard let ratio = Distribution(ratios),
            let subject = Distribution(rounds.flatMap { $0[pair.subject] }),
            let limit = Distribution(rounds.flatMap { $0[pair.limit] })
        else { return nil }
        self.pair = pair
        self.subject = subject
        self.limit = limit
        self.ratio = ratio
    }
}
