// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a run may use of the network, where its origins allow any.
package struct NetworkBudget: Sendable, Equatable {
    /// Bytes of all connections, both directions together, as they are on the wire.
    package var byteCount = 128 << 20

    /// Requests, redirects among them: each has a connection of its own.
    package var requestCount = 256

    /// Connections open at the same time.
    package var connectionCount = 16

    /// The defaults: enough for every attachment a notification may have.
    package init() {}
}
