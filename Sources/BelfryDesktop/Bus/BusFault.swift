// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// Why the bus or a server on it cannot be used.
package struct BusFault: Error, Equatable, CustomStringConvertible {
    /// What is wrong and what to do, in one sentence.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

extension BusFault {
    static let noAddress = BusFault(
        "there is no session bus: DBUS_SESSION_BUS_ADDRESS is not set, nor XDG_RUNTIME_DIR"
    )

    static func unreachable(_ error: SystemError) -> BusFault {
        BusFault("the session bus cannot be reached: \(SystemError.sentence(of: error.errno))")
    }
}
