// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// What the host says to one zygote and to its mounter, and what these say.
///
/// It belongs to the host's thread. What it hears goes to its ``ZygoteListener``.
final class ZygoteConversation {
    private let process: any ZygoteProcess
    private weak var listener: (any ZygoteListener)?

    /// Makes one in which nothing is heard before ``begin(for:hasMounter:)``.
    init(_ process: any ZygoteProcess) {
        self.process = process
    }

    /// The zygote's process as this host counts it.
    var processNumber: Int32 { process.number }

    // MARK: Speaking

    /// Sends the zygote a command, with descriptors that stay open here; never waits.
    ///
    /// - Throws: ``SystemError``: EAGAIN when it does not read, EPIPE or ECONNRESET when it has ended.
    func tell(
        _ command: ZygoteCommand,
        passing descriptors: [Int32] = []
    ) throws(SystemError) {
        try process.tell(command, passing: descriptors)
    }

    /// Asks the mounter to show something; never waits.
    ///
    /// - Throws: ``SystemError``: EAGAIN when the mounter does not read, EPIPE or ECONNRESET when it has
    ///   ended.
    func ask(_ request: MountRequest) throws(SystemError) {
        try process.ask(request)
    }

    // MARK: Listening

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - listener: Who is told what they say.
    ///   - hasMounter: Whether there is a mounter to listen to.
    /// - Throws: ``SystemError`` when a socket cannot be watched.
    func begin(for listener: any ZygoteListener, hasMounter: Bool) throws(SystemError) {
        self.listener = listener
        try process.watch(.control) { [weak self] in self?.read() }
        guard hasMounter else { return }
        try process.watch(.mounter) { [weak self] in self?.readMounter() }
    }

    /// Listens no more, neither to the zygote nor to its mounter.
    func end() {
        process.unwatch(nil)
    }

    private func read() {
        while let listener, !listener.hasFailed {
            do throws(SystemError) {
                switch try process.receive() {
                case .event(let event, let handover): listener.said(event, handover)
                case .nonsense: return listener.failed("it said what makes no sense")
                case .closed: return listener.failed("it ended")
                }
            } catch  where error.errno == ECONNRESET {
                // It ended with a command unread. What it said before comes after this.
                continue
            } catch {
                if error.errno != EAGAIN { listener.failed(error) }
                return
            }
        }
    }

    private func readMounter() {
        while let listener, !listener.hasFailed {
            do throws(SystemError) {
                switch try process.receiveAnswer() {
                case .answer(let answer): listener.answered(answer)
                case .nonsense: return listener.failed("its mounter said what makes no sense")
                case .closed: return mounterClosed()
                }
            } catch  where error.errno == ECONNRESET {
                // It ended with a request unread. What it answered before comes after this.
                continue
            } catch {
                if error.errno != EAGAIN { listener.failed(error) }
                return
            }
        }
    }

    /// Takes note of the end of the mounter; what the zygote says of its own end comes first.
    private func mounterClosed() {
        read()
        guard let listener, !listener.hasFailed else { return }
        process.unwatch(.mounter)
        listener.mounterEnded()
    }

    // MARK: The end

    /// Kills the zygote's process, listens to it no more, and calls a handler once it is gone.
    func kill(whenGone: @escaping () -> Void) {
        process.kill()
        process.unwatch(nil)
        do throws(SystemError) {
            try process.watch(.end, whenGone)
        } catch {
            whenGone()
        }
    }

    /// Takes the zygote's process, which is gone, from the kernel.
    func reap() {
        process.unwatch(nil)
        process.reap()
    }
}

/// Who is told what a zygote and its mounter say.
protocol ZygoteListener: AnyObject {
    /// Whether nothing of the zygote is to be heard any more.
    var hasFailed: Bool { get }

    /// The zygote says something, and may hand something over with it.
    func said(_ event: ZygoteEvent, _ handover: any ZygoteHandover)

    /// The mounter has shown something, or could not.
    func answered(_ answer: MountAnswer)

    /// The mounter has ended, and the zygote lives on.
    func mounterEnded()

    /// The zygote has ended, or cannot be used any more.
    func failed(_ reason: String, isShortage: Bool)
}

extension ZygoteListener {
    /// The zygote has ended, or has said what cannot be.
    func failed(_ reason: String) {
        failed(reason, isShortage: false)
    }

    /// The zygote cannot be used any more, as the kernel says.
    func failed(_ error: SystemError) {
        failed(error.description, isShortage: error.isShortage)
    }
}
