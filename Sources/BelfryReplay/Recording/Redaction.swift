// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import BelfryRuntime

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

extension Redaction {
    /// Refuses what a payload does not have, or cannot be without: before a run is made, so that no
    /// secret of it is written.
    ///
    /// - Throws: ``RecordingError`` with what there is.
    package func check(_ payload: PushPayload) throws(RecordingError) {
        guard case .payload(let path) = self else { return }
        let text = String(decoding: payload.bytes, as: UTF8.self)
        guard try Self.take(path, outOf: text) == nil else { return }
        throw missing(among: Self.places(in: text), "the payload has no such value")
    }

    /// Why nothing was taken out of a recording.
    package func missing(in recording: Recording) -> RecordingError {
        let exchanges = recording.trace.exchanges
        switch self {
        case .payload:
            return missing(
                among: Self.places(in: recording.request.payload),
                "the payload has no such value"
            )
        case .header:
            let fields = exchanges.flatMap { ($0.requestFields ?? []) + $0.answerHead }
            let names = fields.compactMap { field in
                field.firstIndex(of: ":").map { "header:" + field[..<$0].lowercased() }
            }
            return missing(among: names, "no request and no answer has such a field")
        case .bodies: return missing("no request and no answer has a body")
        case .files: return missing("it holds no file of the extension's")
        case .center: return missing("the notification centre was not asked")
        case .texts: return missing("the extension made no text")
        }
    }

    private func missing(among names: [String] = [], _ problem: String) -> RecordingError {
        let near = Spelling.nearest(to: name, among: names).map { "; did you mean \($0)?" }
        return RecordingError(
            .redaction,
            "--redact \(name): \(problem), and nothing is taken out\(near ?? "")"
        )
    }

    /// Every value of a payload, as it is given on the command line.
    private static func places(in payload: String) -> [String] {
        func places(_ value: JSONValue, _ name: String) -> [String] {
            guard case .object(let object) = value else { return [name] }
            return object.members.flatMap { member in
                let place = "\(name).\(member.key)"
                return [place] + places(member.value, place)
            }
        }
        let value = try? JSONValue.parseHandwritten(Array(payload.utf8)).value
        return (value?.object?.members ?? []).flatMap { member in
            places(member.value, "payload:" + member.key)
        }
    }

    /// Puts the mark in the place of a payload's value.
    ///
    /// - Returns: The payload, and what was taken out; nil where there was nothing.
    /// - Throws: ``RecordingError`` where an extension would not be called any more with what is left.
    static func take(
        _ path: [String],
        outOf payload: String
    ) throws(RecordingError) -> (payload: String, secret: JSONValue)? {
        guard var value = try? JSONValue.parseHandwritten(Array(payload.utf8)).value,
            let secret = value.redact(path[...])
        else { return nil }
        let text = String(decoding: value.serialized(), as: UTF8.self)
        let before = try? PushPayload.parse(Array(payload.utf8), limit: Recording.payloadLimit)
        let after = try? PushPayload.parse(Array(text.utf8), limit: Recording.payloadLimit)
        guard let after, after.isMutable == before?.isMutable ?? after.isMutable else {
            throw RecordingError(
                .redaction,
                "--redact \(Redaction.payload(path).name): without it the payload would not come "
                    + "to the extension, and could not be replayed; name the value that is secret, "
                    + "such as payload:aps.alert.body"
            )
        }
        return (text, secret)
    }
}
