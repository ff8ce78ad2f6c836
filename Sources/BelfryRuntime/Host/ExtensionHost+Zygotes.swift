// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryELF
internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import Foundation
internal import Glibc

extension ExtensionHost {
    /// The zygote for a bundle, started if there is none.
    func zygote(for bundle: ExtensionBundle, _ facts: LibraryFacts) throws -> ZygoteRecord {
        try facts.record.check(against: sdkBuildID, bundle)
        return try zygote(of: facts.runtime)
    }

    private func zygote(of runtime: ExtensionBundle.Runtime) throws -> ZygoteRecord {
        let suited = zygotes.values.first {
            $0.runtime == runtime && $0.machine.failure == nil && !$0.isProbe && !$0.view.isFull
        }
        if let suited { return suited }
        // Those that were idle already hear of no worker's end that would let them go.
        retireIdleZygotes()
        let zygote = try startZygote(runtime)
        // It gets no second worker, and ends with its first.
        zygote.view.isOutdated = configuration.execsWorkers
        return zygote
    }

    /// The build id of one of the SDK's libraries, which is read once: zygotes keep theirs too.
    private func sdkBuildID(_ library: String) -> String? {
        if let known = sdkBuildIDs[library] { return known }
        // The name is the extension's word: one that is not there is not kept.
        guard let found = configuration.sdk.buildID(ofLibrary: library) else { return nil }
        sdkBuildIDs[library] = .some(found)
        return found
    }

    func startZygote(_ runtime: ExtensionBundle.Runtime) throws -> ZygoteRecord {
        let number = makeNumber()
        let plan = configuration.isolation
        let setup = try configure(runtime)
        let mounter = try Descriptor.packetPair()
        let record = try Descriptor.packetPair().split { ours, theirs in
            let child = try ChildProcess(
                path: configuration.sdk.workerPath,
                environment: zygoteEnvironment(runtime),
                namespaces: plan.namespaces.cloneFlags,
                control: theirs,
                output: STDERR_FILENO
            )
            try ours.sendPacket(
                ZygoteCommand.configure(setup).frame,
                passing: [mounter.second.raw],
                waits: false
            )
            return ZygoteRecord(
                number: number,
                runtime: runtime,
                view: ZygoteView(isBounded: plan.namespaces.contains(.mount)),
                child: child,
                control: ours,
                // Its owner cannot be taken out of a pair within another's closure.
                mounter: try mounter.first.duplicate()
            )
        }
        do throws(SystemError) {
            try watch(record, record.control.raw) { $0.readZygote(number) }
            if record.view.isBounded {
                try watch(record, record.mounter.raw) { $0.readMounter(of: number) }
            }
        } catch {
            end(record)
            throw error
        }
        zygotes[number] = record
        return record
    }

    private func watch(
        _ zygote: ZygoteRecord,
        _ descriptor: Int32,
        _ read: @escaping @Sendable (isolated ExtensionHost) -> Void
    ) throws(SystemError) {
        zygote.tokens.append((try watch(descriptor, read), descriptor))
    }

    private func configure(
        _ runtime: ExtensionBundle.Runtime
    ) throws -> ZygoteConfiguration {
        let plan = configuration.isolation
        var readable = Self.systemPaths
        var preloaded: [String] = []
        if runtime == .swift {
            guard let library = configuration.sdk.swiftLibraryPath,
                let runtimePath = configuration.sdk.swiftRuntimePath
            else {
                throw HostError(configuration.sdk.missingLibraryExplanation)
            }
            // Foundation looks at its own executable, which is the worker.
            readable += [runtimePath, library, configuration.sdk.workerPath]
            readable += configuration.sdk.largeLibraryPaths
            preloaded = [library]
        }
        return ZygoteConfiguration(
            namespaces: plan.namespaces.cloneFlags,
            identity: plan.identity,
            stagingPath: directory.stagingPath,
            readablePaths: readable,
            containersPath: directory.containersPath,
            preloadedLibraries: preloaded
        )
    }

