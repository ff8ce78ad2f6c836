// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// Zygotes: the template processes that fork workers, one for each runtime, started when they are
/// needed.
///
/// It belongs to the host's thread. It says which zygotes there are, and which worker comes from which
/// one; what becomes of a worker in its ``Zygote`` is for that one.
final class ZygotePool: Forking {
    private let starter: any ZygoteStarting
    private let clock: any HostClock

    /// Whether each worker has a zygote for itself.
    private let execsWorkers: Bool

    /// Reads the build id of one of the SDK's libraries.
    private let readBuildID: (String) -> String?

    private var zygotes: [ZygoteNumber: Zygote] = [:]

    /// Zygotes that were killed and whose processes are still there.
    private var ending: [ZygoteNumber: Zygote] = [:]

    /// Which zygote was asked for each worker that is not forgotten.
    private var homes: [UInt64: Zygote] = [:]

    /// The build ids of the SDK's libraries, as far as an extension was linked with them.
    private var sdkBuildIDs: [String: String?] = [:]

    /// Called when the last ending zygote is gone.
    private let whenQuiet: () -> Void

    /// Makes a pool without zygotes.
    ///
    /// - Parameters:
    ///   - starter: What starts them.
    ///   - clock: The host's clock.
    ///   - execsWorkers: Whether each worker has a zygote for itself.
    ///   - readBuildID: Reads the build id of one of the SDK's libraries; nil where there is none.
    ///   - whenQuiet: Called when the last zygote that was ended is gone.
    init(
        _ starter: any ZygoteStarting,
        _ clock: any HostClock,
        execsWorkers: Bool,
        readBuildID: @escaping (String) -> String?,
        whenQuiet: @escaping () -> Void
    ) {
        self.starter = starter
        self.clock = clock
        self.execsWorkers = execsWorkers
        self.readBuildID = readBuildID
        self.whenQuiet = whenQuiet
    }

    /// Makes the pool of a host with processes.
    ///
    /// - Parameters:
    ///   - configuration: The host's: the SDK, the isolation, the environment.
    ///   - directory: Where roots and containers are.
    ///   - reactor: What watches their sockets; they die with its thread.
    ///   - numbers: Where their numbers come from.
    ///   - whenQuiet: Called when the last zygote that was ended is gone.
    convenience init(
        _ configuration: HostConfiguration,
        _ directory: HostDirectory,
        _ reactor: Reactor,
        _ numbers: NumberSource,
        whenQuiet: @escaping () -> Void
    ) {
        self.init(
            ZygoteStarter(configuration, directory, reactor, numbers),
            reactor,
            execsWorkers: configuration.execsWorkers,
            readBuildID: { configuration.sdk.buildID(ofLibrary: $0) },
            whenQuiet: whenQuiet
        )
    }

    /// Zygotes have a mounter each.
    var processCount: Int { 2 * (zygotes.count + ending.count) }

    /// Whether no zygote is being ended.
    var isQuiet: Bool { ending.isEmpty }

    /// Ends every zygote, and with it its workers.
    func shutdown() {
        for zygote in all { close(zygote) }
    }

    /// The zygotes that are not being ended, in the order of their numbers: that of a dictionary is
    /// another in each process.
    private var all: [Zygote] { zygotes.values.sorted { $0.number.value < $1.number.value } }

    // MARK: Choosing

    func zygote(for bundle: ExtensionBundle, _ facts: LibraryFacts) throws -> ZygoteNumber {
        try facts.record.check(against: sdkBuildID, bundle)
        return try zygote(of: facts.runtime).number
    }

    private func zygote(of runtime: ExtensionBundle.Runtime) throws -> Zygote {
        if let suited = all.first(where: { $0.isOpen(to: runtime) }) { return suited }
        // Those that were idle already hear of no worker's end that would let them go.
        retireIdleZygotes()
        let zygote = try start(runtime)
        // It gets no second worker, and ends with its first.
        if execsWorkers { zygote.takeNoMore() }
        return zygote
    }

