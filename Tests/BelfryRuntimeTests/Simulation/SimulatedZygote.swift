// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySandbox
import BelfrySystem
import BelfryWire
import Glibc

@testable import BelfryRuntime

/// A zygote without a process, and its mounter: the schedule decides what they do, and when.
final class SimulatedZygote: ZygoteProcess {
    let number: Int32
    private let clock: SimulatedClock

    /// Takes the number of a worker for which something is asked of it.
    private let whenAsked: (UInt64) -> Void
    private(set) var stage = Stage.starting
    private let startedAt: MonotonicTime

    /// What has become of it.
    enum Stage {
        case starting
        case ready
        /// Its process and its workers' have ended, and the host has not taken it from the kernel.
        case ended
        case gone
    }

    /// Whether the host has killed it.
    private(set) var isKilled = false

    /// Whether its mounter lives.
    private(set) var hasMounter = true

    /// The workers that it was asked to fork and has not.
    private(set) var commands: [UInt64] = []

    /// What its mounter was asked and has not answered.
    private(set) var requests: [MountRequest] = []

    /// Whether it has been stopped (SIGSTOP), until it is killed.
    var isStopped = false

    /// Whether it keeps what should come with its next word, and whether it keeps its ends of the run
    /// sockets of the workers that it forks.
    var losesDescriptors = false
    var keepsSockets = false

    /// Whether it and its mounter have no room for the next command.
    var hasNoRoom = false

    /// The sizes of private writable memory to which it holds workers.
    private(set) var dataLimits: [UInt64: UInt64] = [:]

    /// Why the host cannot take over what comes with its next word; nil where it can.
    var handoverFailure: SystemError?

    /// What it and its mounter have said and the host has not read.
    private var readings: [ZygoteReading] = []
    private var answers: [MountReading] = []

    /// Whether they have ended with something unread, which the kernel tells once, and first.
    private var isReset = false
    private var isMounterReset = false

    /// When it or its mounter had no room for a command last, and so the host tries again.
    private var refusedAt: MonotonicTime?

    /// What the host has called when something happens.
    private var handlers: [(place: ZygotePlace, handler: () -> Void)] = []

    /// How many commands a socket holds.
    private static let room = 2

    init(_ number: Int32, _ clock: SimulatedClock, whenAsked: @escaping (UInt64) -> Void) {
        self.number = number
        self.clock = clock
        self.whenAsked = whenAsked
        startedAt = clock.now
    }

    /// Whether the host waits for it to be set up.
    var isToBeReady: Bool { stage == .starting && !isKilled }

    /// Whether the host waits for it to be set up for longer than that may take.
    var isWaitedForTooLong: Bool {
        isToBeReady && clock.now > startedAt + .seconds(30)
    }

    /// Whether its process is there and is to go on.
    var isAlive: Bool { stage == .starting || stage == .ready }

    /// Whether it forks what it is asked for.
    var canFork: Bool { stage == .ready && !isKilled && !isStopped }

    /// Whether it or its mounter has said what the host has not read.
    var isUnheard: Bool { !readings.isEmpty || !answers.isEmpty || endIsUnheard }

    /// Whether it has ended, and the host has not been told.
    private var endIsUnheard = false

    /// Whether something is to come of it for a worker that has no process.
    func isAbout(_ worker: UInt64) -> Bool {
        if stage == .starting || isUnheard || commands.contains(worker) { return true }
        if requests.contains(where: { $0.worker == worker }) { return true }
        return isTriedAgain
    }

    /// Whether the host is to try a command again for which there was no room.
    var isTriedAgain: Bool {
        refusedAt.map { clock.now <= $0 + .milliseconds(5) } ?? false
    }

    // MARK: What it does

    /// Sets up its sandbox.
    func becomeReady() {
        stage = .ready
        say(.ready([]))
    }

    /// Forks a worker that it was asked for.
    ///
    /// - Parameters:
    ///   - other: The worker.
    ///   - isLate: Whether its word of that comes late.
    func fork(_ other: SimulatedWorker, isLate: Bool = false) {
        drop(other.number)
        other.stage = .forked
        other.zygote = self
        say(
            .spawned(worker: other.number, isOnDisk: false, hasListener: false),
            other.process,
            isLate: isLate
        )
    }

    /// Forgets a command.
    func drop(_ worker: UInt64) {
        commands.removeAll { $0 == worker }
    }

    /// Says something.
    func say(_ event: ZygoteEvent, _ process: SimulatedProcess? = nil, isLate: Bool = false) {
        let handover = SimulatedHandover(process, isLost: losesDescriptors, handoverFailure)
        (losesDescriptors, handoverFailure) = (false, nil)
        say(.event(event, handover), isLate: isLate)
    }

