// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Synchronization

/// The instances whose requests are not answered yet.
final class LiveRequests: Sendable {
    private let instances = Mutex<[UInt64: Instance]>([:])

    /// Keeps the instance that answers a request.
    func insert(_ instance: Instance, for request: bf_request) {
        instances.withLock { $0[request.id] = instance }
    }

    /// Lets go of the instance of a request that is answered.
    ///
    /// The instance may be released here, and its `deinit` is the extension's code: it runs after
    /// the lock is given back.
    func remove(_ request: bf_request) {
        _ = instances.withLock { $0.removeValue(forKey: request.id) }
    }

    /// The instances that have yet to answer.
    var all: [Instance] { instances.withLock { Array($0.values) } }

    /// The instance that is to answer a request; nil once it has.
    func instance(for request: bf_request) -> Instance? {
        instances.withLock { $0[request.id] }
    }
}

extension LiveRequests {
    /// An instance of the extension's principal class.
    struct Instance: Sendable {
        // The system calls an instance on two threads, on Apple's systems as here; to be ready for
        // it is part of an extension's contract.
        nonisolated(unsafe) let service: UNNotificationServiceExtension
    }
}
