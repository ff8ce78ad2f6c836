// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAPNs
internal import BelfryModel
internal import BelfrySystem
internal import Glibc
internal import HTTPTypes
internal import Synchronization

/// The keys of the teams that may push, in a file of the daemon's state.
///
/// Only public keys are in it: it lets nobody make a token.
final class ProviderStore: Sendable {
    /// What verifies the tokens of senders.
    let ring: ProviderKeyring

    /// The certificates of senders.
    let certificates: CertificateStore

    /// Who the daemon's own user pushes as.
    let development: DevelopmentProvider

    private let file: RowsFile

    /// Held while the file is written, so that two changes do not undo each other.
    private let writing = Mutex(())

    /// Most keys; Apple has two for a team in each environment, and 200 for topics.
    private static let limit = 1000

    /// Reads the keys.
    ///
    /// - Parameters:
    ///   - directory: Where the file is, if there is one.
    ///   - takesAny: Whether every push is taken.
    /// - Throws: ``DaemonError`` for a file that cannot be read, or where no key can be made.
    init(_ directory: String, takesAny: Bool) throws(DaemonError) {
        file = RowsFile(
            directory: directory,
            name: "providers.json",
            key: "keys",
            byteLimit: 4 << 20,
            contents: "the provider keys",
            wayOut: "remove the file, and add the keys again",
            relief: "name fewer topics, or remove a key: belfry provider remove KEYID"
        )
        let keys = try Self.keys(in: file)
        certificates = try CertificateStore(directory)
        do throws(ProviderKeyError) {
            development = try DevelopmentProvider()
        } catch {
            throw DaemonError(
                .software,
                "the daemon cannot make a key to push with: \(error.message)"
            )
        }
        ring = ProviderKeyring(
            keys,
            takesAny: takesAny,
            own: development.key,
            certificates: certificates.register
        )
    }

    /// Adds a key, or replaces the one of its identifier.
    ///
    /// - Throws: ``APIError`` where there are too many, or their topics are too long for the file, or
    ///   ``SystemError``; nothing has changed then.
    func add(_ key: ProviderKey) throws {
        try change { keys in
            keys.removeAll { $0.keyID == key.keyID }
            guard keys.count < Self.limit else {
                throw APIError(.conflict, "limit", "there are \(Self.limit) keys; remove one")
            }
            keys.append(key)
        }
    }

    /// Removes a key; tokens that it signed are worth nothing from now on.
    ///
    /// - Throws: ``APIError`` where there is no such key.
    func remove(_ keyID: String) throws {
        try change { keys in
            guard keys.contains(where: { $0.keyID == keyID }) else {
                throw APIError(.notFound, "not_found", "there is no key \(keyID.quoted)")
            }
            keys.removeAll { $0.keyID == keyID }
        }
    }

    private func change(_ body: (inout [ProviderKey]) throws -> Void) throws {
        try writing.withLock { _ in
            var keys = ring.keys
            try body(&keys)
            try file.write(keys.map(\.document))
            ring.replace(keys)
        }
    }

    private static func keys(in file: RowsFile) throws(DaemonError) -> [ProviderKey] {
        let rows = try file.read()
        do throws(ProviderKeyError) {
            var keys: [ProviderKey] = []
            for row in rows { keys.append(try ProviderKey(document: row.object ?? JSONObject())) }
            return keys
        } catch {
            throw file.wrong(error.message)
        }
    }
}

extension ProviderKey {
    /// The key as the API and the file write it.
    var document: JSONObject {
        var object: JSONObject = [
            "keyID": .string(keyID), "teamID": .string(teamID), "publicKey": .string(publicKey),
            "topics": .array(topics.map { .string($0) }),
        ]
        object["environment"] = environment.map { .string($0.rawValue) }
        return object
    }

    fileprivate init(document: JSONObject) throws(ProviderKeyError) {
        // What narrows a key and cannot be read must not widen it: a key without topics is for all.
        var topics: [String] = []
        if let listed = document["topics"] {
            guard case .array(let texts) = listed else {
                throw ProviderKeyError("its topics are not a list of texts")
            }
            topics = texts.compactMap(\.string)
            guard topics.count == texts.count else {
                throw ProviderKeyError("its topics are not a list of texts")
            }
        }
        let environment = document["environment"]
        let known = environment?.string.flatMap(PushEnvironment.init(rawValue:))
        guard environment == nil || known != nil else {
            throw ProviderKeyError("its environment is neither development nor production")
        }
        try self.init(
            keyID: document["keyID"]?.string ?? "",
            teamID: document["teamID"]?.string ?? "",
            pem: document["publicKey"]?.string ?? "",
            environment: known,
            topics: topics
        )
    }
}
