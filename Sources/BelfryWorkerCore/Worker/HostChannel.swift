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

    /// Waits for the next command; nil when the host is gone or does not make sense.
    func receive() -> WorkerCommand? {
        guard let packet = try? socket.receivePacket(capacity: WorkerEvent.frameLimit),
            !packet.isTruncated
        else { return nil }
        return try? WorkerCommand(frame: packet.bytes)
    }
}
