// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryAttachments
import BelfryCenter
import BelfryCenterEngine
import BelfryModel
import BelfryReport
import BelfryRuntime
import EndToEndSupport
import Foundation
import Testing

/// Pushes through the centre to real extensions in real workers.
@Suite(.timeLimit(.minutes(3)))
struct HostedExtensionsTests {
    private static func center(
        _ workshop: borrowing Workshop,
        _ bundle: ExtensionBundle,
        _ configure: @Sendable (inout CenterApp) -> Void = { _ in }
    ) async throws -> HostedCenter {
        try await HostedCenter(
            ledger: workshop.folder.appendingPathComponent("center.sqlite").path,
            host: try workshop.host(),
            extension: bundle.path,
            configure
        )
    }

    private static func titleStamp(_ workshop: borrowing Workshop) async throws -> ExtensionBundle {
        let source = Workshop.root.appendingPathComponent("Plugins/TitleStamp/TitleStamp.c")
        let library = workshop.folder.appendingPathComponent("TitleStamp.so")
        try await CompiledFixture(source: source).build(library)
        return try workshop.bundle("TitleStamp", library: library)
    }

    @Test func `shows what an extension made of a push, with the report of its run`() async throws {
        let workshop = try Workshop()
        let center = try await Self.center(workshop, try await Self.titleStamp(workshop))
        let sequence = try await center.push("letter", title: "A letter").sequence
        let shown = await center.presented(1)
        #expect(shown.map(\.shown.title) == ["A letter · stamped"])
        #expect(shown.first?.detail.verdict == RecordedVerdict(.delivered(.completed)))
        let run = try #require(try await center.run(of: sequence))
        #expect(run.verdict == RecordedVerdict(.delivered(.completed)))
        #expect(run.lease == ExtensionWork.Lease(sequence: sequence, attempt: 1))
        let report = try JSONDecoder().decode(RunReport.self, from: Data(run.report ?? []))
        #expect(report.request == "letter")
        #expect(report.after.title == "A letter · stamped")
        #expect(!report.layers.isEmpty)
        await center.end()
    }

    @Test(arguments: [true, false])
    func `plays a sound that the extension keeps with its group, asked or not`(
        _ isAsked: Bool
    ) async throws {
        let workshop = try Workshop()
        let group = "group.com.example.sounds"
        let bundle = try workshop.entitle(try await Self.titleStamp(workshop), groups: [group])
        let center = try await Self.center(workshop, bundle) { $0.sounds = ["short.wav": 1] }
        // The first run makes the directories.
        try await center.push("first", title: "first")
        _ = await center.presented(1)
        let sounds = workshop.statePath + "/groups/\(group)/Library/Sounds"
        try FileManager.default.createDirectory(
            atPath: sounds,
            withIntermediateDirectories: true
        )
        for (name, seconds) in [("two.wav", 2), ("long.wav", 31)] {
            try Data(Self.wav(seconds: seconds)).write(
                to: URL(fileURLWithPath: "\(sounds)/\(name)")
            )
        }
        try FileManager.default.createSymbolicLink(
            atPath: sounds + "/link.wav",
            withDestinationPath: sounds + "/two.wav"
        )
        try FileManager.default.createDirectory(
            atPath: sounds + "/folder.wav",
            withIntermediateDirectories: false
        )
        let rows: [(String, String, [String])] = [
            ("two.wav", "two.wav", []), ("long.wav", "default", ["soundTooLong"]),
            ("short.wav", "short.wav", []), ("link.wav", "default", ["soundMissing"]),
            ("folder.wav", "default", ["soundMissing"]),
            ("../Sounds/two.wav", "default", ["soundMissing"]),
        ]
        for (name, played, rules) in rows {
            let payload: JSONObject = [
                "aps": ["alert": "a", "mutable-content": isAsked ? 1 : 0, "sound": .string(name)]
            ]
            let push = PushArrival(
                app: HostedCenter.app,
                identifier: name,
                payload: try PushPayload.parse(payload.serialized(), limit: .standard)
            )
            _ = try await center.service.perform { try $0.accept(push) }
            let shown = try #require(await center.presented(1).first)
            #expect(shown.detail.verdict?.word == (isAsked ? "delivered" : "notCalled"))
            #expect(shown.detail.presentation?.sound == played, "\(name)")
            #expect(shown.detail.presentation?.rules == rules, "\(name)")
        }
        await center.end()
    }

