// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// The curl command that sends a push of the delivery log again.
///
/// Texts of the push were a sender's: each is one word of the shell, whatever is in it.
struct CurlCommand {
    /// The command, without a line feed at its end.
    let text: String

    /// - Parameters:
    ///   - push: The push, as the daemon's API has it.
    ///   - endpoint: The push endpoint, as the API has it.
    init(_ push: JSONObject, _ endpoint: JSONObject) {
        let authority = endpoint.text("authority")
        let port = endpoint.text("port")
        var words = ["curl", "--http2"]
        if !authority.isEmpty { words += ["--cacert", Self.quoted(authority)] }
        if endpoint["takesAnyProvider"] != .bool(true) {
            words += ["-H", "\"authorization: bearer $TOKEN\""]
        }
        let headers = [
            ("apns-topic", push.text("topic")), ("apns-push-type", push.text("pushType")),
            ("apns-priority", push.text("priority")),
            ("apns-collapse-id", push.text("collapseID")),
            ("apns-expiration", push.text("expiration")),
        ]
        for (name, value) in headers where !value.isEmpty {
            words += ["-H", Self.quoted("\(name): \(value)")]
        }
        words += ["--data-binary", Self.quoted(push.text("payload"))]
        let place = "https://localhost:\(port.isEmpty ? "2197" : port)/3/device/"
        words.append(Self.quoted(place + push.text("token")))
        text = words.joined(separator: " ")
    }

    /// A text as one word of a POSIX shell; where it has control characters, as `$'…'` of bash and zsh,
    /// so that nothing of it reaches a terminal.
    ///
    /// A shell without `$'…'`, such as dash, takes the escapes as they stand; it is one word there too,
    /// since a quote is an escape as well.
    private static func quoted(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }), text.isPrintable {
            return "'" + text.replacing("'", with: "'\\''") + "'"
        }
        let escaped = text.utf8.map { byte -> String in
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\x" + String(byte, radix: 16)
            case 0x20..<0x7f: String(Unicode.Scalar(byte))
            default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return "$'" + escaped.joined() + "'"
    }
}

extension String {
    /// Whether a terminal shows it as it is: nothing would be neutralised.
    fileprivate var isPrintable: Bool { neutralised(byteLimit: utf8.count) == self }
}
