// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// A zygote's process of the kernel's, and the sockets to it and to its mounter.
final class SpawnedZygote: ZygoteProcess {
    private let child: ChildProcess
    private let control: Descriptor

    /// Where its mounter is asked.
    private let mounter: Descriptor
    private let workshop: ZygoteWorkshop

    /// What is watched: its sockets, and at its end its process.
    private var watches: [(place: ZygotePlace, token: EventToken)] = []

    /// Takes over a process that was just started.
    init(
        _ child: consuming ChildProcess,
        control: consuming Descriptor,
        mounter: consuming Descriptor,
        _ workshop: ZygoteWorkshop
    ) {
        self.child = child
        self.control = control
        self.mounter = mounter
        self.workshop = workshop
    }

    var number: Int32 { child.process }

    // MARK: Speaking

    func tell(_ command: ZygoteCommand, passing descriptors: [Int32]) throws(SystemError) {
        try control.sendPacket(command.frame, passing: descriptors, waits: false)
    }

    func ask(_ request: MountRequest) throws(SystemError) {
        try mounter.sendPacket(request.frame, waits: false)
    }

    // MARK: Listening

    func receive() throws(SystemError) -> ZygoteReading {
        guard
            let packet = try control.receivePacket(in: workshop.packets.buffer, waits: false)
        else { return .closed }
        guard let event = try? ZygoteEvent(frame: packet.bytes) else { return .nonsense }
        return .event(event, DescriptorHandover(packet, workshop))
    }

    func receiveAnswer() throws(SystemError) -> MountReading {
        guard
            let packet = try mounter.receivePacket(in: workshop.packets.buffer, waits: false)
        else { return .closed }
        guard let answer = try? MountAnswer(frame: packet.bytes) else { return .nonsense }
        return .answer(answer)
    }

    func watch(_ place: ZygotePlace, _ handler: @escaping () -> Void) throws(SystemError) {
        let token = try workshop.reactor.whenReadable(descriptor(of: place), handler)
        watches.append((place, token))
    }

    func unwatch(_ place: ZygotePlace?) {
        watches.removeAll { watch in
            guard place == nil || place == watch.place else { return false }
            workshop.reactor.cancel(watch.token, watching: descriptor(of: watch.place))
            return true
        }
    }

    private func descriptor(of place: ZygotePlace) -> Int32 {
        switch place {
        case .control: control.raw
        case .mounter: mounter.raw
        case .end: child.pidfd.raw
        }
    }

    // MARK: Its end

    func kill() {
        child.pidfd.signalProcess(SIGKILL)
    }

    func reap() {
        _ = child.reap()
    }
}

/// What the host has to take over what its zygotes hand it.
final class ZygoteWorkshop {
    let reactor: Reactor
    let directory: HostDirectory

    /// What workers get control groups in; nil where the host has none to divide.
    let controlGroup: ControlGroup?

    /// Where what zygotes and mounters say is received.
    let packets = SharedPackets()

    init(_ reactor: Reactor, _ directory: HostDirectory, _ controlGroup: ControlGroup?) {
        self.reactor = reactor
        self.directory = directory
        self.controlGroup = controlGroup
    }
}

/// The descriptors that came with a zygote's word.
private final class DescriptorHandover: ZygoteHandover {
    private var packet: Packet
    private let workshop: ZygoteWorkshop

    init(_ packet: consuming Packet, _ workshop: ZygoteWorkshop) {
        self.packet = packet
        self.workshop = workshop
    }

    func takeCalls(whenHeard: @escaping () -> Void) throws(SystemError) -> CallListener? {
        guard let listener = packet.descriptors.takeFirst() else { return nil }
        return try CallListener(listener, workshop.reactor, whenHeard: whenHeard)
    }

    func takeWorker(
        _ worker: SpawnedWorker,
        _ limits: ControlGroupLeaf.Limits,
        _ layers: [LayerRecord]
    ) -> WorkerHandover {
        guard let pidfd = packet.descriptors.takeFirst(),
            let container = packet.descriptors.takeFirst()
        else {
            return .nothing
        }
        let listener = worker.hasListener ? packet.descriptors.takeFirst() : nil
        let number = worker.number
        let room = workshop.directory.container(number, container, isOnDisk: worker.isOnDisk)
        do throws(SystemError) {
            let instruments = try SpawnedProcess.Instruments(of: pidfd, workshop.reactor)
            let process = SpawnedProcess(pidfd: pidfd, instruments)
            if let group = workshop.controlGroup {
                let name = "belfry-worker-\(getpid())-\(number)"
                process.confine(in: group, named: name, limits)
            }
            return .process(
                ForkedProcess(process, container: room, layers: layers, listener: listener)
            )
        } catch {
            // Of one that has ended its zygote tells; one that cannot be measured is not let live.
            guard !pidfd.isProcessEnded else { return .ended }
            if pidfd.signalProcess(SIGKILL) {
                return .killed(KilledProcess(pidfd), because: error)
            }
            return pidfd.isProcessEnded ? .ended : .noProcess
        }
    }
}

/// A worker's process that was killed as it was handed over: nothing is seen of it but its end.
private final class KilledProcess: EndingProcess {
    private let pidfd: Descriptor

    init(_ pidfd: consuming Descriptor) {
        self.pidfd = pidfd
    }

    var hasEnded: Bool { pidfd.isProcessEnded }
}
