// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What an engine says of a run.
package enum EngineMessage: Sendable {
    /// How the run ended: the notification is shown by it.
    case outcome(ExtensionWork.Lease, ExtensionOutcome)

    /// Everything about the run as JSON, once its process has gone, and what it took of its time where
    /// it had a worker.
    case report(ExtensionWork.Lease, [UInt8], wall: RunRecord.Wall? = nil)
}
