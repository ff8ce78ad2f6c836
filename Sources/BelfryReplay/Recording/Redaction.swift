// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
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

extension Recording {
    /// Takes something out.
    package mutating func apply(_ redaction: Redaction) {
        if !redactions.contains(redaction.name) { redactions.append(redaction.name) }
        switch redaction {
        case .payload(let path): redactPayload(path)
        case .header(let name):
            for index in trace.exchanges.indices { trace.exchanges[index].redact(field: name) }
        case .bodies:
            for index in trace.exchanges.indices {
                trace.exchanges[index].requestBody.redact()
                trace.exchanges[index].answerBody.redact()
            }
        case .files:
            for folder in trace.folders.indices {
                for entry in trace.folders[folder].entries.indices {
                    trace.folders[folder].entries[entry].content?.redact()
                }
            }
        case .center:
            for index in trace.questions.indices {
                trace.questions[index].document.redact()
                trace.questions[index].answer.redact()
            }
        case .texts: redactTexts()
        }
    }

    /// Whether something of a kind was taken out.
    func isRedacted(_ redaction: Redaction) -> Bool { redactions.contains(redaction.name) }

    private mutating func redactPayload(_ path: [String]) {
        guard var value = try? JSONValue.parseHandwritten(Array(request.payload.utf8)).value,
            let secret = value.redact(path[...])
        else { return }
        request.payload = String(decoding: value.serialized(), as: UTF8.self)
        // The content has the payload with it.
        _ = result.content?.redact((["userInfo"] + path)[...])
        for text in secret.texts where text.utf8.count >= Self.shortestSecret {
            redact(every: text)
        }
    }

    /// Shorter texts stand in too many places by chance.
    private static let shortestSecret = 4

    /// Puts the mark in the place of a text wherever the extension has used it: a replayed extension,
    /// which is given the mark, uses that.
    private mutating func redact(every secret: String) {
        let redacted = { (text: String) in text.replacing(secret, with: Redaction.mark) }
        for index in trace.calls.indices {
            trace.calls[index].arguments = redacted(trace.calls[index].arguments)
        }
        for index in trace.exchanges.indices {
            trace.exchanges[index].url = redacted(trace.exchanges[index].url)
            trace.exchanges[index].requestFields = trace.exchanges[index].requestFields?
                .map(redacted)
        }
        result.content = result.content?.mapTexts(redacted)
        result.output = result.output.map(redacted)
        result.log = result.log.map(redacted)
    }

    private mutating func redactTexts() {
        for index in trace.calls.indices where !trace.calls[index].arguments.isEmpty {
            trace.calls[index].arguments = Redaction.mark
        }
        for name in ["title", "subtitle", "body", "userInfo", "summaryArgument"] {
            _ = result.content?.redact([name])
        }
        result.output = result.output.map { _ in Redaction.mark }
        result.log = result.log.map { _ in Redaction.mark }
    }
}

extension JSONValue {
    /// Puts the mark in the place of a member.
    ///
    /// - Parameter path: Where the member is.
    /// - Returns: What was there; nil where there is none.
    fileprivate mutating func redact(_ path: ArraySlice<String>) -> JSONValue? {
        guard let key = path.first, case .object(var members) = self, var member = members[key]
        else { return nil }
        let secret: JSONValue?
        if path.count == 1 {
            secret = member
            member = .string(Redaction.mark)
        } else {
            secret = member.redact(path.dropFirst())
        }
        members[key] = member
        self = .object(members)
        return secret
    }

    /// Every text in it.
    fileprivate var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(\.texts)
        case .object(let object): object.members.flatMap(\.value.texts)
        case .null, .bool, .number: []
        }
    }

    /// The same value with other texts.
    fileprivate func mapTexts(_ change: (String) -> String) -> JSONValue {
        switch self {
        case .string(let text): return .string(change(text))
        case .array(let elements): return .array(elements.map { $0.mapTexts(change) })
        case .object(let object):
            var changed = JSONObject()
            for member in object.members { changed[member.key] = member.value.mapTexts(change) }
            return .object(changed)
        case .null, .bool, .number: return self
        }
    }
}

extension KeptBytes {
    fileprivate mutating func redact() {
        if case .bytes(let bytes) = self { self = .redacted(bytes.count) }
    }
}

extension NetworkExchange {
    fileprivate mutating func redact(field name: String) {
        requestFields = requestFields?.map { Self.redacted($0, name) }
        answerHead = answerHead.map { Self.redacted($0, name) }
    }

    private static func redacted(_ line: String, _ name: String) -> String {
        guard line.lowercased().hasPrefix(name + ":") else { return line }
        return "\(line.prefix(name.count)): \(Redaction.mark)"
    }
}
