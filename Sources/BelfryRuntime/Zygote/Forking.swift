// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire

/// What forks the processes of workers; the door of the zygotes' room.
///
/// The host's own is ``ZygotePool``, in the simulation too.
protocol Forking: ForkControl {
    /// How many processes there are besides workers.
    var processCount: Int { get }

    /// Finds a zygote for a bundle, and starts one where there is none.
    ///
    /// - Parameters:
    ///   - bundle: The bundle.
    ///   - facts: What its library says of itself.
    /// - Returns: The zygote.
    /// - Throws: What keeps it from being started, or the bundle from being loaded in it.
    func zygote(for bundle: ExtensionBundle, _ facts: LibraryFacts) throws -> ZygoteNumber

    /// Asks for a worker's process; the client is told what becomes of it, at once or later.
    func fork(_ plan: ForkPlan, in zygote: ZygoteNumber, for client: any ForkClient)
}

/// What a worker asks about its own process.
protocol ForkControl: AnyObject {
    /// Takes back a request for a process that its zygote has not been told of.
    ///
    /// - Parameter worker: The worker's number.
    /// - Returns: Whether it was taken back; false where there is a process, or is about to be one.
    func withdraw(_ worker: UInt64) -> Bool

    /// Forgets a worker whose process is gone.
    func forget(_ worker: UInt64)

    /// Whether the kernel says that a worker's process lives, which may be one that was killed before
    /// the worker was given it.
    func isLiving(_ worker: UInt64) -> Bool

    /// Ends the zygote of a worker of which it says nothing, though there is something to say; the
    /// worker's client is told.
    func endSilentZygote(of worker: UInt64)

    /// Has the kernel hold a worker to a size of private writable memory (RLIMIT_DATA).
    func limitData(of worker: UInt64, to byteCount: UInt64)
}

/// Names a zygote.
struct ZygoteNumber: Hashable, Sendable {
    let value: UInt64
}

/// Whose process is forked: it is told of the process's life by the kernel's and the zygote's word.
protocol ForkClient: AnyObject {
    /// The process as this host counts it, while it lives; nil before and after.
    var livingProcess: Int32? { get }

    /// There is a process.
    func forked(_ forked: ForkedProcess)

    /// There will be no process, or none whose end anybody can tell of.
    func forkFailed(_ reason: String, isShortage: Bool)

    /// The process is being ended: its zygote takes it along, or it cannot be measured.
    func lost(_ reason: String, isShortage: Bool)

    /// The process has ended.
    func exited(_ end: ProcessEnd)

    /// The kernel holds a system call of one of its threads.
    func isHeld(_ call: HeldCall)
}

/// What a zygote needs to fork a worker.
final class ForkPlan {
    let specification: WorkerSpecification

    /// The path of the worker's bundle, which its zygote has to see.
    let bundlePath: String

    /// Its control group's limits, where the host has one to divide.
    let groupLimits: ControlGroupLeaf.Limits

    /// What the worker gets from the host; nil where it has no process, in the simulation.
    private let belongings: Belongings?

    /// The descriptors that a worker gets from the host.
    final class Belongings {
        fileprivate let runSocket: Descriptor
        fileprivate let library: Descriptor
        fileprivate let output: Descriptor
        fileprivate let crashMemory: CrashMemory

        init(
            runSocket: consuming Descriptor,
            library: consuming Descriptor,
            output: consuming Descriptor,
            crashMemory: CrashMemory
        ) {
            self.runSocket = runSocket
            self.library = library
            self.output = output
            self.crashMemory = crashMemory
        }
    }

    init(
        specification: WorkerSpecification,
        bundlePath: String,
        groupLimits: ControlGroupLeaf.Limits,
        _ belongings: Belongings?
    ) {
        self.specification = specification
        self.bundlePath = bundlePath
        self.groupLimits = groupLimits
        self.belongings = belongings
    }

    /// The descriptors in the order in which a zygote expects them; they stay open here.
    var descriptors: [Int32] {
        guard let belongings else { return [] }
        return [
            belongings.runSocket.raw, belongings.library.raw, belongings.output.raw,
            belongings.crashMemory.descriptor.raw,
        ]
    }
}

/// A process that was just forked.
final class ForkedProcess {
    let process: any WorkerProcess

    /// Its container; nil where it has none, in the simulation.
    let container: WorkerContainer?

    /// The layers of the sandbox that its zygote has put it in.
    let layers: [LayerRecord]

    private var listener: Descriptor?

    init(
        _ process: any WorkerProcess,
        container: WorkerContainer?,
        layers: [LayerRecord],
        listener: consuming Descriptor? = nil
    ) {
        self.process = process
        self.container = container
        self.layers = layers
        self.listener = listener
    }

    /// Takes the listener of its way to the network; nil where it has none.
    func takeListener() -> Descriptor? {
        let taken = listener.take()
        return taken
    }
}

/// A system call of a worker that the kernel holds until the host has answered it.
struct HeldCall {
    let call: SystemCallListener.WaitingCall
    private let listener: CallListener

    init(_ call: SystemCallListener.WaitingCall, by listener: CallListener) {
        self.call = call
        self.listener = listener
    }

    /// Whether its thread still waits: it may have ended, or a signal have taken the call back.
    var isWaiting: Bool { listener.isWaiting(call) }

    /// Answers with an error number; 0 for success.
    func answer(_ errno: Int32) {
        listener.answer(call, errno: errno)
    }

    /// Lets the kernel make the call.
    func letPass() {
        listener.letPass(call)
    }
}
