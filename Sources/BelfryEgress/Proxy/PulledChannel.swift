// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import Glibc
internal import NIOCore

/// One of the two connections of an exchange, read and written piece by piece in a task.
///
/// Nothing is read before somebody asks, and a write ends when the kernel has taken it: whoever
/// copies from one to the other is as slow as the slower, and holds one piece at a time.
struct PulledChannel: Sendable {
    /// Who is at the other end.
    enum Peer: Sendable {
        case `extension`
        case origin

        /// What it means that the connection is gone.
        var loss: Refusal {
            switch self {
            case .extension:
                Refusal(.abandoned, "the extension's connection broke before the end")
            case .origin:
                Refusal(.connectionLost, "the origin's connection broke before the end")
            }
        }
    }

    /// Who is at the other end.
    let peer: Peer

    /// The loop of both connections of an exchange.
    var loop: any EventLoop { channel.eventLoop }

    /// The address of this end, where it has one.
    var local: IPAddress? { channel.localAddress?.ipAddress.flatMap { IPAddress($0) } }

    /// The address of the other end, where it has one.
    var remote: IPAddress? { channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) } }

    private let channel: any Channel
    private let handler: NIOLoopBound<PullHandler>

    /// Takes over a channel, on its loop, before anything was read.
    init(_ channel: any Channel, to peer: Peer) throws {
        self.channel = channel
        self.peer = peer
        let handler = PullHandler()
        try channel.pipeline.syncOperations.addHandler(handler)
        self.handler = NIOLoopBound(handler, eventLoop: channel.eventLoop)
    }

    /// Waits for the next piece; nil is the end of what the peer sends.
    func read() async throws(Refusal) -> ByteBuffer? {
        do {
            let (channel, handler) = (channel, handler)
            return try await loop.flatSubmit { handler.value.pull(from: channel) }.get()
        } catch is PullHandler.Interruption {
            throw Self.interruption
        } catch {
            throw peer.loss
        }
    }

    /// What a read ends with that was interrupted.
    static let interruption = Refusal(.abandoned, "nobody waits for more of the request")

    /// Ends a read that waits and all to come with ``interruption``, until ``resume()``.
    func interrupt() {
        loop.execute { [handler] in handler.value.isInterrupted = true }
    }

    /// Lets reads wait again.
    func resume() {
        loop.execute { [handler] in handler.value.isInterrupted = false }
    }

    /// Writes a piece and waits until the kernel has it.
    func write(_ bytes: ByteBuffer) async throws(Refusal) {
        do {
            try await channel.writeAndFlush(bytes)
        } catch {
            throw peer.loss
        }
    }

    /// Says that nothing more will be written; reading goes on.
    func finishOutput() async {
        try? await channel.close(mode: .output)
    }

    /// Closes it; what was written still arrives.
    func close() async {
        try? await channel.close()
    }

    /// Closes it so that the peer sees an error at once, never an answer that seems whole.
    ///
    /// It is disconnected (man 2 connect, `AF_UNSPEC`), which resets it for whoever else has it open:
    /// a program that is being started has all descriptors of its parent until it is executed.
    func abort() {
        loop.execute { [channel] in
            _ = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
                of: NIOBSDSocket.Handle.self
            ) { socket in
                var nobody = sockaddr()
                nobody.sa_family = sa_family_t(AF_UNSPEC)
                unsafe _ = connect(socket, &nobody, socklen_t(MemoryLayout<sockaddr>.size))
            }
            channel.close(promise: nil)
        }
    }

    /// Runs an action when the peer breaks the connection, also while nobody reads or writes.
    func onLoss(_ action: @escaping @Sendable () -> Void) {
        loop.execute { [handler] in handler.value.onLoss = action }
    }
}

extension PulledChannel {
    /// The options both connections have: read on demand, one piece of 64 KiB at most, half-close.
    static let options: ChannelOptions.Storage = {
        var options = ChannelOptions.Storage()
        options.append(key: ChannelOptions.autoRead, value: false)
        options.append(key: ChannelOptions.maxMessagesPerRead, value: 1)
        options.append(key: ChannelOptions.allowRemoteHalfClosure, value: true)
        options.append(key: ChannelOptions.tcpOption(.tcp_nodelay), value: 1)
        // At a connection's end swift-nio reads all the kernel still holds: keep that small.
        options.append(key: ChannelOptions.socketOption(.so_rcvbuf), value: 256 << 10)
        // A peer that takes nothing: the kernel would hold megabytes for it (man 7 tcp, tcp_wmem).
        options.append(key: ChannelOptions.socketOption(.so_sndbuf), value: 256 << 10)
        return options
    }()
}
