// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire

/// A probe in a zygote as the host keeps it.
final class SandboxTrial {
    private let socket: Descriptor
    private let reactor: Reactor
    private var watch: EventToken?
    private var limit: EventToken?
    private var waiter: CheckedContinuation<Void, Never>?

    /// What it says; nil where it has not answered.
    private(set) var report: ProbeReport?

    /// The forbidden call that the kernel tells of afterwards.
    private(set) var call: SystemCall?

    /// How long a probe may take on a busy machine.
    private static let timeLimit = Duration.seconds(30)

    /// Makes one that listens to nothing yet.
    ///
    /// - Parameters:
    ///   - socket: The host's end of the probe's socket.
    ///   - reactor: What watches it.
    init(socket: consuming Descriptor, _ reactor: Reactor) {
        self.socket = socket
        self.reactor = reactor
    }

    /// Begins to listen.
    ///
    /// - Throws: ``SystemError`` when the socket cannot be watched.
    func begin() throws(SystemError) {
        watch = try reactor.whenReadable(socket.raw) { [weak self] in self?.hear() }
        limit = reactor.call(at: .now + Self.timeLimit) { [weak self] in self?.resume() }
    }

    /// Waits until it has said all that it has to say, or too long.
    func waitForEnd() async {
        await withCheckedContinuation { waiter = $0 }
        if let watch { reactor.cancel(watch, watching: socket.raw) }
        if let limit { reactor.cancel(limit) }
    }

    /// The kernel holds its last call; what it said before is read first.
    func made(_ call: SystemCall) {
        self.call = call
        if report == nil { hear() }
        resume()
    }

    private func hear() {
        let packet = try? socket.receivePacket(capacity: WorkerEvent.frameLimit, waits: false)
        guard let packet else { return resume() }
        report = try? ProbeReport(frame: packet.bytes)
    }

    private func resume() {
        waiter?.resume()
        waiter = nil
    }
}
