// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryRuntime
internal import BelfryWire

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

    /// Whether something was taken out, by itself or with what it was in.
    package func isRedacted(_ redaction: Redaction) -> Bool {
        guard case .payload(let path) = redaction else {
            return redactions.contains(redaction.name)
        }
        return path.indices.contains { end in
            redactions.contains(Redaction.payload(Array(path[...end])).name)
        }
    }

    private mutating func redactPayload(_ path: [String]) throws(RecordingError) -> Int {
        guard let taken = try Redaction.take(path, outOf: request.payload) else { return 0 }
        request.payload = taken.payload
        // The content has the payload with it.
        let delivered = result.content?.redact((["userInfo"] + path)[...])
        let count = taken.count + (delivered == nil ? 0 : 1)
        return taken.secrets.reduce(count) { $0 + redact(every: $1) }
    }

    /// Puts the mark in the place of a text wherever the extension has used it: a replayed extension,
    /// which is given the mark, uses that.
    private mutating func redact(every secret: SecretText) -> Int {
        var count = 0
        let counted = { (text: String, redacted: String) -> String in
            if redacted != text { count += 1 }
            return redacted
        }
        let redacted = { (text: String) in counted(text, secret.redacted(in: text)) }
        for index in trace.calls.indices {
            let arguments = trace.calls[index].arguments
            trace.calls[index].arguments = counted(
                arguments,
                secret.redacted(inCut: arguments, limit: HostCall.argumentsByteLimit)
            )
        }
        for index in trace.exchanges.indices {
            trace.exchanges[index].url = redacted(trace.exchanges[index].url)
            trace.exchanges[index].requestFields = trace.exchanges[index].requestFields?
                .map(redacted)
            trace.exchanges[index].message = trace.exchanges[index].message.map(redacted)
        }
        result.content = result.content?.mapTexts(redacted)
        for index in result.attachments.indices {
            result.attachments[index].identifier = redacted(result.attachments[index].identifier)
            result.attachments[index].error = result.attachments[index].error.map(redacted)
        }
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

    /// Every text in it, and every number as one.
    var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .number(let number): [number.literal]
        case .array(let elements): elements.flatMap(\.texts)
        case .object(let object): object.members.flatMap(\.value.texts)
        case .null, .bool: []
        }
    }

    /// The same value with other texts.
    func mapTexts(_ change: (String) -> String) -> JSONValue {
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
