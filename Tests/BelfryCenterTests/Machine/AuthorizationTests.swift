// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import CenterSimulation
import Testing

@Suite struct AuthorizationTests {
    @Test(arguments: StoreKind.allCases)
    func `asks the user once, and answers later calls from the store`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind, isAllowed: false)
        let ask = {
            try fixture.center.perform { turn in
                try turn.requestAuthorization([.alert], for: CenterFixture.app)
            }
        }
        #expect(try ask() == nil)
        #expect(try ask() == nil)
        #expect(try fixture.events(.authorizationAsked).count == 1)
        try fixture.center.perform {
            try $0.answerAuthorization(false, for: CenterFixture.app)
        }
        #expect(try ask() == false)
        #expect(try fixture.installed().authorization.status == .denied)
    }

    @Test(arguments: StoreKind.allCases)
    func `grants quiet delivery without asking`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind, isAllowed: false)
        let granted = try fixture.center.perform { turn in
            try turn.requestAuthorization([.alert, .provisional], for: CenterFixture.app)
        }
        #expect(granted == true)
        try fixture.push("quiet")
        try fixture.center.pump()
        let presented = try #require(try fixture.entry(1)?.detail.presentation)
        #expect(presented.surfaces == [.list])
        #expect(presented.rules == ["provisional"])
    }

    @Test(arguments: StoreKind.allCases)
    func `is quiet by the user's answer, until there is another one`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind, isAllowed: false)
        _ = try fixture.center.perform { turn in
            try turn.requestAuthorization([.alert, .criticalAlert], for: CenterFixture.app)
        }
        try fixture.center.perform { try $0.allowQuietly(CenterFixture.app) }
        let quiet = try fixture.installed()
        #expect(quiet.authorization.status == .provisional && !quiet.authorization.isAsking)
        // It has what it has asked for, as it would by a yes.
        #expect(quiet.settings.alert == .enabled && quiet.settings.sound == .notSupported)
        try fixture.push("quiet")
        try fixture.center.pump()
        #expect(try fixture.entry(1)?.detail.presentation?.surfaces == [.list])
        try fixture.center.perform { try $0.answerAuthorization(true, for: CenterFixture.app) }
        try fixture.push("loud")
        try fixture.center.pump()
        let loud = try #require(try fixture.entry(2)?.detail.presentation)
        #expect(loud.surfaces.contains(.banner))
    }

    @Test(arguments: StoreKind.allCases)
    func `asks again after a reset`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.center.perform { try $0.resetAuthorization(of: CenterFixture.app) }
        let answer = try fixture.center.perform { turn in
            try turn.requestAuthorization([.alert], for: CenterFixture.app)
        }
        #expect(answer == nil)
        #expect(try fixture.installed().authorization.isAsking)
    }

    @Test(arguments: StoreKind.allCases)
    func `refuses a request of an app that may not notify`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind, isAllowed: false)
        let error = try #require(throws: CenterError.self) {
            try fixture.add(.titled("early"))
        }
        #expect(error.code == .notAllowed)
        #expect(error.message.contains("was never asked"))
        #expect(try fixture.pending().isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps a push for a denied app in history, to be restored`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind, isAllowed: false)
        let sequence = try fixture.push("denied")
        try fixture.center.pump()
        #expect(try fixture.entry(sequence)?.state == .dropped)
        #expect(try fixture.delivered().isEmpty)
        #expect(try fixture.buried() == [.notAllowed])
        try fixture.center.perform { turn in
            try turn.answerAuthorization(true, for: CenterFixture.app)
            try turn.restore(sequence)
        }
        #expect(try fixture.delivered() == ["denied"])
    }

    @Test(arguments: StoreKind.allCases)
    func `shows nothing that waits once the user has denied its app`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.center.perform { turn in
            try turn.change(CenterFixture.app) { $0.scheduledDelivery = .enabled }
            try turn.changeDevice { $0.summaryMinutes = [18 * 60] }
        }
        let held = try fixture.push("held")
        let runs = try fixture.push("runs", isMutable: true)
        try fixture.center.pump()
        try fixture.center.perform {
            try $0.answerAuthorization(false, for: CenterFixture.app)
        }
        try fixture.complete()
        try fixture.advance(seconds: 7 * 3600)
        #expect(try fixture.delivered().isEmpty)
        #expect(try fixture.entry(held)?.state == .dropped)
        #expect(try fixture.entry(runs)?.state == .dropped)
        #expect(try fixture.buried() == [.notAllowed, .notAllowed])
        // Whoever wants one nevertheless has it.
        try fixture.center.perform { try $0.restore(held) }
        #expect(try fixture.delivered() == ["held"])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps what the user allowed when an app is updated`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.center.perform { turn in
            try turn.change(CenterFixture.app) { $0.showPreviews = .never }
            try turn.setBadge(3, of: CenterFixture.app)
            try turn.install(CenterApp(identifier: CenterFixture.app, version: "2"))
        }
        let app = try fixture.installed()
        #expect(app.version == "2")
        #expect(app.authorization.status == .authorized)
        #expect(app.settings.showPreviews == .never)
        #expect(app.badge == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func `leaves a tombstone of everything that a removed app had`(_ kind: StoreKind) throws {
        let fixture = try CenterFixture(kind)
        try fixture.add(.titled("waits", .timeInterval(seconds: 60, repeats: false)))
        try fixture.push("shown")
        try fixture.center.pump()
        try fixture.center.perform { try $0.removeApp(CenterFixture.app) }
        #expect(try fixture.buried() == [.appRemoved, .appRemoved])
        #expect(try fixture.pending().isEmpty)
        #expect(try fixture.delivered().isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `says of each notification that its app was removed, but of those that had ended`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        let ended = try fixture.push("ended")
        let shown = try fixture.push("shown")
        let waits = try fixture.push("waits", isMutable: true)
        try fixture.center.pump()
        try fixture.center.perform { try $0.removeDelivered(ended) }
        let last = try fixture.center.read { try $0.transaction.lastCursor() }
        try fixture.center.perform { try $0.removeApp(CenterFixture.app) }
        let told = try fixture.center.read { try $0.transaction.events(after: last, limit: .max) }
        #expect(told.map(\.kind) == [.removed, .removed, .appChanged])
        #expect(told.allSatisfy { $0.app == CenterFixture.app })
        #expect(told.map(\.note) == ["appRemoved", "appRemoved", "removed"])
        #expect(Set(told.prefix(2).map(\.sequence)) == [shown, waits])
        try fixture.center.publish()
        #expect(fixture.sink.shown.suffix(3).map(\.cursor) == told.map(\.cursor))
    }

    @Test(arguments: StoreKind.allCases)
    func `a removed app is in front no more, and passes no Focus under its identifier`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind)
        let other = "com.example.other"
        try fixture.center.perform { turn in
            try turn.changeDevice { device in
                device.foregroundApp = CenterFixture.app
                device.focus = VirtualDevice.Focus(
                    name: "Work",
                    allowedApps: [CenterFixture.app, other],
                    filters: [CenterFixture.app: ["a"], other: ["b"]]
                )
                device.focusSchedule = FocusSchedule(from: 0, to: 60)
                for app in [CenterFixture.app, other] {
                    device.set(app, isLetThrough: true, by: FocusSchedule.name)
                }
            }
            try turn.removeApp(CenterFixture.app)
        }
        let device = try fixture.center.read { try $0.transaction.device() }
        #expect(device.foregroundApp == nil)
        #expect(device.focus?.allowedApps == [other])
        #expect(device.focus?.filters == [other: ["b"]])
        #expect(device.focus(named: FocusSchedule.name).allowedApps == [other])
        // Another app that is in front stays there.
        try fixture.center.perform { turn in
            try turn.install(CenterApp(identifier: CenterFixture.app))
            try turn.changeDevice { $0.foregroundApp = other }
            try turn.removeApp(CenterFixture.app)
        }
        #expect(try fixture.center.read { try $0.transaction.device() }.foregroundApp == other)
    }

    @Test(arguments: StoreKind.allCases)
    func `has a setting that an entitlement or a question brings, and keeps what the user set`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind, isAllowed: false)
        var app = try fixture.installed()
        #expect(app.settings.directMessages == .notSupported)
        app.hasCommunicationEntitlement = true
        try fixture.center.perform { [app] turn in
            try turn.install(app)
            _ = try turn.requestAuthorization([.alert, .carPlay], for: CenterFixture.app)
            try turn.answerAuthorization(true, for: CenterFixture.app)
        }
        let settings = try fixture.installed().settings
        #expect(settings.directMessages == .enabled)
        #expect(settings.carPlay == .enabled)
        #expect(settings.announcement == .notSupported)
        try fixture.center.perform { [app] turn in
            try turn.change(CenterFixture.app) { $0.directMessages = .disabled }
            try turn.install(app)
        }
        #expect(try fixture.installed().settings.directMessages == .disabled)
        app.hasCommunicationEntitlement = false
        try fixture.center.perform { [app] in try $0.install(app) }
        #expect(try fixture.installed().settings.directMessages == .notSupported)
        app.hasCommunicationEntitlement = true
        try fixture.center.perform { [app] in try $0.install(app) }
        #expect(try fixture.installed().settings.directMessages == .disabled)
    }

    @Test(arguments: StoreKind.allCases)
    func `leaves off what the user switched off, whatever the user answers later`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind, isAllowed: false) { $0.hasCriticalEntitlement = true }
        let app = CenterFixture.app
        let options: Set<Authorization.Option> = [.alert, .sound, .criticalAlert, .carPlay]
        try fixture.center.perform { turn in
            // Before the app has asked, too.
            try turn.change(app) { $0.sound = .disabled }
            _ = try turn.requestAuthorization(options.union([.provisional]), for: app)
            #expect(try turn.app(app).settings.carPlay == .enabled)
            try turn.change(app) { ($0.carPlay, $0.criticalAlert) = (.disabled, .disabled) }
            try turn.keep(app, delivery: .immediate)
        }
        let expectOff = { (step: String) in
            let settings = try fixture.installed().settings
            #expect(settings.sound == .disabled, "\(step)")
            #expect(settings.carPlay == .disabled, "\(step)")
            #expect(settings.criticalAlert == .disabled, "\(step)")
            #expect(settings.alert == .enabled, "\(step)")
        }
        try expectOff("kept")
        try fixture.center.perform { turn in
            try turn.answerAuthorization(false, for: app)
            try turn.answerAuthorization(true, for: app)
        }
        try expectOff("denied, then allowed")
        try fixture.center.perform { turn in
            try turn.resetAuthorization(of: app)
            _ = try turn.requestAuthorization(options, for: app)
            try turn.answerAuthorization(true, for: app)
            try turn.install(try turn.app(app))
        }
        try expectOff("reset, asked again, and updated")
        try fixture.center.perform { turn in
            for asked in [[.alert], options] {
                try turn.resetAuthorization(of: app)
                _ = try turn.requestAuthorization(asked, for: app)
                try turn.answerAuthorization(true, for: app)
            }
        }
        try expectOff("asked for less, and then for all again")
    }

    @Test(arguments: StoreKind.allCases)
    func `has the settings alone that an app has asked for, and all where it was not asked`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind, isAllowed: false) { $0.hasCriticalEntitlement = true }
        let app = CenterFixture.app
        let settings = { (options: Set<Authorization.Option>) in
            try fixture.center.perform { turn in
                try turn.resetAuthorization(of: app)
                if !options.isEmpty { _ = try turn.requestAuthorization(options, for: app) }
                try turn.answerAuthorization(true, for: app)
                try turn.install(try turn.app(app))
                let settings = try turn.app(app).settings
                return [settings.alert, settings.sound, settings.badge, settings.criticalAlert]
            }
        }
        #expect(
            try settings([.alert]) == [.enabled, .notSupported, .notSupported, .notSupported]
        )
        // The user has switched none of them off.
        #expect(
            try settings([.sound, .badge, .criticalAlert])
                == [.notSupported, .enabled, .enabled, .enabled]
        )
        #expect(try settings([]) == [.enabled, .enabled, .enabled, .enabled])
    }

    @Test(arguments: StoreKind.allCases)
    func `shows at once what waits for the summary when its kind is switched on`(
        _ kind: StoreKind
    ) throws {
        let fixture = try CenterFixture(kind) { $0.hasTimeSensitiveEntitlement = true }
        try fixture.center.perform { turn in
            try turn.changeDevice { $0.summaryMinutes = [18 * 60] }
            try turn.change(CenterFixture.app) {
                $0.scheduledDelivery = .enabled
                $0.timeSensitive = .disabled
            }
        }
        var content = NotificationContent(title: "soon")
        content.interruptionLevel = .timeSensitive
        try fixture.add(NotificationRequest(identifier: "soon", content: content, trigger: nil))
        try fixture.center.pump()
        #expect(try fixture.delivered().isEmpty)
        try fixture.center.perform { turn in
            try turn.change(CenterFixture.app) { $0.timeSensitive = .enabled }
        }
        #expect(try fixture.delivered() == ["soon"])
    }

    @Test(arguments: StoreKind.allCases, AppSettings.Delivery.allCases)
    func `keeps what notifies quietly, at once or in the summary`(
        _ kind: StoreKind,
        _ delivery: AppSettings.Delivery
    ) throws {
        let fixture = try CenterFixture(kind, isAllowed: false)
        try fixture.center.perform { turn in
            try turn.changeDevice { $0.summaryMinutes = [18 * 60] }
            _ = try turn.requestAuthorization([.alert, .provisional], for: CenterFixture.app)
        }
        try fixture.push("quiet")
        try fixture.center.pump()
        try fixture.center.perform { try $0.keep(CenterFixture.app, delivery: delivery) }
        let app = try fixture.installed()
        #expect(app.authorization.status == .authorized)
        #expect(app.settings.scheduledDelivery == (delivery == .scheduled ? .enabled : .disabled))
        #expect(try fixture.events(.authorizationChanged).map(\.note).last == "authorized")
        let next = try fixture.push("next")
        try fixture.center.pump()
        let shown = try fixture.entry(next)?.detail.presentation?.surfaces
        #expect(shown == (delivery == .scheduled ? nil : [.banner, .list]))
        #expect(try fixture.delivered().first == "quiet")
    }
}
