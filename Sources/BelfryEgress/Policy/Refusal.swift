// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// Why an exchange did not happen or did not end well, as one sentence with a way out.
struct Refusal: Error, Equatable {
    /// The reason's code.
    let reason: EgressDecision.Reason

    /// What happened, as a sentence without its full stop.
    let message: String

    /// What to do about it, when there is something.
    let remedy: String?

    /// The address at fault, when there is one.
    let address: IPAddress?

    init(
        _ reason: EgressDecision.Reason,
        _ message: String,
        remedy: String? = nil,
        address: IPAddress? = nil
    ) {
        self.reason = reason
        self.message = message
        self.remedy = remedy
        self.address = address
    }

    /// Something in a request that a careful reader cannot accept.
    static func badRequest(_ message: String, remedy: String? = nil) -> Refusal {
        Refusal(.badRequest, message, remedy: remedy)
    }

    /// TLS for another name than that of the tunnel it is in.
    static func serverNameMismatch(_ host: RemoteHost) -> Refusal {
        Refusal(
            .serverNameMismatch,
            "in the tunnel to \(host), TLS asks for another name",
            remedy: "ask for a tunnel to the name that is meant"
        )
    }

    /// Something in an answer that a careful reader cannot pass on.
    static func badResponse(_ message: String) -> Refusal {
        Refusal(.badResponse, message, remedy: "have the server answer plain HTTP/1.1")
    }
}
