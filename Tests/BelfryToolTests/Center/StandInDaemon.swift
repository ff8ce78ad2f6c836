// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryTool
internal import NIOCore
internal import NIOPosix

/// A UNIX socket that answers each connection with the same bytes, as a broken or lying daemon may.
struct StandInDaemon: Sendable {
    let address: CenterAddress
    private let channel: any Channel
    private let permission: AsyncStream<Void>.Continuation

    /// Listens.
    ///
    /// - Parameters:
    ///   - path: The socket.
    ///   - answer: What it answers to the first bytes of each connection.
    ///   - closes: Whether it ends the connection then.
    ///   - waits: Whether it answers only after a call of ``answer()``.
    /// - Throws: What keeps it from listening.
    init(at path: String, answer: String, closes: Bool = true, waits: Bool = false) async throws {
        let (permits, permission) = AsyncStream.makeStream(of: Void.self)
        if !waits { permission.finish() }
        self.permission = permission
        address = .socket(path: path)
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = Answering(answer, closes, permits)
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
            .bind(unixDomainSocketPath: path).get()
    }

    /// Answers those that have asked, and from now on everybody at once.
    func answer() {
        permission.finish()
    }

    func stop() async throws {
        try await channel.close()
    }

    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let answer: String
        private let closes: Bool

        /// Ends when it may answer.
        private let permits: AsyncStream<Void>

        init(_ answer: String, _ closes: Bool, _ permits: AsyncStream<Void>) {
            self.answer = answer
            self.closes = closes
            self.permits = permits
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let channel = context.channel
            Task { [answer, closes, permits] in
                for await _ in permits {}
                try? await channel.writeAndFlush(ByteBuffer(string: answer))
                if closes { try? await channel.close() }
            }
        }
    }
}
