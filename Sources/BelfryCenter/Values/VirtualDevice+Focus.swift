// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The Focuses that the device knows, and the apps that each lets through.
extension VirtualDevice {
    /// Most Focuses that are kept while they are off, besides Do Not Disturb.
    package static let keptFocusLimit = 16

    /// Each Focus that is known: Do Not Disturb, the one that is on, and those that let an app through.
    package var focuses: [Focus] {
        let others = ([focus].compactMap(\.self) + (keptFocuses ?? []))
            .filter { $0.name != FocusSchedule.name }
        return [focus(named: FocusSchedule.name)] + others
    }

    /// A Focus as it is, or would be if it went on.
    ///
    /// - Parameter name: Its name.
    /// - Returns: The Focus; one that is not known lets no app through.
    package func focus(named name: String) -> Focus {
        if let focus, focus.name == name { return focus }
        return keptFocuses?.first { $0.name == name } ?? Focus(name: name)
    }

    /// Has a Focus let an app through or not, whether it is on or off.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - isLetThrough: Whether its notifications come through.
    ///   - name: The Focus; one that is not known is from now on.
    package mutating func set(_ app: String, isLetThrough: Bool, by name: String) {
        var changed = focus(named: name)
        changed.set(app, isLetThrough: isLetThrough)
        if focus?.name == name { focus = changed } else { keep(changed) }
    }

    /// Takes over what an earlier version kept with the schedule.
    package mutating func takeOverScheduledFocus() {
        guard let earlier = focusSchedule?.focus else { return }
        focusSchedule?.focus = nil
        if focus(named: earlier.name) == Focus(name: earlier.name) { keep(earlier) }
    }

    /// Keeps a Focus that is off; one that lets no app through has nothing to keep.
    mutating func keep(_ old: Focus?) {
        guard old?.name != focus?.name else { return }
        var kept = (keptFocuses ?? []).filter { $0.name != old?.name && $0.name != focus?.name }
        if let old, !old.allowedApps.isEmpty { kept.append(old) }
        while kept.count(where: { $0.name != FocusSchedule.name }) > Self.keptFocusLimit,
            let oldest = kept.firstIndex(where: { $0.name != FocusSchedule.name })
        {
            kept.remove(at: oldest)
        }
        keptFocuses = kept.isEmpty ? nil : kept
    }
}
