// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import Glibc

/// A port of 127.0.0.1 that is taken and where nobody listens: connecting is refused, and no other
/// test can get it meanwhile.
final class SilentPort {
    let port: Int

    /// Asked at a test's end, so that the port is kept until then.
    var isHeld: Bool { socket.raw >= 0 }

    private let socket: Descriptor

    init() throws(SystemError) {
        let made = try checked("socket") {
            Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        }
        socket = Descriptor(owning: made)
        // sockaddr_in as bytes (man 7 ip): family, port 0 for any, 127.0.0.1.
        var address = sockaddr()
        address.sa_family = sa_family_t(AF_INET)
        unsafe withUnsafeMutableBytes(of: &address) { bytes in
            unsafe bytes[4] = 127
            unsafe bytes[7] = 1
        }
        var length = socklen_t(MemoryLayout<sockaddr>.size)
        try checked("bind") { unsafe Glibc.bind(made, &address, length) }
        try checked("getsockname") { unsafe getsockname(made, &address, &length) }
        port = unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe Int(bytes[2]) << 8 | Int(bytes[3])
        }
    }
}
