// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import Testing

@Suite struct PresentationRuleTests {
    private var app: CenterApp {
        var app = CenterApp(identifier: "app")
        app.authorization.status = .authorized
        app.sounds = ["ping.wav": 2, "song.wav": 30]
        return app
    }

    private func present(
        _ content: NotificationContent,
        _ device: VirtualDevice = VirtualDevice(),
        app change: (inout CenterApp) -> Void = { _ in }
    ) throws -> Presentation {
        var app = app
        change(&app)
        let rule = PresentationRule(app: app, device: device, now: CenterFixture.noon)
        guard case .present(let presentation) = rule.decide(content) else {
            throw CenterError(.wrongState, "it was held")
        }
        return presentation
    }

    private var content: NotificationContent {
        NotificationContent(title: "Hi", badge: 1, sound: .default)
    }

    private func content(_ level: InterruptionLevel) -> NotificationContent {
        var content = content
        content.interruptionLevel = level
        return content
    }

    @Test func `shows a banner while unlocked`() throws {
        let presentation = try present(content)
        #expect(presentation.surfaces == [.banner, .list, .sound, .badge])
        #expect(!presentation.hidesPreview)
    }

    @Test func `shows it on a locked screen, which lights up`() throws {
        let presentation = try present(content, VirtualDevice(lock: .locked))
        #expect(presentation.surfaces == [.lockScreen, .list, .sound, .badge])
        #expect(presentation.lightsScreen)
    }

    @Test func `presents nothing in front of the app unless it says what`() throws {
        let device = VirtualDevice(foregroundApp: "app")
        #expect(try present(content, device).surfaces == [])
        let shown = try present(content, device) { $0.foregroundSurfaces = [.banner, .sound] }
        #expect(shown.surfaces == [.banner, .sound])
    }

    @Test func `shows what the app in front answers`() throws {
        let device = VirtualDevice(foregroundApp: "app")
        let rows: [(answer: ForegroundAnswer, surfaces: Set<Surface>, rules: [String])] = [
            (.surfaces([.banner, .lockScreen]), [.banner], ["foreground"]),
            (.surfaces([]), [], ["foreground"]), (.late, [], ["foregroundLate"]),
            (.unreachable, [.banner, .list, .sound, .badge], []),
        ]
        for row in rows {
            let now = CenterFixture.noon
            let rule = PresentationRule(app: app, device: device, now: now, answer: row.answer)
            guard case .present(let shown) = rule.decide(content) else {
                throw CenterError(.wrongState, "it was held")
            }
            #expect(shown.surfaces == row.surfaces, "\(row.answer)")
            #expect(shown.rules == row.rules, "\(row.answer)")
        }
    }

    @Test func `keeps a passive one quiet and dark`() throws {
        #expect(try present(content(.passive)).surfaces == [.list, .badge])
        let locked = try present(content(.passive), VirtualDevice(lock: .locked))
        #expect(locked.surfaces == [.lockScreen, .list, .badge])
        #expect(!locked.lightsScreen)
    }

    @Test(
        arguments: [
            (InterruptionLevel.active, false, false), (.timeSensitive, false, false),
            (.timeSensitive, true, true), (.critical, true, true),
        ]
    )
    func `lets only urgent ones through a Focus`(
        _ level: InterruptionLevel,
        _ isEntitled: Bool,
        _ passes: Bool
    ) throws {
        let device = VirtualDevice(focus: .init(name: "Work", allowedApps: ["other"]))
        let presentation = try present(content(level), device) { app in
            app.settings.timeSensitive = isEntitled ? .enabled : .notSupported
        }
        #expect(presentation.surfaces.contains(.banner) == passes)
        #expect(presentation.rules.contains("focus") != passes)
    }

    @Test func `lets an allowed app through a Focus`() throws {
        let device = VirtualDevice(focus: .init(name: "Work", allowedApps: ["app"]))
        #expect(try present(content, device).surfaces.contains(.banner))
    }

