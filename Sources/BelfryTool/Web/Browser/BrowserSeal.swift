// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// What puts a sandbox around a browser.
struct BrowserSeal: Sendable {
    /// The `belfry-worker` that makes the sandbox.
    let launcher: String

    /// Takes the socket at which the browser's connections arrive: it has no other way to the network.
    let openNetwork: @Sendable (consuming Descriptor) -> Void
}
