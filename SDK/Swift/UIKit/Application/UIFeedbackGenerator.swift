// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What has a phone tap the hand that holds it.
///
/// - Note: Without effect: nobody holds anything here.
@preconcurrency @MainActor
open class UIFeedbackGenerator: NSObject {
    /// Says that it will be needed soon.
    ///
    /// - Note: Without effect: there is nothing to prepare.
    open func prepare() {}
}

/// A tap as of something that hits something.
///
/// - Note: Without effect: nobody holds anything here.
@preconcurrency @MainActor
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    /// How hard.
    public enum FeedbackStyle: Int, Sendable {
        case light = 0
        case medium = 1
        case heavy = 2
        case soft = 3
        case rigid = 4
    }

    /// Creates one of a style.
    public init(style: FeedbackStyle) {}
    /// Creates one of a middling style.
    public override convenience init() { self.init(style: .medium) }
    /// Taps.
    ///
    /// - Note: Without effect: nobody holds anything here.
    open func impactOccurred() {}
    /// Taps, as hard as is said.
    ///
    /// - Note: Without effect: nobody holds anything here.
    open func impactOccurred(intensity: CGFloat) {}
}

/// A tap as something that was chosen changes.
///
/// - Note: Without effect: nobody holds anything here.
@preconcurrency @MainActor
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    /// Taps.
    ///
    /// - Note: Without effect: nobody holds anything here.
    open func selectionChanged() {}
}

/// A tap as something succeeded or failed.
///
/// - Note: Without effect: nobody holds anything here.
@preconcurrency @MainActor
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    /// What became of it.
    public enum FeedbackType: Int, Sendable {
        case success = 0
        case warning = 1
        case error = 2
    }

    /// Taps.
    ///
    /// - Note: Without effect: nobody holds anything here.
    open func notificationOccurred(_ notificationType: FeedbackType) {}
}
