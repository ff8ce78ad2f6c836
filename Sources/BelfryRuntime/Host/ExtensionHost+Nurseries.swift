// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryELF
internal import BelfrySandbox
internal import BelfrySystem
internal import BelfryWire
internal import Foundation
internal import Glibc

extension ExtensionHost {
    /// The nursery for a bundle, started if there is none that can see the bundle.
    ///
    /// A nursery sees what was there when it was started: a bundle that came later gets a new one,
    /// and the old one ends with its last worker.
    func nursery(
        for bundle: ExtensionBundle,
        _ facts: LibraryFacts,
        storage: [StorageFolder]
    ) throws -> NurseryRecord {
        try facts.record.check(against: sdkBuildID, bundle)
        let runtime = facts.runtime
        let storagePaths = Set(storage.map(\.path))
        let suited = nurseries.values.first {
            $0.runtime == runtime && $0.machine.failure == nil && !$0.isProbe
                && $0.bundlePaths.contains(bundle.path)
                && $0.storagePaths.isSuperset(of: storagePaths)
        }
        if let suited { return suited }
        knownBundles[runtime, default: KnownBundles()].insert(bundle.path, storage: storagePaths)
        // Those that were idle already hear of no worker's end that would let them go.
        retireIdleNurseries()
        return try startNursery(runtime)
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
        let bundles = knownBundles[runtime] ?? KnownBundles()
        let setup = try configure(runtime, bundles)
        let record = try Descriptor.packetPair().split { ours, theirs in
            let child = try ChildProcess(
                path: configuration.sdk.workerPath,
                environment: nurseryEnvironment(runtime),
                namespaces: plan.namespaces.cloneFlags,
                control: theirs,
                output: STDERR_FILENO
            )
            return NurseryRecord(
                number: number,
                runtime: runtime,
                bundlePaths: bundles.paths,
                storagePaths: bundles.storagePaths,
                child: child,
                control: ours
            )
        }
        do throws(SystemError) {
            try record.control.sendPacket(NurseryCommand.configure(setup).frame, waits: false)
            record.tokens = [
                try reactor.watch(record.control.raw) { [weak self] in
                    self?.assumeIsolated { $0.readNursery(number) }
                }
            ]
        } catch {
            end(record)
            throw error
        }
        nurseries[number] = record
        return record
    }

    private func configure(
        _ runtime: ExtensionBundle.Runtime,
        _ bundles: KnownBundles
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
            bundlePaths: bundles.paths.sorted(),
            storagePaths: bundles.storagePaths.sorted(),
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
                return nurseryEnded(nursery, "it handed over no listener for forbidden calls")
            }
            do throws(SystemError) {
                try listen(to: nursery, on: listener)
            } catch {
                return nurseryEnded(nursery, error.description)
            }
            perform(nursery.machine.becameReady(layers), on: nursery)
            nursery.resumeWaiters()
        case .failed(let reason): nurseryEnded(nursery, reason)
        case .spawned(let number, let isOnDisk, let hasListener):
            guard let worker = workers[number] else { return }
            guard let pidfd = descriptors.takeFirst(), let container = descriptors.takeFirst()
            else {
                // A worker that cannot be killed is not let live; its nursery takes it along.
                return nurseryEnded(nursery, "it handed over no process; are descriptors used up?")
            }
            worker.container = directory.container(number, container, isOnDisk: isOnDisk)
            if hasListener, let listener = descriptors.takeFirst() {
                attachNetwork(worker, listener)
            }
            workerSpawned(worker, pidfd)
        case .spawnFailed(let number, let message):
            guard let worker = workers[number] else { return }
            workerUnavailable(worker, message)
        case .exited(let number, let end):
            guard let worker = workers[number] else { return }
            // What it said before it ended counts, so it is read first.
            readWorker(number, hasEnded: true)
            workerExited(worker, end)
        }
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
                    workerUnavailable(worker, error.description)
                }
            }
        case .giveUp(let numbers, let reason):
            for number in numbers {
                guard let worker = workers[number] else { continue }
                workerUnavailable(worker, reason)
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

    func nurseryEnded(_ nursery: NurseryRecord, _ reason: String) {
        guard nurseries[nursery.number] != nil else { return }
        perform(nursery.machine.ended("the sandbox could not be set up: \(reason)"), on: nursery)
        close(nursery, because: reason)
    }

    /// Ends a nursery with its workers, and lets those go on who wait for it.
    func close(_ nursery: NurseryRecord, because reason: String = "it was closed") {
        guard nurseries.removeValue(forKey: nursery.number) != nil else { return }
        for token in nursery.tokens { reactor.cancel(token, watching: nursery.control.raw) }
        stopListening(to: nursery)
        _ = nursery.machine.ended(reason)
        nursery.resumeWaiters()
        // Its workers go with it, and nobody else will tell.
        for worker in Array(workers.all) where worker.nursery == nursery.number {
            giveUp(worker, "its nursery ended: \(reason)")
            kill(worker)
        }
        end(nursery)
    }

    /// Kills a nursery's process, and forgets its workers once it is gone.
    private func end(_ nursery: NurseryRecord) {
        nursery.child.pidfd.signalProcess(SIGKILL)
        let number = nursery.number
        endingNurseries[number] = nursery
        let watch = try? reactor.watch(nursery.child.pidfd.raw) { [weak self] in
            self?.assumeIsolated { $0.bury(number) }
        }
        guard let watch else { return bury(number) }
        nursery.tokens = [watch]
    }

    /// The first process of a namespace has ended only when all others in there have.
    private func bury(_ number: UInt64) {
        guard let nursery = endingNurseries.removeValue(forKey: number) else { return }
        for token in nursery.tokens {
            reactor.cancel(token, watching: nursery.child.pidfd.raw)
        }
        _ = nursery.child.reap()
        for worker in Array(workers.all) where worker.nursery == number {
            workerUnavailable(worker, "its nursery ended")
        }
        resumeWaitersIfQuiet()
    }

    /// Ends the nurseries that cannot see all bundles of their runtime and have no worker left.
    func retireIdleNurseries() {
        let used = Set(workers.all.map(\.nursery))
        for nursery in Array(nurseries.values)
        where !used.contains(nursery.number) && !nursery.isProbe {
            let known = knownBundles[nursery.runtime]
            let isCurrent =
                nursery.bundlePaths == known?.paths && nursery.storagePaths == known?.storagePaths
            if !isCurrent { close(nursery) }
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
