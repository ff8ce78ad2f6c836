// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
internal import Foundation

/// How much slower the processor is than those that the suite's times were chosen for.
///
/// An emulated processor needs many times as long for the same work. `BELFRY_HOSTILE_PATIENCE=8` gives
/// a run eight times the budget and a wait eight times the length, where what is tried does not depend
/// on it: budgets that an extension is to exceed stay as they are.
enum Patience {
    /// What generous times are multiplied by; 1 where nothing is said.
    static let factor =
        ProcessInfo.processInfo.environment["BELFRY_HOSTILE_PATIENCE"].flatMap { Int($0) } ?? 1

    /// From here on a part of a budget is there to be enough, not to be exceeded.
    private static let generousWall = Duration.seconds(3)
    private static let generousProcessorTime = Duration.seconds(2)
    private static let generousStart = Duration.seconds(3)

    /// Multiplies the parts of a budget that are to be enough.
    static func stretch(_ budget: inout Budget) {
        if budget.wall >= generousWall {
            budget.wall *= factor
            budget.grace *= factor
        }
        if budget.cpu >= generousProcessorTime { budget.cpu *= factor }
        if budget.start >= generousStart { budget.start *= factor }
    }
}

extension Duration {
    /// The time that the same takes on this processor.
    var patient: Duration { self * Patience.factor }
}
