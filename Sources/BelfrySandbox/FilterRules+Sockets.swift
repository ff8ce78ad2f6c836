// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

extension FilterRules {
    /// Keeps sending from connecting.
    ///
    /// With MSG_FASTOPEN these calls connect too, and Landlock looks at connect(2) alone. The error
    /// is that of a machine with fast open switched off.
    mutating func addSendingRules() {
        for (name, argument) in [("sendto", UInt32(3)), ("sendmsg", 2)] {
            allow(name, .none(of: Self.fastOpen, argument: argument))
            refuse(name, EOPNOTSUPP, .all(of: Self.fastOpen, argument: argument))
        }
    }

    /// Allows TCP over IPv4.
    ///
    /// The rest gets an error that clients take for a machine without it.
    /// The transport is named as well: Landlock bounds the ports of TCP, and neither MPTCP's nor
    /// SCTP's. There are no UNIX sockets besides the one to the host: through a pair of them, open
    /// sockets could be sent that no limit of descriptors counts.
    mutating func addSocketRules() {
        let inet = Comparison.exactly(argument: 0, UInt32(AF_INET))
        let stream = Comparison.type(SOCK_STREAM)
        for transport in [0, UInt32(IPPROTO_TCP)] {
            allow("socket", inet, stream, .exactly(argument: 2, transport))
        }
        let multipath = Comparison.exactly(argument: 2, Self.multipathTCP)
        refuse("socket", EPROTONOSUPPORT, inet, stream, multipath)
        for type in [SOCK_DGRAM, SOCK_RAW] {
            refuse("socket", EACCES, inet, .type(type))
        }
        refuse("socket", EACCES, .exactly(argument: 0, UInt32(AF_UNIX)))
        refuse("socket", EAFNOSUPPORT, .exactly(argument: 0, UInt32(AF_INET6)))
        addSocketOptionRules()
    }

    /// Allows the options that clients of HTTP set and read.
    ///
    /// Not SO_LINGER: a socket can be passed to the host, where closing it would wait that long. Not
    /// SO_PEERCRED and SO_PEERPIDFD: the socket to the host would tell of the host.
    private mutating func addSocketOptionRules() {
        for (level, options) in Self.socketOptions {
            for option in options {
                let isOption = Comparison.exactly(argument: 2, option)
                allow("setsockopt", .exactly(argument: 1, level), isOption)
                allow("getsockopt", .exactly(argument: 1, level), isOption)
            }
        }
        let ofSocket = Comparison.exactly(argument: 1, UInt32(SOL_SOCKET))
        for option in Self.factsOfSockets + Self.bufferOptions {
            allow("getsockopt", ofSocket, .exactly(argument: 2, UInt32(option)))
        }
        for option in Self.factsOfTCP {
            let isOfTCP = Comparison.exactly(argument: 1, UInt32(IPPROTO_TCP))
            allow("getsockopt", isOfTCP, .exactly(argument: 2, option))
        }
        // The kernel takes these sizes for a wish, too. The buffers are memory that no footprint shows.
        for option in Self.bufferOptions {
            refuse("setsockopt", 0, ofSocket, .exactly(argument: 2, UInt32(option)))
        }
        let linger = Comparison.exactly(argument: 2, UInt32(SO_LINGER))
        refuse("setsockopt", EPERM, ofSocket, linger)
    }

    private static let fastOpen: UInt32 = 0x2000_0000
    private static let multipathTCP: UInt32 = 262

    /// Options that are set and read, by their level.
    ///
    /// The numbers are those of the kernel's headers linux/tcp.h and linux/in.h.
    private static let socketOptions: [(level: UInt32, options: [UInt32])] = [
        (
            UInt32(SOL_SOCKET),
            [
                SO_REUSEADDR, SO_REUSEPORT, SO_BROADCAST, SO_KEEPALIVE, SO_OOBINLINE, SO_PRIORITY,
                SO_SNDTIMEO, SO_RCVTIMEO,
            ].map(UInt32.init)
        ),
        // TCP_NODELAY, MAXSEG, CORK, KEEPIDLE, KEEPINTVL, KEEPCNT, SYNCNT, QUICKACK, USER_TIMEOUT and
        // NOTSENT_LOWAT. Not CONGESTION, MD5SIG, REPAIR, FASTOPEN, FASTOPEN_CONNECT and ULP, which put
        // other code behind a socket, nor ZEROCOPY_RECEIVE.
        (UInt32(IPPROTO_TCP), [1, 2, 3, 4, 5, 6, 7, 12, 18, 25]),
        // IP_TOS, TTL and BIND_ADDRESS_NO_PORT.
        (UInt32(IPPROTO_IP), [1, 2, 24]),
    ]

    private static let bufferOptions = [SO_SNDBUF, SO_RCVBUF]
    private static let factsOfSockets = [SO_TYPE, SO_ERROR, SO_ACCEPTCONN, SO_PROTOCOL, SO_DOMAIN]

    /// TCP_INFO.
    private static let factsOfTCP: [UInt32] = [11]
}

extension Comparison {
    /// A socket's type is this one, whatever flags come with it.
    fileprivate static func type(_ type: __socket_type) -> Comparison {
        Comparison(argument: 1, mask: 0xf, equals: UInt64(type.rawValue))
    }
}
