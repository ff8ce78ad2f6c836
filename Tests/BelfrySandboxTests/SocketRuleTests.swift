// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySandbox
import Glibc
import Testing

/// Which sockets there can be: without network none, with it TCP over IPv4 alone.
@Suite struct SocketRuleTests {
    private static let stream: UInt64 = 1
    private static let datagram: UInt64 = 2
    /// `SOCK_NONBLOCK` and `SOCK_CLOEXEC`.
    private static let flags: [UInt64] = [0, 0x800, 0x80000, 0x80800]

    private func sealed(hasNetwork: Bool) throws -> FilterMachine {
        try FilterMachine(stage: .sealed, hasNetwork: hasNetwork)
    }

    @Test func `without network every socket call is denied`() throws {
        let machine = try sealed(hasNetwork: false)
        for domain in (0...45 as ClosedRange<UInt64>) {
            #expect(machine.verdict("socket", domain, Self.stream) == .errno(EACCES))
            #expect(machine.verdict("socketpair", domain, Self.stream) == .errno(EACCES))
        }
        for name in ["connect", "bind", "listen", "accept", "accept4", "getsockopt"] {
            #expect(machine.verdict(name) == .errno(EACCES), "\(name)")
        }
    }

    @Test func `with network there is TCP over IPv4`() throws {
        let machine = try sealed(hasNetwork: true)
        for flag in Self.flags {
            for transport in [0, UInt64(IPPROTO_TCP)] {
                #expect(machine.verdict("socket", 2, Self.stream | flag, transport) == .allow)
            }
        }
        #expect(machine.verdict("connect", 5) == .allow)
        for name in ["bind", "listen", "accept", "accept4"] {
            #expect(machine.verdict(name) == .errno(EACCES), "\(name)")
        }
    }

    /// Landlock bounds the ports of TCP alone: SCTP (132) and MPTCP (262) would reach any.
    @Test(arguments: [1, 17, 132, 136, 255, 262, 0xffff_ffff] as [UInt64])
    func `with network there is no other stream than TCP`(transport: UInt64) throws {
        let machine = try sealed(hasNetwork: true)
        #expect(machine.verdict("socket", 2, Self.stream, transport) != .allow)
    }

    @Test func `no socket is made to keep whoever closes it waiting`() throws {
        let machine = try sealed(hasNetwork: true)
        let ofSocket = UInt64(SOL_SOCKET)
        #expect(machine.verdict("setsockopt", 5, ofSocket, UInt64(SO_LINGER)) == .errno(EPERM))
        #expect(machine.verdict("setsockopt", 5, ofSocket, UInt64(SO_KEEPALIVE)) == .allow)
        #expect(machine.verdict("setsockopt", 5, UInt64(IPPROTO_TCP), 1) == .allow)
        #expect(machine.verdict("setsockopt", 5, UInt64(IPPROTO_UDP), 1) == .errno(ENOSYS))
    }

    @Test func `with network there are no other domains and types`() throws {
        let machine = try sealed(hasNetwork: true)
        for domain in (0...45 as ClosedRange<UInt64>) {
            for type in (0...10 as ClosedRange<UInt64>) where (domain, type) != (2, Self.stream) {
                #expect(machine.verdict("socket", domain, type) != .allow, "\(domain) \(type)")
            }
        }
        #expect(machine.verdict("socket", 1, Self.stream) == .errno(EACCES))
        #expect(machine.verdict("socket", 10, Self.stream) == .errno(EAFNOSUPPORT))
        #expect(machine.verdict("socket", 2, Self.datagram) == .errno(EACCES))
    }

    /// A datagram socket of a pair can still send to any name it can reach.
    @Test func `with network there are pairs of UNIX streams, not of datagrams`() throws {
        let machine = try sealed(hasNetwork: true)
        for flag in Self.flags {
            #expect(machine.verdict("socketpair", 1, Self.stream | flag) == .allow)
            #expect(machine.verdict("socketpair", 1, Self.datagram | flag) == .errno(EACCES))
        }
        #expect(machine.verdict("socketpair", 2, Self.stream) != .allow)
        #expect(machine.verdict("socketpair", 30, Self.stream) != .allow)
    }

    /// MSG_FASTOPEN connects as it sends, and Landlock looks at connect(2) alone.
    @Test(arguments: FilterCase.all)
    func `sending connects nothing`(filter: FilterCase) throws {
        let machine = try filter.machine()
        let fastOpen: UInt64 = 0x2000_0000
        for flags in [0, 0x4000, 0x40, 0xdfff_ffff] as [UInt64] {
            #expect(machine.verdict("sendto", 5, 0, 0, flags) == .allow)
            #expect(machine.verdict("sendmsg", 5, 0, flags) == .allow)
            for above in [0, 1 << 32] as [UInt64] {
                let opening = flags | fastOpen | above
                #expect(machine.verdict("sendto", 5, 0, 0, opening) == .errno(EOPNOTSUPP))
                #expect(machine.verdict("sendmsg", 5, 0, opening) == .errno(EOPNOTSUPP))
            }
        }
        #expect(machine.verdict("sendmmsg", 5) == .errno(ENOSYS))
    }
}
