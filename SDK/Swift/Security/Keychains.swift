// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Synchronization

/// The keychains of the extension, as the host gives them.
package final class Keychains: Sendable {
    /// Those of the process.
    package static let shared = Keychains()

    private let known = Mutex<[Keychain]>([])

    private init() {}

    /// Takes over where the keychains are, the default one first.
    ///
    /// - Parameter directories: Access groups and the directories that hold their items.
    package func take(_ directories: [(group: String, path: String)]) {
        let keychains = directories.map { Keychain(group: $0.group, directory: $0.path) }
        known.withLock { $0 = keychains }
    }

    /// The keychain that a new item goes to.
    func keychain(for group: String?) throws(KeychainError) -> Keychain {
        let keychains = try keychains(for: group)
        guard let first = keychains.first else { throw KeychainError(errSecNotAvailable) }
        return first
    }

    /// The keychains to look in.
    ///
    /// On iOS a group begins with the team's identifier, which here it need not.
    func keychains(for group: String?) throws(KeychainError) -> [Keychain] {
        let all = known.withLock { $0 }
        guard !all.isEmpty else { throw KeychainError(errSecNotAvailable) }
        let found = all.filter {
            group == nil || $0.group == group || $0.group == group.map(Self.withoutTeam)
        }
        guard !found.isEmpty else { throw KeychainError(errSecMissingEntitlement) }
        guard !found.allSatisfy(\.isClosed) else {
            throw KeychainError(errSecInteractionNotAllowed)
        }
        return found
    }

    /// A group without the ten letters and digits of a team before it.
    private static func withoutTeam(_ group: String) -> String {
        let parts = group.split(separator: ".", maxSplits: 1)
        let isTeam =
            parts.count == 2 && parts[0].count == 10
            && parts[0].allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
        return isTeam ? String(parts[1]) : group
    }
}
