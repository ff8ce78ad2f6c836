// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// Decides where a notification is presented, from what the user has set and where the device is.
///
/// It is a function of its values alone, so that `explain` can say why something came out as it did.
package struct PresentationRule: Sendable {
    /// What is to happen with a notification.
    package enum Decision: Equatable, Sendable {
        case present(Presentation)

        /// It waits for the scheduled summary.
        case hold(until: UnixTime)
    }

    /// The app that the notification is for, with what the user has set for it.
    package let app: CenterApp

    /// The device's state, such as a Focus that is on.
    package let device: VirtualDevice

    /// The time by the centre's clock.
    package let now: UnixTime

    /// What the app has said, where it was asked.
    package let answer: ForegroundAnswer?

    /// How long the sound plays that the content names, where the app's extension keeps it.
    package let keptSoundSeconds: Double?

    /// The notification's category; nil where its app has none of that name.
    package let category: NotificationCategory?

    package init(
        app: CenterApp,
        device: VirtualDevice,
        now: UnixTime,
        answer: ForegroundAnswer? = nil,
        keptSoundSeconds: Double? = nil,
        category: NotificationCategory? = nil
    ) {
        self.category = category
        self.answer = answer
        self.keptSoundSeconds = keptSoundSeconds
        self.app = app
        self.device = device
        self.now = now
    }

    /// Decides for one content.
    ///
    /// - Parameters:
    ///   - content: What is to be shown.
    ///   - waits: Whether it may be held for the summary; one that was held is shown now.
    /// - Returns: Where it goes, or until when it waits.
    package func decide(_ content: NotificationContent, waits: Bool = true) -> Decision {
        let level = effectiveLevel(of: content)
        let isProvisional = app.authorization.status == .provisional
        if waits, !isProvisional, !passes(level, content), let until = nextSummary {
            return .hold(until: until)
        }
        var presentation = Presentation()
        if isInFront {
            presentation = foreground(content)
        } else if isProvisional {
            presentation.surfaces = content.hasAlert ? [.list] : []
            presentation.rules = ["provisional"]
        } else {
            presentation = background(content, level)
        }
        if app.authorization.status(at: now) == .ephemeral {
            presentation.rules.append("ephemeral")
        }
        finish(&presentation, content, level)
        return .present(presentation)
    }

    /// Whether the app is in front: one that was asked and does not listen does not run.
    private var isInFront: Bool {
        guard device.foregroundApp == app.identifier, device.lock == .unlocked else { return false }
        return answer != .unreachable || app.foregroundSurfaces != nil
    }

    /// Whether a level goes past Focus and the summary, or a person who speaks does.
    private func passes(_ level: InterruptionLevel, _ content: NotificationContent) -> Bool {
        level >= .timeSensitive
            || (content.communication != nil && app.settings.directMessages == .enabled)
    }

    /// The level that the user and the app's entitlements let the content have.
    ///
    /// A critical sound makes a critical alert, as it did before there were levels.
    private func effectiveLevel(of content: NotificationContent) -> InterruptionLevel {
        let settings = app.settings
        switch content.interruptionLevel {
        case _ where content.sound?.isCritical == true && settings.criticalAlert == .enabled:
            return .critical
        case .critical where settings.criticalAlert != .enabled:
            return settings.timeSensitive == .enabled ? .timeSensitive : .active
        case .timeSensitive where settings.timeSensitive != .enabled: return .active
        case let level: return level
        }
    }

    /// The settings by which a content counts for less than it asks to.
    private func lowered(_ content: NotificationContent) -> [String] {
        let settings = app.settings
        var rules: [String] = []
        if isCriticalRefused(content) { rules.append("criticalOff") }
        if content.interruptionLevel == .timeSensitive, settings.timeSensitive != .enabled {
            rules.append("timeSensitiveOff")
        }
        if content.communication != nil, settings.directMessages != .enabled {
            rules.append("directMessagesOff")
        }
        return rules
    }

    private func isCriticalRefused(_ content: NotificationContent) -> Bool {
        guard app.settings.criticalAlert != .enabled else { return false }
        return content.interruptionLevel == .critical || content.sound?.isCritical == true
    }

    private var nextSummary: UnixTime? {
        guard app.settings.scheduledDelivery == .enabled else { return nil }
        return device.summaryMinutes.compactMap { minute in
            NotificationTrigger.DateMatch(["hour": minute / 60, "minute": minute % 60])
                .next(after: now, in: device.timeZone)
        }.min()
    }

    private func foreground(_ content: NotificationContent) -> Presentation {
        let surfaces: Set<Surface>? =
            switch answer {
            case .surfaces(let surfaces): surfaces
            case .late: nil
            case .unreachable, nil: app.foregroundSurfaces
            }
        var presentation = Presentation(surfaces: surfaces ?? [])
        presentation.surfaces.remove(.lockScreen)
        if !content.hasAlert { presentation.surfaces.subtract([.banner, .list]) }
        let silence = answer == .late ? "foregroundLate" : "foregroundSilent"
        presentation.rules = [surfaces == nil ? silence : "foreground"]
        // In front the level decides about the sound alone.
        let plays = content.sound != nil && presentation.surfaces.contains(.sound)
        if plays, isCriticalRefused(content) { presentation.rules.append("criticalOff") }
        return presentation
    }

    private func background(
        _ content: NotificationContent,
        _ level: InterruptionLevel
    ) -> Presentation {
        var presentation = Presentation(surfaces: [.sound, .badge])
        presentation.rules = lowered(content)
        let focus = passes(level, content) ? nil : focusRule(content)
        let isQuiet = level == .passive || focus != nil
        if let focus { presentation.rules.append(focus) }
        if level == .passive { presentation.rules.append("passive") }
        if content.hasAlert {
            presentation.surfaces.insert(.list)
            if !isQuiet { presentation.surfaces.formUnion(accessorySurfaces) }
            if device.lock != .unlocked {
                presentation.surfaces.insert(.lockScreen)
                presentation.lightsScreen = !isQuiet
            } else if !isQuiet {
                if app.settings.alertStyle == .none {
                    presentation.rules.append("noAlertStyle")
                } else {
                    presentation.surfaces.insert(.banner)
                }
            }
        }
        if isQuiet { presentation.surfaces.remove(.sound) }
        return presentation
    }

    /// Why the Focus that is on keeps a content quiet; nil where it lets it through, or none is on.
    private func focusRule(_ content: NotificationContent) -> String? {
        guard let focus = device.focus else { return nil }
        guard focus.allowedApps.contains(app.identifier) else { return "focus" }
        guard let wanted = focus.filters?[app.identifier] else { return nil }
        let isWanted = content.filterCriteria.map { wanted.contains(where: $0.isExactly) }
        return isWanted == true ? nil : "focusFilter"
    }

    /// Where it comes besides: on the screen of a car where its category allows that, and to the ear of
    /// somebody who wears headphones and does not look at the device.
    private var accessorySurfaces: Set<Surface> {
        var surfaces: Set<Surface> = []
        let accessories = device.accessories ?? []
        let isForCars = category?.options.contains(.allowInCarPlay) == true
        if accessories.contains(.carPlay), isForCars { surfaces.insert(.carPlay) }
        if accessories.contains(.headphones), device.lock == .locked {
            surfaces.insert(.announcement)
        }
        return surfaces
    }

    /// Applies what the user has switched off, the sound's rules and hidden previews.
    private func finish(
        _ presentation: inout Presentation,
        _ content: NotificationContent,
        _ level: InterruptionLevel
    ) {
        if content.badge == nil { presentation.surfaces.remove(.badge) }
        if content.sound == nil { presentation.surfaces.remove(.sound) }
        let settings = app.settings
        let switches: [(AppSettings.Setting, Surface, String)] = [
            (settings.alert, .banner, "alertsOff"), (settings.notificationCenter, .list, "listOff"),
            (settings.lockScreen, .lockScreen, "lockScreenOff"),
            (settings.sound, .sound, "soundsOff"), (settings.badge, .badge, "badgesOff"),
            (settings.carPlay, .carPlay, "carPlayOff"),
            (settings.announcement, .announcement, "announcementOff"),
        ]
        for (setting, surface, rule) in switches where setting != .enabled {
            if presentation.surfaces.remove(surface) != nil { presentation.rules.append(rule) }
        }
        resolveSound(&presentation, content, level)
        presentation.hidesPreview = hidesPreview
        if hidesPreview, content.hasAlert { presentation.rules.append("previewHidden") }
        if !presentation.surfaces.contains(.lockScreen) { presentation.lightsScreen = false }
    }

    private func resolveSound(
        _ presentation: inout Presentation,
        _ content: NotificationContent,
        _ level: InterruptionLevel
    ) {
        guard presentation.surfaces.contains(.sound), var sound = content.sound else { return }
        guard !device.isMuted || level == .critical else {
            presentation.rules.append("muted")
            presentation.surfaces.remove(.sound)
            return
        }
        if app.settings.criticalAlert != .enabled { sound = sound.ordinary }
        var sounds = app.sounds
        sounds[sound.name] = keptSoundSeconds ?? sounds[sound.name]
        let resolved = SoundRule.resolve(sound, among: sounds)
        presentation.sound = resolved.name
        presentation.volume = sound.isCritical ? sound.volume : nil
        if let rule = resolved.rule { presentation.rules.append(rule) }
    }

    private var hidesPreview: Bool { app.settings.showPreviews.isHidden(by: device.lock) }
}

extension InterruptionLevel: Comparable {
    package static func < (left: InterruptionLevel, right: InterruptionLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}
