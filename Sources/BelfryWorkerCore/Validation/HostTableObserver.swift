// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry

/// The host's table, seen by a validation.
final class HostTableObserver: CallObserver {
    private let validation: Validation

    init(_ validation: Validation) {
        self.validation = validation
    }

    func willCall(_ slot: Slot, _ arguments: CallArguments) -> Passage {
        validation.hostCall(slot, arguments) ? .observed : .plain
    }

    func didCall(_ slot: Slot, status: bf_status?) {
        if let status { validation.hostAnswered(slot, status) }
    }
}
