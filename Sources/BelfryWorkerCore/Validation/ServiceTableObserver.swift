// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry

/// The extension's table, seen by a validation.
final class ServiceTableObserver: CallObserver {
    private let validation: Validation

    init(_ validation: Validation) {
        self.validation = validation
    }

    func willCall(_ slot: Slot, _ arguments: CallArguments) -> Passage {
        validation.serviceCall(slot, arguments) ? .observed : .blocked
    }

    func didCall(_ slot: Slot, status: bf_status?) {
        validation.serviceReturned(slot)
    }
}
