// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// The files that go into a bundle beside its library and its `Info.plist`, and where in it.
///
/// As on iOS folders do not count: a file lies at the bundle's top, or in its language's `.lproj`.
struct ResourcePlan {
    /// A file and its place.
    struct Item: Equatable {
        let source: String
        let destination: String
    }

    /// What is copied, in the order of the places.
    let items: [Item]

    /// What is odd, one line each.
    let warnings: [String]

    private let copying: ResourceCopy

    /// Plans where files go.
    ///
    /// - Parameters:
    ///   - paths: Files, asset catalogues and bundles.
    ///   - reserved: The names that the bundle needs for itself.
    ///   - allowed: Where they may be.
    /// - Throws: ``ToolFailure`` when two files would have one place, or one is elsewhere.
    init(
        _ paths: [String],
        reserved: [String],
        within allowed: BuildPlaces
    ) throws(ToolFailure) {
        copying = ResourceCopy(places: allowed)
        var items: [Item] = []
        var warnings: [String] = []
        for path in paths {
            guard FilePath(path).ending == "xcassets" else {
                items.append(Item(source: path, destination: Self.destination(of: path)))
                continue
            }
            let catalog = try AssetCatalog(path, within: allowed)
            items += catalog.items
            warnings += catalog.warnings
        }
        self.warnings = warnings
        for item in items {
            try allowed.check(item.source)
            try Self.checkDestination(of: item)
        }
        var places: [String: String] = [:]
        for item in items {
            if reserved.contains(item.destination) {
                throw ToolFailure(
                    "\(item.source) would take the place of the bundle's own \(item.destination); "
                        + "rename it, or keep it out of the folder",
                    .usage
                )
            }
            let earlier = places.updateValue(item.source, forKey: item.destination)
            if let earlier, earlier != item.source {
                throw ToolFailure(
                    "\(earlier) and \(item.source) would both be \(item.destination) in the bundle, "
                        + "which has no folders, as on iOS; rename one",
                    .usage
                )
            }
        }
        self.items = Set(items.map(\.destination)).sorted().compactMap { place in
            places[place].map { Item(source: $0, destination: place) }
        }
    }

    /// Copies everything, what links lead to rather than the links.
    ///
    /// - Parameters:
    ///   - staging: Where the bundle is made.
    ///   - folder: The folder of the bundle that they go into, which is there; nil for its top.
    /// - Throws: ``ToolFailure`` naming what could not be copied.
    func copy(
        to staging: borrowing StagingFolder,
        in folder: String? = nil
    ) throws(ToolFailure) {
        for item in items {
            let destination = folder.map { "\($0)/\(item.destination)" } ?? item.destination
            do throws(SystemError) {
                // The bundle's top, a framework's folder, or a language's in one of these.
                let parent = FilePath(destination).directory
                if parent != "." { try staging.makeFolder(parent, isNew: false) }
            } catch {
                throw ToolFailure(
                    "\(item.source) could not be copied: "
                        + "\(SystemError.sentence(of: error.errno)); check its permissions and the "
                        + "disk's space",
                    .cannotCreate
                )
            }
            try copying.copy(item.source, to: destination, in: staging)
        }
    }

    /// Refuses what would be elsewhere than at the bundle's top or in a language's folder of it.
    private static func checkDestination(of item: Item) throws(ToolFailure) {
        let parts = item.destination.unicodeScalars
            .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let isPlain =
            parts.allSatisfy { FileName.obstacle($0) == nil }
            && (parts.count == 1 || parts.count == 2 && FilePath(parts[0]).ending == "lproj")
        guard !isPlain else { return }
        throw ToolFailure(
            "\(item.source) would be \(item.destination) in the bundle, whose files have plain "
                + "names, at the top or in an .lproj folder; rename it, or leave it out of the "
                + "extension",
            .badData
        )
    }

    private static func destination(of path: String) -> String {
        let name = FilePath(path).name
        let folder = FilePath(FilePath(path).directory).name
        return FilePath(folder).ending == "lproj" ? "\(folder)/\(name)" : name
    }
}
