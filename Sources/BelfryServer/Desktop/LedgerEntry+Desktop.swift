// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryDesktop
internal import BelfryModel

extension LedgerEntry {
    /// Where it stands on the desktop.
    var desktopPlace: DesktopPlace {
        DesktopPlace(app: app, identifier: identifier, device: device)
    }

    /// Whether it comes to the desktop: it has a banner or is on the lock screen, or is passive, for
    /// which servers have an urgency of their own.
    ///
    /// What a Focus, its app or the user's settings keep quiet is in the list alone.
    var isForDesktop: Bool {
        guard let presentation = detail.presentation else { return false }
        if !presentation.surfaces.isDisjoint(with: [.banner, .lockScreen]) { return true }
        return presentation.surfaces.contains(.list) && presentation.rules.contains("passive")
            && presentation.rules.allSatisfy { !["focus", "focusFilter"].contains($0) }
    }

    /// How much it presses on the desktop.
    var desktopUrgency: DesktopNotification.Urgency {
        let rules = detail.presentation?.rules ?? []
        let surfaces = detail.presentation?.surfaces ?? []
        if surfaces.isDisjoint(with: [.banner, .lockScreen]) { return .low }
        if !rules.contains("criticalOff"),
            shown.interruptionLevel == .critical || shown.sound?.isCritical == true
        {
            return .critical
        }
        return shown.interruptionLevel == .passive ? .low : .normal
    }
}
