// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import CBelfry
internal import Synchronization

/// Completions: C functions, each made for one request.
///
/// A function is never used twice, so that a late call can never answer another request; when the pool
/// is spent the worker ends. The zygote makes the functions once, and a fork has its own copy of all
/// but the code.
final class CompletionPool {
    /// How many are left.
    var remaining: Int { limit - taken }

    /// How many there are.
    var count: Int { functions.addresses.count }

    private let functions: Trampolines
    private let receiver: CompletionReceiver
    private var limit: Int
    private var taken = 0

    /// Makes a pool whose completions have no effect before ``answer(to:count:)``.
    ///
    /// - Parameter count: How many.
    /// - Throws: ``SystemError`` with `ENOMEM` when libffi gets no executable memory.
    init(count: Int) throws(SystemError) {
        let receiver = CompletionReceiver()
        functions = try Trampolines(count: count, taking: .uint64) { index, content in
            let registry = receiver.registry.withLock { $0 }
            registry?.complete(completion: index, content: content)
        }
        self.receiver = receiver
        limit = count
    }

    /// Lets the completions answer requests of a registry.
    ///
    /// - Parameters:
    ///   - registry: Where a call of any of them ends up; lives as long as the process.
    ///   - count: How many there shall be of them.
    func answer(to registry: RequestRegistry, count: Int) {
        receiver.registry.withLock { $0 = registry }
        limit = min(limit, count)
    }

    /// Takes the next one: its index, and the function; nil when the pool is spent.
    func take() -> (index: Int, function: bf_completion)? {
        guard remaining > 0 else { return nil }
        let index = taken
        taken += 1
        return (index, unsafe unsafeBitCast(functions.addresses[index], to: bf_completion.self))
    }
}

/// Whose requests a pool's completions answer.
private final class CompletionReceiver: Sendable {
    let registry = Mutex<RequestRegistry?>(nil)
}
