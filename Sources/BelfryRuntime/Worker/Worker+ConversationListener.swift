// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// What a worker says and does on its socket, where it concerns its own life.
extension Worker: ConversationListener {
    var isDecided: Bool { client.map { $0.lease.verdict != nil } ?? false }

    func said(_ event: WorkerEvent) {
        if isIdle { heardWhileIdle() }
        switch event {
        case .sealed: happen { $0.sealed() }
        case .loaded(let report): happen { $0.loaded(report) }
        case .loadFailed(let failure): happen { $0.loadFailed(failure) }
        default: client?.heard(event, from: self)
        }
    }

    func listened() {
        client?.listened()
    }

    func breakProtocol(_ problem: String) {
        client?.lease.protocolBroken(problem)
        kill()
    }

    /// Counts a packet of a worker that has nothing to answer.
    private func heardWhileIdle() {
        countIdlePacket()
        if idleTime?.packetCount ?? 0 > IdleAllowance.packetCount {
            owner.dismiss(self, .idlePackets)
        }
    }

    // MARK: Its end

    /// So often a process gets as long again that has begun to end, as an extension can end its first
    /// thread alone; and so often its zygote gets as long to tell of its end.
    private static let endPatience = 25

    func closedSocket() {
        happen {
            $0.socketClosed()
            return .none
        }
        // One that the host has killed is waited for already.
        if !isKilled { awaitEnd() }
    }

    /// Gives a worker a while to end, and its zygote a while to tell of that.
    ///
    /// A zygote that has been stopped tells nothing; its workers' runs would have no report.
    func awaitEnd(patience: Int = endPatience) {
        _ = clock.call(at: clock.now + Self.endDelay) { [weak self] in
            guard let self, !isForgotten else { return }
            // On a busy machine the zygote's word can take longer than the process's end, and
            // that longer than the closing of its socket, which is a part of it.
            let isSilence = !forking.isLiving(number)
            // The kernel may keep one that was killed for as long as its disk does not answer.
            if !isSilence, isKilled { return awaitEnd() }
            if patience > 0, isSilence || readings?.isExiting == true {
                return awaitEnd(patience: patience - 1)
            }
            if isSilence { return forking.endSilentZygote(of: number) }
            happen { $0.waitedForEnd() }
        }
    }
}
