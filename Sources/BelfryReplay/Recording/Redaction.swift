// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Something to be taken out of a recording.
package enum Redaction: Sendable, Equatable {
    /// The value of a payload's key, such as `aps.alert.body`.
    case payload([String])
    /// The values of a header field, in requests and answers.
    case header(String)
    /// The bodies of requests and answers.
    case bodies
    /// The contents of the files that the extension keeps.
    case files
    /// What the notification centre was told and answered.
    case center
    /// Texts that the extension made: of the result, of the log, and the arguments of its calls.
    case texts

    /// What every recording is without: what proves to a server who asks.
    package static let always: [Redaction] = ["authorization", "cookie", "proxy-authorization"]
        .map(Redaction.header)

    /// What stands in the place of a text.
    package static let mark = "[redacted]"

    /// Reads one as it is given on the command line.
    ///
    /// - Parameter text: Such as `payload:aps.alert.body`, `header:set-cookie` or `bodies`.
    /// - Throws: ``RecordingError`` naming what there is.
    package init(_ text: String) throws(RecordingError) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count > 1 ? parts[1] : nil) {
        case ("payload", let path?): self = .payload(path.split(separator: ".").map(String.init))
        case ("header", let name?): self = .header(name.lowercased())
        case ("bodies", nil): self = .bodies
        case ("files", nil): self = .files
        case ("center", nil): self = .center
        case ("texts", nil): self = .texts
        default:
            throw RecordingError(
                .redaction,
                "there is nothing to redact by the name \(text.quoted); there are payload:KEY.PATH, "
                    + "header:NAME, bodies, files, center and texts"
            )
        }
    }

    /// The redaction as it is given on the command line.
    package var name: String {
        switch self {
        case .payload(let path): "payload:" + path.joined(separator: ".")
        case .header(let name): "header:" + name
        case .bodies: "bodies"
        case .files: "files"
        case .center: "center"
        case .texts: "texts"
        }
    }
}
