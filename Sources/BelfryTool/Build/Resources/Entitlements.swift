// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Foundation

/// What an extension is entitled to: its app groups, above all.
///
/// It is in the bundle as `Entitlements.plist`, since nothing is signed here that could hold it.
struct Entitlements {
    /// The file's name in a bundle.
    static let fileName = "Entitlements.plist"

    /// The key of the app groups.
    static let appGroups = "com.apple.security.application-groups"

    /// The file's contents; nil for an extension with no entitlements.
    let bytes: [UInt8]?

    /// What is odd, one line each.
    let warnings: [String]

    /// Takes the file that is named, and the groups of the command line.
    ///
    /// A single source has no other place to say which groups it shares, so without a file those
    /// that it names are granted, and it is said so.
    ///
    /// - Parameters:
    ///   - path: A `.entitlements` file; nil when there is none.
    ///   - places: Where it may be.
    ///   - groups: The groups that the command line adds.
    ///   - named: The groups that the sources name.
    ///   - expand: What replaces the build variables in a text.
    /// - Throws: ``ToolFailure`` for a file that cannot be read.
    init(
        _ path: String?,
        within places: BuildPlaces,
        adding groups: [String],
        named: [String],
        expand: (String) throws(ToolFailure) -> String
    ) throws(ToolFailure) {
        var members: [String: Any] = [:]
        var warnings: [String] = []
        if let path { members = try Self.read(path, within: places, expand) }
        var all = members[Self.appGroups] as? [String] ?? []
        for group in groups where !all.contains(group) { all.append(group) }
        let isSilent = path == nil && groups.isEmpty
        if isSilent, !named.isEmpty {
            all = named
            warnings.append(
                "there is no .entitlements file, so the app groups that the sources name are "
                    + "granted: \(named.joined(separator: ", ")); name them with --app-group or "
                    + "--entitlements"
            )
        }
        if !all.isEmpty { members[Self.appGroups] = all }
        self.warnings = warnings
        bytes = members.isEmpty ? nil : try PropertyListFile.bytes(of: members)
    }

    private static func read(
        _ path: String,
        within places: BuildPlaces,
        _ expand: (String) throws(ToolFailure) -> String
    ) throws(ToolFailure) -> [String: Any] {
        let bytes = try BuildFile.read(
            path,
            limit: PropertyList.maximumByteCount,
            within: places,
            wayOut: "name an .entitlements file"
        )
        let members: [String: Any]
        do {
            // This reader refuses what Foundation's does not stand up to.
            let list = try PropertyList.parse(bytes)
            if case .dictionary(let members) = list, members.isEmpty { return [:] }
            guard let found = try PropertyListFile.members(of: bytes) else {
                throw PropertyListError("holds \(list.kind) at its root", hint: "write a <dict>")
            }
            members = found
        } catch {
            throw ToolFailure("\(path) \(error)", .badManifest)
        }
        return try PropertyListFile.expanded(members, path, expand)
    }
}
