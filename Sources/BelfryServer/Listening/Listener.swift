// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOExtras
internal import NIOPosix
internal import ServiceLifecycle

/// One socket that callers connect to, until the daemon is told to stop.
///
/// Hummingbird's own server binds its sockets itself: it neither takes one that systemd made nor
/// gives a socket's file its mode.
struct Listener: Service {
    /// What a listener listens on.
    enum Place: Sendable {
        /// A socket that is bound already.
        case socket(Int32)
        /// A port of loopback; 0 for any that is free.
        case loopback(port: Int)
    }

    /// Most connections at a time of each listener.
    ///
    /// It is an eighth of what the process may have open (RLIMIT_NOFILE) at most: the daemon raises the
    /// soft limit before, and the push endpoint takes half.
    static let connectionLimit: Int = {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return 64
        }
        return max(1, min(256, Int(clamping: limit.rlim_cur / 8)))
    }()

    /// How long a connection may be without a request.
    private static let idleTimeout = TimeAmount.seconds(60)

    /// How long a caller may take to read an answer that is not a stream.
    private static let responsePatience = TimeAmount.seconds(30)

    /// What the kernel holds of an answer that a caller over loopback has not read (man 7 socket,
    /// SO_SNDBUF, of which it makes twice as much).
    ///
    /// By itself the kernel would let it grow to megabytes (man 7 tcp, tcp_wmem) for each connection, and
    /// a reader that takes some each second would seem to take nothing until a third of that is free.
    private static let sendBufferByteCount = SocketOptionValue(128 * 1024)

    /// Nil stands for a connection that may not be, and is answered without a request being read.
    private let server: NIOAsyncChannel<HTTP1Channel.Value?, Never>
    private let protocolHandler: HTTP1Channel
    private let quiescing: ServerQuiescingHelper
    private let logger: Logger

    /// The port, of a listener on loopback.
    var port: Int? { server.channel.localAddress?.port }

    /// Begins to listen; connections are answered once it runs.
    ///
    /// - Parameters:
    ///   - place: Where.
    ///   - group: The event loops.
    ///   - logger: What is told of failures.
    ///   - connections: Counts what comes over a socket.
    ///   - responder: What answers requests.
    /// - Throws: The error of the socket.
    init(
        on place: Place,
        group: any EventLoopGroup,
        logger: Logger,
        connections: PeerConnections,
        responder: RouterResponder<APIContext>
    ) async throws {
        let room = ConnectionRoom(limit: Self.connectionLimit)
        let handler = Self.handler(responder, room, logger)
        let quiescing = ServerQuiescingHelper(group: group)
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        quiescing.makeServerChannelHandler(channel: channel)
                    )
                }
            }
            .childChannelOption(.allowRemoteHalfClosure, value: true)
        switch place {
        case .socket(let socket):
            server = try await bootstrap.bind(socket) { channel in
                connections.admit(channel).flatMap { refusal in
                    guard let refusal else { return room.admit(channel, handler, logger) }
                    return room.refuse(channel, refusal)
                }.flatMapError { error in
                    // A connection that ended before anybody could ask whose it was.
                    channel.close(mode: .all).flatMapThrowing { throw error }
                }
            }
        case .loopback(let port):
            server = try await bootstrap.serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.socketOption(.so_sndbuf), value: Self.sendBufferByteCount)
                .bind(host: "127.0.0.1", port: port) { room.admit($0, handler, logger) }
        }
        protocolHandler = handler
        self.quiescing = quiescing
        self.logger = logger
    }

    private static func handler(
        _ responder: RouterResponder<APIContext>,
        _ room: ConnectionRoom,
        _ logger: Logger
    ) -> HTTP1Channel {
        HTTP1Channel(
            responder: { request, writer, channel in
                room.begin(channel)
                defer { room.end(channel) }
                let source = ApplicationRequestContextSource(channel: channel, logger: logger)
                let context = APIContext(source: source)
                let response = try await responder.respond(to: request, context: context)
                try await write(response, to: writer, on: channel)
            },
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [RequestPatience()],
                idleTimeout: idleTimeout,
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 16 * 1024,
                    maxHeaderListSize: 32 * 1024,
                    maxHeaderFieldCount: 100
                )
            )
        )
    }

    /// Writes an answer; a caller that does not read it is disconnected.
    @concurrent
    private static func write(
        _ response: Response,
        to writer: consuming ResponseWriter,
        on channel: any Channel
    ) async throws {
        let isStream = response.body.contentLength == nil
        let timer = channel.eventLoop.scheduleTask(in: responsePatience) {
            if !isStream { channel.close(promise: nil) }
        }
        defer { timer.cancel() }
        try await writer.write(response: response.head, body: response.body)
    }

    /// Answers connections until a graceful shutdown; then no new one is taken, and those with a
    /// request in progress end after its answer.
    func run() async throws {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                do {
                    try await server.executeThenClose { connections in
                        for try await connection in connections {
                            guard let connection else { continue }
                            group.addTask {
                                await protocolHandler.handle(value: connection, logger: logger)
                            }
                        }
                    }
                } catch {
                    logger.error("a socket failed", metadata: ["error": "\(error)"])
                }
            }
        } onGracefulShutdown: {
            quiescing.initiateShutdown(promise: nil)
        }
    }
}