    private func zygoteEnvironment(_ runtime: ExtensionBundle.Runtime) -> [String] {
        // The backtracer forks a helper, which in a sandbox ends as SIGSYS instead of the true signal.
        var environment = ["SWIFT_BACKTRACE=enable=no", "MALLOC_ARENA_MAX=2"]
        if runtime == .swift, let runtimePath = configuration.sdk.swiftRuntimePath,
            let library = configuration.sdk.swiftLibraryPath
        {
            // Extensions name these libraries without a path of their own.
            let sdkPath = library.deletingLastComponent
            environment.append("LD_LIBRARY_PATH=\(runtimePath):\(sdkPath)")
        }
        let values = configuration.tracedEnvironment ?? Self.passedEnvironment
        for name in Self.passedNames {
            guard let value = values[name] else { continue }
            environment.append("\(name)=\(value)")
        }
        if configuration.tracedEnvironment != nil {
            environment.append("SWIFT_DETERMINISTIC_HASHING=1")
        }
        return environment
    }

    /// The names of this process's environment that extensions see.
    private static let passedNames = ["TZ", "LANG", "LC_ALL", "LC_MESSAGES"]

    /// What extensions see of this process's environment: time zone and languages.
    package static var passedEnvironment: [String: String] {
        ProcessInfo.processInfo.environment.filter { passedNames.contains($0.key) }
    }

    func readZygote(_ number: UInt64) {
        while let zygote = zygotes[number] {
            do throws(SystemError) {
                guard
                    var packet = try zygote.control.receivePacket(in: packets, waits: false)
                else { return zygoteEnded(zygote, "it ended") }
                guard let event = try? ZygoteEvent(frame: packet.bytes) else {
                    return zygoteEnded(zygote, "it said what makes no sense")
                }
                handle(event, from: zygote, &packet.descriptors)
            } catch {
                if error.errno != EAGAIN { zygoteEnded(zygote, error.description) }
                return
            }
        }
    }

    private func handle(
        _ event: ZygoteEvent,
        from zygote: ZygoteRecord,
        _ descriptors: inout DescriptorList
    ) {
        switch event {
        case .ready(let layers):
            guard let listener = descriptors.takeFirst() else {
                return zygoteEnded(zygote, Self.lostDescriptors, isShortage: true)
            }
            do throws(SystemError) {
                try listen(to: zygote, on: listener)
            } catch {
                return zygoteEnded(zygote, error.description)
            }
            perform(zygote.machine.becameReady(layers), on: zygote)
            zygote.resumeWaiters()
        case .failed(let reason, let isShortage):
            zygoteEnded(zygote, reason, isShortage: isShortage)
        case .spawned(let number, let isOnDisk, let hasListener):
            guard let worker = workers[number] else { return }
            guard let pidfd = descriptors.takeFirst(), let container = descriptors.takeFirst()
            else {
                // A worker that cannot be killed is not let live; its zygote takes it along.
                return zygoteEnded(zygote, Self.lostDescriptors, isShortage: true)
            }
            worker.container = directory.container(number, container, isOnDisk: isOnDisk)
            if hasListener, let listener = descriptors.takeFirst() {
                attachNetwork(worker, listener)
            }
            workerSpawned(worker, pidfd)
        case .spawnFailed(let number, let message, let isShortage):
            guard let worker = workers[number] else { return }
            workerUnavailable(worker, message, isShortage: isShortage)
        case .exited(let number, let end):
            guard let worker = workers[number] else { return }
            // What it said before it ended counts, so it is read first.
            readWorker(number, hasEnded: true)
            workerExited(worker, end)
        }
    }

    /// Asks a worker's zygote to fork it, once the zygote sees what the worker needs; a worker that
    /// there can be none of is given up.
    func requestFork(of worker: WorkerRecord) {
        guard let zygote = zygotes[worker.zygote] else {
            return workerUnavailable(worker, "its zygote has ended")
        }
        let need: ZygoteView.Need
        do throws(SystemError) {
            need = try zygote.view.need(
                of: worker.number,
                bundle: worker.bundle.path,
                storage: worker.storage
            )
        } catch {
            return workerUnavailable(worker, error.description, isShortage: error.isShortage)
        }
        switch need {
        case .nothing: perform(zygote.machine.requested(worker.number), on: zygote)
        case .mounts(let request): ask(zygote, request, for: worker)
        case .anotherZygote: move(worker, from: zygote, because: "its bundle is another by now")
        }
    }

