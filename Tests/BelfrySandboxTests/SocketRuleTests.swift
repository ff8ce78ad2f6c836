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
        #expect(machine.verdict("getsockopt", 5, ofSocket, UInt64(SO_LINGER)) == .errno(ENOSYS))
    }

    /// Options by their level: what clients of HTTP set, and what they only read.
    private static let options: [(level: Int32, set: Set<UInt64>, read: Set<UInt64>)] = [
        (SOL_SOCKET, [2, 6, 9, 10, 12, 15, 20, 21], [3, 4, 7, 8, 30, 38, 39]),
        (Int32(IPPROTO_TCP), [1, 2, 3, 4, 5, 6, 7, 12, 18, 25], [11]),
        (Int32(IPPROTO_IP), [1, 2, 24], []),
    ]

    @Test(arguments: [SystemCallPolicy.Stage.load, .sealed])
    func `clients of HTTP have their options, and there are no others`(
        stage: SystemCallPolicy.Stage
    ) throws {
        let machine = try FilterMachine(stage: stage, hasNetwork: true)
        for (level, set, read) in Self.options {
            for option in (0...300 as ClosedRange<UInt64>) {
                let isSet = machine.verdict("setsockopt", 5, UInt64(level), option) == .allow
                #expect(isSet == set.contains(option), "\(level) \(option)")
                let isRead = machine.verdict("getsockopt", 5, UInt64(level), option) == .allow
                let isReadable = set.union(read).contains(option)
                #expect(isRead == isReadable, "\(level) \(option)")
            }
        }
        let levels = Set(Self.options.map { UInt64($0.level) })
        for level in (0...300 as ClosedRange<UInt64>) where !levels.contains(level) {
            for option in (0...100 as ClosedRange<UInt64>) {
                #expect(machine.verdict("setsockopt", 5, level, option) == .errno(ENOSYS))
                #expect(machine.verdict("getsockopt", 5, level, option) == .errno(ENOSYS))
            }
        }
    }

    /// TCP_CONGESTION, FASTOPEN, MD5SIG, REPAIR, FASTOPEN_CONNECT, ULP and ZEROCOPY_RECEIVE.
    @Test(arguments: [13, 23, 14, 19, 30, 31, 35] as [UInt64])
    func `no other code is put behind a socket`(option: UInt64) throws {
        let machine = try sealed(hasNetwork: true)
        #expect(machine.verdict("setsockopt", 5, 6, option) == .errno(ENOSYS))
        #expect(machine.verdict("getsockopt", 5, 6, option) == .errno(ENOSYS))
    }

    @Test func `the size of a buffer is a wish that is not granted`() throws {
        let machine = try sealed(hasNetwork: true)
        for option in [SO_SNDBUF, SO_RCVBUF] {
            let ofSocket = UInt64(SOL_SOCKET)
            #expect(machine.verdict("setsockopt", 5, ofSocket, UInt64(option)) == .errno(0))
        }
        // SO_SNDBUFFORCE and SO_RCVBUFFORCE.
        for option in [32, 33] as [UInt64] {
            #expect(machine.verdict("setsockopt", 5, 1, option) == .errno(ENOSYS))
        }
    }

    /// SO_PEERCRED, SO_PEERSEC, SO_PEERGROUPS and SO_PEERPIDFD.
    @Test(arguments: [17, 31, 59, 77] as [UInt64])
    func `the socket to the host tells nothing of the host`(option: UInt64) throws {
        #expect(try sealed(hasNetwork: true).verdict("getsockopt", 3, 1, option) == .errno(ENOSYS))
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

    /// Through a pair, open sockets could be sent that no limit of descriptors counts.
    @Test(arguments: FilterCase.ofWorkers)
    func `there are no pairs of sockets`(filter: FilterCase) throws {
        let machine = try filter.machine()
        for domain in [1, 2, 30] as [UInt64] {
            for type in [Self.stream, Self.datagram, 5] {
                for flag in Self.flags {
                    let verdict = machine.verdict("socketpair", domain, type | flag)
                    #expect(verdict == .errno(EACCES))
                }
            }
        }
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
