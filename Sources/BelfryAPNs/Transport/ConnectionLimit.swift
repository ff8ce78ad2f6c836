// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore

/// Has connections wait in the kernel while there are too many, and ends others for them.
final class ConnectionLimit: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = any Channel

    private let limit: Int
    private let roster: ConnectionRoster
    private var open = 0
    private var isReadHeld = false

    /// When room is looked for again.
    private var timer: Scheduled<Void>?

    /// - Parameters:
    ///   - limit: Most connections at a time; few more are taken that come together.
    ///   - roster: Those that end for others; each of them is the caller's to add.
    init(_ limit: Int, _ roster: ConnectionRoster) {
        self.limit = limit
        self.roster = roster
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func read(context: ChannelHandlerContext) {
        isReadHeld = open >= limit
        if isReadHeld { makeRoom(context) } else { context.read() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        open += 1
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop).whenComplete { _ in
            handler.value.connectionEnded(bound.value)
        }
        context.fireChannelRead(data)
    }

    private func connectionEnded(_ context: ChannelHandlerContext) {
        open -= 1
        if isReadHeld { read(context: context) }
    }

    private func makeRoom(_ context: ChannelHandlerContext) {
        timer?.cancel()
        switch roster.makeRoom() {
        case .made: break
        case .later(let delay): look(in: delay, context)
        case .none: look(in: .seconds(1), context)
        }
    }

    private func look(in delay: TimeAmount, _ context: ChannelHandlerContext) {
        let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: delay) {
            if handler.value.isReadHeld { handler.value.makeRoom(bound.value) }
        }
    }
}
