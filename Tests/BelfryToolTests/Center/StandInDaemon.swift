// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryTool
internal import NIOCore
internal import NIOPosix

/// A UNIX socket that answers each connection with the same bytes, as a broken or lying daemon may.
struct StandInDaemon: Sendable {
    let address: CenterAddress
    private let channel: any Channel

    /// Listens.
    ///
    /// - Parameters:
    ///   - path: The socket.
    ///   - answer: What it answers to the first bytes of each connection.
    ///   - closes: Whether it ends the connection then.
    /// - Throws: What keeps it from listening.
    init(at path: String, answer: String, closes: Bool = true) async throws {
        address = .socket(path: path)
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Answering(answer, closes))
                }
            }
            .bind(unixDomainSocketPath: path).get()
    }

    func stop() async throws {
        try await channel.close()
    }

    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let answer: String
        private let closes: Bool

        init(_ answer: String, _ closes: Bool) {
            self.answer = answer
            self.closes = closes
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let written = context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer)))
            let channel = context.channel
            if closes { written.whenComplete { _ in channel.close(promise: nil) } }
        }
    }
}
