// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// One zygote as the host keeps it: its life, and what its workers see.
///
/// It belongs to the host's thread. What it says goes to its ``ZygoteOwner``, which decides.
final class Zygote {
    let number: ZygoteNumber
    let runtime: ExtensionBundle.Runtime
    private let process: any ZygoteProcess

    /// What its workers see besides what all see.
    var view: ZygoteView

    var machine = ZygoteStateMachine()

    /// Where its workers' forbidden calls and locks are heard of, once it is set up.
    var calls: CallListener?

    /// Whether it is there to be looked at, and gets no workers.
    var isProbe = false

    /// What is tried in it, when it is there for that.
    var trial: SandboxTrial?

    /// Who waits for it to be set up, or to have failed.
    private var readyWaiters: [CheckedContinuation<Void, Never>] = []

    init(
        number: ZygoteNumber,
        runtime: ExtensionBundle.Runtime,
        view: ZygoteView,
        _ process: any ZygoteProcess
    ) {
        self.number = number
        self.runtime = runtime
        self.view = view
        self.process = process
    }

    /// Its process as this host counts it.
    var processNumber: Int32 { process.number }

    // MARK: Speaking

    /// Sends it a command, with descriptors that stay open here; never waits.
    ///
    /// - Throws: ``SystemError``: EAGAIN when it does not read, EPIPE or ECONNRESET when it has ended.
    func tell(
        _ command: ZygoteCommand,
        passing descriptors: [Int32] = []
    ) throws(SystemError) {
        try process.tell(command, passing: descriptors)
    }

    /// Asks its mounter to show it something; never waits.
    ///
    /// - Throws: ``SystemError``: EAGAIN when the mounter does not read, EPIPE or ECONNRESET when it has
    ///   ended.
    func ask(_ request: MountRequest) throws(SystemError) {
        try process.ask(request)
    }

    // MARK: Listening

    /// Begins to listen to it and to its mounter.
    ///
    /// - Parameter owner: Who is told what it says.
    /// - Throws: ``SystemError`` when a socket cannot be watched.
    func listen(for owner: any ZygoteOwner) throws(SystemError) {
        try process.watch(.control) { [weak self, weak owner] in
            if let self, let owner { read(for: owner) }
        }
        guard view.isBounded else { return }
        try process.watch(.mounter) { [weak self, weak owner] in
            if let self, let owner { readMounter(for: owner) }
        }
    }

    private func read(for owner: any ZygoteOwner) {
        while machine.failure == nil {
            do throws(SystemError) {
                switch try process.receive() {
                case .event(let event, let handover):
                    owner.heard(event, from: self, handover)
                case .nonsense:
                    return owner.ended(self, "it said what makes no sense", isShortage: false)
                case .closed: return owner.ended(self, "it ended", isShortage: false)
                }
            } catch  where error.errno == ECONNRESET {
                // It ended with a command unread. What it said before comes after this.
                continue
            } catch {
                if error.errno != EAGAIN {
                    owner.ended(self, error.description, isShortage: error.isShortage)
                }
                return
            }
        }
    }

    private func readMounter(for owner: any ZygoteOwner) {
        while machine.failure == nil {
            do throws(SystemError) {
                switch try process.receiveAnswer() {
                case .answer(let answer): owner.heard(answer, from: self)
                case .nonsense:
                    let reason = "its mounter said what makes no sense"
                    return owner.ended(self, reason, isShortage: false)
                case .closed: return mounterClosed(for: owner)
                }
            } catch  where error.errno == ECONNRESET {
                // It ended with a request unread. What it answered before comes after this.
                continue
            } catch {
                if error.errno != EAGAIN {
                    owner.ended(self, error.description, isShortage: error.isShortage)
                }
                return
            }
        }
    }

    /// Takes note of the end of its mounter; what it says of its own end comes first.
    private func mounterClosed(for owner: any ZygoteOwner) {
        read(for: owner)
        guard machine.failure == nil else { return }
        process.unwatch(.mounter)
        owner.mounterEnded(of: self)
    }

    /// Listens no more, neither to it nor to its mounter.
    func stopListening() {
        process.unwatch(nil)
    }

    // MARK: Waiting for it

    /// Waits until it is set up, or has failed.
    func waitUntilReady() async {
        await withCheckedContinuation { readyWaiters.append($0) }
    }

    /// Lets those go on who wait.
    func resumeWaiters() {
        for waiter in readyWaiters { waiter.resume() }
        readyWaiters = []
    }

    // MARK: Its end

    /// Kills its process, listens to it no more, and calls a handler once it is gone.
    func kill(whenGone: @escaping () -> Void) {
        process.kill()
        process.unwatch(nil)
        do throws(SystemError) {
            try process.watch(.end, whenGone)
        } catch {
            whenGone()
        }
    }

    /// Takes its process, which is gone, from the kernel.
    func reap() {
        process.unwatch(nil)
        process.reap()
    }
}

/// Who is told what zygotes and their mounters say.
protocol ZygoteOwner: AnyObject {
    /// A zygote says something, and may hand something over with it.
    func heard(_ event: ZygoteEvent, from zygote: Zygote, _ handover: any ZygoteHandover)

    /// A zygote's mounter has shown something, or could not.
    func heard(_ answer: MountAnswer, from zygote: Zygote)

    /// A zygote's mounter has ended, and the zygote lives on.
    func mounterEnded(of zygote: Zygote)

    /// A zygote has ended, or cannot be used any more.
    func ended(_ zygote: Zygote, _ reason: String, isShortage: Bool)
}
