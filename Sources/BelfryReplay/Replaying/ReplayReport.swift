// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryReport

/// What came of replaying a recording.
package struct ReplayReport: Sendable, Equatable, Codable {
    /// The version of this report.
    package var schema = 1

    /// The recorded extension.
    package var identifier: String
    package var version: String

    /// The bundle that was run.
    package var bundle: String
    package var bundleIdentifier: String
    package var bundleVersion: String

    /// How the recorded run ended: each that is made again has to end so.
    package var verdict: Verdict.Kind
    package var reason: String

    /// The signal that ended the recorded extension's process, or the status that it ended with.
    package var signal: String?
    package var exitStatus: Int32?

    /// How the recorded run ended, such as `fallback: crash (SIGSEGV)`.
    package var ending: String { RunResult.ending(verdict, reason, signal, exitStatus) }

    /// What of the surroundings is not as it was recorded, a sentence each.
    package var notes: [String]

    /// The SHA-256 of the recorded result.
    package var recordedDigest: String

    /// The SHA-256 of each run's result, in their order.
    package var digests: [String]

    /// Which runs were not like the recorded one, from 1 on.
    package var divergedRuns: [Int]

    /// Where the first of them was different; empty when all were alike.
    package var divergences: [Divergence]

    /// Whether every run was like the recorded one.
    package var isEqual: Bool { divergedRuns.isEmpty }
}
