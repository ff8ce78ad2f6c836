// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc
internal import NIOCore

/// Whose socket is at the other end of a connection over loopback.
///
/// TCP has no SO_PEERCRED; the kernel lists the sockets of a network namespace with their users (man 5
/// proc_pid_net, `tcp` and `tcp6`).
struct LoopbackUser {
    private let lists: [String]

    /// - Parameter lists: The kernel's lists, as texts.
    init(lists: [String]) {
        self.lists = lists
    }

    /// Reads the lists of this process's network namespace; one that cannot be read is left out.
    init() {
        lists = ["tcp", "tcp6"].compactMap { name in
            guard let file = try? Descriptor.open("/proc/self/net/\(name)", O_RDONLY),
                let bytes = try? file.readAll(limit: Self.byteLimit)
            else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// A hundred thousand sockets.
    private static let byteLimit = 16 * 1024 * 1024

    /// Looks for the socket of a caller.
    ///
    /// - Parameter channel: The connection, as this end has it.
    /// - Returns: The user; nil for a socket that is in no list, as one of another network namespace.
    func user(of channel: any Channel) -> uid_t? {
        guard let caller = channel.remoteAddress.flatMap(Self.place),
            let own = channel.localAddress.flatMap(Self.place)
        else { return nil }
        return user(of: caller, to: own)
    }

    /// Looks for a socket by its two ends, such as `0100007F:201E`.
    func user(of near: String, to far: String) -> uid_t? {
        for list in lists {
            for line in list.split(separator: "\n").dropFirst() {
                // Its number, both ends, its state, two pairs of queues and timers, retransmissions, the user.
                let fields = line.split(separator: " ")
                // An IPv6 socket may have an IPv4 address, which is at the end then (RFC 4291, 2.5.5.2).
                guard fields.count > 7, fields[1].hasSuffix(near), fields[2].hasSuffix(far),
                    let user = uid_t(fields[7])
                else { continue }
                return user
            }
        }
        return nil
    }

    /// An address as the lists have it: the four bytes as the number that they are in memory, and the
    /// port.
    private static func place(_ address: SocketAddress) -> String? {
        guard case .v4(let address) = address else { return nil }
        let number = hex(address.address.sin_addr.s_addr, 8)
        return "\(number):\(hex(UInt32(UInt16(bigEndian: address.address.sin_port)), 4))"
    }

    private static func hex(_ number: UInt32, _ count: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
