// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// Probes that take turns, so that what else the machine does meets all of them alike.
struct Schedule {
    let probes: [any Probe]

    /// How long to go on; the round that has begun is finished.
    let duration: Duration

    /// Runs every probe once, and then rounds until the time is over.
    ///
    /// - Parameter progress: Told before each round of the time that has passed.
    /// - Returns: The rounds but the first, which finds everything cold.
    /// - Throws: What a probe throws.
    func run(_ progress: (Duration) -> Void) async throws -> [Round] {
        var rounds: [Round] = []
        let begin = MonotonicTime.now
        var passed = Duration.zero
        while passed < duration || rounds.count < 2 {
            progress(passed)
            var round = Round()
            for index in Self.order(ofRound: rounds.count, probeCount: probes.count) {
                try await probes[index].measure(into: &round)
            }
            rounds.append(round)
            passed = MonotonicTime.now - begin
        }
        return Array(rounds.dropFirst())
    }

    /// In which order the probes of a round run.
    ///
    /// Each begins a round in its turn, and every other round is the one before it backwards, so
    /// that none always follows the same other one and lives with what that one left behind.
    static func order(ofRound round: Int, probeCount: Int) -> [Int] {
        let rotated = (0..<probeCount).map { ($0 + round / 2) % probeCount }
        return round.isMultiple(of: 2) ? rotated : rotated.reversed()
    }
}
