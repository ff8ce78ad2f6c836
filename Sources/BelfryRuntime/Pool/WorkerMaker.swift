// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import Glibc

/// Makes workers of real processes: sockets, the specification of their sandbox, their zygote.
final class WorkerMaker: WorkerMaking {
    private let isolation: IsolationPlan
    private let containerPath: (UInt64) -> String
    private let reactor: Reactor
    private let forking: any Forking
    private let egress: Egress
    private let showsPrivateValues: Bool

    /// Where what workers say is received.
    private let packets = SharedPackets()

    /// What is known of the bundles' libraries.
    private var libraries = LibraryRegistry()

    /// What zygotes need for workers that were made and not forked yet.
    private var plans: [UInt64: (plan: ForkPlan, zygote: ZygoteNumber)] = [:]

    /// Makes a maker.
    ///
    /// - Parameters:
    ///   - isolation: The namespaces and the identity of the sandbox.
    ///   - containerPath: Where a worker's container is, as the worker sees it.
    ///   - reactor: What watches their sockets.
    ///   - forking: What forks them.
    ///   - egress: Their way to the network.
    ///   - showsPrivateValues: Whether their logs show what extensions mark as private.
    init(
        _ isolation: IsolationPlan,
        containerPath: @escaping (UInt64) -> String,
        _ reactor: Reactor,
        _ forking: any Forking,
        _ egress: Egress,
        showsPrivateValues: Bool
    ) {
        self.isolation = isolation
        self.containerPath = containerPath
        self.reactor = reactor
        self.forking = forking
        self.egress = egress
        self.showsPrivateValues = showsPrivateValues
    }

    var processCount: Int { forking.processCount }

    func mark(of bundle: ExtensionBundle) -> LibraryMark? { LibraryMark(of: bundle) }

    func make(
        _ number: UInt64,
        for run: Run,
        _ storage: [StorageFolder],
        in owner: any WorkerOwner
    ) throws -> Worker {
        let library = try run.bundle.openLibrary()
        let facts = try libraries.facts(of: library, in: run.bundle)
        let zygote = try forking.zygote(for: run.bundle, facts)
        let origins = try networkOrigins(for: run.plan, facts)
        let crashMemory = try CrashMemory()
        let socketPair = try Descriptor.packetPair()
        let pipe = try Descriptor.pipe()
        // By number for a moment, in which nothing can fail: an owner cannot be taken out of a pair
        // inside another's closure.
        let sockets = socketPair.split { ($0.release(), $1.release()) }
        let outputs = pipe.split { ($0.release(), $1.release()) }
        let plan = ForkPlan(
            specification: specification(number, run, storage, hasNetwork: origins != nil),
            bundlePath: run.bundle.path,
            groupLimits: Self.groupLimits(run.plan, storage),
            ForkPlan.Belongings(
                runSocket: Descriptor(owning: sockets.1),
                library: library,
                output: Descriptor(owning: outputs.1),
                crashMemory: crashMemory
            )
        )
        let socket = PacketRunSocket(Descriptor(owning: sockets.0), reactor, packets)
        let output = try WorkerOutput(Descriptor(owning: outputs.0), reactor)
        let parts = Worker.Parts(
            number: number,
            bundle: run.bundle,
            budget: run.budget,
            origins: origins,
            learnsOrigins: run.plan.learnsOrigins,
            storage: storage,
            watch: run.plan.trial.watch,
            tape: run.trace?.tape,
            crashMemory: crashMemory,
            socket: socket,
            output: output
        )
        let worker = Worker(parts, reactor, forking, owner, openNetwork: openNetwork)
        try worker.startListening()
        plans[number] = (plan, zygote)
        return worker
    }

    func fork(_ worker: Worker) {
        guard let (plan, zygote) = plans.removeValue(forKey: worker.number) else { return }
        forking.fork(plan, in: zygote, for: worker)
    }

    // MARK: What it gets

