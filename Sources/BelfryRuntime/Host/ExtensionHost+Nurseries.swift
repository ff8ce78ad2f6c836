// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryELF
internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import Foundation
internal import Glibc

extension ExtensionHost {
    /// The nursery for a bundle, started if there is none.
    func nursery(for bundle: ExtensionBundle, _ facts: LibraryFacts) throws -> NurseryRecord {
        try facts.record.check(against: sdkBuildID, bundle)
        return try nursery(of: facts.runtime)
    }

    private func nursery(of runtime: ExtensionBundle.Runtime) throws -> NurseryRecord {
        let suited = nurseries.values.first {
            $0.runtime == runtime && $0.machine.failure == nil && !$0.isProbe && !$0.view.isFull
        }
        if let suited { return suited }
        // Those that were idle already hear of no worker's end that would let them go.
        retireIdleNurseries()
        let nursery = try startNursery(runtime)
        // It gets no second worker, and ends with its first.
        nursery.view.isOutdated = configuration.execsWorkers
        return nursery
    }

    /// The build id of one of the SDK's libraries, which is read once: nurseries keep theirs too.
    private func sdkBuildID(_ library: String) -> String? {
        if let known = sdkBuildIDs[library] { return known }
        // The name is the extension's word: one that is not there is not kept.
        guard let found = configuration.sdk.buildID(ofLibrary: library) else { return nil }
        sdkBuildIDs[library] = .some(found)
        return found
    }

    func startNursery(_ runtime: ExtensionBundle.Runtime) throws -> NurseryRecord {
        let number = makeNumber()
        let plan = configuration.isolation
        let setup = try configure(runtime)
        let mounter = try Descriptor.packetPair()
        let record = try Descriptor.packetPair().split { ours, theirs in
            let child = try ChildProcess(
                path: configuration.sdk.workerPath,
                environment: nurseryEnvironment(runtime),
                namespaces: plan.namespaces.cloneFlags,
                control: theirs,
                output: STDERR_FILENO
            )
            try ours.sendPacket(
                NurseryCommand.configure(setup).frame,
                passing: [mounter.second.raw],
                waits: false
            )
            return NurseryRecord(
                number: number,
                runtime: runtime,
                view: NurseryView(isBounded: plan.namespaces.contains(.mount)),
                child: child,
                control: ours,
                // Its owner cannot be taken out of a pair within another's closure.
                mounter: try mounter.first.duplicate()
            )
        }
        do throws(SystemError) {
            try watch(record, record.control.raw) { $0.readNursery(number) }
            if record.view.isBounded {
                try watch(record, record.mounter.raw) { $0.readMounter(of: number) }
            }
        } catch {
            end(record)
            throw error
        }
        nurseries[number] = record
        return record
    }

    private func watch(
        _ nursery: NurseryRecord,
        _ descriptor: Int32,
        _ read: @escaping @Sendable (isolated ExtensionHost) -> Void
    ) throws(SystemError) {
        nursery.tokens.append((try watch(descriptor, read), descriptor))
    }

    private func configure(
        _ runtime: ExtensionBundle.Runtime
    ) throws -> NurseryConfiguration {
        let plan = configuration.isolation
        var readable = Self.systemPaths
        var preloaded: [String] = []
        if runtime == .swift {
            guard let library = configuration.sdk.swiftLibraryPath,
                let runtimePath = configuration.sdk.swiftRuntimePath
            else {
                throw HostError(
                    "the Swift SDK's \(SDKLocation.swiftLibraryName) is not beside the tool; "
                        + "build it with `make build`"
                )
            }
            // Foundation looks at its own executable, which is the worker.
            readable += [runtimePath, library, configuration.sdk.workerPath]
            readable += configuration.sdk.largeLibraryPaths
            preloaded = [library]
        }
        return NurseryConfiguration(
            namespaces: plan.namespaces.cloneFlags,
            identity: plan.identity,
            stagingPath: directory.stagingPath,
            readablePaths: readable,
            containersPath: directory.containersPath,
            preloadedLibraries: preloaded
        )
    }

