// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension FileManager {
    /// Returns the directory that an app group's bundles share.
    ///
    /// What is written there is kept from run to run, and seen by every extension of the group.
    ///
    /// - Parameter groupIdentifier: The group, such as `group.com.example.app`.
    /// - Returns: The directory; nil unless the bundle's entitlements name the group.
    public func containerURL(
        forSecurityApplicationGroupIdentifier groupIdentifier: String
    ) -> URL? {
        Storage.shared.group(groupIdentifier).map {
            URL(fileURLWithPath: $0.path, isDirectory: true)
        }
    }
}
