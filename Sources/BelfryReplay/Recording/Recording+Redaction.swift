// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime

extension Recording {
    /// A mark can be longer than what it stands for.
    static let payloadLimit = PayloadLimit(byteCount: 64 * 1024)

    /// Takes something out, and names it in ``redactions`` where there was something.
    ///
    /// - Parameter redaction: What to take out.
    /// - Returns: From how many places it was taken; 0 where there was none, and nothing is changed.
    /// - Throws: ``RecordingError`` for what a replay cannot be without.
    package mutating func apply(_ redaction: Redaction) throws(RecordingError) -> Int {
        let count: Int
        switch redaction {
        case .payload(let path): count = try redactPayload(path)
        case .header(let name): count = redactExchanges { $0.redact(field: name) }
        case .bodies:
            count = redactExchanges { $0.requestBody.redact() + $0.answerBody.redact() }
        case .files: count = redactFiles()
        case .center: count = redactCenter()
        case .texts: count = redactTexts()
        }
        if count > 0, !redactions.contains(redaction.name) { redactions.append(redaction.name) }
        return count
    }

    /// Whether something of a kind was taken out.
    package func isRedacted(_ redaction: Redaction) -> Bool {
        redactions.contains(redaction.name)
    }

    private mutating func redactPayload(_ path: [String]) throws(RecordingError) -> Int {
        guard let (payload, secret) = try Redaction.take(path, outOf: request.payload) else {
            return 0
        }
        request.payload = payload
        // The content has the payload with it.
        let delivered = result.content?.redact((["userInfo"] + path)[...])
        return secret.texts.filter { $0.utf8.count >= Self.shortestSecret }
            .reduce(delivered == nil ? 1 : 2) { $0 + redact(every: $1) }
    }

    /// Shorter texts stand in too many places by chance.
    private static let shortestSecret = 4

    /// Puts the mark in the place of a text wherever the extension has used it: a replayed extension,
    /// which is given the mark, uses that.
    private mutating func redact(every secret: String) -> Int {
        var count = 0
        let redacted = { (text: String) -> String in
            guard text.contains(secret) else { return text }
            count += 1
            return text.replacing(secret, with: Redaction.mark)
        }
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
        return count
    }

    private mutating func redactExchanges(_ redact: (inout NetworkExchange) -> Int) -> Int {
        trace.exchanges.indices.reduce(0) { $0 + redact(&trace.exchanges[$1]) }
    }

    private mutating func redactFiles() -> Int {
        var count = 0
        for folder in trace.folders.indices {
            for entry in trace.folders[folder].entries.indices {
                count += trace.folders[folder].entries[entry].content?.redact() ?? 0
            }
        }
        return count
    }

    private mutating func redactCenter() -> Int {
        trace.questions.indices.reduce(0) {
            $0 + trace.questions[$1].document.redact() + trace.questions[$1].answer.redact()
        }
    }

    private mutating func redactTexts() -> Int {
        var count = 0
        let redacted = { (text: String) -> String in
            guard !text.isEmpty, text != Redaction.mark else { return text }
            count += 1
            return Redaction.mark
        }
        for index in trace.calls.indices {
            trace.calls[index].arguments = redacted(trace.calls[index].arguments)
        }
        for name in ["title", "subtitle", "body", "userInfo", "summaryArgument"]
        where result.content?.redact([name]) != nil {
            count += 1
        }
        result.output = result.output.map(redacted)
        result.log = result.log.map(redacted)
        return count
    }
}

extension JSONValue {
    /// Puts the mark in the place of a member.
    ///
    /// - Parameter path: Where the member is; keys can have points of their own.
    /// - Returns: What was there; nil where there is none, or the mark already.
    mutating func redact(_ path: ArraySlice<String>) -> JSONValue? {
        guard case .object(var members) = self else { return nil }
        for length in stride(from: path.count, to: 0, by: -1) {
            let key = path.prefix(length).joined(separator: ".")
            guard var member = members[key] else { continue }
            let secret: JSONValue?
            if length == path.count {
                secret = member == .string(Redaction.mark) ? nil : member
                member = .string(Redaction.mark)
            } else {
                secret = member.redact(path.dropFirst(length))
            }
            guard secret != nil else { continue }
            members[key] = member
            self = .object(members)
            return secret
        }
        return nil
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
    /// Takes the bytes out, and says from how many places: none where there were none.
    fileprivate mutating func redact() -> Int {
        guard case .bytes(let bytes) = self, !bytes.isEmpty else { return 0 }
        self = .redacted(bytes.count)
        return 1
    }
}

extension NetworkExchange {
    /// Takes a field's values out, and says from how many places.
    fileprivate mutating func redact(field name: String) -> Int {
        var count = 0
        let redacted = { (line: String) -> String in
            guard line.lowercased().hasPrefix(name + ":") else { return line }
            let marked = "\(line.prefix(name.count)): \(Redaction.mark)"
            if line != marked { count += 1 }
            return marked
        }
        requestFields = requestFields?.map(redacted)
        answerHead = answerHead.map(redacted)
        return count
    }
}
