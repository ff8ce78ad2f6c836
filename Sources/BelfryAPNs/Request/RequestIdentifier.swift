// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What a sender calls its request, and in which header field: the answer has it as it came.
struct RequestIdentifier: Equatable, Sendable {
    /// `apns-id`; of what has to do with channels, `apns-request-id`.
    let name: String

    /// The field's value; nil where it is missing.
    let value: String?

    /// The field of requests that have to do with channels.
    static let ofChannels = "apns-request-id"

    init(name: String, value: String?) {
        self.name = name
        self.value = value
    }

    /// Finds it among a request's fields.
    ///
    /// - Parameters:
    ///   - path: The request's path.
    ///   - kind: Which requests are answered where it came.
    ///   - fields: Its header fields.
    init(of path: String, on kind: PushService.Kind, _ fields: PushFields) {
        let isAboutChannels = kind == .channels || path.hasPrefix(ChannelPath.broadcasts)
        name = isAboutChannels ? Self.ofChannels : "apns-id"
        value = fields[name]
    }

    /// The same, with a value of the endpoint's own where the sender gave none.
    func or(_ made: String) -> RequestIdentifier {
        RequestIdentifier(name: name, value: value ?? made)
    }
}
