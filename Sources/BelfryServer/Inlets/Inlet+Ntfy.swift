// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryInlets
internal import BelfryModel
internal import HTTPTypes
internal import Hummingbird

/// Messages in ntfy's form.
extension Inlet {
    func addNtfy(to router: Router<APIContext>) {
        for method in [HTTPRequest.Method.post, .put] {
            router.on("/", method: method) { [self] request, _ in try await publishJSON(request) }
            router.on("/:topic", method: method) { [self] request, context in
                try await publish(request, to: try context.parameter("topic"))
            }
            router.on("/:topic/:last", method: method) { [self] request, context in
                let last = try context.parameter("last")
                let sequence = Self.verbs.contains(last) ? nil : last
                return try await publish(
                    request,
                    to: try context.parameter("topic"),
                    replacing: sequence
                )
            }
        }
        router.get("/:topic/:last") { [self] request, context in
            guard Self.verbs.contains(try context.parameter("last")) else {
                throw InletError.notFound
            }
            return try await publish(request, to: try context.parameter("topic"), hasBody: false)
        }
    }

    /// What an address ends in that has a message in its query alone.
    private static let verbs: Set<String> = ["publish", "send", "trigger"]

    /// Longer than any message as JSON: each byte of its text escaped, and the rest.
    private static let jsonByteLimit = 256 * 1024

    private func publishJSON(_ request: Request) async throws -> Response {
        let fields = try fields(of: request)
        let topic = try topics.admit(InletCredentials.ntfy(fields))
        try rate.count(topic.name)
        do {
            return try await room.reading(request, of: topic.name, limit: Self.jsonByteLimit) {
                try await publish(try NtfyMessage(json: $0, fields), to: topic)
            }
        } catch let error as APIError where error.status == .contentTooLarge {
            throw InletError(
                41303,
                "JSON body too large; it has \(Self.jsonByteLimit) bytes at most"
            )
        }
    }

    private func publish(
        _ request: Request,
        to name: String,
        replacing sequence: String? = nil,
        hasBody: Bool = true
    ) async throws -> Response {
        let fields = try fields(of: request)
        let topic = try topics.admit(InletCredentials.ntfy(fields))
        try rate.count(topic.name)
        var message = try NtfyMessage(topic: name, fields)
        if let sequence {
            guard TopicName.isValid(sequence) else { throw InletError.notFound }
            message.sequenceIdentifier = sequence
        }
        guard topic.name == name else { throw Self.foreign }
        guard hasBody else {
            _ = try message.take(body: [])
            return try await publish(message, to: topic)
        }
        let limit = IncomingFiles.byteLimit
        return try await room.reading(request, of: name, limit: limit) { [message] body in
            var message = message
            let isFile = try message.take(body: body)
            return try await publish(message, to: topic, file: isFile ? body : nil)
        }
    }

    private static let foreign = InletError(40301, "forbidden: the token is another topic's")

    private func publish(
        _ message: NtfyMessage,
        to topic: InletTopic,
        file: [UInt8]? = nil
    ) async throws -> Response {
        guard message.topic == topic.name else { throw Self.foreign }
        let category = message.category(Self.digest)
        let moment = try await prepare(topic)
        let due = try message.delay.map { text in
            try NtfyDelay.due(
                text,
                now: Double(moment.now.milliseconds) / 1000,
                timeZone: message.timeZone ?? moment.timeZone
            )
        }.map { UnixTime(milliseconds: Int64($0 * 1000)) }
        let identifier = Self.makeIdentifier()
        var document = message.document(
            identifier: identifier,
            time: Int((due ?? moment.now).milliseconds / 1000)
        )
        _ = try await take(
            message.push(document),
            as: identifier,
            for: topic,
            category: category,
            replacing: message.sequenceIdentifier.map { "\(topic.name)/\($0)" },
            due: due,
            file: file.map { ($0, message.attachment?.name ?? "") }
        )
        document["message"] = .string(message.text)
        let warnings = message.warnings
        if !warnings.isEmpty { document["warnings"] = .array(warnings.map { .string($0) }) }
        return Response.json(.object(document))
    }
}
