// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Waits for a host to have nothing left to deliver and nothing left to bury.
final class QuietWatch {
    private var isQuiet: () -> Bool = { true }
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Waits until a condition holds, which is looked at with each ``look()``.
    func wait(until isQuiet: @escaping () -> Bool) async {
        if isQuiet() { return }
        self.isQuiet = isQuiet
        await withCheckedContinuation { waiters.append($0) }
    }

    /// Lets those go on who wait, where their condition holds by now.
    func look() {
        guard !waiters.isEmpty, isQuiet() else { return }
        for waiter in waiters { waiter.resume() }
        waiters = []
        // A condition may hold its host.
        isQuiet = { true }
    }
}
