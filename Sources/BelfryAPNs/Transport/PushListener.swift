// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

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

    private let sockets: [Socket]
    private let service: PushService
    private let group: MultiThreadedEventLoopGroup

    /// Most connections at a time on each of two addresses: some libraries open one for every push.
    ///
    /// Half of what the process may have open (RLIMIT_NOFILE) is left to all else that it does.
    static let connectionLimit: Int = {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return 64
        }
        return min(512, Int(clamping: limit.rlim_cur / 4))
    }()

    /// Streams that a connection may have at a time, as it is told in its first frame.
    ///
    /// Who is told 1 at first, as APNs tells, loses pushes of aioapns and of some libraries in Go.
    static let streamLimit = 1000

    /// Most bytes of a request's header fields; a provider token has some hundred.
    private static let headerByteLimit = 16 * 1024

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - port: The port on 127.0.0.1, and on ::1 where there is one; 0 for any that is free.
    ///   - identity: What the endpoint shows to its clients.
    ///   - service: What answers requests.
    ///   - group: The event loops.
    /// - Throws: The error of the socket, or of the certificate.
    package init(
        port: Int,
        identity: ServerIdentity,
        service: PushService,
        group: MultiThreadedEventLoopGroup = .singleton
    ) async throws {
        try await self.init(
            port: port,
            identity: identity,
            service: service,
            group: group,
            patience: ConnectionHandler.Patience()
        )
    }

    init(
        port: Int,
        identity: ServerIdentity,
        service: PushService,
        group: MultiThreadedEventLoopGroup,
        patience: ConnectionHandler.Patience
    ) async throws {
        let context = try identity.makeContext()
        let configure: @Sendable (any Channel) throws -> Void = { channel in
            try Self.configure(channel, context, service, patience)
        }
        let first = try await Socket("127.0.0.1", port, group, configure)
        let port = first.channel.localAddress?.port ?? port
        // `localhost` is ::1 first for many clients; a machine without IPv6 has none.
        let second = try? await Socket("::1", port, group, configure)
        sockets = [first] + [second].compactMap(\.self)
        self.port = port
        self.service = service
        self.group = group
    }

    /// One address that is listened on.
    private struct Socket: Sendable {
        let channel: any Channel
        let quiescing: ServerQuiescingHelper

        init(
            _ address: String,
            _ port: Int,
            _ group: MultiThreadedEventLoopGroup,
            _ configure: @escaping @Sendable (any Channel) throws -> Void
        ) async throws {
            let quiescing = ServerQuiescingHelper(group: group)
            self.quiescing = quiescing
            channel = try await ServerBootstrap(group: group)
                .serverChannelOption(.backlog, value: 256)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .serverChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandlers(
                            ConnectionLimit(connectionLimit),
                            quiescing.makeServerChannelHandler(channel: channel)
                        )
                    }
                }
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try configure(channel) }
                }
                .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
                .bind(host: address, port: port).get()
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
        _ context: NIOSSLContext,
        _ service: PushService,
        _ patience: ConnectionHandler.Patience
    ) throws {
        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        try addProtocol(to: channel, service, patience)
    }

    /// Has a connection speak HTTP/2, and its streams answer pushes.
    ///
    /// - Parameters:
    ///   - channel: The connection, on its event loop.
    ///   - service: What answers requests.
    ///   - patience: How long the connection may be in each of its states.
    /// - Throws: The error of the pipeline.
    static func addProtocol(
        to channel: any Channel,
        _ service: PushService,
        _ patience: ConnectionHandler.Patience
    ) throws {
        let connection = ConnectionHandler(service, patience)
        let bound = NIOLoopBound(connection, eventLoop: channel.eventLoop)
        let pipeline = channel.pipeline.syncOperations
        // Who does not read answers is not read from: what waits for it has a bound.
        try pipeline.addHandlers(BackPressureHandler(), StreamAllowance())
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
            // For the codec alone; StreamAllowance tells the client of the limit.
            HTTP2Setting(parameter: .maxConcurrentStreams, value: Int(Int32.max)),
            HTTP2Setting(parameter: .maxHeaderListSize, value: headerByteLimit),
        ]
        // Clients that give a wrong length are answered by what came.
        configuration.contentLengthValidation = .disabled
        configuration.maximumSequentialEmptyDataFrames = 100
        // What comes on streams that were refused is passed over, for as many as this.
        configuration.maximumRecentlyResetStreams = 4 * streamLimit
        // A client may look whether the connection lives as often as it pushes.
        configuration.controlFrameRateLimit.maximumCount = 10_000
        return configuration
    }

    private static var stream: NIOHTTP2Handler.StreamConfiguration {
        var configuration = NIOHTTP2Handler.StreamConfiguration()
        // A client that gives up may give up all of its streams at once.
        configuration.streamResetFrameRateLimit.maximumCount = streamLimit
        return configuration
    }

    /// Takes no further connection, tells clients so, and ends once their pushes have been answered.
    package func stop() async {
        service.close()
        await withDiscardingTaskGroup { tasks in
            for socket in sockets { tasks.addTask { await socket.stop(group) } }
        }
    }
}
