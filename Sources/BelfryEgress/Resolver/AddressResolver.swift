// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import NIOCore

/// Finds the addresses of a name.
///
/// The proxy asks once per request, checks every address of the answer, and connects to those and no
/// others: there is no second lookup that could answer differently.
protocol AddressResolver: Sendable {
    /// Looks a name up.
    ///
    /// - Parameters:
    ///   - name: A name that the policy admitted, lower-case ASCII.
    ///   - loop: Where the answer is wanted; must not be blocked.
    /// - Returns: Every address, the most promising first; a failure when there is none.
    func addresses(of name: String, on loop: any EventLoop) -> EventLoopFuture<[IPAddress]>
}
