// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Measures something once per round.
protocol Probe: Sendable {
    /// Takes samples.
    ///
    /// - Parameter round: Where they go.
    /// - Throws: ``BenchmarkError`` when what was measured did not do its work: a fast failure
    ///   must not pass for a fast success.
    func measure(into round: inout Round) async throws
}
