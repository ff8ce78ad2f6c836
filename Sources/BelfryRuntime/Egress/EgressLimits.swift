// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How much of the network an extension may use in one run, and what the host spends on refusing it.
package struct EgressLimits: Sendable, Equatable {
    /// Bytes of all connections, both directions together, as they are on the wire: what they
    /// become when an extension unpacks them is for the memory budget.
    package var bytesInTotal: Int

    /// Requests, redirects among them: each connection carries one.
    package var requestsInTotal: Int

    /// Connections open at the same time.
    package var connectionsAtOnce: Int

    /// How long a connection may live; the end of its run ends it as well.
    package var connectionTime: Duration

    /// How long a connection may be without any byte moving.
    package var idleTime: Duration = .seconds(15)

    /// How long connecting to one address may take.
    package var connectTime: Duration = .seconds(10)

    /// How long looking up a name may take.
    package var lookupTime: Duration = .seconds(5)

    /// Bytes of a request's head, of an answer's, and of a tunnel's TLS greeting.
    package var headByteCount = 32 << 10

    /// Connections too many that are told so at the same time; any more are closed without a word.
    package var refusalsAtOnce = 16

    /// Connections that the host has accepted and not yet closed: those that it serves, those that
    /// it tells of their refusal, and 16 that it is about to close.
    package var openAtOnce: Int { connectionsAtOnce + refusalsAtOnce + 16 }

    /// Decisions that a run's report keeps; of those beyond it only the first of each reason.
    package var decisionCount = 256

    /// The limits that a budget sets.
    package init(_ budget: Budget = Budget()) {
        bytesInTotal = budget.network.byteCount
        requestsInTotal = budget.network.requestCount
        connectionsAtOnce = budget.network.connectionCount
        connectionTime = budget.wall
    }
}
