// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

/// What both stores find by its words.
@Suite struct SearchTests {
    private static let other = "org.example.other"

    /// Pushes a notification of some texts.
    @discardableResult
    private func push(
        _ title: String,
        subtitle: String = "",
        body: String = "",
        app: String = CenterFixture.app,
        isMutable: Bool = false,
        to fixture: CenterFixture
    ) throws -> Int {
        let alert: JSONObject = [
            "title": .string(title), "subtitle": .string(subtitle), "body": .string(body),
        ]
        let aps: JSONObject = [
            "alert": .object(alert), "mutable-content": isMutable ? 1 : 0,
        ]
        let payload = try PushPayload.parse(
            (["aps": .object(aps)] as JSONObject).serialized(),
            limit: .standard
        )
        let size = try fixture.center.read { try $0.transaction.size() }
        let push = PushArrival(app: app, identifier: "\(size.entryCount)", payload: payload)
        return try fixture.center.perform { try $0.accept(push) }.sequence
    }

    private func search(
        _ text: String,
        of apps: Set<String>? = nil,
        in states: Set<EntryState> = Set(EntryState.allCases),
        before sequence: Int? = nil,
        limit: Int = 100,
        by fixture: CenterFixture
    ) throws -> [Int] {
        let query = try SearchQuery(text)
        while try fixture.center.perform({ try $0.updateSearch() }) {}
        return try fixture.center.read { turn in
            try turn.transaction.search(
                query,
                of: apps,
                in: states,
                before: sequence,
                limit: limit
            )
        }.map(\.sequence)
    }

    @Test(arguments: StoreKind.allCases)
    func `finds each text and the app, by words and their beginnings`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try push("Tea", subtitle: "in the garden", body: "Crème brûlée at 10:30", to: fixture)
        try push("Garden party", body: "Bring tea, please.", to: fixture)
        try push("今日は良い天気", body: "STRASSE", to: fixture)
        let rows: [(words: String, found: [Int])] = [
            ("tea", [2, 1]), ("TEA gard", [2, 1]), ("creme", [1]), ("brulee CRÈME", [1]),
            ("rden", []), ("tea coffee", []), ("10:30", [1]), ("10:3", [1]), ("30:10", []),
            ("example", [3, 2, 1]), ("com.example.app", [3, 2, 1]), ("example.com", []),
            ("良い", [3]), ("天気", [3]), ("気天", []), ("straße", [3]),
            // The end of one text and the beginning of the next are no term.
            ("tea.in", []), ("party.bring", []),
        ]
        for row in rows {
            #expect(try search(row.words, by: fixture) == row.found, "\(row.words)")
        }
    }

    /// What means something to FTS5, and nothing here.
    private static let signs = [
        #""tea""#, #"tea""#, #""tea"#, "tea AND", "OR tea", "tea NOT", "NEAR(tea)", "NEAR(tea, 2)",
        "title:tea", "title : tea", "{title body}:tea", "-tea", "- title: tea", "^tea", "tea*",
        "tea**", "*tea", "(tea", "tea)", "tea + pot", "'tea'", "tea;--", #"\tea"#, "tea\u{7F}",
        "rowid:1 tea", "tea\u{FFFD}", "tea 👍", "ﷺ", "%", "_",
    ]

    @Test(arguments: StoreKind.allCases)
    func `takes every sign for a sign`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try push("tea", to: fixture)
        try push("tea and or not near title rowid pot 1 2 👍", to: fixture)
        for text in Self.signs where (try? SearchQuery(text)) != nil {
            let found = try search(text, by: fixture)
            let isPlain = try SearchQuery(text).terms.map(\.words) == ["tea"]
            #expect(!isPlain || found == [2, 1], "\(text)")
        }
        #expect(try search("tea AND", by: fixture) == [2])
        #expect(try search("tea -pot", by: fixture) == [2])
        #expect(try search("👍", by: fixture) == [2])
    }

    @Test(arguments: StoreKind.allCases)
    func `finds what an extension made of a notification`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        let sequence = try push("sealed", isMutable: true, to: fixture)
        try fixture.center.pump()
        #expect(try search("sealed", by: fixture) == [sequence])
        try fixture.complete(title: "opened")
        #expect(try search("opened", by: fixture) == [sequence])
        #expect(try search("sealed", by: fixture) == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `holds itself to apps, states, a number and a limit`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.center.perform { turn in
            try turn.install(CenterApp(identifier: Self.other))
            _ = try turn.requestAuthorization([.alert], for: Self.other)
            try turn.answerAuthorization(true, for: Self.other)
        }
        for app in [CenterFixture.app, Self.other] {
            for _ in 1...3 { try push("tea", app: app, to: fixture) }
        }
        try fixture.center.pump()
        try fixture.center.perform { try $0.removeDelivered(2) }
        #expect(try search("tea", of: [Self.other], by: fixture) == [6, 5, 4])
        #expect(
            try search("tea", of: [Self.other, CenterFixture.app], limit: 4, by: fixture) == [
                6, 5, 4, 3,
            ]
        )
        #expect(try search("tea", of: [], by: fixture) == [])
        #expect(try search("tea", in: EntryState.ends, by: fixture) == [2])
        #expect(try search("tea", in: [], by: fixture) == [])
        #expect(
            try search("tea", in: EntryState.delivered, before: 4, limit: 1, by: fixture) == [3]
        )
        // What goes with its app is not found any more, nor what comes in its place.
        try fixture.center.perform { try $0.removeApp(Self.other) }
        #expect(try search("tea", by: fixture) == [3, 2, 1])
    }

    @Test(arguments: StoreKind.allCases)
    func `finds nothing that the ledger has forgotten`(_ kind: StoreKind) throws {
        let policy = CenterPolicy.with {
            $0.retention.entryLimit = 1
            $0.searchBatch = 2
        }
        let fixture = try CenterFixture(kind, policy: policy)
        for number in 1...5 { try push("tea \(number)", to: fixture) }
        try fixture.center.pump()
        #expect(try search("tea", by: fixture) == [5, 4, 3, 2, 1])
        while try fixture.center.perform({ try $0.prune() }) > 0 {}
        #expect(try search("tea", by: fixture) == [5])
        #expect(try search("1", by: fixture) == [])
    }
}
