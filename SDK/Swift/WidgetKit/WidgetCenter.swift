// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import FoundationSupplement

/// The widgets of an app, of which there are none here.
public final class WidgetCenter: Sendable {
    /// The one of the process.
    public static let shared = WidgetCenter()

    private init() {}

    /// Asks for widgets to be drawn anew.
    ///
    /// - Note: Without effect: there are no widgets here, which the run's log says once.
    public func reloadAllTimelines() {
        say("reloadAllTimelines()")
    }

    /// Asks for widgets to be drawn anew.
    ///
    /// - Note: Without effect: there are no widgets here, which the run's log says once.
    public func reloadTimelines(ofKind kind: String) {
        say("reloadTimelines(ofKind:)")
    }

    /// Asks for widgets to be drawn anew.
    ///
    /// - Note: Without effect: there are no widgets here, which the run's log says once.
    public func invalidateConfigurationRecommendations() {
        say("invalidateConfigurationRecommendations()")
    }

    private func say(_ call: String) {
        RunLog.sayOnce("WidgetCenter.\(call)", withoutEffect: "there are no widgets here")
    }
}
