// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
@testable internal import BelfryRuntime
internal import BelfryWire

/// What holds of a content once a worker's changes were accepted.
enum ContentProperties {
    /// A content with something in every field that changes could touch.
    static let original = NotificationContent(
        title: "Title",
        subtitle: "Subtitle",
        body: "Body",
        badge: 3,
        sound: Sound(kind: .criticalNamed, name: "ping.wav", volume: 0.5),
        categoryIdentifier: "category",
        threadIdentifier: "thread",
        targetContentIdentifier: "target",
        filterCriteria: "filter",
        interruptionLevel: .timeSensitive,
        relevanceScore: 0.5,
        userInfo: ["aps": ["alert": "Body"], "id": 12],
        titleLocalization: nil,
        attachments: []
    )

    /// Most bytes of text, as a budget could say.
    static let byteLimit = 4096

    /// Applies changes that were read from a frame, and looks at the result.
    static func check(_ changes: ContentRecord, to original: NotificationContent) throws {
        let content: NotificationContent
        do throws(OutputError) {
            content = try ContentCodec.apply(changes, to: original, limit: byteLimit)
        } catch {
            return try holdOneLine(error.description)
        }
        try checkRanges(content)
        try holdEqual(content.attachments, original.attachments, "attachments changed")
        try holdEqual(
            try ContentCodec.apply(changes, to: content, limit: byteLimit),
            content,
            "changes do something else the second time"
        )
        try checkTransport(content)
    }

    /// Sends a content as the host sends it to a worker, and takes it back as that worker's changes.
    static func checkTransport(_ content: NotificationContent) throws {
        let userInfo = content.userInfo.serialized()
        let record = ContentCodec.encode(content, userInfo: userInfo)
        let command = WorkerCommand.run(
            RunCommand(run: 1, deadline: 2, identifier: "id", content: record)
        )
        guard case .run(let received) = try WorkerCommand(frame: command.frame) else {
            throw BrokenProperty("a run becomes another command")
        }
        try holdEqual(received.content, record, "a content changes on its way")
        let copy = try ContentCodec.apply(record, to: NotificationContent(), limit: .max)
        try holdEqual(
            ContentCodec.encode(copy, userInfo: copy.userInfo.serialized()),
            record,
            "a content changes when it comes back"
        )
    }

    private static func checkRanges(_ content: NotificationContent) throws {
        let texts = [
            content.title, content.subtitle, content.body, content.categoryIdentifier,
            content.threadIdentifier, content.targetContentIdentifier ?? "",
            content.launchImageName, content.summaryArgument, content.filterCriteria ?? "",
            content.sound?.name ?? "",
        ]
        let longest = texts.map(\.utf8.count).max() ?? 0
        try hold(longest <= byteLimit, "a text of \(longest) bytes")
        try hold(content.badge.map { 0...Int(Int32.max) ~= $0 } ?? true, "a badge out of range")
        try hold(0...1 ~= content.relevanceScore, "a relevance of \(content.relevanceScore)")
        try hold(content.sound?.volume.map { 0...1 ~= $0 } ?? true, "a volume out of range")
        try hold(
            1...Int(Int32.max) ~= content.summaryArgumentCount,
            "a summary of \(content.summaryArgumentCount)"
        )
    }
}
