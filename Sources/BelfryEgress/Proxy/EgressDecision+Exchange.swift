// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

extension EgressDecision {
    /// Notes where the request wants to go.
    mutating func name(_ endpoint: Endpoint) {
        scheme = endpoint.scheme
        host = endpoint.host.description
        port = endpoint.port
    }

    /// Notes why it was denied or how it ended.
    mutating func blame(_ refusal: Refusal) {
        reason = refusal.reason
        message = refusal.message
        remedy = refusal.remedy
        address = refusal.address?.description ?? address
    }
}
