// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Which of Apple's two push services a device token, a key or an endpoint belongs to.
package enum PushEnvironment: String, Codable, Sendable, CaseIterable {
    /// Apps that are signed for development: `api.sandbox.push.apple.com`.
    case development
    /// Apps of the App Store and of TestFlight: `api.push.apple.com`.
    case production
}
