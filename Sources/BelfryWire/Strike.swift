// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Misuse without harm: the run's result stands, and the report names it.
package enum Strike: UInt8, Sendable, Equatable {
    /// The completion was called again after the extension itself had decided the run.
    case secondCompletion = 1

    /// The completion was called after the host had decided the run, or for an older run.
    case lateCompletion = 2

    /// A handle was stale, foreign or invented.
    case badHandle = 3

    /// It dropped a notification, which its manifest does not allow.
    case deniedDrop = 4

    /// It published a content that cannot be used; the one before it stands.
    case badCheckpoint = 5

    /// It answered a response with an option that does not exist.
    case badOption = 6
}
