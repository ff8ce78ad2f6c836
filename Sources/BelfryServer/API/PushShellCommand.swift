// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAPNs
internal import BelfryCenter
internal import Foundation

/// The curl command that makes a push: each text of the push is one word of a POSIX shell, whatever is
/// in it.
struct PushShellCommand {
    /// Where the command pushes to.
    enum Way {
        /// To the daemon's push endpoint, as senders do.
        case endpoint(port: Int, authority: String?, token: String, takesAny: Bool)
        /// To the daemon's API, over its socket.
        case socket(String)
    }

    /// The command, without a line feed at its end.
    let text: String

    /// Whether the shell's variable `TOKEN` has to hold a provider token.
    let needsToken: Bool

    /// - Parameters:
    ///   - payload: The payload, without a zero byte.
    ///   - headers: The headers of APNs.
    ///   - app: The app.
    ///   - device: The device's name.
    ///   - way: Where it goes.
    init(
        _ payload: String,
        _ headers: [(name: String, value: String)],
        to app: String,
        on device: String,
        by way: Way
    ) {
        var words = ["curl", "-sS"]
        var headers = headers
        let address: String
        switch way {
        case .endpoint(let port, let authority, let token, let takesAny):
            words += ["-i", "--http2"]
            if let authority { words += ["--cacert", Self.quoted(authority)] }
            needsToken = !takesAny
            if needsToken { words += ["-H", "\"authorization: bearer $TOKEN\""] }
            if !headers.contains(where: { $0.name == "apns-topic" }) {
                let type = headers.first { $0.name == "apns-push-type" }?.value
                headers.insert(("apns-topic", PushTopic.usual(of: app, type)), at: 0)
            }
            address = "https://localhost:\(port)/3/device/\(token)"
        case .socket(let path):
            words += ["--unix-socket", Self.quoted(path)]
            needsToken = false
            let device = Self.encoded(device)
            address = "http://localhost/v1/apps/\(Self.encoded(app))/push?device=\(device)"
        }
        for header in headers { words += ["-H", Self.quoted("\(header.name): \(header.value)")] }
        // Unlike --data-binary it takes a text that begins with @ for a text.
        words += ["--data-raw", Self.quoted(payload), Self.quoted(address)]
        text = words.joined(separator: " ")
    }

    /// A text as one word (POSIX, Shell Command Language, section 2.2.2): between two of these quotes
    /// nothing but the quote itself means anything else than itself.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }

    /// A text as a part of an address in which curl finds no pattern.
    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// What never needs to be encoded (RFC 3986, section 2.3).
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
}
