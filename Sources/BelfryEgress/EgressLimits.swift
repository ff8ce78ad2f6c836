// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How much of the network an extension may use in one run, and what the host spends on refusing it.
package struct EgressLimits: Sendable, Equatable {
    /// Bytes of all connections, both directions together, as they are on the wire.
    ///
    /// What they become when an extension unpacks them counts toward its memory budget.
    var bytesInTotal: Int

    /// Requests, redirects among them: each connection carries one.
    var requestsInTotal: Int

    /// Connections open at the same time.
    var connectionsAtOnce: Int

    /// How long a connection may live; the end of its run ends it as well.
    var connectionTime: Duration

    /// How long a connection may be without any byte moving.
    var idleTime: Duration = .seconds(15)

    /// How long connecting to one address may take.
    var connectTime: Duration = .seconds(10)

    /// How long looking up a name may take.
    var lookupTime: Duration = .seconds(5)

    /// Bytes of a request's head, of an answer's, and of a tunnel's TLS greeting.
    var headByteCount = 32 << 10

    /// Connections beyond the limit that get an answer at the same time; the host closes any more
    /// without one.
    var refusalsAtOnce = 16

    /// Connections that the host has accepted and not yet closed: those that it serves, those that
    /// it tells of their refusal, and 16 that it is about to close.
    var openAtOnce: Int { connectionsAtOnce + refusalsAtOnce + 16 }

    /// Decisions that a run's report keeps; beyond them it keeps the first of each reason.
    var decisionCount = 256

    /// Sets what a budget decides; the rest is the same for every run.
    ///
    /// - Parameters:
    ///   - byteCount: Bytes of all connections, both directions together.
    ///   - requestCount: Requests, redirects among them.
    ///   - connectionCount: Connections open at the same time.
    ///   - connectionTime: How long a connection may live.
    package init(
        byteCount: Int,
        requestCount: Int,
        connectionCount: Int,
        connectionTime: Duration
    ) {
        bytesInTotal = byteCount
        requestsInTotal = requestCount
        connectionsAtOnce = connectionCount
        self.connectionTime = connectionTime
    }
}
