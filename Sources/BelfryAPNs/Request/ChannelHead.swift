// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What a sender asks for that manages channels, before the request's body.
struct ChannelHead: Equatable, Sendable {
    enum Operation: Equatable, Sendable {
        case make
        case read(String)
        case remove(String)
        case list
    }

    let app: String
    let operation: Operation

    /// The request's identifier; nil where the sender gives none.
    let identifier: String?

    /// Most bytes of a body.
    static let byteLimit = 4096

    /// Reads the path and the fields of a request.
    ///
    /// - Parameters:
    ///   - method: The request's method.
    ///   - path: The request's path.
    ///   - fields: The header fields.
    /// - Throws: ``PushRefusal``.
    init(_ method: String, _ path: String, _ fields: PushFields) throws(PushRefusal) {
        let place = try ChannelPath.channels(path)
        app = place.app
        identifier = try fields["apns-request-id"].map(BroadcastHead.identifier)
        switch (method, place.isAboutAll) {
        case ("POST", false): operation = .make
        case ("GET", false): operation = .read(try BroadcastHead.channel(fields))
        case ("DELETE", false): operation = .remove(try BroadcastHead.channel(fields))
        case ("GET", true): operation = .list
        default:
            throw PushRefusal(
                .methodNotAllowed,
                "the method is \(method.quoted); use "
                    + (place.isAboutAll ? "GET" : "POST, GET or DELETE")
            )
        }
    }
}
