// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The file name of a notification's sound.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    /// The file name, with its extension.
    public let rawValue: String

    /// Names a sound by the name of its file.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Names a sound by the name of its file.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }
}
