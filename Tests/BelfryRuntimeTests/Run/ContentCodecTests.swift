// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryWire
import Testing

@testable import BelfryRuntime

@Suite struct ContentCodecTests {
    /// A content with something in every field.
    private static let full = NotificationContent(
        title: "Title",
        subtitle: "Subtitle",
        body: "Body",
        badge: 3,
        sound: Sound(kind: .criticalNamed, name: "ping.wav", volume: 0.5),
        launchImageName: "launch",
        categoryIdentifier: "category",
        threadIdentifier: "thread",
        targetContentIdentifier: "target",
        filterCriteria: "filter",
        summaryArgument: "summary",
        summaryArgumentCount: 2,
        interruptionLevel: .timeSensitive,
        relevanceScore: 0.75,
        userInfo: ["key": "value"],
        titleLocalization: LocalizedText(key: "T"),
        subtitleLocalization: LocalizedText(key: "S"),
        bodyLocalization: LocalizedText(key: "B")
    )

    private func apply(
        to content: NotificationContent = full,
        limit: Int = 64 * 1024,
        _ change: (inout ContentRecord) -> Void
    ) throws -> NotificationContent {
        var changes = ContentRecord()
        change(&changes)
        return try ContentCodec.apply(changes, to: content, limit: limit)
    }

    // MARK: Communication