    /// Silence in µ-law, 8,000 frames a second (RFC 2361).
    private static func wav(seconds: Int) -> [UInt8] {
        func little(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let byteCount = 8_000 * seconds
        return Array("RIFF".utf8) + little(36 + byteCount, 4) + Array("WAVEfmt ".utf8)
            + little(16, 4) + little(7, 2) + little(1, 2) + little(8_000, 4) + little(8_000, 4)
            + little(1, 2) + little(8, 2) + Array("data".utf8) + little(byteCount, 4)
            + [UInt8](repeating: 0xff, count: byteCount)
    }

    @Test(
        arguments: [("Crashes", Verdict.Fallback.crash), ("NeverCompletes", .timeout)]
    )
    func `shows the original of an extension that crashes or hangs`(
        _ name: String,
        _ reason: Verdict.Fallback
    ) async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle(name, ["Budget": ["wall": "500ms"]])
        let center = try await Self.center(workshop, bundle)
        let sequence = try await center.push("one").sequence
        let shown = await center.presented(1)
        #expect(shown.map(\.shown.title) == ["before"])
        #expect(shown.first?.detail.verdict == RecordedVerdict(.fallback(reason)))
        let run = try #require(try await center.run(of: sequence))
        let report = try JSONDecoder().decode(RunReport.self, from: Data(run.report ?? []))
        #expect(report.ending == .fallback(reason))
        #expect(report.crash?.signal == (name == "Crashes" ? "SIGSEGV" : nil))
        await center.end()
    }

