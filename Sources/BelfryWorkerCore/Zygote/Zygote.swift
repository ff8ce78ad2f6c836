// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import BelfrySandbox
internal import BelfryWire
internal import CBelfryPlatform
internal import Glibc

/// A sandboxed template process with one thread, its runtime preloaded, that forks workers.
///
/// It never runs extension code: between a fork and the seal a worker runs ours alone, and the
/// zygote itself only waits, forks and tells the host how each worker ended.
package struct Zygote: ~Copyable {
    private let control: Descriptor
    private let readablePaths: [String]
    private let containers: ContainerFolder
    private let countsAlone: Bool
    private let completions: CompletionPool
    private let filters: FilterSet
    private var workers: [Child] = []

    /// The container of the next worker, made while this one starts.
    private var spare: Descriptor?

    /// Its Landlock ruleset, made at the same time.
    private var spareRuleset: LandlockRuleset?

    /// Workers that have ended and whose containers are still mounted.
    private var unmounts: [UInt64] = []

    /// How long nothing is to happen, in milliseconds, before containers are unmounted.
    private static let idleTime: Int32 = 20

    private struct Child {
        let worker: UInt64
        let process: Int32
        let pidfd: Int32
    }

    /// Runs a zygote in this process until the host closes the control socket.
    ///
    /// - Parameter control: The control socket, a SOCK_SEQPACKET one.
    /// - Returns: The process's exit status (man 3 sysexits).
    package static func run(control: consuming Descriptor) -> Int32 {
        guard var packet = try? control.receivePacket(capacity: WorkerEvent.frameLimit),
            case .configure(let configuration)? = try? ZygoteCommand(frame: packet.bytes),
            let mounterSocket = packet.descriptors.takeFirst()
        else { return EX_USAGE }
        Privileges.setName("belfry-zygote")
        Privileges.shareInShortSlices()
        let outcome: ZygoteSetup.Outcome
        do throws(SystemError) {
            outcome = try ZygoteSetup.run(configuration, mounterSocket: mounterSocket)
        } catch {
            let failure = ZygoteEvent.failed(error.description, isShortage: error.isShortage)
            try? control.sendPacket(failure.frame)
            return EX_OSERR
        }
        do throws(SystemError) {
            // It is the mounter's alone; until here, the host would hear of its end first.
            try mounterSocket.close()
        } catch {
            return EX_OSERR
        }
        var zygote = Zygote(
            control: control,
            readablePaths: configuration.readablePaths,
            containers: outcome.containers,
            countsAlone: outcome.countsAlone,
            filters: outcome.filters,
            completions: outcome.completions
        )
        do throws(SystemError) {
            let ready = ZygoteEvent.ready(outcome.layers)
            try zygote.control.sendPacket(ready.frame, passing: [outcome.listener.raw])
            // Before the first fork: whoever holds it could let forbidden calls pass.
            try outcome.listener.close()
            return try zygote.serve()
        } catch {
            let failure = ZygoteEvent.failed(error.description, isShortage: error.isShortage)
            try? zygote.control.sendPacket(failure.frame)
            return EX_OSERR
        }
    }

    private init(
        control: consuming Descriptor,
        readablePaths: [String],
        containers: ContainerFolder,
        countsAlone: Bool,
        filters: FilterSet,
        completions: CompletionPool
    ) {
        self.control = control
        self.readablePaths = readablePaths
        self.containers = containers
        self.countsAlone = countsAlone
        self.filters = filters
        self.completions = completions
    }

    private mutating func serve() throws(SystemError) -> Int32 {
        while true {
            var polled = [pollfd(fd: control.raw, events: Int16(POLLIN), revents: 0)]
            polled += workers.map { pollfd(fd: $0.pidfd, events: Int16(POLLIN), revents: 0) }
            let limit = unmounts.isEmpty ? -1 : Self.idleTime
            let count = try checked("poll") { unsafe poll(&polled, nfds_t(polled.count), limit) }
            if count == 0 { unmountEnded() }
            for entry in polled.dropFirst() where entry.revents != 0 { try reap(entry.fd) }
            guard polled[0].revents != 0 else { continue }
            guard var packet = try control.receivePacket(capacity: WorkerEvent.frameLimit) else {
                return 0
            }
            guard try perform(&packet) else { return EX_PROTOCOL }
        }
    }

    /// Does what the host asks for; false for what is no command.
    private mutating func perform(_ packet: inout Packet) throws(SystemError) -> Bool {
        switch try? ZygoteCommand(frame: packet.bytes) {
        case .spawn(let specification):
            guard let runSocket = packet.descriptors.takeFirst(),
                let library = packet.descriptors.takeFirst(),
                let output = packet.descriptors.takeFirst(),
                let crashRecord = packet.descriptors.takeFirst()
            else { return false }
            let numbers = [
                runSocket.release(), library.release(), output.release(), crashRecord.release(),
            ]
            defer { for number in numbers { Glibc.close(number) } }
            try spawn(specification, numbers)
        case .limitData(let worker, let byteCount):
            // Until it is reaped its number is nobody else's.
            guard let child = workers.first(where: { $0.worker == worker }) else { return true }
            belfry_limit_data(child.process, byteCount)
        case .configure, nil: return false
        }
        return true
    }

    /// Forks a worker; in the worker it does not return.
    ///
    /// - Parameters:
    ///   - specification: What the worker loads and what it may.
    ///   - numbers: The run socket, the library, the output and the crash record, the caller's to close.
    /// - Throws: ``SystemError`` when the host is gone; a failed fork is told to the host instead.
    private mutating func spawn(
        _ specification: WorkerSpecification,
        _ numbers: [Int32]
    ) throws(SystemError) {
        let worker = specification.worker
        do throws(SystemError) {
            let listener = specification.hasNetwork ? try listen() : nil
            defer { if let listener { Glibc.close(listener.socket) } }
            let ruleset = try takeRuleset()
            let inheritance = WorkerInheritance(
                specification: specification,
                filters: filters.pair(hasNetwork: specification.hasNetwork),
                completions: completions,
                countsAlone: countsAlone,
                proxyPort: listener?.port,
                ruleset: ruleset.raw,
                runSocket: numbers[0],
                library: numbers[1],
                output: numbers[2],
                crashRecord: numbers[3]
            )
            try fork(inheritance, listener?.socket)
            // The worker adds rules of its own to the same one.
            ruleset.giveUp()
        } catch {
            let event = ZygoteEvent.spawnFailed(
                worker: worker,
                message: error.description,
                isShortage: error.isShortage
            )
            try control.sendPacket(event.frame)
        }
    }

    /// Makes a worker's container, forks it, and hands both to the host.
    private mutating func fork(
        _ inheritance: WorkerInheritance,
        _ listener: Int32?
    ) throws(SystemError) {
        let worker = inheritance.specification.worker
        let container = try containers.make(worker, prepared: spare.take())
        let process: Int32
        let pidfd: Int32
        do throws(SystemError) {
            process = try checked("fork") { belfry_fork() }
            if process == 0 { WorkerProcess.run(inheritance) }
            pidfd = try Self.hold(process)
        } catch {
            containers.remove(worker)
            throw error
        }
        let event = ZygoteEvent.spawned(
            worker: worker,
            isOnDisk: containers.isOnDisk,
            hasListener: listener != nil
        )
        var passed = [pidfd, container.raw]
        if let listener { passed.append(listener) }
        do throws(SystemError) {
            try control.sendPacket(event.frame, passing: passed)
        } catch {
            // One that the host does not hold is not let live, and its end is nobody's.
            Self.end(process)
            Glibc.close(pidfd)
            containers.remove(worker)
            throw error
        }
        workers.append(Child(worker: worker, process: process, pidfd: pidfd))
        // The worker has its seal and its library before it, in which nobody needs the zygote.
        unmountEnded()
        spare = try? containers.prepare()
        spareRuleset = try? beginRuleset()
    }

    private mutating func takeRuleset() throws(SystemError) -> LandlockRuleset {
        if let spare = spareRuleset.take() { return spare }
        return try beginRuleset()
    }

    private func beginRuleset() throws(SystemError) -> LandlockRuleset {
        try WorkerSeal.beginRuleset(readablePaths: readablePaths)
    }

    /// Takes the containers of ended workers out of the tree.
    ///
    /// The kernel waits a while for all who might look at the tree, so this is for moments when
    /// nobody waits.
    private mutating func unmountEnded() {
        for worker in unmounts { containers.remove(worker) }
        unmounts = []
    }

    /// Opens a fresh child's pidfd; a child that nobody could wait for is not let live.
    private static func hold(_ process: Int32) throws(SystemError) -> Int32 {
        do throws(SystemError) {
            return try checked("pidfd_open") { belfry_pidfd_open(process) }
        } catch {
            end(process)
            throw error
        }
    }

    /// Kills a child, and waits for it.
    private static func end(_ process: Int32) {
        kill(process, SIGKILL)
        var status: Int32 = 0
        unsafe _ = waitpid(process, &status, 0)
    }

    /// Makes a TCP socket in this network namespace for one worker's HTTP proxy; the host accepts
    /// on it.
    private func listen() throws(SystemError) -> (socket: Int32, port: UInt16) {
        var port: UInt16 = 0
        let socket = try checked("listen") { unsafe belfry_listen_loopback(&port) }
        return (socket, port)
    }

    private mutating func reap(_ pidfd: Int32) throws(SystemError) {
        guard let index = workers.firstIndex(where: { $0.pidfd == pidfd }) else { return }
        var ended = belfry_exit()
        let count = try checked("waitid") { unsafe belfry_reap(pidfd, &ended, 0) }
        guard count == 1 else { return }
        let worker = workers.remove(at: index).worker
        Glibc.close(pidfd)
        let event = ZygoteEvent.exited(worker: worker, ProcessEnd(ended))
        try control.sendPacket(event.frame)
        // What an extension left on disk may take long to remove, which is the host's.
        if !containers.isOnDisk { unmounts.append(worker) }
    }
}

extension ProcessEnd {
    fileprivate init(_ ended: belfry_exit) {
        self.init(
            cause: ended.code == CLD_EXITED
                ? .exited(ended.status) : .signalled(ended.status),
            userTime: Self.nanoseconds(ended.usage.ru_utime),
            systemTime: Self.nanoseconds(ended.usage.ru_stime),
            peakResidentByteCount: UInt64(clamping: ended.usage.ru_maxrss) * 1024,
            faultCount: UInt64(clamping: ended.usage.ru_minflt)
                + UInt64(clamping: ended.usage.ru_majflt)
        )
    }

    private static func nanoseconds(_ time: timeval) -> UInt64 {
        UInt64(clamping: time.tv_sec) * 1_000_000_000 + UInt64(clamping: time.tv_usec) * 1000
    }
}
