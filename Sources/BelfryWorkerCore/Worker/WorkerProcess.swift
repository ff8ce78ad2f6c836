// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import CBelfry
internal import CBelfryPlatform
internal import Glibc

/// A forked worker's life, from the fork to its end.
enum WorkerProcess {
    /// Runs a worker in this process, which is a fresh fork of a zygote.
    static func run(_ inheritance: WorkerInheritance) -> Never {
        let begin = MonotonicTime.now
        do throws(LoadFailure) {
            let worker = try load(inheritance, begin: begin)
            worker.serve()
        } catch {
            // Where it was forked with first: until it is moved, 3 is the zygote's own socket, and
            // once it is, that number is closed or the library's.
            let frame = WorkerEvent.loadFailed(error).frame
            for number in [inheritance.runSocket, WorkerSeal.runSocket] {
                let descriptor = Descriptor(owning: number)
                let isSent: Void? = try? descriptor.sendPacket(frame)
                _ = descriptor.release()
                if isSent != nil { break }
            }
            _exit(0)
        }
    }

    private static func load(
        _ inheritance: WorkerInheritance,
        begin: MonotonicTime
    ) throws(LoadFailure) -> Worker {
        let specification = inheritance.specification
        let channel = HostChannel(socket: Descriptor(owning: WorkerSeal.runSocket))
        let registry = RequestRegistry { channel.send($0) }
        let completions: CompletionPool
        let content: ContentSession?
        let watch: WatchedTables?
        let trace: TracedTables?
        let threads = WorkerThreads()
        do throws(SystemError) {
            // Before the seal, which closes what has been mapped by then.
            try CrashHandler.install(memory: inheritance.crashRecord)
            try WorkerSeal.apply(inheritance)
            let count = Int(specification.completionCount)
            let isEnough = count <= inheritance.completions.count
            completions = isEnough ? inheritance.completions : try CompletionPool(count: count)
            completions.answer(to: registry, count: count)
            content =
                specification.isContent
                ? try ContentSession(requests: registry) { channel.send($0) } : nil
            watch = try specification.validation.map { plan throws(SystemError) in
                try WatchedTables(plan: plan, registry: registry) { channel.send($0) }
            }
            trace = try specification.trace.map { plan throws(SystemError) in
                try TracedTables(plan: plan) { channel.send($0) }
            }
            // Nothing writes to completions any more, and nobody else is to.
            let isAsInherited = isEnough && content == nil && watch == nil && trace == nil
            if !isAsInherited { try checked("read", "/proc/self/maps") { belfry_find_code() } }
            try checked("mprotect") { belfry_freeze_code() }
            _ = Privileges.denyWriteExecute()
            if let plan = specification.trace { try ClockAndChance.begin(plan, specification) }
            try inheritance.filters.load.bound(to: getpid()).install()
            // A machine that has no more of them is told from an extension that has used them up.
            if !specification.isProbe { try threads.start() }
        } catch {
            let stage: LoadFailure.Stage = error.isShortage ? .shortage : .sandbox
            throw LoadFailure(stage: stage, message: error.description)
        }
        if specification.isProbe {
            try close(inheritance.filters.sealed)
            SandboxProbe(specification).run(on: Descriptor(owning: WorkerSeal.runSocket))
        }
        channel.send(.sealed)
        let sealed = MonotonicTime.now
        var library = try ExtensionLibrary(
            file: Descriptor(owning: WorkerSeal.library),
            specification: specification
        )
        let loaded = MonotonicTime.now
        if trace != nil { try interpose() }
        try close(inheritance.filters.sealed)
        let interface = HostInterface(
            version: library.version,
            specification: specification,
            registry: registry,
            content: content,
            send: { channel.send($0) }
        )
        if let watch { library.service = watch.watched(library.service) }
        let table =
            unsafe watch.map { unsafe $0.watched(interface.table) }
            ?? trace.map { unsafe $0.traced(interface.table) } ?? interface.table
        try unsafe start(library, interface, table)
        let report = LoadReport(
            version: library.version,
            sealing: UInt64((sealed - begin).nanoseconds),
            loading: UInt64((loaded - sealed).nanoseconds),
            starting: UInt64((MonotonicTime.now - loaded).nanoseconds),
            abilities: library.content?.abilities ?? ContentAbilities(rawValue: 0)
        )
        return Worker(
            library: library,
            registry: registry,
            completions: completions,
            center: interface.centerClient,
            content: content,
            channel: channel,
            threads: threads,
            report: report
        )
    }

    /// Puts the answers of a trace between the machine and the libraries that the extension brought.
    private static func interpose() throws(LoadFailure) {
        do throws(SystemError) {
            try ClockAndChance.interpose()
        } catch {
            throw LoadFailure(stage: .seal, message: error.description)
        }
    }

    /// Puts the last filter in force.
    ///
    /// Before Linux 6.10 a constructor can have installed a filter of its own, by which this call only
    /// seems to succeed; what the last filter refuses is therefore tried.
    private static func close(_ filter: PlacedFilter) throws(LoadFailure) {
        do throws(SystemError) {
            try filter.install()
        } catch {
            throw LoadFailure(stage: .seal, message: error.description)
        }
        let code = unsafe mmap(nil, 1, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard unsafe code == MAP_FAILED else {
            throw LoadFailure(stage: .seal, message: "new code can still be mapped after the seal")
        }
    }

    private static func start(
        _ library: ExtensionLibrary,
        _ interface: HostInterface,
        _ table: UnsafePointer<bf_host>
    ) throws(LoadFailure) {
        interface.open()
        let status = unsafe library.service.start?(library.context, table)
        guard let status, status != Status.ok.code else { return interface.openRequests() }
        let explanation = interface.lastExplanation
        throw LoadFailure(
            stage: .start,
            message: explanation.isEmpty
                ? "the extension's start answered \(status); host->explain can say why"
                : explanation
        )
    }
}
