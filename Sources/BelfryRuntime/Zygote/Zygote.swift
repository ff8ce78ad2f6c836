// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// One zygote as the host keeps it: its process, its sockets, and what its workers see.
///
/// It belongs to the host's thread. What it says goes to its ``ZygoteOwner``, which decides.
final class Zygote {
    let number: ZygoteNumber
    let runtime: ExtensionBundle.Runtime
    private let child: ChildProcess
    private let control: Descriptor

    /// Where its mounter is asked.
    private let mounter: Descriptor

    /// What its workers see besides what all see.
    var view: ZygoteView

    var machine = ZygoteStateMachine()

    /// What is watched: its sockets, and at its end its process.
    private var watches: [Watch] = []

    /// Where its workers' forbidden calls and locks are heard of, once it is set up.
    var calls: CallListener?

    /// Whether it is there to be looked at, and gets no workers.
    var isProbe = false

    /// What is tried in it, when it is there for that.
    var trial: SandboxTrial?

    /// Who waits for it to be set up, or to have failed.
    private var readyWaiters: [CheckedContinuation<Void, Never>] = []

    private struct Watch {
        let token: EventToken
        let descriptor: Int32
        let reactor: Reactor
    }

    init(
        number: ZygoteNumber,
        runtime: ExtensionBundle.Runtime,
        view: ZygoteView,
        child: consuming ChildProcess,
        control: consuming Descriptor,
        mounter: consuming Descriptor
    ) {
        self.number = number
        self.runtime = runtime
        self.view = view
        self.child = child
        self.control = control
        self.mounter = mounter
    }

    /// Its process as this host counts it.
    var process: Int32 { child.process }

    // MARK: Speaking

    /// Sends it a command, with descriptors that stay open here; never waits.
    ///
    /// - Throws: ``SystemError``: EAGAIN when it does not read, EPIPE or ECONNRESET when it has ended.
    func tell(
        _ command: ZygoteCommand,
        passing descriptors: [Int32] = []
    ) throws(SystemError) {
        try control.sendPacket(command.frame, passing: descriptors, waits: false)
    }

    /// Asks its mounter to show it something; never waits.
    ///
    /// - Throws: ``SystemError``: EAGAIN when the mounter does not read, EPIPE or ECONNRESET when it has
    ///   ended.
    func ask(_ request: MountRequest) throws(SystemError) {
        try mounter.sendPacket(request.frame, waits: false)
    }

    // MARK: Listening

    /// Begins to listen to it and to its mounter.
    ///
    /// - Parameters:
    ///   - reactor: What watches its sockets.
    ///   - packets: Where packets are received; shared, as each is read at once.
    ///   - owner: Who is told what it says.
    /// - Throws: ``SystemError`` when a socket cannot be watched.
    func listen(
        on reactor: Reactor,
        _ packets: SharedPackets,
        for owner: any ZygoteOwner
    ) throws(SystemError) {
        try watch(control.raw, on: reactor) { [weak self, weak owner] in
            if let self, let owner { read(packets, for: owner) }
        }
        guard view.isBounded else { return }
        try watch(mounter.raw, on: reactor) { [weak self, weak owner] in
            if let self, let owner { readMounter(packets, for: owner) }
        }
    }

    private func watch(
        _ descriptor: Int32,
        on reactor: Reactor,
        _ handler: @escaping () -> Void
    ) throws(SystemError) {
        let token = try reactor.whenReadable(descriptor, handler)
        watches.append(Watch(token: token, descriptor: descriptor, reactor: reactor))
    }

    private func read(_ packets: SharedPackets, for owner: any ZygoteOwner) {
        while machine.failure == nil {
            do throws(SystemError) {
                guard var packet = try control.receivePacket(in: packets.buffer, waits: false)
                else {
                    return owner.ended(self, "it ended", isShortage: false)
                }
                guard let event = try? ZygoteEvent(frame: packet.bytes) else {
                    return owner.ended(self, "it said what makes no sense", isShortage: false)
                }
                owner.heard(event, from: self, &packet.descriptors)
            } catch {
                if error.errno != EAGAIN {
                    owner.ended(self, error.description, isShortage: false)
                }
                return
            }
        }
    }

    private func readMounter(_ packets: SharedPackets, for owner: any ZygoteOwner) {
        while machine.failure == nil {
            do throws(SystemError) {
                guard let packet = try mounter.receivePacket(in: packets.buffer, waits: false)
                else {
                    return mounterClosed(packets, for: owner)
                }
                guard let answer = try? MountAnswer(frame: packet.bytes) else {
                    let reason = "its mounter said what makes no sense"
                    return owner.ended(self, reason, isShortage: false)
                }
                owner.heard(answer, from: self)
            } catch  where error.errno == ECONNRESET {
                // It ended with a request unread (man 7 unix).
                return mounterClosed(packets, for: owner)
            } catch {
                if error.errno != EAGAIN {
                    owner.ended(self, error.description, isShortage: false)
                }
                return
            }
        }
    }

    /// Takes note of the end of its mounter; what it says of its own end comes first.
    private func mounterClosed(_ packets: SharedPackets, for owner: any ZygoteOwner) {
        read(packets, for: owner)
        guard machine.failure == nil else { return }
        unwatch(mounter.raw)
        owner.mounterEnded(of: self)
    }

    /// Listens no more, neither to it nor to its mounter.
    func stopListening() {
        unwatch()
    }

    private func unwatch(_ only: Int32? = nil) {
        watches.removeAll { watch in
            guard only == nil || only == watch.descriptor else { return false }
            watch.reactor.cancel(watch.token, watching: watch.descriptor)
            return true
        }
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
    func kill(on reactor: Reactor, whenGone: @escaping () -> Void) {
        child.pidfd.signalProcess(SIGKILL)
        unwatch()
        do throws(SystemError) {
            try watch(child.pidfd.raw, on: reactor, whenGone)
        } catch {
            whenGone()
        }
    }

    /// Takes its process, which is gone, from the kernel.
    func reap() {
        unwatch()
        _ = child.reap()
    }
}

/// Who is told what zygotes and their mounters say.
protocol ZygoteOwner: AnyObject {
    /// A zygote says something; descriptors that are left in the list are closed.
    func heard(_ event: ZygoteEvent, from zygote: Zygote, _ descriptors: inout DescriptorList)

    /// A zygote's mounter has shown something, or could not.
    func heard(_ answer: MountAnswer, from zygote: Zygote)

    /// A zygote's mounter has ended, and the zygote lives on.
    func mounterEnded(of zygote: Zygote)

    /// A zygote has ended, or cannot be used any more.
    func ended(_ zygote: Zygote, _ reason: String, isShortage: Bool)
}