    @Test func `who speaks is taken, given to the extension and taken back`() throws {
        let text = #"{"kind":"message","sender":{"name":"Ada"}}"#
        let content = try apply { $0.texts[ContentKey.communication] = Array(text.utf8) }
        #expect(content.communication?["kind"] == "message")
        let record = ContentCodec.encode(content, userInfo: [])
        #expect(record.texts[ContentKey.communication] == Array(text.utf8))
        let cleared = try apply(to: content) { $0.cleared = [ContentKey.communication] }
        #expect(cleared.communication == nil)
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"kind":"message"}"#, #"{"kind":"shout","sender":{"name":"Ada"}}"#,
        #"{"kind":"message","sender":"Ada"}"#, #"{"kind":"call","sender":{"name":1}}"#,
    ])
    func `a communication that does not say who speaks is refused`(text: String) {
        #expect(throws: OutputError.self) {
            try apply { $0.texts[ContentKey.communication] = Array(text.utf8) }
        }
    }

    // MARK: To the extension

    @Test func `every field goes to the extension`() {
        let record = ContentCodec.encode(Self.full, userInfo: Array("{ }".utf8))
        let texts = record.texts.mapValues { String(decoding: $0, as: UTF8.self) }
        #expect(
            texts == [
                ContentKey.title: "Title", ContentKey.subtitle: "Subtitle",
                ContentKey.body: "Body", ContentKey.categoryIdentifier: "category",
                ContentKey.threadIdentifier: "thread",
                ContentKey.targetContentIdentifier: "target",
                ContentKey.launchImageName: "launch", ContentKey.summaryArgument: "summary",
                ContentKey.filterCriteria: "filter", ContentKey.soundName: "ping.wav",
                ContentKey.userInfo: "{ }",
            ]
        )
        #expect(
            record.integers == [
                ContentKey.badge: 3, ContentKey.interruptionLevel: 2,
                ContentKey.summaryArgumentCount: 2, ContentKey.sound: 4,
            ]
        )
        #expect(record.reals == [ContentKey.relevanceScore: 0.75, ContentKey.soundVolume: 0.5])
        #expect(record.cleared.isEmpty && record.attachments == nil)
    }

    @Test func `what is unset stays unset`() {
        let record = ContentCodec.encode(NotificationContent(), userInfo: [])
        #expect(record.texts.keys.sorted() == [ContentKey.userInfo])
        #expect(record.integers[ContentKey.badge] == nil)
        #expect(record.integers[ContentKey.sound] == 0)
        #expect(record.reals == [ContentKey.relevanceScore: 0])
    }

    /// The worker refuses a frame with a number out of range, and no extension would be to blame.
    @Test func `numbers of any size arrive within their ranges`() throws {
        var content = Self.full
        for (badge, count, score) in [
            (Int.max, Int.max, 2.0), (-1, 0, -1.0), (.min, .min, .infinity), (0, 1, .nan),
        ] {
            content.badge = badge
            content.summaryArgumentCount = count
            content.relevanceScore = score
            content.sound?.volume = score
            let record = ContentCodec.encode(content, userInfo: [])
            let command = WorkerCommand.run(
                RunCommand(run: 1, deadline: 1, identifier: "", content: record)
            )
            #expect(try WorkerCommand(frame: command.frame) == command)
        }
    }

    @Test func `an answer that repeats everything changes nothing`() throws {
        let record = ContentCodec.encode(Self.full, userInfo: Array(#"{"key":"value"}"#.utf8))
        var same = try ContentCodec.apply(record, to: Self.full, limit: 1 << 16)
        same.titleLocalization = Self.full.titleLocalization
        same.subtitleLocalization = Self.full.subtitleLocalization
        same.bodyLocalization = Self.full.bodyLocalization
        #expect(same == Self.full)
    }

    // MARK: From the extension

    @Test func `no change is no change`() throws {
        #expect(try apply { _ in } == Self.full)
    }

    @Test(arguments: Array(ContentKey.title..<ContentKey.soundName))
    func `a text changes its field alone`(key: UInt32) throws {
        let changed = try apply { $0.texts[key] = Array("new".utf8) }
        let difference = ContentDifference(from: Self.full, to: changed)
        let localized = difference.entries.filter { $0.field.hasSuffix("Localization") }
        #expect(difference.entries.count == 1 + localized.count)
        #expect(difference.entries.first?.after == "new")
        #expect(localized.count == (key <= ContentKey.body ? 1 : 0))
    }

    @Test(arguments: [ContentKey.title, ContentKey.subtitle, ContentKey.body])
    func `a text that is cleared is not found again in the app's tables`(key: UInt32) throws {
        let changed = try apply { $0.cleared = [key] }
        let localizations = [
            changed.titleLocalization, changed.subtitleLocalization, changed.bodyLocalization,
        ]
        #expect(localizations[Int(key - ContentKey.title)] == nil)
        #expect(localizations.compactMap(\.self).count == 2)
    }

    @Test func `clearing every field gives a content without any`() throws {
        let keys = [ContentKey.texts, ContentKey.integers, ContentKey.reals].flatMap(Array.init)
        let changed = try apply { $0.cleared = keys }
        #expect(changed == NotificationContent())
    }

    @Test func `numbers change their fields`() throws {
        let changed = try apply {
            $0.integers = [
                ContentKey.badge: 0, ContentKey.interruptionLevel: 3,
                ContentKey.summaryArgumentCount: 9,
            ]
            $0.reals = [ContentKey.relevanceScore: 1]
        }
        #expect(changed.badge == 0)
        #expect(changed.interruptionLevel == .critical)
        #expect(changed.summaryArgumentCount == 9)
        #expect(changed.relevanceScore == 1)
    }

    @Test func `userInfo is parsed`() throws {
        let changed = try apply {
            $0.texts[ContentKey.userInfo] = Array(#"{"aps":{},"n":[1,null]}"#.utf8)
        }
        #expect(changed.userInfo.keys == ["aps", "n"])
    }

    @Test(arguments: ["", "[]", "null", "1", "\"{}\"", "{", "{\"a\":}", "{} {}"])
    func `userInfo that is no JSON object is refused`(text: String) {
        #expect(throws: OutputError.self) {
            try apply { $0.texts[ContentKey.userInfo] = Array(text.utf8) }
        }
    }

    @Test func `userInfo nested without end is refused`() {
        let depth = 30_000
        let nested =
            String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
        #expect(throws: OutputError.self) {
            try apply(limit: .max) { $0.texts[ContentKey.userInfo] = Array(nested.utf8) }
        }
    }

    @Test(arguments: ContentKey.texts, [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80]] as [[UInt8]])
    func `text that is not UTF-8 is refused`(key: UInt32, bytes: [UInt8]) {
        #expect(throws: OutputError.self) { try apply { $0.texts[key] = bytes } }
    }

    @Test func `all text together is bounded`() throws {
        let half = [UInt8](repeating: 0x61, count: 500)
        #expect(throws: Never.self) {
            try apply(limit: 1000) { $0.texts = [ContentKey.title: half, ContentKey.body: half] }
        }
        #expect(throws: OutputError("content of 1001 bytes is more than the output budget of 1000"))
        {
            try apply(limit: 1000) {
                $0.texts = [ContentKey.title: half, ContentKey.body: half + [0x61]]
            }
        }
    }

    // MARK: Sounds

    @Test(arguments: [(16, false), (17, true), (1000, true)])
    func `more attachments than an extension can make are output that is too much`(
        count: Int,
        isRefused: Bool
    ) {
        let record = AttachmentRecord(identifier: "", path: "a.png", type: "")
        let error = failure {
            _ = try apply { $0.attachments = Array(repeating: record, count: count) }
        }
        #expect((error is OutputError) == isRefused)
    }

    private func failure(_ body: () throws -> Void) -> (any Error)? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func `a sound is taken away`() throws {
        #expect(try apply { $0.integers[ContentKey.sound] = 0 }.sound == nil)
        #expect(try apply { $0.cleared = [ContentKey.sound] }.sound == nil)
    }

    @Test(arguments: Sound.Kind.allCases)
    func `each kind of sound makes the round trip`(kind: Sound.Kind) throws {
        let isNamed = [.named, .criticalNamed, .ringtoneNamed].contains(kind)
        let sound = Sound(kind: kind, name: isNamed ? "a.wav" : "")
        let record = ContentCodec.encode(NotificationContent(sound: sound), userInfo: [])
        #expect(record.integers[ContentKey.sound] == Int64(kind.rawValue))
        let changed = try apply(to: NotificationContent()) {
            $0.integers[ContentKey.sound] = record.integers[ContentKey.sound]
            $0.texts[ContentKey.soundName] = record.texts[ContentKey.soundName]
        }
        #expect(changed.sound == sound)
    }

    @Test func `a sound of the system has no file's name`() throws {
        let changed = try apply {
            $0.integers[ContentKey.sound] = 1
            $0.cleared = [ContentKey.soundVolume]
        }
        #expect(changed.sound == .default)
    }

    @Test func `a sound's name and volume change alone`() throws {
        let changed = try apply {
            $0.texts[ContentKey.soundName] = Array("other.wav".utf8)
            $0.reals[ContentKey.soundVolume] = 1
        }
        #expect(changed.sound == Sound(kind: .criticalNamed, name: "other.wav", volume: 1))
        let cleared = try apply { $0.cleared = [ContentKey.soundVolume, ContentKey.soundName] }
        #expect(cleared.sound == Sound(kind: .criticalNamed))
    }

    @Test func `a name without a sound makes none`() throws {
        let changed = try apply(to: NotificationContent()) {
            $0.texts[ContentKey.soundName] = Array("a.wav".utf8)
            $0.reals[ContentKey.soundVolume] = 1
        }
        #expect(changed.sound == nil)
    }
}
