// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryCenter
internal import BelfryLedger
internal import BelfryModel
internal import BelfryReport
internal import CenterSimulation
internal import Foundation

/// One of everything: a request that fires, with a file and a sound; a push, to which its extension
/// attaches a file; what the user does.
///
/// It can be ended anywhere. ``recover()`` then lets the rest happen, and checks that everything
/// that was acknowledged is there, once.
final class GoldenRun {
    private static let app = "com.example.app"
    private static let start = UnixTime(seconds: 1_774_008_000)

    private let outside: OutsideWorld
    private let ledger: Ledger
    private let store: AttachmentStore
    private let pictures: String
    private let clock: VirtualClock
    private let engine = ScriptedEngine()
    private let center: Center

    init(ledger path: String, outside directory: String, stop: Int? = nil) throws {
        outside = try OutsideWorld(directory, stop: stop)
        var options = Ledger.Options()
        // What shows that the test of power losses can fail: with NORMAL it does.
        if let wait = ProcessInfo.processInfo.environment["BELFRY_CENTER_SYNCHRONOUS"] {
            options.synchronous = wait
        }
        ledger = try Ledger(at: path, options: options)
        let place = URL(fileURLWithPath: path).deletingLastPathComponent().path
        store = AttachmentStore(path: place + "/attachments")
        pictures = URL(fileURLWithPath: directory).standardizedFileURL.path
        clock = VirtualClock(now: Self.start)
        center = Center(store: ledger, clock: clock, engine: engine)
    }

    func run() throws {
        try begin()
        try center.perform { turn in
            try turn.install(CenterApp(identifier: Self.app, serviceExtension: "service.appex"))
            _ = try turn.requestAuthorization([.alert, .badge], for: Self.app)
            try turn.answerAuthorization(true, for: Self.app)
        }
        try outside.acknowledge("app")
        let trigger = NotificationTrigger.timeInterval(seconds: 10, repeats: false)
        var request = NotificationRequest.titled("tea", trigger)
        request.content.attachments = [try picture("tea")]
        request.content.sound = Sound(kind: .named, name: "kettle.wav")
        let tea = request
        try center.perform { turn in
            try turn.add([tea], for: Self.app)
        }
        try outside.acknowledge("request tea")
        try push("one")
        try push("one")
        try center.pump()
        clock.advance(milliseconds: 10_000)
        try center.tick()
        try settle()
        try respond()
        try center.publish()
        try ledger.close()
    }

    private func begin() throws {
        try center.recover()
        try center.add(outside)
    }

    private func push(_ identifier: String) throws {
        let push = try PushArrival.alert(Self.app, identifier)
        // As the daemon takes it: what need not wait begins in the same transaction.
        let acceptance = try center.performTogether([{ try $0.accept(push) }])[0].get()
        try outside.acknowledge("push \(acceptance.sequence)")
    }

    /// Lets extensions answer, and sinks show, until nothing is left.
    private func settle() throws {
        try center.tick()
        try center.pump()
        while !engine.running.isEmpty {
            let work = engine.take(0)
            if let reason = work.reasonNotToAsk {
                var outcome = ExtensionOutcome(.original(reason))
                outcome.soundMilliseconds = 2_000
                try center.finish(work.lease, outcome)
                try center.pump()
                continue
            }
            var content = work.content
            content.title = "changed"
            let picture = try picture("push")
            content.attachments = [picture]
            let verdict = RecordedVerdict(.delivered(.completed))
            try center.finish(
                work.lease,
                ExtensionOutcome(.content(content, verdict), files: [picture.url])
            )
            try center.pump()
        }
        try center.publish()
    }

    /// Takes a file into the store, and waits until the disk has it, as the daemon does.
    private func picture(_ name: String) throws -> NotificationAttachment {
        // The signature of a PNG, and the beginning of its header.
        let bytes: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + [0, 0, 0, 13]
            + Array("IHDR".utf8) + [0, 0, 0, 1, 0, 0, 0, 1] + Array(name.utf8)
        let file = "\(pictures)/\(name).png"
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        let request = AttachmentRequest(identifier: name, path: file)
        let taken = store.takeFromMachine([request], for: StoreUse())
        guard let result = taken.first else { throw CenterError(.attachment, "nothing was taken") }
        let stored = try result.get()
        defer { store.unpin([stored.file.path]) }
        return NotificationAttachment(stored)
    }

    private func respond() throws {
        guard let entry = try center.read({ try $0.delivered(of: Self.app) }).first else { return }
        let number = try center.performTogether([{ try $0.respond(to: entry.sequence, "open") }])[0]
            .get()
        try outside.acknowledge("response \(number)")
        for response in try center.perform({ try $0.takeResponses(of: Self.app) }) {
            try center.perform { try $0.acknowledge(response.number) }
            try outside.acknowledge("taken \(response.number)")
        }
    }

    // MARK: Recovery

    /// Takes up what a run left, lets the rest happen, and checks the promises.
    func recover() throws {
        clock.advance(milliseconds: 60_000)
        try begin()
        try settle()
        try ledger.check()
        try center.read { try check($0) }
        print(
            "\(outside.acknowledgements.count) acknowledged, \(outside.shownCount) shown: all kept"
        )
        try ledger.close()
    }

    private func check(_ turn: Turn) throws {
        let tombstones = try turn.transaction.tombstones(after: 0, limit: .max)
        let all = Set(EntryState.allCases)
        let entries = try turn.transaction.entries(of: nil, in: all, limit: .max)
        for line in outside.acknowledgements {
            let words = line.split(separator: " ")
            let number = words.count > 1 ? Int(words[1]) : nil
            let isKept =
                switch words.first {
                case "app": try turn.transaction.app(Self.app)?.authorization.status == .authorized
                case "request": entries.contains { $0.identifier == "tea" && $0.presented != nil }
                case "push":
                    entries.contains {
                        $0.sequence == number && $0.source == .push && $0.presented != nil
                    }
                case "response":
                    try number.flatMap(turn.transaction.response) != nil
                        || tombstones.contains { $0.subject == .response && $0.sequence == number }
                default:
                    tombstones.contains { $0.subject == .response && $0.sequence == number }
                }
            try require(isKept, "\(line) was acknowledged and is lost")
        }
        for file in entries.flatMap(\.shown.attachments) {
            guard case .sound = AttachmentStore.condition(ofFileAt: file.url) else {
                throw CenterError(.wrongState, "\(file.url) is shown, and is not what was stored")
            }
        }
        let events = try turn.transaction.events(after: 0, limit: .max)
        try require(outside.shownCount == events.count, "the sink was not given all events")
        for entry in entries {
            for kind in [CenterEvent.Kind.decided, .presented] {
                let count = events.count { $0.kind == kind && $0.sequence == entry.sequence }
                try require(count == 1, "\(entry.sequence) was \(kind) \(count) times")
            }
        }
        try require(entries.count <= 2, "an arrival has two entries")
    }

    private func require(_ condition: Bool, _ message: String) throws {
        if !condition { throw CenterError(.wrongState, message) }
    }
}
