// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc

/// A port of this machine that answers nobody, and knows who has asked.
struct SilentServer: ~Copyable {
    /// The port's number.
    let port: UInt16

    private let socket: Int32

    init() throws {
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let made = Glibc.socket(AF_INET, Int32(kind), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                unsafe bind(made, place, size) == 0 && listen(made, 8) == 0
                    && getsockname(made, place, &size) == 0
            }
        }
        socket = made
        port = UInt16(bigEndian: address.sin_port)
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
    }

    deinit { close(socket) }

    /// How many have connected since the last time.
    var callerCount: Int {
        var count = 0
        while case let caller = accept(socket, nil, nil), caller >= 0 {
            close(caller)
            count += 1
        }
        return count
    }
}
