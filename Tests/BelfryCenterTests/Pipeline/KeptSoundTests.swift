// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import BelfryReport
import CenterSimulation
import Testing

/// Notifications that name a sound, and whose extension is not asked.
@Suite struct KeptSoundTests {
    private static let notRemote = RecordedVerdict(.notCalled(.notRemote))

    /// Adds a local notification that plays a sound, and begins what can begin.
    private static func add(_ sound: Sound, to fixture: CenterFixture) throws {
        var request = NotificationRequest.titled("one")
        request.content.sound = sound
        try fixture.add(request)
        try fixture.center.pump()
    }

    private static func found(_ milliseconds: Int?) -> ExtensionOutcome {
        var outcome = ExtensionOutcome(.original(notRemote))
        outcome.soundMilliseconds = milliseconds
        return outcome
    }

    @Test(arguments: StoreKind.allCases)
    func `has the engine find the sound, and counts no run`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try Self.add(Sound(kind: .named, name: "kept.wav"), to: fixture)
        let work = try #require(fixture.engine.running.first)
        #expect(work.reasonNotToAsk == Self.notRemote)
        #expect(work.bundle == "service.appex")
        #expect(try fixture.delivered().isEmpty)
        try fixture.finish(Self.found(2_000))
        let entry = try #require(try fixture.entry(1))
        #expect(entry.detail.presentation?.sound == "kept.wav")
        #expect(entry.detail.presentation?.rules == [])
        #expect(entry.detail.verdict == Self.notRemote)
        #expect(entry.detail.attempts == 0)
        #expect(entry.detail.seeksSound == nil)
        #expect(try fixture.center.read { try $0.transaction.runs(of: 1) }.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `looks again after a crash, and twice at most`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try Self.add(Sound(kind: .named, name: "kept.wav"), to: fixture)
        let first = try #require(fixture.engine.running.first).lease
        #expect(try fixture.restart() == 1)
        try fixture.center.pump()
        #expect(fixture.engine.running.count == 1)
        // The first look's answer comes too late.
        try fixture.center.finish(first, Self.found(2_000))
        #expect(try fixture.entry(1)?.state == .running)
        try fixture.restart()
        try fixture.center.pump()
        #expect(fixture.engine.running.isEmpty)
        let entry = try #require(try fixture.entry(1))
        #expect(entry.detail.verdict == Self.notRemote)
        #expect(entry.detail.presentation?.sound == SoundRule.defaultName)
        #expect(entry.detail.presentation?.rules == ["soundMissing"])
        #expect(try fixture.center.read { try $0.transaction.runs(of: 1) }.isEmpty)
    }

    @Test(
        arguments: [
            Sound(kind: .default), Sound(kind: .named, name: ""),
            Sound(kind: .named, name: "../kept.wav"), Sound(kind: .named, name: "a\0.wav"),
        ]
    )
    func `shows at once what names no file that could be kept`(_ sound: Sound) throws {
        let fixture = try CenterFixture(.memory)
        try Self.add(sound, to: fixture)
        #expect(fixture.engine.begun.isEmpty)
        #expect(try fixture.delivered() == ["Local one"])
    }

    @Test func `looks for nothing before the first unlock, or without an extension`() throws {
        let locked = try CenterFixture(.memory)
        try locked.center.perform { turn in
            try turn.changeDevice { $0.lock = .beforeFirstUnlock }
        }
        let bare = try CenterFixture(.memory) { $0.serviceExtension = nil }
        for fixture in [locked, bare] {
            try Self.add(Sound(kind: .named, name: "kept.wav"), to: fixture)
            #expect(fixture.engine.begun.isEmpty)
            #expect(try fixture.delivered() == ["Local one"])
        }
    }
}
