// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryCenter
internal import BelfryLedger
internal import BelfryModel
internal import CenterSimulation

/// A ledger with one of every state and of every kind of row, as a version of the schema left it.
enum LedgerFixture {
    private static let app = "com.example.app"

    /// Writes the ledger, a single file.
    static func write(to path: String) throws {
        let ledger = try Ledger(at: path)
        let clock = VirtualClock(now: UnixTime(seconds: 1_774_008_000))
        let engine = ScriptedEngine()
        let center = Center(store: ledger, clock: clock, engine: engine)
        try center.recover()
        try center.perform { try prepare(&$0) }
        for name in ["listed", "seen", "removed", "score", "score again", "answered"] {
            try accept(name, by: center)
        }
        try center.pump()
        try center.perform { turn in
            try turn.markSeen([2])
            _ = try turn.removeDelivered(["removed"], of: app)
            _ = try turn.respond(to: 6, "open", text: "yes")
        }
        // What comes later is not known to the search yet.
        _ = try center.perform { try $0.updateSearch() }
        try accept("spam", isMutable: true, by: center)
        try center.pump()
        try center.finish(engine.take(0).lease, ExtensionOutcome(.drop(reason: "blocked")))
        try accept("pictured", isMutable: true, by: center)
        try center.pump()
        try answer(engine.take(0), by: center)
        try startActivity(by: center)
        try accept("running", isMutable: true, by: center)
        try center.pump()
        try accept("waiting", isMutable: true, by: center)
        try receive("delivered remotely", by: center)
        try center.perform { _ = try $0.changeDevice(PushDevice.main, isOnline: false) }
        try receive("superseded", by: center)
        try receive("stored", by: center)
        try accept("delayed", by: center)
        // On a Friday and in its hours, so that it goes on.
        let hours = FocusSchedule(from: 11 * 60, to: 13 * 60, weekdays: [1, 6])
        try center.perform { try $0.setFocusSchedule(hours) }
        clock.set(clock.now + 2 * 86_400_000)
        try center.noteClock()
        try ledger.close()
    }

    private static func prepare(_ turn: inout Turn) throws {
        var installed = CenterApp(identifier: app, serviceExtension: "service.appex")
        installed.mayDrop = true
        try turn.install(installed)
        _ = try turn.requestAuthorization([.alert, .sound, .badge], for: app)
        try turn.answerAuthorization(true, for: app)
        let action = NotificationAction(identifier: "rotate", title: "Rotate 20°")
        let category = NotificationCategory(identifier: "red", actions: [action])
        try turn.setCategories([category], for: app)
        let daily = NotificationTrigger.calendar(.init(["hour": 9]), repeats: true)
        let home = NotificationTrigger.Region(
            identifier: "home",
            latitude: 48,
            longitude: 11,
            radius: 100
        )
        try turn.add(
            [
                .titled("tea", .timeInterval(seconds: 600, repeats: false)),
                .titled("daily", daily), .titled("home", .location(home, repeats: true)),
            ],
            for: app
        )
        try turn.add(
            [.titled("from the extension", .timeInterval(seconds: 900, repeats: false))],
            for: app,
            isFromExtension: true
        )
        var pictured = NotificationRequest.titled(
            "pictured tea",
            .timeInterval(seconds: 1200, repeats: false)
        )
        pictured.content.attachments = [picture(at: "/store/ef/01.png")]
        try turn.add([pictured], for: app)
        _ = try turn.register(app, for: .development, making: "aa00")
        _ = try turn.register(app, for: .production, making: "bb00")
        _ = try turn.unregister(app, from: .production, .expired)
        _ = try turn.addDevice("tablet")
        _ = try turn.register(app, for: .development, on: "tablet", making: "cc00")
        _ = try turn.addChannel(of: app, in: .development, .newest, as: "Y2hhbm5lbA==")
    }

    private static func picture(at path: String) -> NotificationAttachment {
        NotificationAttachment(
            identifier: "picture",
            typeIdentifier: "public.png",
            url: path,
            byteCount: 3
        )
    }

    /// Ends a run with a picture, and keeps its report.
    private static func answer(_ work: ExtensionWork, by center: Center) throws {
        var content = work.content
        content.attachments = [picture(at: "/store/ab/cd.png")]
        let verdict = RecordedVerdict(.delivered(.completed))
        try center.finish(
            work.lease,
            ExtensionOutcome(.content(content, verdict), files: ["/store/ab/cd.png"])
        )
        try center.hear(.report(work.lease, Array(#"{"schema":1}"#.utf8)))
    }

    private static func startActivity(by center: Center) throws {
        let payload =
            #"{"aps":{"event":"start","timestamp":1,"content-state":{"score":1},"attributes-type":"Game","attributes":{}}}"#
        var push = PushArrival(
            app: app,
            token: "aa00",
            identifier: "activity",
            pushType: .liveactivity,
            payload: try PushPayload.parse(Array(payload.utf8))
        )
        push.activityToken = "dd00"
        let arrival = push
        let delivery = PushDelivery(environment: .development, topic: app)
        try center.perform { _ = try $0.receive(arrival, delivery, as: "unique activity") }
        try center.pump()
    }

    private static func receive(_ name: String, by center: Center) throws {
        var push = try PushArrival.alert(app, name, title: name, isMutable: false)
        push.token = "aa00"
        let arrival = push
        let delivery = PushDelivery(environment: .development, topic: app)
        try center.perform { _ = try $0.receive(arrival, delivery, as: "unique \(name)") }
    }

    private static func accept(
        _ name: String,
        isMutable: Bool = false,
        by center: Center
    ) throws {
        var push = try PushArrival.alert(app, name, title: name, isMutable: isMutable)
        if name.hasPrefix("score") { push.collapseIdentifier = "score" }
        if name == "delayed" {
            push.due = center.clock.now + 3_600_000
            push.category = NotificationCategory(
                identifier: "ntfy.delayed",
                actions: [NotificationAction(identifier: "ntfy-1", title: "Open")]
            )
        }
        let arrival = push
        try center.perform { _ = try $0.accept(arrival) }
    }
}
