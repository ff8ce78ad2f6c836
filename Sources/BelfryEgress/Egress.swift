// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem

/// The network of a host's extensions: opens one way out for each worker.
///
/// This is the room's door, together with the ``EgressSession`` that it opens. One host has one of
/// it, because the workers of one bundle share what looks names up for them.
package final class Egress: Sendable {
    private let resolvers: BundleResolvers

    /// Prepares the network for a host's workers; no thread starts before the first lookup.
    ///
    /// - Parameter lookUp: Looks a name up and may block its thread; nil for the machine's resolver.
    package init(lookUp: (@Sendable (String) throws -> [IPAddress])? = nil) {
        resolvers = BundleResolvers(lookUp: lookUp)
    }

    /// Opens a worker's way to the network, for a run that has begun.
    ///
    /// The proxy begins to accept a moment later, on another thread: what connects before that waits
    /// in the kernel's queue. If the descriptor is not a listening socket, the worker has no network.
    ///
    /// - Parameters:
    ///   - listener: The listening socket that was made in the worker's network namespace.
    ///   - bundlePath: The bundle that the worker belongs to.
    ///   - policy: The origins that the worker may reach.
    ///   - limits: How much each of its runs may use.
    ///   - tape: Keeps the worker's exchanges, or answers them from a recording; nil for ordinary
    ///     runs.
    /// - Returns: The session, which owns the listener until ``EgressSession/close()``.
    package func open(
        _ listener: consuming Descriptor,
        forBundleAt bundlePath: String,
        policy: NetworkPolicy,
        limits: EgressLimits,
        tape: EgressTape? = nil
    ) -> EgressSession {
        EgressSession(
            listener: listener,
            policy: policy,
            limits: limits,
            resolver: resolvers.resolver(ofBundleAt: bundlePath, limits),
            tape: tape
        )
    }
}
