// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The token that a request is sent with, wherever senders put it.
package enum InletCredentials {
    /// The token in ntfy's form: `Authorization`, or the parameter `auth` with that header's value
    /// in Base64.
    ///
    /// - Parameter fields: The request's.
    /// - Returns: The token; nil where there is none.
    package static func ntfy(_ fields: InletFields) -> String? {
        if let header = fields.header("authorization") { return token(header) }
        guard let parameter = fields.parameter("auth") else { return nil }
        return base64(parameter).flatMap(token)
    }

    /// The token in Gotify's form: the parameter `token`, the header `X-Gotify-Key`, or
    /// `Authorization`.
    ///
    /// - Parameter fields: The request's.
    /// - Returns: The token; nil where there is none.
    package static func gotify(_ fields: InletFields) -> String? {
        fields.parameter("token") ?? fields.header("x-gotify-key")
            ?? fields.header("authorization").flatMap(token)
    }

    /// The token of a header: after `Bearer`, or the password after `Basic`.
    private static func token(_ header: String) -> String? {
        let parts = header.trimmed.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        switch parts[0].lowercased() {
        case "bearer": return parts[1].trimmed
        case "basic":
            guard let pair = base64(parts[1].trimmed), let colon = pair.firstIndex(of: ":") else {
                return nil
            }
            return String(pair[pair.index(after: colon)...])
        default: return nil
        }
    }

    /// Text in Base64, of either alphabet, padded or not.
    private static func base64(_ text: String) -> String? {
        let digits = text.replacing("-", with: "+").replacing("_", with: "/")
            .prefix { $0 != "=" }
        let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: String(digits) + padding) else { return nil }
        return String(validating: data, as: UTF8.self)
    }
}
