// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryAPNs
import EndToEndSupport
import Foundation
import Testing

@testable import BelfryServer

/// The file of provider keys: it never grows past what the daemon reads again.
@Suite(.timeLimit(.minutes(5)), .serialized) struct ProviderStoreTests {
    /// Most bytes of the file.
    private static let limit = 4 << 20

    private static func key(_ keyID: String, topicByteCount: Int) throws -> ProviderKey {
        try ProviderKey(
            keyID: keyID,
            teamID: "TEAM567890",
            pem: ProviderKey.makePrivate(),
            topics: [String(repeating: "a", count: topicByteCount)]
        )
    }

    /// Fills the file of a directory to its last byte, with one key.
    private static func fill(_ directory: String) throws -> ProviderStore {
        let store = try ProviderStore(directory, takesAny: false)
        try store.add(try key("KEY4567890", topicByteCount: 1))
        let size = try contents(directory).count
        try store.add(try key("KEY4567890", topicByteCount: 1 + limit - size))
        return store
    }

    private static func contents(_ directory: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: directory + "/providers.json"))
    }

    @Test func `takes keys up to the longest file that it reads, and refuses the next byte`() throws
    {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-providers-" + UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let store = try Self.fill(directory)
        let full = try Self.contents(directory)
        #expect(full.count == Self.limit)
        let keys = store.ring.keys
        #expect(throws: APIError.self) {
            try store.add(try Self.key("KEY4567890", topicByteCount: Self.limit))
        }
        let longer = try Self.key(
            "KEY4567890",
            topicByteCount: try #require(keys.first?.topics.first).utf8.count + 1
        )
        #expect {
            try store.add(longer)
        } throws: { error in
            (error as? APIError)?.message.contains("\(Self.limit + 1) bytes") == true
        }
        #expect(try Self.contents(directory) == full)
        #expect(store.ring.keys == keys)
        #expect(try ProviderStore(directory, takesAny: false).ring.keys == keys)
        try store.remove("KEY4567890")
        try store.add(try Self.key("OTHER67890", topicByteCount: 10))
        #expect(try ProviderStore(directory, takesAny: false).ring.keys == store.ring.keys)
    }

    @Test func `tells belfry provider add that the file is full, and starts again with it`()
        async throws
    {
        let fixture = try DaemonFixture()
        let directory = fixture.folder.path + "/daemon/apns"
        _ = try Self.fill(directory)
        let full = try Self.contents(directory)
        let file = fixture.folder.path + "/key.p8"
        try ProviderKey.makePrivate().write(toFile: file, atomically: true, encoding: .utf8)
        let daemon = try LiveDaemon(in: fixture.folder, ["--apns-port", "0"])
        #expect(daemon.state + "/apns" == directory)
        let sender = try await PushSender(daemon)
        let refused = try await sender.attempt(
            ["provider", "add", "OTHER67890", "TEAM567890", file]
        )
        #expect(refused.status != 0)
        #expect(refused.errors.contains("providers.json holds \(Self.limit) at most"))
        #expect(refused.errors.contains("belfry provider remove KEYID"))
        #expect(try Self.contents(directory) == full)
        #expect(daemon.stop() == 0)

        let next = try LiveDaemon(in: fixture.folder, ["--apns-port", "0"])
        let later = try await PushSender(next)
        _ = try await later.belfry("provider", "remove", "KEY4567890")
        _ = try await later.belfry("provider", "add", "OTHER67890", "TEAM567890", file)
        #expect(next.stop() == 0)
    }
}
