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
        _ category: NotificationCategory? = nil,
        app change: (inout CenterApp) -> Void = { _ in }
    ) throws -> Presentation {
        var app = app
        change(&app)
        let rule = PresentationRule(
            app: app,
            device: device,
            now: CenterFixture.noon,
            category: category
        )
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
        for kind in [Sound.Kind.named, .ringtoneNamed] {
            var content = content
            content.sound = Sound(kind: kind, name: name)
            let presentation = try present(content)
            #expect(presentation.sound == played, "\(kind)")
            #expect(presentation.rules == rules, "\(kind)")
        }
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
        #expect(lowered.rules == ["timeSensitiveOff"])
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

    @Test(arguments: [AppSettings.Setting.enabled, .disabled, .notSupported])
    func `plays a critical sound as its ordinary one where critical alerts are off`(
        _ setting: AppSettings.Setting
    ) throws {
        let rows: [(sound: Sound, critical: String, ordinary: String)] = [
            (Sound(kind: .defaultCritical, volume: 0.5), "defaultCritical", "default"),
            (Sound(kind: .criticalNamed, name: "ping.wav", volume: 0.5), "ping.wav", "ping.wav"),
        ]
        for row in rows {
            var content = content
            content.sound = row.sound
            let shown = try present(content) { $0.settings.criticalAlert = setting }
            let isOn = setting == .enabled
            #expect(shown.sound == (isOn ? row.critical : row.ordinary))
            #expect(shown.volume == (isOn ? 0.5 : nil))
            #expect(shown.rules == (isOn ? [] : ["criticalOff"]))
        }
    }

    @Test(arguments: [AppSettings.Setting.enabled, .disabled, .notSupported])
    func `says in front of the app that critical alerts are off, where it plays a sound`(
        _ setting: AppSettings.Setting
    ) throws {
        var device = VirtualDevice(foregroundApp: "app")
        var content = content
        content.sound = Sound(kind: .defaultCritical, volume: 0.5)
        let off = setting == .enabled ? [] : ["criticalOff"]
        let shown = try present(content, device) {
            $0.foregroundSurfaces = [.banner, .sound]
            $0.settings.criticalAlert = setting
        }
        #expect(shown.sound == (setting == .enabled ? "defaultCritical" : "default"))
        #expect(shown.rules == ["foreground"] + off)
        device.isMuted = true
        let muted = try present(self.content(.critical), device) {
            $0.foregroundSurfaces = [.banner, .sound]
            $0.settings.criticalAlert = setting
        }
        #expect(muted.rules == ["foreground"] + (off.isEmpty ? [] : off + ["muted"]))
        let silent = try present(content, device) {
            $0.foregroundSurfaces = [.banner]
            $0.settings.criticalAlert = setting
        }
        #expect(silent.rules == ["foreground"])
    }

    @Test func `presents a critical one as time-sensitive where that alone is on`() throws {
        let device = VirtualDevice(
            focus: .init(name: "Work", allowedApps: []),
            isMuted: true
        )
        let shown = try present(content(.critical), device) {
            $0.settings.criticalAlert = .disabled
            $0.settings.timeSensitive = .enabled
        }
        #expect(shown.surfaces == [.banner, .list, .badge])
        #expect(shown.rules == ["criticalOff", "muted"])
    }

    @Test(arguments: [AppSettings.Setting.enabled, .disabled, .notSupported])
    func `lets a message of a person through a Focus where the app may send such`(
        _ setting: AppSettings.Setting
    ) throws {
        var content = content
        content.communication = ["kind": "message"]
        let device = VirtualDevice(focus: .init(name: "Work", allowedApps: []))
        let shown = try present(content, device) { $0.settings.directMessages = setting }
        #expect(shown.surfaces.contains(.banner) == (setting == .enabled))
        #expect(shown.rules == (setting == .enabled ? [] : ["directMessagesOff", "focus"]))
    }

    @Test func `filters what comes through a Focus by its criteria`() throws {
        let focus = VirtualDevice.Focus(
            name: "Work",
            allowedApps: ["app", "other"],
            filters: ["app": ["work", "boss"], "other": []]
        )
        let device = VirtualDevice(focus: focus)
        for (criteria, passes) in [("work", true), ("boss", true), ("home", false), (nil, false)] {
            var content = content
            content.filterCriteria = criteria
            let shown = try present(content, device)
            #expect(shown.surfaces.contains(.banner) == passes, "\(criteria ?? "none")")
            #expect(shown.rules == (passes ? [] : ["focusFilter"]))
            content.interruptionLevel = .timeSensitive
            let urgent = try present(content, device) { $0.settings.timeSensitive = .enabled }
            #expect(urgent.surfaces.contains(.banner) && urgent.rules.isEmpty)
        }
    }

    @Test(arguments: [AppSettings.Setting.enabled, .disabled, .notSupported])
    func `shows it in a car where app, category and user let it`(
        _ setting: AppSettings.Setting
    ) throws {
        var device = VirtualDevice()
        device.accessories = [.carPlay]
        let category = NotificationCategory(identifier: "chat", options: [.allowInCarPlay])
        let shown = try present(content, device, category) { $0.settings.carPlay = setting }
        #expect(shown.surfaces.contains(.carPlay) == (setting == .enabled))
        #expect(shown.rules == (setting == .enabled ? [] : ["carPlayOff"]))
        let other = try present(content, device) { $0.settings.carPlay = setting }
        #expect(!other.surfaces.contains(.carPlay) && other.rules.isEmpty)
        let quiet = try present(content(.passive), device, category) {
            $0.settings.carPlay = setting
        }
        #expect(!quiet.surfaces.contains(.carPlay))
    }

    @Test(arguments: [AppSettings.Setting.enabled, .disabled, .notSupported])
    func `has it read aloud on a locked device with headphones`(
        _ setting: AppSettings.Setting
    ) throws {
        var device = VirtualDevice(lock: .locked)
        device.accessories = [.headphones]
        let shown = try present(content, device) { $0.settings.announcement = setting }
        #expect(shown.surfaces.contains(.announcement) == (setting == .enabled))
        #expect(shown.rules == (setting == .enabled ? [] : ["announcementOff"]))
        device.lock = .unlocked
        let seen = try present(content, device) { $0.settings.announcement = setting }
        #expect(!seen.surfaces.contains(.announcement) && seen.rules.isEmpty)
    }
}
