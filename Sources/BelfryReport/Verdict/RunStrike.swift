// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Misuse that a run's report lists, whoever noticed it.
package enum RunStrike: String, Sendable, CaseIterable {
    /// The completion was called again after the extension itself had decided the run.
    case secondCompletion
    /// The completion was called after the verdict, or for a run that is not the worker's own.
    case lateCompletion
    /// A handle was stale, foreign or invented.
    case badHandle
    /// It dropped a notification without the right to.
    case deniedDrop
    /// It published a content that cannot be used.
    case badCheckpoint
    /// It answered a response with an option that is none.
    case badOption
    /// It drew faster than anybody can look.
    case flood
    /// It made a forbidden system call when the run was decided.
    case violation
    /// It keeps more in a directory that outlives it than it may.
    case storageLimit
    /// It ended its process after its answer, before the host ended or kept that.
    case endedAfterCompletion
}