    private func ask(
        _ zygote: ZygoteRecord,
        _ request: MountRequest,
        for worker: WorkerRecord
    ) {
        do throws(SystemError) {
            try zygote.mounter.sendPacket(request.frame, waits: false)
        } catch  where error.errno == EAGAIN {
            let number = worker.number
            _ = reactor.schedule(at: .now + Self.spawnDelay) { [weak self] in
                self?.assumeIsolated { host in
                    guard let worker = host.workers[number] else { return }
                    host.requestFork(of: worker)
                }
            }
        } catch {
            // The mounter is gone, which is about to be heard of.
            move(worker, from: zygote, because: error.description)
        }
    }

    func readMounter(of number: UInt64) {
        while let zygote = zygotes[number] {
            do throws(SystemError) {
                guard let packet = try zygote.mounter.receivePacket(in: packets, waits: false)
                else { return mounterClosed(zygote) }
                guard let answer = try? MountAnswer(frame: packet.bytes) else {
                    return zygoteEnded(zygote, "its mounter said what makes no sense")
                }
                answered(answer, by: zygote)
            } catch  where error.errno == ECONNRESET {
                // It ended with a request unread (man 7 unix).
                return mounterClosed(zygote)
            } catch {
                if error.errno != EAGAIN { zygoteEnded(zygote, error.description) }
                return
            }
        }
    }

    /// Takes note of the end of a mounter; what its zygote says of its own end comes first.
    private func mounterClosed(_ zygote: ZygoteRecord) {
        readZygote(zygote.number)
        if zygotes[zygote.number] != nil { mounterEnded(zygote) }
    }

    /// Leaves a zygote to the workers that it has, and gives those that waited to another.
    private func mounterEnded(_ zygote: ZygoteRecord) {
        unwatch(zygote, zygote.mounter.raw)
        zygote.view.isOutdated = true
        for number in zygote.view.waiting {
            guard let worker = workers[number], worker.zygote == zygote.number else { continue }
            move(worker, from: zygote, because: "its zygote's mounter has ended")
        }
        retireIdleZygotes()
    }

    private func answered(_ answer: MountAnswer, by zygote: ZygoteRecord) {
        let isSeen = zygote.view.note(answer)
        guard let worker = workers[answer.worker], worker.zygote == zygote.number else { return }
        guard isSeen else { return move(worker, from: zygote, because: answer.failure) }
        perform(zygote.machine.requested(worker.number), on: zygote)
    }

    /// Gives a worker to a zygote that is started after what it is to see was there.
    ///
    /// Once: what that one does not see either is not to be seen.
    private func move(
        _ worker: WorkerRecord,
        from zygote: ZygoteRecord,
        because reason: String
    ) {
        guard !worker.hasMoved else { return workerUnavailable(worker, reason) }
        worker.hasMoved = true
        zygote.view.isOutdated = true
        do {
            worker.zygote = try self.zygote(of: zygote.runtime).number
        } catch {
            let isShortage = (error as? SystemError)?.isShortage ?? false
            return workerUnavailable(worker, "\(error)", isShortage: isShortage)
        }
        retireIdleZygotes()
        requestFork(of: worker)
    }

    func perform(_ action: ZygoteStateMachine.Action, on zygote: ZygoteRecord) {
        switch action {
        case .none: return
        case .spawn(let numbers):
            for number in numbers {
                guard let worker = workers[number], let offer = worker.offer else { continue }
                worker.offer = nil
                let command = ZygoteCommand.spawn(offer.specification)
                let passed = [
                    offer.runSocket.raw, offer.library.raw, offer.output.raw,
                    worker.crashMemory.raw,
                ]
                do throws(SystemError) {
                    try zygote.control.sendPacket(command.frame, passing: passed, waits: false)
                } catch  where error.errno == EAGAIN || error.errno == ETOOMANYREFS {
                    worker.offer = offer
                    askAgain(for: number, of: zygote.number)
                } catch {
                    workerUnavailable(
                        worker,
                        error.description,
                        isShortage: error.isShortage
                    )
                }
            }
        case .giveUp(let numbers, let reason, let isShortage):
            for number in numbers {
                guard let worker = workers[number] else { continue }
                workerUnavailable(worker, reason, isShortage: isShortage)
            }
        }
    }

