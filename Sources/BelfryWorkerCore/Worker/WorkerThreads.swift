// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Synchronization

/// A worker's own threads, which are started before the extension is loaded and wait until it is.
///
/// A thread that cannot be started then is the machine's shortage: the extension has not run yet.
final class WorkerThreads: Sendable {
    /// What a thread is for.
    enum Role: String, CaseIterable, Sendable {
        case work = "belfry-work"
        case expiry = "belfry-expiry"
        case center = "belfry-center"
        case control = "belfry-control"
    }

    private let bodies = Mutex<[Role: @Sendable () -> Void]>([:])
    private let isLoaded = Semaphore()

    /// Starts the threads, which wait.
    ///
    /// - Throws: ``SystemError`` when there are too many threads or too little memory.
    func start() throws(SystemError) {
        for role in Role.allCases {
            try SystemThread.start(named: role.rawValue) { self.run(role) }
        }
    }

    /// Lets the threads go on.
    ///
    /// - Parameter bodies: What each of them does for the rest of the process.
    func begin(_ bodies: [Role: @Sendable () -> Void]) {
        self.bodies.withLock { $0 = bodies }
        for _ in Role.allCases { isLoaded.signal() }
    }

    private func run(_ role: Role) {
        // The control thread runs no code of the extension's.
        if role != .control { CrashHandler.guardThread() }
        isLoaded.wait()
        let body = bodies.withLock { $0[role] }
        body?()
    }
}
