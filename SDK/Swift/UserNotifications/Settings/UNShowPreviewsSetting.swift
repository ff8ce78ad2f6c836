// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// When the content of an app's notifications is shown.
public enum UNShowPreviewsSetting: Int, Sendable {
    /// On a locked device, too.
    case always = 0
    /// Once the device is unlocked.
    case whenAuthenticated = 1
    /// At no time.
    case never = 2
}

extension UNShowPreviewsSetting: NamedChoice {
    static var names: [(name: String, choice: Self)] {
        [("always", .always), ("whenAuthenticated", .whenAuthenticated), ("never", .never)]
    }
}
