// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Synchronization

/// Removes directories, however much is in them, on a thread of its own.
///
/// A million files take a while, in which the host's thread has budgets to keep. The thread lives
/// while there is something to do.
final class DirectoryRemover: Sendable {
    private struct Removal {
        let name: String
        let parent: String
        let claim: DirectoryClaim?
    }

    private struct State {
        var pending: [Removal] = []
        var hasThread = false
        var waiters: [CheckedContinuation<Void, Never>] = []

        /// There is no thread from now on; gives those who wait for that.
        mutating func stop() -> [CheckedContinuation<Void, Never>] {
            hasThread = false
            defer { waiters = [] }
            return waiters
        }
    }

    private let state = Mutex(State())

    /// Removes a directory soon, with all that is in it; what cannot be removed is left.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - parent: The path of the directory it is in, which nobody else can replace.
    ///   - claim: What is held until it is removed.
    func remove(_ name: String, in parent: String, holding claim: DirectoryClaim? = nil) {
        let needsThread = state.withLock { state in
            state.pending.append(Removal(name: name, parent: parent, claim: claim))
            defer { state.hasThread = true }
            return !state.hasThread
        }
        guard needsThread else { return }
        do throws(SystemError) {
            try SystemThread.start(named: "belfry-remove") {
                while let removal = self.takeNext() { Self.perform(removal) }
            }
        } catch {
            // It stays in the list for the thread of the next removal.
            for waiter in state.withLock({ $0.stop() }) { waiter.resume() }
        }
    }

    /// Waits until all that was asked for so far is done.
    func settle() async {
        await withCheckedContinuation { continuation in
            let isSettled = state.withLock { state in
                if state.hasThread { state.waiters.append(continuation) }
                return !state.hasThread
            }
            if isSettled { continuation.resume() }
        }
    }

    private static func perform(_ removal: Removal) {
        do throws(SystemError) {
            try Descriptor.openDirectory(removal.parent).removeTree(removal.name)
        } catch {
            return
        }
    }

    /// Takes the oldest removal; without one the thread that asks is to end.
    private func takeNext() -> Removal? {
        let next: Removal?
        let waiters: [CheckedContinuation<Void, Never>]
        (next, waiters) = state.withLock { state in
            state.pending.isEmpty ? (nil, state.stop()) : (state.pending.removeFirst(), [])
        }
        for waiter in waiters { waiter.resume() }
        return next
    }
}
