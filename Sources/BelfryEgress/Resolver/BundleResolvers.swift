// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// The resolvers of a host: all workers of one bundle share one.
///
/// A lookup outlives the worker that asked for it. With a resolver for each worker, an extension
/// whose names are never answered for would leave threads and sockets in the host with every worker.
final class BundleResolvers: Sendable {
    private struct Entry {
        weak var resolver: SystemResolver?
    }

    private let lookUp: @Sendable (String) throws -> [IPAddress]
    private let entries = Mutex<[String: Entry]>([:])

    /// Makes a table without a resolver.
    ///
    /// - Parameter lookUp: What looks a name up; blocks. The machine's resolver where it is nil.
    init(lookUp: (@Sendable (String) throws -> [IPAddress])? = nil) {
        self.lookUp = lookUp ?? SystemResolver.askMachine
    }

    /// The resolver of a bundle; lives as long as a worker or a lookup needs it.
    ///
    /// - Parameters:
    ///   - path: The bundle's path.
    ///   - limits: How long the bundle's workers wait for an answer.
    /// - Returns: The resolver that the bundle's workers share.
    func resolver(ofBundleAt path: String, _ limits: EgressLimits) -> SystemResolver {
        entries.withLock { entries in
            if let resolver = entries[path]?.resolver { return resolver }
            let resolver = SystemResolver(patience: limits.lookupTime, lookUp: lookUp)
            entries = entries.filter { $0.value.resolver != nil }
            entries[path] = Entry(resolver: resolver)
            return resolver
        }
    }
}