    /// The build id of one of the SDK's libraries, which is read once: zygotes keep theirs too.
    private func sdkBuildID(_ library: String) -> String? {
        if let known = sdkBuildIDs[library] { return known }
        // The name is the extension's word: one that is not there is not kept.
        guard let found = readBuildID(library) else { return nil }
        sdkBuildIDs[library] = .some(found)
        return found
    }

    // MARK: Starting

    /// Starts a zygote.
    ///
    /// - Parameters:
    ///   - runtime: Whose extensions it is for.
    ///   - isProbe: Whether it is there to be looked at, and gets no workers.
    /// - Returns: The zygote.
    /// - Throws: What keeps it from being started.
    func start(_ runtime: ExtensionBundle.Runtime, isProbe: Bool = false) throws -> Zygote {
        let zygote = try starter.start(runtime)
        do throws(SystemError) {
            try zygote.begin(for: self, isProbe: isProbe)
        } catch {
            end(zygote)
            throw error
        }
        zygotes[zygote.number] = zygote
        return zygote
    }

    // MARK: Forking

    func fork(_ plan: ForkPlan, in zygote: ZygoteNumber, for client: any ForkClient) {
        guard let zygote = zygotes[zygote] else {
            return client.forkFailed("its zygote has ended", isShortage: false)
        }
        let fork = Fork(plan, for: client)
        homes[fork.worker] = zygote
        zygote.take(fork)
    }

    func withdraw(_ worker: UInt64) -> Bool { homes[worker]?.isUntold(of: worker) ?? true }

    func forget(_ worker: UInt64) {
        guard let zygote = homes.removeValue(forKey: worker) else { return }
        zygote.forget(worker)
        retireIdleZygotes()
    }

    func endSilentZygote(of worker: UInt64) {
        guard let zygote = homes[worker] else { return }
        ended(zygote, "it does not say what has become of worker \(worker)", isShortage: false)
    }

    func isLiving(_ worker: UInt64) -> Bool { homes[worker]?.isLiving(worker) ?? false }

    func limitData(of worker: UInt64, to byteCount: UInt64) {
        homes[worker]?.limitData(of: worker, to: byteCount)
    }

    // MARK: Ending

    /// Ends a zygote with its workers, and lets those go on who wait for it.
    func close(
        _ zygote: Zygote,
        because reason: String = "it was closed",
        isShortage: Bool = false
    ) {
        guard zygotes.removeValue(forKey: zygote.number) != nil else { return }
        zygote.close(because: reason, isShortage: isShortage)
        end(zygote)
    }

    /// Kills a zygote's process, and forgets its workers once it is gone.
    private func end(_ zygote: Zygote) {
        let number = zygote.number
        ending[number] = zygote
        zygote.kill { [weak self] in self?.bury(number) }
    }

    private func bury(_ number: ZygoteNumber) {
        guard let zygote = ending.removeValue(forKey: number) else { return }
        zygote.bury()
        if isQuiet { whenQuiet() }
    }
}

// MARK: - Its zygotes' word

extension ZygotePool: ZygoteOwner {
    func ended(_ zygote: Zygote, _ reason: String, isShortage: Bool) {
        guard zygotes[zygote.number] != nil else { return }
        let problem = "the sandbox could not be set up: \(reason)"
        zygote.giveUp(because: problem, isShortage: isShortage)
        close(zygote, because: reason, isShortage: isShortage)
    }

    func move(_ fork: Fork, from zygote: Zygote) {
        let other: Zygote
        do {
            other = try self.zygote(of: zygote.runtime)
        } catch {
            let isShortage = (error as? SystemError)?.isShortage ?? false
            return fork.client.forkFailed("\(error)", isShortage: isShortage)
        }
        zygote.release(fork.worker)
        homes[fork.worker] = other
        other.take(fork)
        retireIdleZygotes()
    }

    func retireIdleZygotes() {
        guard zygotes.values.contains(where: \.isFull) else { return }
        for zygote in all where zygote.isFull && !zygote.hasWorkers { close(zygote) }
    }

    func knows(_ worker: UInt64) -> Bool { homes[worker] != nil }
}