    /// How long a zygote that has as many requests as its socket holds is left alone.
    private static let spawnDelay = Duration.milliseconds(5)

    private func askAgain(for worker: UInt64, of zygote: UInt64) {
        _ = reactor.schedule(at: .now + Self.spawnDelay) { [weak self] in
            self?.assumeIsolated { host in
                guard let zygote = host.zygotes[zygote] else { return }
                host.perform(.spawn([worker]), on: zygote)
            }
        }
    }

    /// What a packet without the descriptors that belong to it says: the kernel had no room for them.
    private static let lostDescriptors = "this process has no descriptors left (ulimit -n)"

    func zygoteEnded(_ zygote: ZygoteRecord, _ reason: String, isShortage: Bool = false) {
        guard zygotes[zygote.number] != nil else { return }
        let problem = "the sandbox could not be set up: \(reason)"
        perform(zygote.machine.ended(problem, isShortage: isShortage), on: zygote)
        close(zygote, because: reason, isShortage: isShortage)
    }

    /// Ends a zygote with its workers, and lets those go on who wait for it.
    func close(
        _ zygote: ZygoteRecord,
        because reason: String = "it was closed",
        isShortage: Bool = false
    ) {
        guard zygotes.removeValue(forKey: zygote.number) != nil else { return }
        unwatch(zygote)
        stopListening(to: zygote)
        _ = zygote.machine.ended(reason)
        zygote.resumeWaiters()
        // Its workers go with it, and nobody else will tell.
        for worker in Array(workers.all) where worker.zygote == zygote.number {
            giveUp(worker, "its zygote ended: \(reason)", isShortage: isShortage)
            kill(worker)
        }
        end(zygote)
    }

    /// Kills a zygote's process, and forgets its workers once it is gone.
    private func end(_ zygote: ZygoteRecord) {
        zygote.child.pidfd.signalProcess(SIGKILL)
        let number = zygote.number
        endingZygotes[number] = zygote
        unwatch(zygote)
        do throws(SystemError) {
            try watch(zygote, zygote.child.pidfd.raw) { $0.bury(number) }
        } catch {
            bury(number)
        }
    }

    private func unwatch(_ zygote: ZygoteRecord, _ only: Int32? = nil) {
        zygote.tokens.removeAll { token, descriptor in
            guard only == nil || only == descriptor else { return false }
            reactor.cancel(token, watching: descriptor)
            return true
        }
    }

    /// The first process of a namespace has ended only when all others in there have.
    private func bury(_ number: UInt64) {
        guard let zygote = endingZygotes.removeValue(forKey: number) else { return }
        unwatch(zygote)
        _ = zygote.child.reap()
        for worker in Array(workers.all) where worker.zygote == number {
            workerUnavailable(worker, "its zygote ended")
        }
        resumeWaitersIfQuiet()
    }

    /// Ends the zygotes that get no further workers and have none left.
    func retireIdleZygotes() {
        guard zygotes.values.contains(where: \.view.isFull) else { return }
        let used = Set(workers.all.map(\.zygote))
        for zygote in Array(zygotes.values)
        where zygote.view.isFull && !used.contains(zygote.number) {
            close(zygote)
        }
    }

    /// What every worker may read and load code from: system libraries, time zones, certificates.
    private static let systemPaths = [
        "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache",
        "/etc/localtime", "/usr/share/zoneinfo", "/etc/ssl", "/usr/share/ca-certificates",
        "/etc/ca-certificates", "/etc/pki/tls/certs", "/etc/pki/ca-trust/extracted",
    ]
}

/// A host that cannot do what it was asked.
package struct HostError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
