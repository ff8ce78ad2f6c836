// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import Synchronization

/// Tells the host of broken rules: each once, and not without end.
final class FindingLog: Sendable {
    private let told = Mutex<Set<Finding>>([])
    private let send: @Sendable (WorkerEvent) -> Void

    /// Most that one worker tells, and the longest texts.
    private static let limit = 64

    init(send: @escaping @Sendable (WorkerEvent) -> Void) {
        self.send = send
    }

    /// Tells of a broken rule, unless it has.
    func tell(_ kind: Finding.Kind, _ slot: Slot, _ detail: String) {
        let finding = Finding(kind: kind, function: slot.name, detail: detail)
        let isNew = told.withLock { told in
            told.count < Self.limit && told.insert(finding).inserted
        }
        if isNew { send(.finding(finding)) }
    }
}
