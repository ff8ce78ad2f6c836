// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryDigest
internal import BelfryInlets
internal import BelfryModel
internal import BelfrySystem
internal import HTTPTypes
internal import Synchronization

/// A place that programs send messages to, for one app.
struct InletTopic: Equatable, Sendable {
    /// What it is called in addresses.
    let name: String

    /// The app that its messages are for.
    let app: String

    /// What Gotify's answers know it by.
    let number: Int

    /// When it was made, in milliseconds of UNIX time.
    let made: UnixTime

    /// The digest of its token; nobody can send with what the file has.
    fileprivate(set) var digest: String
}

/// The topics of the inlet, in a file of the daemon's state.
final class TopicStore: Sendable {
    private let file: RowsFile
    private let state: Mutex<[InletTopic]>

    /// Held while the file is written, so that two changes do not undo each other.
    private let writing = Mutex(())

    /// Most topics.
    private static let limit = 1000

    /// What tokens begin with, by which apprise knows them.
    private static let prefix = "tk_"

    /// Reads the file.
    ///
    /// - Parameter directory: Where it is, if there is one.
    /// - Throws: ``DaemonError`` for a file that cannot be read.
    init(_ directory: String) throws(DaemonError) {
        file = RowsFile(
            directory: directory,
            name: "topics.json",
            key: "topics",
            byteLimit: 4 << 20,
            contents: "the topics of the inlet",
            wayOut: "remove the file, and add the topics again",
            relief: "remove one: belfry topic remove NAME"
        )
        var topics: [InletTopic] = []
        for row in try file.read() {
            guard let topic = row.object.flatMap(InletTopic.init(document:)) else {
                throw file.unreadable
            }
            topics.append(topic)
        }
        state = Mutex(topics)
    }

    /// The topics, in the order in which they were made.
    var topics: [InletTopic] { state.withLock(\.self) }

    /// Adds a topic.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - app: An installed app.
    ///   - now: The time.
    /// - Returns: The topic, and its token, which is kept nowhere.
    /// - Throws: ``APIError`` for a name that there is or cannot be, or for too many; ``SystemError``.
    func add(
        _ name: String,
        app: String,
        at now: UnixTime
    ) throws -> (topic: InletTopic, token: String) {
        guard TopicName.isValid(name), !TopicName.taken.contains(name) else {
            throw APIError(
                .unprocessableContent,
                "invalid_name",
                "\(name.quoted) cannot be a topic: it has 1 to 64 letters, digits, - and _, and is "
                    + "none of \(TopicName.taken.sorted().joined(separator: ", "))"
            )
        }
        let token = Self.makeToken()
        let topic = try change { topics in
            guard !topics.contains(where: { $0.name == name }) else {
                throw APIError(
                    .conflict,
                    "conflict",
                    "there is a topic \(name.quoted); belfry topic token \(name) gives it a new token"
                )
            }
            guard topics.count < Self.limit else {
                throw APIError(.conflict, "limit", "there are \(Self.limit) topics; remove one")
            }
            let topic = InletTopic(
                name: name,
                app: app,
                number: (topics.map(\.number).max() ?? 0) + 1,
                made: now,
                digest: Self.digest(token)
            )
            topics.append(topic)
            return topic
        }
        return (topic, token)
    }

    /// Gives a topic a new token; the one before is worth nothing from now on.
    ///
    /// - Parameter name: The topic.
    /// - Returns: The topic, and its token.
    /// - Throws: ``APIError`` where there is no such topic.
    func renewToken(of name: String) throws -> (topic: InletTopic, token: String) {
        let token = Self.makeToken()
        let topic = try change { topics in
            let place = try Self.place(of: name, in: topics)
            topics[place].digest = Self.digest(token)
            return topics[place]
        }
        return (topic, token)
    }

    /// Removes a topic.
    ///
    /// - Throws: ``APIError`` where there is no such topic.
    func remove(_ name: String) throws {
        _ = try change { topics in
            topics.remove(at: try Self.place(of: name, in: topics))
        }
    }

    /// The topic whose token a text is; nil for any other text.
    ///
    /// What takes longer here depends on digests, which say nothing of tokens.
    func topic(ofToken token: String) -> InletTopic? {
        guard token.hasPrefix(Self.prefix) else { return nil }
        let digest = Self.digest(token)
        return state.withLock { topics in topics.first { $0.digest == digest } }
    }

    /// The topic that a sender may send to.
    ///
    /// - Parameter token: What the sender has shown; nil for nothing.
    /// - Returns: The topic.
    /// - Throws: ``InletError``.
    func admit(_ token: String?) throws(InletError) -> InletTopic {
        guard let token else {
            throw InletError(
                40301,
                "forbidden: send the topic's token, as Authorization: Bearer TOKEN"
            )
        }
        guard let topic = topic(ofToken: token) else {
            throw InletError(
                40101,
                "unauthorized: the token is no topic's; belfry topic token makes one"
            )
        }
        return topic
    }

    private static func place(of name: String, in topics: [InletTopic]) throws -> Int {
        guard let place = topics.firstIndex(where: { $0.name == name }) else {
            throw APIError(
                .notFound,
                "not_found",
                "there is no topic \(name.quoted); belfry topic list has them"
            )
        }
        return place
    }

    private func change<Result>(
        _ body: (inout [InletTopic]) throws -> Result
    ) throws -> Result {
        try writing.withLock { _ in
            var changed = topics
            let result = try body(&changed)
            try file.write(changed.map(\.row))
            state.withLock { $0 = changed }
            return result
        }
    }

    private static func makeToken() -> String { prefix + AccessToken.random().text }

    private static func digest(_ token: String) -> String {
        var digest = ContentDigest()
        digest.update(Array(token.utf8))
        return digest.finish()
    }
}

extension InletTopic {
    /// The topic as the API has it.
    var document: JSONObject {
        ["name": .string(name), "app": .string(app), "made": .string(APITime.text(made))]
    }

    /// The topic as the file has it.
    fileprivate var row: JSONObject {
        [
            "name": .string(name), "app": .string(app), "number": .number(JSONNumber(number)),
            "made": .number(JSONNumber(Int(made.milliseconds))), "digest": .string(digest),
        ]
    }

    fileprivate init?(document: JSONObject) {
        guard let name = document["name"]?.string, TopicName.isValid(name),
            let app = document["app"]?.string,
            case .number(let number)? = document["number"], let number = number.int,
            case .number(let made)? = document["made"], let made = made.int,
            let digest = document["digest"]?.string, digest.utf8.count == 64
        else { return nil }
        self.init(
            name: name,
            app: app,
            number: number,
            made: UnixTime(milliseconds: Int64(made)),
            digest: digest
        )
    }
}
