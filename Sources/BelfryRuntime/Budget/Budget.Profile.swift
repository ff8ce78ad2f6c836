// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension Budget {
    /// A set of budgets by name.
    package enum Profile: String, Sendable, CaseIterable {
        /// What iOS gives a service extension on a current device: 30 s and 24 MB. The default.
        case ios
        /// What it gives on devices with little memory: 12 MB.
        case iosSmall = "ios-small"
        /// As `ios`, with 10 s to start: machines of a test farm are shared, and a slow start of
        /// theirs says nothing about the extension.
        case ci
    }

    /// The budgets of a profile.
    package init(_ profile: Profile) {
        self.init()
        switch profile {
        case .ios: break
        case .iosSmall: memoryByteCount = 12 * 1024 * 1024
        case .ci: start = .seconds(10)
        }
    }
}