    @Test(arguments: [("Collapses", true), ("Collapses", false), ("Completes", true)])
    func `replaces what an extension names that may, and not what its sender names`(
        _ name: String,
        _ may: Bool
    ) async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle(name)
        let center = try await Self.center(workshop, bundle) { $0.mayCollapse = may }
        let first = try await center.push("one", custom: ["belfry-collapse-id": "spam"]).sequence
        _ = await center.presented(1)
        let second = try await center.push("two", custom: ["belfry-collapse-id": "spam"]).sequence
        _ = await center.presented(1)
        let isReplaced = name == "Collapses" && may
        let entries = [try await center.entry(first), try await center.entry(second)]
        #expect(entries.map(\.?.state) == [isReplaced ? .collapsed : .presented, .presented])
        #expect(entries[1]?.identifier == (isReplaced ? "talk" : "two"))
        await center.end()
    }

    @Test func `passes over what an extension names with U+0000 in it`() async throws {
        let workshop = try Workshop()
        let flag = #"-DTEXT="ta\\u0000lk""#
        let bundle = try await workshop.bundle("Collapses", flags: [flag])
        let center = try await Self.center(workshop, bundle) { $0.mayCollapse = true }
        let sequence = try await center.push("one").sequence
        let shown = await center.presented(1)
        #expect(shown.map(\.shown.title) == ["changed"])
        #expect(try await center.entry(sequence)?.identifier == "one")
        await center.end()
    }

    @Test(arguments: VirtualDevice.Lock.allCases)
    func `closes what an extension keeps before the first unlock`(
        _ lock: VirtualDevice.Lock
    ) async throws {
        let workshop = try Workshop()
        let center = try await Self.center(workshop, try await Self.titleStamp(workshop))
        try await center.service.perform { turn in try turn.changeDevice { $0.lock = lock } }
        let sequence = try await center.push("one", title: "A letter").sequence
        let shown = await center.presented(1)
        #expect(shown.map(\.shown.title) == ["A letter · stamped"])
        let run = try #require(try await center.run(of: sequence))
        let report = try JSONDecoder().decode(RunReport.self, from: Data(run.report ?? []))
        let isClosed = lock == .beforeFirstUnlock ? true : nil
        #expect(report.storage?.folders.map(\.isClosed) == [isClosed])
        await center.end()
    }

    @Test func `shows the original, and says why, where there is no bundle`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Completes")
        let center = try await Self.center(workshop, bundle)
        try FileManager.default.removeItem(atPath: bundle.path)
        let sequence = try await center.push("one").sequence
        let shown = await center.presented(1)
        #expect(shown.map(\.shown.title) == ["before"])
        #expect(shown.first?.detail.verdict == .center(.unreadableBundle))
        let run = try #require(try await center.run(of: sequence))
        #expect(run.report == nil)
        #expect(run.note.contains("Completes.appex"), "\(run.note)")
        await center.end()
    }

    @Test func `keeps why an extension dropped a notification, and can restore it`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.bundle("Drops", ["Filtering": true])
        let center = try await Self.center(workshop, bundle) { $0.mayDrop = true }
        let sequence = try await center.push("spam").sequence
        await center.wait(for: .dropped)
        #expect(try await center.entry(sequence)?.detail.reason == "spam.v2")
        let verdict = try await center.run(of: sequence)?.verdict
        #expect(verdict == .dropped("spam.v2"))
        try await center.service.perform { try $0.restore(sequence) }
        #expect(await center.presented(1).map(\.shown.title) == ["before"])
        await center.end()
    }

    @Test func `owns an attachment's file until its last notification is gone`() async throws {
        let workshop = try Workshop()
        let center = try await Self.center(workshop, try await workshop.bundle("Attaches"))
        for name in ["one", "two"] { try await center.push(name, thread: "pictures") }
        let files = await center.presented(2).flatMap(\.shown.attachments).map(\.url)
        try #require(files.count == 2)
        #expect(files[0] == files[1])
        #expect(FileManager.default.fileExists(atPath: files[0]))
        #expect(try await center.service.perform { try $0.transaction.ownedFiles() } == [files[0]])
        for (name, isThere) in [("one", true), ("two", false)] {
            _ = try await center.service.perform {
                try $0.removeDelivered([name], of: HostedCenter.app)
            }
            // What is asked for next is done after the commit's effects.
            let owned = try await center.service.perform { try $0.transaction.ownedFiles() }
            #expect(owned.isEmpty != isThere)
            #expect(FileManager.default.fileExists(atPath: files[0]) == isThere)
        }
        await center.end()
    }

    @Test func `keeps the files that its notifications show where the store is full`() async throws
    {
        let workshop = try Workshop()
        var quota = StoreQuota()
        quota.ownerFileCount = 3
        let center = try await HostedCenter(
            ledger: workshop.folder.appendingPathComponent("center.sqlite").path,
            host: try workshop.host(quota: quota),
            extension: try await workshop.bundle("AttachesTitle").path
        )
        var files: [String] = []
        for name in ["one", "two", "three"] {
            try await center.push(name, title: name)
            files += await center.presented(1).flatMap(\.shown.attachments).map(\.url)
        }
        try #require(Set(files).count == 3)
        let fourth = try await center.push("four", title: "four").sequence
        #expect(await center.presented(1).flatMap(\.shown.attachments).isEmpty)
        let run = try #require(try await center.run(of: fourth))
        let report = try JSONDecoder().decode(RunReport.self, from: Data(run.report ?? []))
        #expect(report.attachments.count == 1)
        #expect(files.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        // What no notification shows any more makes room.
        _ = try await center.service.perform {
            try $0.removeDelivered(["one"], of: HostedCenter.app)
        }
        try await center.push("five", title: "five")
        #expect(await center.presented(1).flatMap(\.shown.attachments).count == 1)
        await center.end()
    }

    @Test func `makes a run again that a shutdown ended, as no interruption`() async throws {
        let workshop = try Workshop()
        let hung = try await workshop.bundle("NeverCompletes")
        let path = workshop.folder.appendingPathComponent("center.sqlite").path
        let host = try workshop.host()
        let first = try await HostedCenter(ledger: path, host: host, extension: hung.path)
        let sequence = try await first.push("one").sequence
        while try await first.entry(sequence)?.state != .running {
            try Task.checkCancellation()
            await Task.yield()
        }
        async let drained: Void = first.service.drain()
        await host.shutdown()
        await drained
        await first.service.stop()
        // The next process begins the run as soon as it is there: what is installed has to answer.
        _ = try await workshop.bundle("Completes")
        let answering = workshop.folder.appendingPathComponent("Completes.so")
        let mended = try workshop.bundle("NeverCompletes", library: answering)
        let second = try await HostedCenter(
            ledger: path,
            host: try workshop.host(),
            extension: mended.path
        )
        let shown = await second.presented(1)
        #expect(shown.first?.detail.verdict == RecordedVerdict(.delivered(.completed)))
        #expect(shown.map(\.shown.title) == ["changed"])
        #expect(shown.first?.detail.interruptions == 0)
        #expect(shown.first?.detail.attempts == 2)
        await second.end()
    }
}
