// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension JSONSerialization.ReadingOptions {
    /// Reads JSON 5.
    ///
    /// - Note: Without effect: trailing commas are read anyway, the rest of JSON 5 is not.
    public static var json5Allowed: Self { Self(rawValue: 1 << 3) }
}