    /// Says something, or what makes no sense.
    func say(_ reading: ZygoteReading, isLate: Bool = false) {
        readings.append(reading)
        if !isLate { notify() }
    }

    /// Has its mounter answer its oldest request.
    func answer(_ failure: String = "") {
        guard hasMounter, !requests.isEmpty else { return }
        answer(.answer(MountAnswer(worker: requests.removeFirst().worker, failure: failure)))
    }

    /// Has its mounter say something.
    func answer(_ reading: MountReading) {
        guard hasMounter else { return }
        answers.append(reading)
        notify()
    }

    /// Ends its mounter.
    func endMounter() {
        hasMounter = false
        isMounterReset = !requests.isEmpty
        requests = []
        notify()
    }

    /// Ends its process; its workers are to be ended first.
    ///
    /// - Parameter isLate: Whether the host hears of that late.
    func end(isLate: Bool = false) {
        guard isAlive else { return }
        stage = .ended
        hasMounter = false
        (isReset, isMounterReset) = (!commands.isEmpty, !requests.isEmpty)
        (commands, requests) = ([], [])
        endIsUnheard = isLate
        if !isLate { notify() }
    }

    /// Has the host look, as the kernel does while there is something to be read.
    func notify() {
        endIsUnheard = false
        if !readings.isEmpty || !isAlive { call(.control) }
        if !answers.isEmpty || !hasMounter { call(.mounter) }
    }

    /// Has the host hear that nothing is left of it.
    func vanish() {
        call(.end)
    }

    private func call(_ place: ZygotePlace) {
        handlers.first { $0.place == place }?.handler()
    }

    /// Forgets what the host watches.
    func stop() {
        handlers = []
    }

    // MARK: The host's side

    func tell(_ command: ZygoteCommand, passing descriptors: [Int32]) throws(SystemError) {
        guard isAlive else { throw SystemError(call: "sendmsg", errno: EPIPE) }
        try refuse(commands.count)
        switch command {
        case .configure: return
        case .limitData(let worker, let byteCount): dataLimits[worker] = byteCount
        case .spawn(let specification):
            commands.append(specification.worker)
            whenAsked(specification.worker)
        }
    }

    func ask(_ request: MountRequest) throws(SystemError) {
        guard hasMounter else { throw SystemError(call: "sendmsg", errno: EPIPE) }
        try refuse(requests.count)
        requests.append(request)
        whenAsked(request.worker)
    }

    private func refuse(_ count: Int) throws(SystemError) {
        guard count >= Self.room || hasNoRoom else { return }
        hasNoRoom = false
        refusedAt = clock.now
        throw SystemError(call: "sendmsg", errno: EAGAIN)
    }

    func receive() throws(SystemError) -> ZygoteReading {
        try reset(&isReset)
        if !readings.isEmpty { return readings.removeFirst() }
        guard !isAlive else { throw SystemError(call: "recvmsg", errno: EAGAIN) }
        return .closed
    }

    func receiveAnswer() throws(SystemError) -> MountReading {
        try reset(&isMounterReset)
        if !answers.isEmpty { return answers.removeFirst() }
        guard !hasMounter else { throw SystemError(call: "recvmsg", errno: EAGAIN) }
        return .closed
    }

    private func reset(_ isReset: inout Bool) throws(SystemError) {
        guard isReset else { return }
        isReset = false
        throw SystemError(call: "recvmsg", errno: ECONNRESET)
    }

    func watch(_ place: ZygotePlace, _ handler: @escaping () -> Void) throws(SystemError) {
        handlers.append((place, handler))
    }

    func unwatch(_ place: ZygotePlace?) {
        handlers.removeAll { place == nil || $0.place == place }
        // Nobody reads what is left.
        if place != .mounter { readings = [] }
        if place != .control { answers = [] }
    }

    func kill() {
        isKilled = true
    }

    func reap() {
        stage = .gone
    }
}

/// What comes with a zygote's word in a simulation.
private final class SimulatedHandover: ZygoteHandover {
    private let process: SimulatedProcess?
    private let isLost: Bool
    private let failure: SystemError?

    init(_ process: SimulatedProcess?, isLost: Bool, _ failure: SystemError?) {
        self.process = process
        self.isLost = isLost
        self.failure = failure
    }

    func takeCalls(whenHeard: @escaping () -> Void) throws(SystemError) -> CallListener? {
        if isLost { return nil }
        if let failure { throw failure }
        return CallListener()
    }

    func takeWorker(
        _ worker: SpawnedWorker,
        _ limits: ControlGroupLeaf.Limits,
        _ layers: [LayerRecord]
    ) -> WorkerHandover {
        guard !isLost, let process else { return .nothing }
        if process.hasEnded { return .ended }
        if let failure {
            process.kill()
            return .killed(process, because: failure)
        }
        return .process(ForkedProcess(process, container: nil, layers: layers))
    }
}