    private func nurseryEnvironment(_ runtime: ExtensionBundle.Runtime) -> [String] {
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

    func readNursery(_ number: UInt64) {
        while let nursery = nurseries[number] {
            do throws(SystemError) {
                guard
                    var packet = try nursery.control.receivePacket(in: packets, waits: false)
                else { return nurseryEnded(nursery, "it ended") }
                guard let event = try? NurseryEvent(frame: packet.bytes) else {
                    return nurseryEnded(nursery, "it said what makes no sense")
                }
                handle(event, from: nursery, &packet.descriptors)
            } catch {
                if error.errno != EAGAIN { nurseryEnded(nursery, error.description) }
                return
            }
        }
    }

    private func handle(
        _ event: NurseryEvent,
        from nursery: NurseryRecord,
        _ descriptors: inout DescriptorList
    ) {
        switch event {
        case .ready(let layers):
            guard let listener = descriptors.takeFirst() else {
                return nurseryEnded(nursery, Self.lostDescriptors, isShortage: true)
            }
            do throws(SystemError) {
                try listen(to: nursery, on: listener)
            } catch {
                return nurseryEnded(nursery, error.description)
            }
            perform(nursery.machine.becameReady(layers), on: nursery)
            nursery.resumeWaiters()
        case .failed(let reason, let isShortage):
            nurseryEnded(nursery, reason, isShortage: isShortage)
        case .spawned(let number, let isOnDisk, let hasListener):
            guard let worker = workers[number] else { return }
            guard let pidfd = descriptors.takeFirst(), let container = descriptors.takeFirst()
            else {
                // A worker that cannot be killed is not let live; its nursery takes it along.
                return nurseryEnded(nursery, Self.lostDescriptors, isShortage: true)
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

    /// Asks a worker's nursery to fork it, once the nursery sees what the worker needs; a worker that
    /// there can be none of is given up.
    func requestFork(of worker: WorkerRecord) {
        guard let nursery = nurseries[worker.nursery] else {
            return workerUnavailable(worker, "its nursery has ended")
        }
        let need: NurseryView.Need
        do throws(SystemError) {
            need = try nursery.view.need(
                of: worker.number,
                bundle: worker.bundle.path,
                storage: worker.storage
            )
        } catch {
            return workerUnavailable(worker, error.description, isShortage: error.isShortage)
        }
        switch need {
        case .nothing: perform(nursery.machine.requested(worker.number), on: nursery)
        case .mounts(let request): ask(nursery, request, for: worker)
        case .anotherNursery: move(worker, from: nursery, because: "its bundle is another by now")
        }
    }

    private func ask(
        _ nursery: NurseryRecord,
        _ request: MountRequest,
        for worker: WorkerRecord
    ) {
        do throws(SystemError) {
            try nursery.mounter.sendPacket(request.frame, waits: false)
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
            move(worker, from: nursery, because: error.description)
        }
    }

    func readMounter(of number: UInt64) {
        while let nursery = nurseries[number] {
            do throws(SystemError) {
                guard let packet = try nursery.mounter.receivePacket(in: packets, waits: false)
                else { return mounterClosed(nursery) }
                guard let answer = try? MountAnswer(frame: packet.bytes) else {
                    return nurseryEnded(nursery, "its mounter said what makes no sense")
                }
                answered(answer, by: nursery)
            } catch  where error.errno == ECONNRESET {
                // It ended with a request unread (man 7 unix).
                return mounterClosed(nursery)
            } catch {
                if error.errno != EAGAIN { nurseryEnded(nursery, error.description) }
                return
            }
        }
    }

    /// Takes note of the end of a mounter; what its nursery says of its own end comes first.
    private func mounterClosed(_ nursery: NurseryRecord) {
        readNursery(nursery.number)
        if nurseries[nursery.number] != nil { mounterEnded(nursery) }
    }

    /// Leaves a nursery to the workers that it has, and gives those that waited to another.
    private func mounterEnded(_ nursery: NurseryRecord) {
        unwatch(nursery, nursery.mounter.raw)
        nursery.view.isOutdated = true
        for number in nursery.view.waiting {
            guard let worker = workers[number], worker.nursery == nursery.number else { continue }
            move(worker, from: nursery, because: "its nursery's mounter has ended")
        }
        retireIdleNurseries()
    }

    private func answered(_ answer: MountAnswer, by nursery: NurseryRecord) {
        let isSeen = nursery.view.note(answer)
        guard let worker = workers[answer.worker], worker.nursery == nursery.number else { return }
        guard isSeen else { return move(worker, from: nursery, because: answer.failure) }
        perform(nursery.machine.requested(worker.number), on: nursery)
    }

    /// Gives a worker to a nursery that is started after what it is to see was there.
    ///
    /// Once: what that one does not see either is not to be seen.
    private func move(
        _ worker: WorkerRecord,
        from nursery: NurseryRecord,
        because reason: String
    ) {
        guard !worker.hasMoved else { return workerUnavailable(worker, reason) }
        worker.hasMoved = true
        nursery.view.isOutdated = true
        do {
            worker.nursery = try self.nursery(of: nursery.runtime).number
        } catch {
            let isShortage = (error as? SystemError)?.isShortage ?? false
            return workerUnavailable(worker, "\(error)", isShortage: isShortage)
        }
        retireIdleNurseries()
        requestFork(of: worker)
    }

    func perform(_ action: NurseryStateMachine.Action, on nursery: NurseryRecord) {
        switch action {
        case .none: return
        case .spawn(let numbers):
            for number in numbers {
                guard let worker = workers[number], let offer = worker.offer else { continue }
                worker.offer = nil
                let command = NurseryCommand.spawn(offer.specification)
                let passed = [
                    offer.runSocket.raw, offer.library.raw, offer.output.raw,
                    worker.crashMemory.raw,
                ]
                do throws(SystemError) {
                    try nursery.control.sendPacket(command.frame, passing: passed, waits: false)
                } catch  where error.errno == EAGAIN || error.errno == ETOOMANYREFS {
                    worker.offer = offer
                    askAgain(for: number, of: nursery.number)
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

    /// How long a nursery that has as many requests as its socket holds is left alone.
    private static let spawnDelay = Duration.milliseconds(5)

    private func askAgain(for worker: UInt64, of nursery: UInt64) {
        _ = reactor.schedule(at: .now + Self.spawnDelay) { [weak self] in
            self?.assumeIsolated { host in
                guard let nursery = host.nurseries[nursery] else { return }
                host.perform(.spawn([worker]), on: nursery)
            }
        }
    }

    /// What a packet without the descriptors that belong to it says: the kernel had no room for them.
    private static let lostDescriptors = "this process has no descriptors left (ulimit -n)"

    func nurseryEnded(_ nursery: NurseryRecord, _ reason: String, isShortage: Bool = false) {
        guard nurseries[nursery.number] != nil else { return }
        let problem = "the sandbox could not be set up: \(reason)"
        perform(nursery.machine.ended(problem, isShortage: isShortage), on: nursery)
        close(nursery, because: reason, isShortage: isShortage)
    }

    /// Ends a nursery with its workers, and lets those go on who wait for it.
    func close(
        _ nursery: NurseryRecord,
        because reason: String = "it was closed",
        isShortage: Bool = false
    ) {
        guard nurseries.removeValue(forKey: nursery.number) != nil else { return }
        unwatch(nursery)
        stopListening(to: nursery)
        _ = nursery.machine.ended(reason)
        nursery.resumeWaiters()
        // Its workers go with it, and nobody else will tell.
        for worker in Array(workers.all) where worker.nursery == nursery.number {
            giveUp(worker, "its nursery ended: \(reason)", isShortage: isShortage)
            kill(worker)
        }
        end(nursery)
    }

    /// Kills a nursery's process, and forgets its workers once it is gone.
    private func end(_ nursery: NurseryRecord) {
        nursery.child.pidfd.signalProcess(SIGKILL)
        let number = nursery.number
        endingNurseries[number] = nursery
        unwatch(nursery)
        do throws(SystemError) {
            try watch(nursery, nursery.child.pidfd.raw) { $0.bury(number) }
        } catch {
            bury(number)
        }
    }

    private func unwatch(_ nursery: NurseryRecord, _ only: Int32? = nil) {
        nursery.tokens.removeAll { token, descriptor in
            guard only == nil || only == descriptor else { return false }
            reactor.cancel(token, watching: descriptor)
            return true
        }
    }

    /// The first process of a namespace has ended only when all others in there have.
    private func bury(_ number: UInt64) {
        guard let nursery = endingNurseries.removeValue(forKey: number) else { return }
        unwatch(nursery)
        _ = nursery.child.reap()
        for worker in Array(workers.all) where worker.nursery == number {
            workerUnavailable(worker, "its nursery ended")
        }
        resumeWaitersIfQuiet()
    }

    /// Ends the nurseries that get no further workers and have none left.
    func retireIdleNurseries() {
        guard nurseries.values.contains(where: \.view.isFull) else { return }
        let used = Set(workers.all.map(\.nursery))
        for nursery in Array(nurseries.values)
        where nursery.view.isFull && !used.contains(nursery.number) {
            close(nursery)
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
