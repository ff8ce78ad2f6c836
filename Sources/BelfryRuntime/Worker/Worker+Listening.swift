// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// What a worker says: every byte of it may be a liar's.
extension Worker {
    /// Most packets taken from one worker at a time, so that a flood does not keep others waiting.
    private static let packetsAtOnce = 64

    /// How long one worker is listened to at a time: some words take long to understand.
    private static let turn = Duration.milliseconds(1)

    /// How long one that has said as much as is taken at a time is not listened to: what it has to
    /// say waits on its own side, and the host is there for others.
    private static let pause = Duration.milliseconds(5)

    /// How long one that draws faster than anybody can look is not listened to, after each frame.
    private static let floodPause = Duration.milliseconds(1000 / FrameRate.sustained)

    /// Most packets taken from one that has ended: more than its socket can hold.
    private static let packetsAtEnd = 4096

    /// Begins to listen.
    func startListening() throws(SystemError) {
        try socket.watch { [weak self] in self?.listen() }
    }

    /// Takes what it has said, for a while.
    func listen() {
        read(until: clock.now + Self.turn)
        client?.listened()
    }

    /// Takes what it has said.
    ///
    /// - Parameters:
    ///   - hasEnded: Whether it can say no more, so that all of it is taken.
    ///   - end: When others are to be looked at; nil when this worker's words decide.
    func read(hasEnded: Bool = false, until end: MonotonicTime? = nil) {
        for _ in 0..<(hasEnded ? Self.packetsAtEnd : Self.packetsAtOnce) {
            if isForgotten { return }
            if let end, clock.now > end { break }
            do throws(SystemError) {
                switch try socket.receive() {
                case .closed: return socketClosed()
                case .nonsense: return breakProtocol("it sent a packet that is not one of ours")
                case .event(let event): handle(event)
                }
                if isFlooding, !hasEnded { break }
            } catch {
                // Said once when it died with something of ours unread; what it sent is still here.
                if error.errno == ECONNRESET {
                    noteUnreadCommand()
                    continue
                }
                if error.errno != EAGAIN { socketClosed() }
                return
            }
        }
        guard !hasEnded, !isForgotten else { return }
        let pause = isFlooding ? Self.floodPause : Self.pause
        isFlooding = false
        rest(for: pause)
    }

    /// Does not listen for a while, if it is listened to.
    private func rest(for pause: Duration) {
        // One that rests already is listened to again once, not twice.
        guard socket.isWatched else { return }
        socket.unwatch()
        _ = clock.call(at: clock.now + pause) { [weak self] in
            guard let self, !isForgotten else { return }
            do throws(SystemError) {
                try startListening()
            } catch {
                breakProtocol("it cannot be listened to any more: \(error)")
            }
        }
    }

    private func handle(_ event: WorkerEvent) {
        if isIdle { heardWhileIdle() }
        switch event {
        case .sealed: happen { $0.sealed() }
        case .loaded(let report): happen { $0.loaded(report) }
        case .loadFailed(let failure): happen { $0.loadFailed(failure) }
        default: client?.heard(event, from: self)
        }
    }

    /// Counts a packet of a worker that has nothing to answer.
    private func heardWhileIdle() {
        noteIdle { $0.packetCount += 1 }
        if idleTime?.packetCount ?? 0 > IdleAllowance.packetCount {
            owner.dismiss(self, .idlePackets)
        }
    }

    // MARK: Its end

    /// So often a process gets as long again that has begun to end: an extension can end its first
    /// thread alone.
    private static let endPatience = 25

    private func socketClosed() {
        happen {
            $0.socketClosed()
            return .none
        }
        socket.unwatch()
        awaitEnd()
    }

    /// Gives a worker whose socket is closed a while to end; one that has ended is waited for.
    private func awaitEnd(patience: Int = endPatience) {
        _ = clock.call(at: clock.now + Self.endDelay) { [weak self] in
            guard let self, !isForgotten else { return }
            // On a busy machine the zygote's word can take longer than the process's end, and
            // that longer than the closing of its socket, which is a part of it.
            if process?.hasEnded == true { return awaitEnd() }
            if patience > 0, process?.isExiting == true { return awaitEnd(patience: patience - 1) }
            happen { $0.waitedForEnd() }
        }
    }
}
