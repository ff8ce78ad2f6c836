// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension EgressDecision {
    /// The protocols the proxy speaks.
    package enum Scheme: String, Sendable, Codable, CaseIterable {
        /// In the clear, forwarded request by request.
        case http

        /// A tunnel made with CONNECT; what is in it stays between the two ends.
        case https

        /// The port meant when none is written.
        package var defaultPort: UInt16 { self == .http ? 80 : 443 }
    }
}
