// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// Why no daemon can be reached, and how to start one.
struct CenterAbsence {
    private let address: CenterAddress
    private let errno: Int32

    init(_ address: CenterAddress, _ errno: Int32) {
        self.address = address
        self.errno = errno
    }

    var failure: ToolFailure {
        switch (errno, address) {
        case (ENOENT, _), (ECONNREFUSED, .socket):
            ToolFailure(
                "no belfryd listens on \(address.text); start one with `\(Self.program)`, or name "
                    + "another one's socket with --socket",
                .unavailable
            )
        case (ECONNREFUSED, .loopback(let port, _)):
            ToolFailure(
                "no belfryd listens on \(address.text); start one with "
                    + "`\(Self.program) --port \(port)`",
                .unavailable
            )
        case (EACCES, _):
            ToolFailure(
                "\(address.text): another user's daemon; start your own with `\(Self.program)`",
                .noPermission
            )
        default:
            ToolFailure("\(address.text): \(SystemError.sentence(of: errno))", .unavailable)
        }
    }

    /// The daemon's program as it can be typed: beside this one where that was named by a path.
    private static var program: String {
        guard let own = CommandLine.arguments.first, let end = own.lastIndex(of: "/") else {
            return "belfryd"
        }
        let beside = own[..<end] + "/belfryd"
        return unsafe access(String(beside), X_OK) == 0 ? String(beside) : "belfryd"
    }
}
