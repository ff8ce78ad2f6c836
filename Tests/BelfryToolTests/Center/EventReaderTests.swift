// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryTool
internal import Synchronization
internal import Testing

/// The stream of events that `belfry log` reads.
@Suite(.timeLimit(.minutes(1))) struct EventReaderTests {
    private static let stream =
        "id: 7\nevent: accepted\ndata: {}\n\nid: 8\n: all\n\n: alive\n\r\ndata:a\r\ndata: b\r\n\r\n\n"

    private static let items: [EventReader.Item] = [
        .event(.init(id: 7, kind: "accepted", data: Array("{}".utf8))), .comment,
        .event(.init(id: 8)), .comment, .event(.init(data: Array("a\nb".utf8))),
    ]

    @Test(arguments: [1, 2, 3, 7, 1000])
    func `reads events in pieces of any size`(_ size: Int) throws {
        var reader = EventReader()
        var rest = Array(Self.stream.utf8)[...]
        var items: [EventReader.Item] = []
        while !rest.isEmpty {
            items += try reader.read(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        #expect(items == Self.items)
    }

    @Test func `refuses an event without an end`() throws {
        var reader = EventReader()
        let line = Array("data: \(String(repeating: "x", count: 1 << 16))\n".utf8)
        let failure = #expect(throws: ToolFailure.self) {
            for _ in 0..<64 { _ = try reader.read(line) }
        }
        #expect(failure?.status == .badData)
    }

    private func events(_ answer: String) async throws -> [JSONObject] {
        let folder = try TemporaryFolder()
        let daemon = try await StandInDaemon(
            at: folder("api"),
            answer: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + answer,
            closes: true
        )
        let events = Mutex<[JSONObject]>([])
        let follower = LogFollower(CenterClient(daemon.address), after: 0, follows: false)
        try await follower.run(lost: {}) { event in
            events.withLock { $0.append(event) }
            return true
        }
        try await daemon.stop()
        return events.withLock(\.self)
    }

    @Test func `takes each event once, and ends where the daemon has no more`() async throws {
        let stream = [1, 2, 2, 1, 3].map { "id: \($0)\ndata: {\"cursor\":\($0)}\n\n" }.joined()
        let events = try await events(stream + "id: 3\n: all\n\nid: 4\ndata: {}\n\n")
        #expect(events.map { $0["cursor"] } == [1, 2, 3])
    }

    @Test func `begins anew with another log`() async throws {
        let stream = "id: 9\ndata: {\"cursor\":9}\n\nid: 1\nevent: reset\ndata: {\"last\":1}\n\n"
        let events = try await events(stream + "id: 2\ndata: {\"cursor\":2}\n\n: all\n\n")
        #expect(events.map { $0["kind"] ?? $0["cursor"] ?? .null } == ["", "reset", ""])
    }

    @Test(arguments: ["id: 1\ndata: {}\n\n", "id: 1\ndata: [\n\n: all\n\n"])
    func `says that a log broke off, or is none`(_ stream: String) async throws {
        await #expect(throws: ToolFailure.self) { try await events(stream) }
    }

    @Test(
        arguments: [
            ("08:30", ["hour": 8, "minute": 30]),
            (
                "2027-01-31T08:30:05",
                [
                    "year": 2027, "month": 1, "day": 31, "hour": 8, "minute": 30, "second": 5,
                ]
            ),
        ] as [(String, JSONObject)]
    )
    func `reads a time`(_ text: String, _ components: JSONObject) {
        #expect(DateWords.components(of: text) == components)
    }

    @Test(arguments: ["", "8", "24:00", "08:60", "2027-13-01T08:30", "2027-01-31", "08:30Z"])
    func `refuses what is no time`(_ text: String) {
        #expect(DateWords.components(of: text) == nil)
    }
}
