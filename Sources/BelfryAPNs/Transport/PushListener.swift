// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc
internal import NIOCore
internal import NIOExtras
internal import NIOHTTP2
package import NIOPosix
internal import NIOSSL

/// Listens on loopback, and speaks HTTP/2 over TLS to who connects.
///
/// HTTP/2 is spoken whatever a client offers by ALPN: aioapns offers nothing.
package struct PushListener: Sendable {
    /// The port.
    package let port: Int

    /// The address that a client of this machine reaches it by.
    package let host: String

    /// Where an endpoint listens.
    package enum Place: Sendable {
        /// On 127.0.0.1, and on ::1 where there is one; 0 for any port that is free.
        case loopback(port: Int)
        /// On sockets that somebody else has made, by number; the listener closes them.
        case sockets([Int32])

        /// How many sockets that are at most.
        package var socketCount: Int {
            switch self {
            case .loopback: 2
            case .sockets(let descriptors): descriptors.count
            }
        }
    }

    private let sockets: [Socket]
    private let service: PushService
    private let group: MultiThreadedEventLoopGroup

    /// Looks at the files of certificates, so that open connections end that they do not let in any more.
    private let watch: RepeatedTask?

    /// Most connections at a time on all sockets of the process: some libraries open one for every push.
    ///
    /// Half of what the process may have open (RLIMIT_NOFILE) is left to all else that it does; the
    /// daemon raises the soft limit before.
    static let connectionLimit: Int = {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return 128
        }
        return min(2048, Int(clamping: limit.rlim_cur / 2))
    }()

    /// Divides the connections that there may be at a time among sockets.
    ///
    /// - Parameter count: How many sockets the process has for its endpoints.
    /// - Returns: The most connections of each.
    static func connectionLimit(ofEach count: Int) -> Int {
        max(1, connectionLimit / max(1, count))
    }

    /// Streams that a connection may have at a time, as it is told in its first frame.
    ///
    /// Who is told 1 at first, as APNs tells, loses pushes of aioapns and of some libraries in Go.
    static let streamLimit = 1000

    /// Bytes that a client may send of all its bodies before any is read: the largest that all its
    /// streams may have.
    static let windowByteCount = streamLimit * 5120

    /// Most bytes of a request's header fields, as the client is told; a provider token has some
    /// hundred.
    static let headerByteLimit = 16 * 1024

    /// Most bytes of them that are read, so that a client that does not keep to the limit is told which
    /// of its fields is too long.
    ///
    /// What is longer ends the connection: header fields that are not read leave HPACK's table, which
    /// all later requests of the connection need, behind (RFC 9113, sections 4.3 and 10.5.1).
    static let headerReadLimit = 4 * headerByteLimit

    /// Most CONTINUATION frames of one request's header fields.
    static let continuationLimit = 1000

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - place: Where.
    ///   - trust: What the endpoint shows to its clients, and whose certificates it takes.
    ///   - service: What answers requests.
    ///   - socketCount: How many sockets the process has for its endpoints, these among them: they share
    ///     the connections that there may be.
    ///   - group: The event loops.
    /// - Throws: The error of the socket.
    package init(
        on place: Place,
        trust: EndpointTrust,
        service: PushService,
        sharing socketCount: Int? = nil,
        group: MultiThreadedEventLoopGroup = .singleton
    ) async throws {
        try await self.init(
            on: place,
            trust: trust,
            service: service,
            limit: Self.connectionLimit(ofEach: socketCount ?? place.socketCount),
            group: group,
            patience: ConnectionHandler.Patience()
        )
    }

    init(
        on place: Place,
        trust: EndpointTrust,
        service: PushService,
        limit: Int,
        group: MultiThreadedEventLoopGroup,
        patience: ConnectionHandler.Patience
    ) async throws {
        let configure = Configuration(limit: limit) { channel, roster in
            roster.add(channel)
            try Self.configure(channel, trust, service, patience, roster)
        }
        switch place {
        case .loopback(let port):
            sockets = try await Self.loopback(port, group, configure)
        case .sockets(let descriptors):
            var sockets: [Socket] = []
            for descriptor in descriptors {
                sockets.append(try await Socket(.given(descriptor), group, configure))
            }
            self.sockets = sockets
        }
        let addresses = sockets.compactMap(\.channel.localAddress)
        (host, port) = Self.nearest(of: addresses)
        self.service = service
        self.group = group
        watch =
            trust.isChanging
            ? group.next().scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) {
                _ in
                _ = trust.current()
            } : nil
    }

    /// Where a client of this machine reaches one of some addresses: on loopback, where one is there.
    static func nearest(of addresses: [SocketAddress]) -> (host: String, port: Int) {
        let places = addresses.compactMap { address -> (host: String, port: Int)? in
            guard let name = address.ipAddress, let port = address.port else { return nil }
            // Who listens on all addresses listens on loopback.
            return switch name {
            case "0.0.0.0": ("127.0.0.1", port)
            case "::": ("::1", port)
            default: (name, port)
            }
        }
        return places.first { isLoopback($0.host) } ?? places.first ?? ("127.0.0.1", 0)
    }

    private static func isLoopback(_ name: String) -> Bool {
        name == "::1" || name.hasPrefix("127.") || name.hasPrefix("::ffff:127.")
    }

    /// Has a connection of an address speak HTTP/2 over TLS.
    private struct Configuration: Sendable {
        /// Most connections of the address at a time.
        let limit: Int
        let apply: @Sendable (any Channel, ConnectionRoster) throws -> Void
    }

    /// Listens on the two addresses of `localhost`, which is ::1 first for many clients.
    private static func loopback(
        _ port: Int,
        _ group: MultiThreadedEventLoopGroup,
        _ configure: Configuration,
        tries: Int = 8
    ) async throws -> [Socket] {
        let first = try await Socket(.address("127.0.0.1", port), group, configure)
        let found = first.channel.localAddress?.port ?? port
        do {
            return [first, try await Socket(.address("::1", found), group, configure)]
        } catch let error as IOError where [EADDRNOTAVAIL, EAFNOSUPPORT].contains(error.errnoCode) {
            // The machine has no IPv6.
            return [first]
        } catch {
            try? await first.channel.close()
            // A port that the kernel chose for one address may be taken on the other.
            if port == 0, tries > 1 {
                return try await loopback(port, group, configure, tries: tries - 1)
            }
            // Clients that try ::1 first would reach somebody else there.
            let why = (error as? IOError).map { SystemError.sentence(of: $0.errnoCode) }
            throw PushListenerError("::1 port \(found): \(why ?? "\(error)")")
        }
    }

    /// The addresses on which other machines can reach it: those of given sockets that are not on
    /// loopback.
    package var outerAddresses: [String] {
        sockets.compactMap(\.channel.localAddress).compactMap { address in
            guard let name = address.ipAddress, let port = address.port else { return nil }
            return Self.isLoopback(name) ? nil : "\(name) port \(port)"
        }
    }

    /// One address that is listened on.
    private struct Socket: Sendable {
        enum Source {
            case address(String, Int)
            case given(Int32)
        }

        let channel: any Channel
        let quiescing: ServerQuiescingHelper

        init(
            _ source: Source,
            _ group: MultiThreadedEventLoopGroup,
            _ configuration: Configuration
        ) async throws {
            let roster = ConnectionRoster()
            let quiescing = ServerQuiescingHelper(group: group)
            self.quiescing = quiescing
            let bootstrap = ServerBootstrap(group: group)
                .serverChannelOption(.backlog, value: 256)
                .serverChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandlers(
                            ConnectionLimit(configuration.limit, roster),
                            quiescing.makeServerChannelHandler(channel: channel)
                        )
                    }
                }
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try configuration.apply(channel, roster)
                    }
                }
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            switch source {
            case .address(let address, let port):
                channel =
                    try await bootstrap
                    .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                    .bind(host: address, port: port).get()
            case .given(let descriptor):
                channel = try await bootstrap.withBoundSocket(descriptor).get()
            }
        }

        /// Ends once all connections have.
        func stop(_ group: MultiThreadedEventLoopGroup) async {
            let promise = group.next().makePromise(of: Void.self)
            quiescing.initiateShutdown(promise: promise)
            try? await promise.futureResult.get()
        }
    }

    private static func configure(
        _ channel: any Channel,
        _ trust: EndpointTrust,
        _ service: PushService,
        _ patience: ConnectionHandler.Patience,
        _ roster: ConnectionRoster
    ) throws {
        let current = trust.current()
        let connection = ConnectionHandler(service, patience, current.clients, roster)
        let bound = NIOLoopBound(connection, eventLoop: channel.eventLoop)
        let tls = NIOSSLServerHandler(
            context: current.context,
            customVerificationCallback: { chain, promise in
                let chain = chain.map { (try? $0.toDERBytes()) ?? [] }
                let loop = promise.futureResult.eventLoop
                current.clients.judge(chain, until: channel.closeFuture) { verdict in
                    loop.execute {
                        bound.value.session.certificate = verdict
                        // A request is told what is wrong; a handshake that fails says nothing.
                        promise.succeed(.certificateVerified)
                    }
                }
            }
        )
        try channel.pipeline.syncOperations.addHandlers(
            LingeringClose(patience: patience.linger),
            tls
        )
        try addProtocol(to: channel, service, connection, patience)
    }

    /// Has a connection speak HTTP/2, and its streams answer pushes.
    ///
    /// - Parameters:
    ///   - channel: The connection, on its event loop.
    ///   - service: What answers requests.
    ///   - connection: The connection's own handler.
    ///   - patience: How long the connection may be in each of its states.
    /// - Throws: The error of the pipeline.
    static func addProtocol(
        to channel: any Channel,
        _ service: PushService,
        _ connection: ConnectionHandler,
        _ patience: ConnectionHandler.Patience
    ) throws {
        let bound = NIOLoopBound(connection, eventLoop: channel.eventLoop)
        let pipeline = channel.pipeline.syncOperations
        // Who does not read answers is not read from: what waits for it has a bound.
        try pipeline.addHandlers(BackPressureHandler(), StreamAllowance(connection))
        _ = try pipeline.configureHTTP2Pipeline(
            mode: .server,
            connectionConfiguration: Self.connection,
            streamConfiguration: Self.stream,
            streamDelegate: StreamCount(handler: bound)
        ) { stream in
            stream.eventLoop.makeCompletedFuture {
                try stream.pipeline.syncOperations.addHandler(
                    PushStreamHandler(service, bound.value, patience: patience.stream)
                )
            }
        }
        try pipeline.addHandler(connection)
    }

    private static var connection: NIOHTTP2Handler.ConnectionConfiguration {
        var configuration = NIOHTTP2Handler.ConnectionConfiguration()
        configuration.initialSettings = [
            // For the codec alone; StreamAllowance tells the client of the limits.
            HTTP2Setting(parameter: .maxConcurrentStreams, value: Int(Int32.max)),
            HTTP2Setting(parameter: .maxHeaderListSize, value: headerReadLimit),
        ]
        // A request that lacks its path is answered, and not reset: RequestShape looks at the fields.
        configuration.headerBlockValidation = .disabled
        // Clients that give a wrong length are answered by what came.
        configuration.contentLengthValidation = .disabled
        configuration.maximumSequentialEmptyDataFrames = 100
        // A client may send its fields in frames as small as it likes; their bytes have a bound above.
        configuration.maximumSequentialContinuationFrames = continuationLimit
        configuration.targetWindowSize = windowByteCount
        // What comes on streams that were refused is passed over, for as many as this.
        configuration.maximumRecentlyResetStreams = 4 * streamLimit
        // A client may look whether the connection lives as often as it pushes.
        configuration.controlFrameRateLimit.maximumCount = 10_000
        return configuration
    }

    private static var stream: NIOHTTP2Handler.StreamConfiguration {
        var configuration = NIOHTTP2Handler.StreamConfiguration()
        // ResetBudget counts those that cost something.
        configuration.streamResetFrameRateLimit.maximumCount = 2 * ResetBudget.limits.whole
        return configuration
    }

    /// Takes no further connection, tells clients so, and ends once their pushes have been answered.
    package func stop() async {
        service.close()
        watch?.cancel()
        await withDiscardingTaskGroup { tasks in
            for socket in sockets { tasks.addTask { await socket.stop(group) } }
        }
    }
}
