// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// The worker's end of the run socket; any thread sends, one receives.
final class HostChannel: Sendable {
    private let socket: Descriptor

    init(socket: consuming Descriptor) {
        self.socket = socket
    }

    /// Sends an event; without a way to the host there is no use in going on.
    func send(_ event: WorkerEvent) {
        do throws(SystemError) {
            try socket.sendPacket(event.frame)
        } catch {
            _exit(ProcessEnd.brokenSocketStatus)
        }
    }

    /// A command, with the descriptor that came along.
    struct Received: ~Copyable {
        let command: WorkerCommand
        var descriptor: Descriptor?
    }

    /// Waits for the next command; nil when the host is gone or does not make sense.
    ///
    /// A command brings one descriptor at most; what nobody takes is closed.
    func receive(in buffer: borrowing PacketBuffer) -> Received? {
        guard var packet = try? socket.receivePacket(in: buffer),
            !packet.isTruncated, packet.descriptors.count <= 1,
            let command = try? WorkerCommand(frame: packet.bytes)
        else { return nil }
        return Received(command: command, descriptor: packet.descriptors.takeFirst())
    }
}
