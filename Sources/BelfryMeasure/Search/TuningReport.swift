// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What a search for the smallest budgets found, and how sure it is.
package struct TuningReport: Sendable, Codable {
    /// The share of runs that is to complete, such as 0.999.
    package var target: Double

    /// How sure that must be, such as 0.95.
    package var confidence: Double

    /// What is given beyond what is needed, as a share of it.
    package var margin: Double

    /// How many runs each trial has of each kind, `warm` and `cold`, and how many of them may fail.
    package var runsPerTrial: Int
    package var failuresAllowed: Int
    package var kinds: [String]

    /// The runs with budgets that hinder nobody, where the search began.
    package var unhindered: TuningTrial

    /// What was found for each budget, in the order in which they were searched.
    package var budgets: [TunedBudget] = []

    /// The trials of all budgets together, the last of them of those to take.
    package var combined: [TuningTrial] = []

    /// How many runs the search took, and how long.
    package var runCount: Int
    package var elapsedMilliseconds: Double

    /// Whether the last trial of all together passed: ``budgets`` can be taken.
    package var isFound = false

    /// Whether it was interrupted.
    package var isInterrupted = false

    /// What a person should know, one sentence each: too few runs, a noisy machine.
    package var warnings: [String] = []
}

/// What was found of one budget, with the others out of the way.
package struct TunedBudget: Sendable, Codable {
    package var budget: BudgetAxis

    /// `ms` or `bytes`.
    package var unit: String

    /// What unhindered runs used.
    package var usualNeed: Double
    package var largestNeed: Double

    /// The smallest value that passed and the largest below it that did not; nil for none.
    package var smallestPassed: Double?
    package var largestFailed: Double?

    /// Every value that was tried, in turn.
    package var trials: [TuningTrial]

    /// What to take, with the margin; nil where nothing passed.
    package var recommended: Double?

    /// What of it there is before the extension is told that its time ends.
    package var room: Double?

    /// The same as a manifest has it, such as `120ms`.
    package var text: String?

    /// How many runs were made for it.
    package var runCount: Int { trials.map(\.runCount).saturatedSum }
}

/// Runs under one set of budgets.
package struct TuningTrial: Sendable, Codable {
    package var wallMilliseconds: Double
    package var cpuMilliseconds: Double
    package var memoryByteCount: Int

    /// How many runs were made; fewer than asked for where too many had failed before.
    package var runCount: Int
    package var failureCount: Int

    /// How those ended that did not complete.
    package var failures: [VerdictCount]
    package var hasPassed: Bool

    /// How sure it is that the share asked for completes, of the kind of run that is least sure.
    package var confidence: Double

    /// The share that at least completes, as sure as was asked for.
    package var shownShare: Double
}
