// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry

/// A `bf_status` with names, so that Swift code reads like the header.
struct Status: Error, Equatable {
    let code: bf_status

    private init(_ code: bf_status) {
        self.code = code
    }

    static let ok = Status(0)
    static let argument = Status(-1)
    static let handle = Status(-2)
    static let state = Status(-3)
    static let limit = Status(-4)
    static let denied = Status(-5)
    static let unsupported = Status(-6)
    static let expired = Status(-7)
    static let notFound = Status(-8)
    static let failed = Status(-9)
}
