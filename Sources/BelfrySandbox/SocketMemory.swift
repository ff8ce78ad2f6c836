// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import Glibc

/// What the kernel keeps for the TCP sockets in this process's network namespace (man 7 tcp).
///
/// No footprint of a process shows it, and RLIMIT_DATA does not count it. The proxy's ends of the
/// connections are in the same namespace.
package enum SocketMemory {
    /// The most that one socket holds in one direction, in bytes.
    package static let bufferByteLimit = 128 * 1024

    /// How many connections that have ended are remembered for a minute.
    package static let endedConnectionLimit = 1024

    /// Lowers the kernel's limits, for all sockets that are made from now on.
    ///
    /// It takes CAP_NET_ADMIN over the network namespace, and a `/proc` with `sys`.
    ///
    /// - Throws: ``SystemError`` where the kernel's settings cannot be written, such as in a container
    ///   that shows them read-only.
    package static func limit() throws(SystemError) {
        let sizes = "4096 \(bufferByteLimit / 2) \(bufferByteLimit)"
        try set("tcp_wmem", sizes)
        try set("tcp_rmem", sizes)
        try set("tcp_max_tw_buckets", "\(endedConnectionLimit)")
    }

    private static func set(_ name: String, _ value: String) throws(SystemError) {
        let path = "/proc/sys/net/ipv4/\(name)"
        try Descriptor.open(path, O_WRONLY).writeAll(Array(value.utf8))
    }
}
