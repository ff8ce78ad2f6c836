// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Reads the keys of an `Entitlements.plist` that mean something here; the others are left alone.
struct EntitlementsReader {
    let root: ManifestDictionary

    private static let applicationGroups = "com.apple.security.application-groups"
    private static let keychainAccessGroups = "keychain-access-groups"
    private static let filtering = "com.apple.developer.usernotifications.filtering"

    /// Reads every key.
    func entitlements() throws(ManifestError) -> Entitlements {
        var entitlements = Entitlements()
        entitlements.applicationGroups = try groups(Self.applicationGroups, &entitlements.warnings)
        entitlements.keychainAccessGroups =
            try groups(Self.keychainAccessGroups, &entitlements.warnings)
        entitlements.filtering = try root.flag(Self.filtering) ?? false
        for key in root.members.keys.sorted() {
            let known = [Self.applicationGroups, Self.keychainAccessGroups, Self.filtering]
            guard let near = Spelling.nearest(to: key, among: known), near != key else { continue }
            entitlements.warnings.append(
                ManifestWarning(keyPath: key, problem: "is not read", fix: "write \(near)")
            )
        }
        return entitlements
    }

    /// The groups of a key, each once.
    ///
    /// A list that is too long is read no further than where it becomes so.
    private func groups(
        _ key: String,
        _ warnings: inout [ManifestWarning]
    ) throws(ManifestError) -> [String] {
        var groups: [String] = []
        var repeated: Set<String> = []
        for group in try root.texts(key, orOne: true) ?? [] {
            guard StorageName.isValid(group) else {
                throw root.outOfRange(
                    key,
                    found: group.quoted,
                    fix: "use letters, digits, hyphens, underscores and single dots, such as "
                        + "group.com.example.app"
                )
            }
            guard !groups.contains(group) else {
                guard repeated.insert(group).inserted else { continue }
                warnings.append(
                    ManifestWarning(
                        keyPath: root.keyPath(key),
                        problem: "names \(group) more than once",
                        fix: "write it once"
                    )
                )
                continue
            }
            groups.append(group)
            guard groups.count <= Entitlements.groupLimit else {
                throw root.outOfRange(
                    key,
                    found: "more than \(Entitlements.groupLimit) groups",
                    fix: "name \(Entitlements.groupLimit) at most"
                )
            }
        }
        return groups
    }
}
