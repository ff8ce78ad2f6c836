// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// How strongly a notification asks for attention.
public enum InterruptionLevel: Sendable, Hashable, CaseIterable {
    /// Goes to the list without lighting the screen or playing a sound.
    case passive
    /// Lights the screen and plays a sound; the default.
    case active
    /// Breaks through Focus and the scheduled summary.
    case timeSensitive
    /// Breaks through the mute switch too.
    case critical
}

extension InterruptionLevel {
    init(_ engine: BelfryModel.InterruptionLevel) {
        self =
            switch engine {
            case .passive: .passive
            case .active: .active
            case .timeSensitive: .timeSensitive
            case .critical: .critical
            }
    }

    var engine: BelfryModel.InterruptionLevel {
        switch self {
        case .passive: .passive
        case .active: .active
        case .timeSensitive: .timeSensitive
        case .critical: .critical
        }
    }
}
