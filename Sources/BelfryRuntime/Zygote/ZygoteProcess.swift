// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire

/// A zygote's process, its mounter and their sockets, as the host reaches them.
///
/// The host's own is ``SpawnedZygote``. The simulation has one without a process.
protocol ZygoteProcess: AnyObject {
    /// The process as this host counts it.
    var number: Int32 { get }

    /// Sends it a command, with descriptors that stay open here; never waits.
    ///
    /// - Throws: ``SystemError``: EAGAIN when it does not read, EPIPE or ECONNRESET when it has ended.
    func tell(_ command: ZygoteCommand, passing descriptors: [Int32]) throws(SystemError)

    /// Asks its mounter to show it something; never waits.
    ///
    /// - Throws: ``SystemError``: EAGAIN when the mounter does not read, EPIPE or ECONNRESET when it has
    ///   ended.
    func ask(_ request: MountRequest) throws(SystemError)

    /// Takes the next that it has said; never waits.
    ///
    /// - Throws: ``SystemError``: EAGAIN when there is nothing to be read, ECONNRESET once when it has
    ///   ended with a command unread, before what it said last.
    func receive() throws(SystemError) -> ZygoteReading

    /// Takes its mounter's next answer; never waits.
    ///
    /// - Throws: ``SystemError``: EAGAIN when there is nothing to be read, ECONNRESET once when it has
    ///   ended with a request unread, before what it answered last.
    func receiveAnswer() throws(SystemError) -> MountReading

    /// Calls a handler whenever something has happened at a place, until it is unwatched.
    ///
    /// - Throws: ``SystemError`` when the place cannot be watched.
    func watch(_ place: ZygotePlace, _ handler: @escaping () -> Void) throws(SystemError)

    /// Watches a place no more; a nil place stands for all of them.
    func unwatch(_ place: ZygotePlace?)

    /// Kills it, and with it its workers.
    func kill()

    /// Takes it, which is gone, from the kernel.
    func reap()
}

/// Where something of a zygote happens.
enum ZygotePlace {
    /// It has said something, or has closed its socket.
    case control
    /// Its mounter has answered, or has closed its socket.
    case mounter
    /// Its process is gone, and all its workers' processes are.
    case end
}

/// What is read from a zygote's socket.
enum ZygoteReading {
    case event(ZygoteEvent, any ZygoteHandover)
    /// It said what is not an event.
    case nonsense
    case closed
}

/// What is read from a mounter's socket.
enum MountReading {
    case answer(MountAnswer)
    /// It said what is not an answer.
    case nonsense
    case closed
}

/// What comes with a zygote's word; what is not taken is closed.
protocol ZygoteHandover: AnyObject {
    /// Takes the listener of its workers' held calls.
    ///
    /// - Parameter whenHeard: Called when a call is held.
    /// - Returns: The listener; nil where the kernel had no room for its descriptor.
    /// - Throws: ``SystemError`` when it cannot be watched.
    func takeCalls(whenHeard: @escaping () -> Void) throws(SystemError) -> CallListener?

    /// Takes a worker that was forked.
    ///
    /// - Parameters:
    ///   - worker: The worker, and what of it is on disk or listens.
    ///   - limits: Its control group's limits.
    ///   - layers: The layers of the sandbox that it is in.
    /// - Returns: The worker, or what has become of it.
    func takeWorker(
        _ worker: SpawnedWorker,
        _ limits: ControlGroupLeaf.Limits,
        _ layers: [LayerRecord]
    ) -> WorkerHandover
}

/// A worker as its zygote names it when it has forked it.
struct SpawnedWorker {
    let number: UInt64

    /// Whether its container is on disk.
    let isOnDisk: Bool

    /// Whether a listener of its way to the network comes with it.
    let hasListener: Bool
}

/// What a zygote has handed over as a worker.
enum WorkerHandover {
    case process(ForkedProcess)
    /// It cannot be measured, and has been killed.
    case killed(any EndingProcess, because: SystemError)
    /// It has ended, of which its zygote tells.
    case ended
    /// The kernel had no room for its descriptors.
    case nothing
    /// What there is no way to kill.
    case noProcess
}
