// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire

/// The host's end of a worker's socket.
///
/// The host's own is ``PacketRunSocket``. The simulation has one without a kernel.
protocol RunSocket: AnyObject {
    /// Sends a command, with descriptors that stay open here; never waits.
    ///
    /// - Throws: ``SystemError``: EAGAIN when the worker does not read, EPIPE or ECONNRESET when its end
    ///   is closed.
    func send(_ command: WorkerCommand, passing descriptors: [Int32]) throws(SystemError)

    /// Takes the next thing that the worker has said; never waits.
    ///
    /// - Throws: ``SystemError``: EAGAIN when there is nothing, ECONNRESET once when the worker has ended
    ///   with a command unread.
    func receive() throws(SystemError) -> RunSocketReading

    /// Calls a handler whenever there is something to take, until ``unwatch()``.
    func watch(_ handler: @escaping () -> Void) throws(SystemError)

    /// Calls the handler no more.
    func unwatch()

    /// Whether a handler is called.
    var isWatched: Bool { get }
}

/// What a worker's socket has for the host.
enum RunSocketReading {
    /// A word of the worker's.
    case event(WorkerEvent)
    /// Bytes that are not a frame of ours, or descriptors, which a worker never sends.
    case nonsense
    /// The worker's end is closed, and nothing is left to be read.
    case closed
}

/// A run socket of the kernel's: one packet for each frame.
final class PacketRunSocket: RunSocket {
    private let descriptor: Descriptor
    private let reactor: Reactor
    private let packets: SharedPackets
    private var token: EventToken?

    /// Takes over the host's end.
    ///
    /// - Parameters:
    ///   - descriptor: The host's end.
    ///   - reactor: What watches it.
    ///   - packets: Where packets are received; shared, as each is read at once.
    init(_ descriptor: consuming Descriptor, _ reactor: Reactor, _ packets: SharedPackets) {
        self.descriptor = descriptor
        self.reactor = reactor
        self.packets = packets
    }

    deinit { unwatch() }

    func send(_ command: WorkerCommand, passing descriptors: [Int32]) throws(SystemError) {
        try descriptor.sendPacket(command.frame, passing: descriptors, waits: false)
    }

    func receive() throws(SystemError) -> RunSocketReading {
        guard let packet = try descriptor.receivePacket(in: packets.buffer, waits: false) else {
            return .closed
        }
        guard !packet.isTruncated, packet.descriptors.count == 0,
            let event = try? WorkerEvent(frame: packet.bytes)
        else { return .nonsense }
        return .event(event)
    }

    func watch(_ handler: @escaping () -> Void) throws(SystemError) {
        unwatch()
        token = try reactor.whenReadable(descriptor.raw, handler)
    }

    func unwatch() {
        if let token { reactor.cancel(token, watching: descriptor.raw) }
        token = nil
    }

    var isWatched: Bool { token != nil }
}
