// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How much of the network an extension may use; every proxy has its own count.
package struct EgressLimits: Sendable, Equatable {
    /// Bytes of one connection, both directions together, as they are on the wire: what they
    /// become when an extension unpacks them is for the memory budget.
    package var bytesPerConnection = 64 << 20

    /// Bytes of all connections, both directions together.
    package var bytesInTotal = 128 << 20

    /// Connections open at the same time.
    package var connectionsAtOnce = 16

    /// Connections in total; as each carries one request, also the requests, redirects among them.
    ///
    /// With the first one too many the proxy stops listening: from then on the kernel refuses.
    package var requestsInTotal = 256

    /// How long a connection may be without any byte moving.
    package var idleTime: Duration = .seconds(15)

    /// How long a connection may live.
    package var connectionTime: Duration = .seconds(60)

    /// How long connecting to one address may take.
    package var connectTime: Duration = .seconds(10)

    /// How long looking up a name may take.
    package var lookupTime: Duration = .seconds(5)

    /// Bytes of a request's head, and of an answer's.
    package var headByteCount = 32 << 10

    package init() {}
}
