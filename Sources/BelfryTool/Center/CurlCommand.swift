// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// The curl command that sends a push of the delivery log again.
///
/// Texts of the push were a sender's: each is one word of the shell, whatever is in it. What came by a
/// channel is sent to the channel again, as its sender did.
struct CurlCommand {
    /// The command, without a line feed at its end.
    let text: String

    /// Whether it reads the payload from ``payloadFile``, as the daemon has it not.
    let needsPayload: Bool

    /// Where a payload is to be that the daemon has not kept.
    static let payloadFile = "push.json"

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
        for (name, value) in Self.headers(push) where !value.isEmpty {
            words += ["-H", Self.quoted("\(name): \(value)")]
        }
        needsPayload = push["payload"] == nil
        let body = needsPayload ? "@" + Self.payloadFile : push.text("payload")
        words += ["--data-binary", Self.quoted(body)]
        let isOfChannel = push["channel"] != nil
        let path =
            isOfChannel
            ? "4/broadcasts/apps/" + push.text("app") : "3/device/" + push.text("token")
        words.append(Self.quoted("https://localhost:\(port.isEmpty ? "2197" : port)/" + path))
        text = words.joined(separator: " ")
    }

    private static func headers(_ push: JSONObject) -> [(name: String, value: String)] {
        let type = push.text("pushType")
        // Older daemons noted 10 of a background push whose sender named neither type nor priority.
        let isAtOnce = type == "background" && push.text("priority") == "10"
        let address =
            push["channel"] == nil
            ? ("apns-topic", push.text("topic")) : ("apns-channel-id", push.text("channel"))
        return [
            address, ("apns-push-type", type),
            ("apns-priority", isAtOnce ? "" : push.text("priority")),
            ("apns-collapse-id", push.text("collapseID")),
            ("apns-expiration", push.text("expiration")),
        ]
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
