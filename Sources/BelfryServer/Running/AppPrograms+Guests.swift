// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfrySystem
internal import Logging
internal import Synchronization

/// Processes of apps that this daemon has not started: an earlier daemon did, or somebody else.
extension AppPrograms {
    /// Takes up the processes that an earlier daemon has left: while one lives, no other is started.
    ///
    /// - Parameter ended: Is called with an app once a process of its has ended.
    /// - Returns: The apps that have such a process.
    func takeUp(_ ended: @escaping @Sendable (String) -> Void) -> Set<String> {
        var apps: Set<String> = []
        for (record, program) in launcher.processes.living() {
            let version = record.digest.map { Version(app: record.app, digest: $0) }
            let isTaken = version.map { version in
                state.withLock { state in
                    guard state.slots[version] == nil else { return false }
                    state.slots[version] = .running(program)
                    state.records[record.app] = Record(digest: version.digest)
                    return true
                }
            }
            if let version, isTaken == true {
                watch(program) { [weak self] end in
                    self?.note(end, of: program, version)
                    ended(record.app)
                }
            } else {
                expect(program, of: record.app, ended)
            }
            apps.insert(record.app)
        }
        return apps
    }

    private func watch(
        _ program: StartedProgram,
        _ ended: @escaping @Sendable (DetachedProgram.End) -> Void
    ) {
        do {
            try program.watch(ended)
        } catch {
            // What nobody hears of is believed to be gone.
            ended(.unknown)
        }
    }

    /// Believes that a process comes back which no daemon has started; it is watched once.
    private func expect(
        _ program: StartedProgram,
        of app: String,
        _ ended: @escaping @Sendable (String) -> Void
    ) {
        let isNew = state.withLock { state in
            let known = state.guests[app]?[program.process]?.program
            let isNew = known == nil || known?.identity != program.identity
            let guest = Guest(program: isNew ? program : known ?? program, silentSince: .now)
            state.guests[app, default: [:]][program.process] = guest
            return isNew
        }
        guard isNew else { return }
        watch(program) { [weak self] _ in
            guard let self else { return }
            forget(program)
            if remove(program, of: app) { ended(app) }
        }
    }

    /// Notes that a process has ended which no daemon has started.
    ///
    /// - Returns: Whether it was believed to come back.
    private func remove(_ program: StartedProgram, of app: String) -> Bool {
        state.withLock { state in
            guard let guest = state.guests[app]?[program.process], guest.program === program else {
                return false
            }
            state.guests[app]?[program.process] = nil
            if state.guests[app]?.isEmpty == true { state.guests[app] = nil }
            return guest.silentSince != nil
        }
    }

    /// Gives up the processes that no daemon has started and that have not come back in time.
    ///
    /// - Parameter now: The time that it is.
    /// - Returns: Their apps.
    func dismissLate(at now: ContinuousClock.Instant = .now) -> Set<String> {
        state.withLock { state in
            var apps: Set<String> = []
            for (app, guests) in state.guests {
                for (process, guest) in guests {
                    guard let since = guest.silentSince, now - since > patience.background else {
                        continue
                    }
                    state.guests[app]?[process]?.silentSince = nil
                    apps.insert(app)
                }
            }
            return apps
        }
    }

    /// Notes that a process of an app begins to listen, before it is given anything: the next daemon
    /// finds it, and what it did before does not count any more.
    func noteListening(_ app: String, _ process: Int32) {
        do {
            let identity = try ProcessIdentity(of: process)
            try launcher.processes.note(.init(app: app, digest: nil, identity: identity))
        } catch {
            logger.error(
                "the next daemon will not know of an app's process",
                metadata: ["app": "\(app)", "process": "\(process)", "error": "\(error)"]
            )
        }
        state.withLock { state in
            state.guests[app]?[process]?.silentSince = nil
            state.records[app]?.silentStarts = 0
            state.records[app]?.nextStart = .now
        }
    }

    /// Notes that a process of an app listens no more; one that lives still is believed to come back.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - process: The process.
    ///   - ended: Is called once it has ended after all.
    func noteSilence(
        of app: String,
        _ process: Int32,
        _ ended: @escaping @Sendable (String) -> Void
    ) {
        let isKnown = running.contains { $0.program.process == process }
        guard !isKnown, let guest = launcher.processes.process(process) else { return }
        expect(guest, of: app, ended)
    }
}
