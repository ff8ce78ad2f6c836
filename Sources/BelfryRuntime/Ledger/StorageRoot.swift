// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import BelfryWire
internal import CBelfryPlatform
internal import Glibc

/// The directory of what outlives workers: `data`, `groups` and `keychains`, each with a directory
/// for every identifier.
///
/// The directories above are the host's alone. Those of the identifiers are the workers' user's, who
/// cannot get to them but by the mounts of a zygote: so files survive from one worker to the next
/// without anybody's ids being mapped.
struct StorageRoot {
    private let path: String
    private let owner: UInt32?

    /// What a directory has from the beginning, outer ones before inner ones.
    private static let subdirectories = [
        StorageFolder.Kind.data: [
            "Documents", "Library", "Library/Application Support", "Library/Caches",
            "Library/Preferences",
        ],
        .group: ["Library", "Library/Caches", "Library/Preferences"],
        .keychain: [],
    ]

    /// Makes the directory, as far as it is missing.
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - owner: Who the workers are; nil for this user.
    /// - Throws: ``SystemError`` naming what cannot be made.
    init(path: String, owner: UInt32?) throws(SystemError) {
        try Descriptor.ensureDirectories(path)
        guard let resolved = unsafe realpath(path, nil) else {
            throw SystemError(call: "realpath", subject: path, errno: errno)
        }
        defer { unsafe free(resolved) }
        self.path = unsafe String(cString: resolved)
        self.owner = owner
        let root = try Descriptor.openDirectory(self.path)
        for kind in StorageFolder.Kind.allCases {
            try root.ensureDirectory(kind.directoryName)
        }
    }

    /// Names the directories that a bundle writes files to, its own first, whether they are there or
    /// not.
    static func paths(of manifest: Manifest, beneath path: String) -> [String] {
        let identifier = manifest.identifier
        let own = StorageName.isValid(identifier) ? [(StorageFolder.Kind.data, identifier)] : []
        let groups = manifest.entitlements.applicationGroups.map { (StorageFolder.Kind.group, $0) }
        return (own + groups).map { "\(path)/\($0.directoryName)/\($1)" }
    }

    /// Gives a bundle what it is to have, made where it is missing.
    ///
    /// A directory that cannot be had costs the bundle that one alone.
    ///
    /// - Parameter manifest: Who it is and what it asks for.
    /// - Returns: Its own directory first, and which there are not.
    func grant(for manifest: Manifest) -> StorageGrant {
        let entitlements = manifest.entitlements
        var wanted: [(StorageFolder.Kind, String)] = []
        var missing: [String] = []
        // An identifier may be one that no directory can have.
        if StorageName.isValid(manifest.identifier) {
            wanted.append((.data, manifest.identifier))
        } else {
            missing.append(Self.noDirectory(for: manifest.identifier))
        }
        wanted += entitlements.applicationGroups.map { (.group, $0) }
        wanted += entitlements.keychainAccessGroups.map { (.keychain, $0) }
        var grant = StorageGrant()
        for (kind, identifier) in wanted {
            do throws(SystemError) {
                grant.folders.append(try folder(kind, identifier))
            } catch {
                missing.append("the \(kind) directory of \(identifier) cannot be reached: \(error)")
            }
        }
        grant.shortfall = missing.isEmpty ? nil : missing.joined(separator: "; ")
        return grant
    }

    /// Why there is no directory of a bundle's own, and what to do about it.
    private static func noDirectory(for identifier: String) -> String {
        let limit = StorageName.lengthLimit
        let count = identifier.unicodeScalars.count
        let reason =
            count > limit
            ? "its identifier has \(count) characters, and such a directory's name has \(limit) at most"
            : "its identifier has a dot at its end or two in a row, which such a directory's name may not"
        return "it has no directory of its own: \(reason); give it another CFBundleIdentifier"
    }

    /// Removes the own directories of bundles that are gone, and what an earlier removal of theirs has
    /// left.
    ///
    /// Each gets another name first, so that none is there in part.
    ///
    /// - Parameter identifiers: The bundles' identifiers; those without a directory are passed over.
    /// - Throws: ``SystemError`` at the first thing that cannot be removed.
    func removeOwn(of identifiers: [String]) throws(SystemError) {
        let kind = StorageFolder.Kind.data.directoryName
        let parent = try Descriptor.openDirectory("\(path)/\(kind)")
        for identifier in identifiers where StorageName.isValid(identifier) {
            // No identifier begins with a dot.
            let gone = ".removed-\(identifier)"
            try Self.passOverMissing { () throws(SystemError) in try parent.removeTree(gone) }
            try Self.passOverMissing { () throws(SystemError) in
                try parent.rename(identifier, toFree: gone)
                try parent.removeTree(gone)
            }
        }
    }

    private static func passOverMissing(
        _ body: () throws(SystemError) -> Void
    ) throws(SystemError) {
        do throws(SystemError) {
            try body()
        } catch  where error.errno == ENOENT {
            return
        }
    }

    private func folder(
        _ kind: StorageFolder.Kind,
        _ identifier: String
    ) throws(SystemError) -> StorageFolder {
        let parent = try Descriptor.openDirectory("\(path)/\(kind.directoryName)")
        let path = "\(self.path)/\(kind.directoryName)/\(identifier)"
        try parent.ensureDirectory(identifier)
        let directory = try parent.openDirectoryBeneath(identifier)
        try own(directory, path)
        for name in Self.subdirectories[kind] ?? [] {
            // An extension may have put a file there. Making one follows links on the way to it, so
            // that the way is opened first.
            let slash = name.lastIndex(of: "/")
            let way = slash.map { String(name[..<$0]) } ?? "."
            let last = slash.map { String(name[name.index(after: $0)...]) } ?? name
            guard let outer = try? directory.openDirectoryBeneath(way),
                (try? outer.ensureDirectory(last)) != nil,
                let inner = try? outer.openDirectoryBeneath(last)
            else { continue }
            try own(inner, "\(path)/\(name)")
        }
        return StorageFolder(kind: kind, identifier: identifier, path: path)
    }

    private func own(_ directory: borrowing Descriptor, _ path: String) throws(SystemError) {
        let user = owner ?? geteuid()
        guard try directory.status().st_uid != user else { return }
        let raw = directory.raw
        try checked("fchown", path) { fchown(raw, user, owner ?? getegid()) }
    }
}

extension StorageFolder.Kind {
    /// The name of the directory of all of a kind.
    var directoryName: String {
        switch self {
        case .data: "data"
        case .group: "groups"
        case .keychain: "keychains"
        }
    }
}