    private func specification(
        _ number: UInt64,
        _ run: Run,
        _ storage: [StorageFolder],
        hasNetwork: Bool
    ) -> WorkerSpecification {
        let manifest = run.bundle.manifest
        return WorkerSpecification(
            worker: number,
            isContent: manifest.extensionPoint == .content,
            libraryPath: run.bundle.libraryPath,
            bundlePath: run.bundle.path,
            containerPath: containerPath(number),
            storage: storage,
            identifier: manifest.identifier,
            version: manifest.version,
            principalClass: manifest.principalClass ?? "",
            hasNetwork: hasNetwork,
            dataByteCount: UInt64(clamping: run.budget.memoryByteCount)
                .addingSaturated(Self.dataAllowance),
            cpuSeconds: Self.kernelCPUSeconds(run.budget),
            fileByteCount: Self.largestFile,
            threadCount: UInt32(manifest.threads),
            completionCount: UInt32(Self.completionCount(of: run.plan)),
            validation: run.plan.trial.watch?.plan,
            trace: run.trace?.plan,
            isInspectable: run.plan.debugger != nil,
            showsPrivateValues: showsPrivateValues || run.plan.debugger != nil,
            certificates: run.bundle.certificates
        )
    }

    /// How many completions a worker needs in its life: a session has one for each response.
    private static func completionCount(of plan: RunPlan) -> Int {
        if plan.bundle.manifest.extensionPoint == .content { return ContentMachine.responseLimit }
        return plan.isFresh ? 1 : HostLimits.runsPerWorker
    }

    /// What a worker may reach: nil for no network at all.
    ///
    /// A Swift extension always gets the proxy where the sandbox can hold it to that, so that what
    /// it tries and may not is in the report; any other only when its manifest lists origins or the
    /// run learns them.
    private func networkOrigins(for plan: RunPlan, _ facts: LibraryFacts) throws -> [String]? {
        let wantsNetwork = !plan.origins.isEmpty || plan.learnsOrigins
        let isContained =
            isolation.namespaces.contains(.network)
            && (LandlockRuleset.kernelVersion ?? 0) >= LandlockRuleset.networkVersion
        if isContained {
            guard !wantsNetwork, facts.runtime == .bare else { return plan.origins }
            return facts.record.isSelfContained ? [] : nil
        }
        guard !wantsNetwork else {
            throw HostError(
                "the bundle asks for network, which needs a network namespace and Landlock's TCP "
                    + "rules; this machine lacks one of them (`belfry doctor`)"
            )
        }
        return nil
    }

    private func openNetwork(
        for worker: Worker,
        at listener: consuming Descriptor
    ) -> EgressSession {
        // The origins were checked when the run was accepted.
        let policy =
            (try? NetworkPolicy(worker.origins ?? [], isLearning: worker.learnsOrigins))
            ?? NetworkPolicy()
        return egress.open(
            listener,
            forBundleAt: worker.bundle.path,
            policy: policy,
            limits: EgressLimits(worker.budget),
            tape: worker.tape
        )
    }

    // MARK: Walls of the kernel's

    /// Private memory besides the budget, for stacks of threads and allocators' slack.
    ///
    /// It bounds how far a run can overshoot between two samples.
    private static let dataAllowance: UInt64 = 32 * 1024 * 1024

    /// The largest file: more than a container in memory holds, so that one that is full answers
    /// with an error before the kernel does with a signal.
    private static let largestFile = ContainerFolder.byteLimit + 64 * 1024

    /// The kernel counts a worker's whole life, so this is only the wall behind the host's own.
    private static func kernelCPUSeconds(_ budget: Budget) -> UInt64 {
        UInt64(max(1, budget.cpu.components.seconds))
            .multipliedSaturated(by: UInt64(HostLimits.runsPerWorker))
    }

    /// What a control group has besides the memory budget: what RLIMIT_DATA leaves beyond it, and the
    /// pages of the largest file.
    private static let groupAllowance: UInt64 = 96 * 1024 * 1024

    /// The limits of a worker's control group: one more wall behind the looks at its footprint and
    /// RLIMIT_DATA, and the only one that also counts what the kernel holds for a worker.
    private static func groupLimits(
        _ plan: RunPlan,
        _ storage: [StorageFolder]
    ) -> ControlGroupLeaf.Limits {
        ControlGroupLeaf.Limits(
            memoryByteCount: UInt64(clamping: plan.budget.memoryByteCount)
                .addingSaturated(groupAllowance + memoryOfFiles(kept: storage)),
            threadCount: UInt64(plan.bundle.manifest.threads)
        )
    }

    /// What kept files may take of a group's memory.
    ///
    /// On a tmpfs they are charged to it, and how much they may be is for the storage limit to say. A
    /// shared directory may hold twice as much for a moment.
    private static func memoryOfFiles(kept folders: [StorageFolder]) -> UInt64 {
        let count = folders.count {
            $0.isWritable && FileSystemKind(at: $0.path)?.isMemory == true
        }
        return 2 * StorageLimit.byteCount * UInt64(count)
    }
}