    @Test(arguments: [(AppSettings.Setting.enabled, true), (.notSupported, false)])
    func `plays a critical sound past the mute switch where that is allowed`(
        _ setting: AppSettings.Setting,
        _ plays: Bool
    ) throws {
        let device = VirtualDevice(isMuted: true)
        let presentation = try present(content(.critical), device) {
            $0.settings.criticalAlert = setting
        }
        #expect(presentation.surfaces.contains(.sound) == plays)
    }

    @Test(
        arguments: [
            ("ping.wav", "ping.wav", []), ("song.wav", "default", ["soundTooLong"]),
            ("gone.wav", "default", ["soundMissing"]),
        ]
    )
    func `plays the system's sound for one that is missing or too long`(
        _ name: String,
        _ played: String,
        _ rules: [String]
    ) throws {
        var content = content
        content.sound = Sound(kind: .named, name: name)
        let presentation = try present(content)
        #expect(presentation.sound == played)
        #expect(presentation.rules == rules)
    }

    @Test(
        arguments: [
            (AppSettings.PreviewStyle.always, VirtualDevice.Lock.locked, false),
            (.always, .beforeFirstUnlock, true), (.whenAuthenticated, .locked, true),
            (.whenAuthenticated, .unlocked, false), (.never, .unlocked, true),
        ]
    )
    func `hides the preview as the user wants, and before the first unlock always`(
        _ style: AppSettings.PreviewStyle,
        _ lock: VirtualDevice.Lock,
        _ hides: Bool
    ) throws {
        let presentation = try present(content, VirtualDevice(lock: lock)) {
            $0.settings.showPreviews = style
        }
        #expect(presentation.hidesPreview == hides)
    }

    @Test func `shows the placeholder, and the title where the category lets it`() {
        var content = NotificationContent(title: "Ann", subtitle: "Chat", body: "secret")
        content.userInfo = ["secret": 1]
        let category = NotificationCategory(
            identifier: "chat",
            options: [.hiddenPreviewsShowTitle],
            hiddenPreviewsBodyPlaceholder: "%u messages"
        )
        let hidden = content.hidingPreview(by: category)
        #expect(hidden.title == "Ann")
        #expect(hidden.subtitle == "")
        #expect(hidden.body == "1 messages")
        #expect(hidden.userInfo.isEmpty)
        #expect(content.hidingPreview(by: nil).title == "")
    }

    @Test func `leaves out what the user switched off, and says so`() throws {
        var content = content
        content.badge = 1
        let presentation = try present(content) { app in
            app.settings.alert = .disabled
            app.settings.sound = .disabled
            app.settings.badge = .disabled
        }
        #expect(presentation.surfaces == [.list])
        #expect(presentation.rules == ["alertsOff", "soundsOff", "badgesOff"])
        let locked = try present(content, VirtualDevice(lock: .locked)) { app in
            app.settings.lockScreen = .disabled
            app.settings.notificationCenter = .disabled
            app.settings.showPreviews = .never
        }
        #expect(locked.surfaces == [.sound, .badge])
        #expect(locked.rules == ["listOff", "lockScreenOff", "previewHidden"])
        let unseen = try present(content) { $0.settings.alertStyle = .none }
        #expect(unseen.surfaces == [.list, .sound, .badge])
        #expect(unseen.rules == ["noAlertStyle"])
        let lowered = try present(self.content(.timeSensitive)) {
            $0.settings.timeSensitive = .disabled
        }
        #expect(lowered.rules == ["levelLowered"])
    }

    @Test func `makes a critical alert of a critical sound where that is allowed`() throws {
        var content = content
        content.sound = Sound(kind: .defaultCritical)
        let device = VirtualDevice(focus: .init(name: "Work", allowedApps: []), isMuted: true)
        let allowed = try present(content, device) { $0.settings.criticalAlert = .enabled }
        #expect(allowed.surfaces.isSuperset(of: [.banner, .sound]))
        let other = try present(content, device) { $0.settings.criticalAlert = .disabled }
        #expect(!other.surfaces.contains(.banner) && !other.surfaces.contains(.sound))
    }
}
