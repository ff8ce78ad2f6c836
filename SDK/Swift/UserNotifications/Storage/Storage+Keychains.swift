// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Security

extension Storage {
    /// The keychains that the directories make, in the order that Apple's systems choose by: those
    /// of the entitlements, the bundle's own, those of its app groups.
    static func giveKeychains(of folders: [StorageFolder]) {
        let order: [ABI.FolderKind] = [.keychain, .data, .group]
        let ordered = order.flatMap { kind in folders.filter { $0.kind == kind } }
        guard !ordered.isEmpty else { return }
        Keychains.shared.take(
            ordered.map { folder in
                let path = folder.kind == .keychain ? folder.path : folder.path + "/Library"
                return (folder.identifier, path)
            }
        )
    }
}
