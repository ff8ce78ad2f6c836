// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A folder whose contents go into a bundle.
struct ResourceFolder {
    /// The folder's path, as typed.
    let path: String

    private let names: [String]
    private let copying: ResourceCopy

    /// Lists the folder.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - output: The bundle to be, which must not be made inside the folder.
    ///   - reserved: The names that the bundle needs for itself.
    ///   - places: Where links in it may lead.
    /// - Throws: ``ToolFailure`` when it cannot be read, or its contents cannot go into the bundle.
    init(
        _ path: String,
        output: BundleOutput,
        reserved: [String],
        within places: BuildPlaces
    ) throws(ToolFailure) {
        self.path = FilePath(path).text
        copying = ResourceCopy(places: places)
        guard let names = FolderListing.names(in: path) else {
            throw ToolFailure(
                "\(path) cannot be listed; --resources names a folder whose contents go into the "
                    + "bundle",
                .noInput
            )
        }
        self.names = names
        if let name = names.first(where: reserved.contains) {
            throw ToolFailure(
                "\(self.path)/\(name) would take the place of the bundle's own \(name); rename it, "
                    + "or keep it out of the folder",
                .usage
            )
        }
        let folder = Self.canonical(path)
        let parent = Self.canonical(output.parent)
        guard parent != folder, !parent.hasPrefix(folder == "/" ? "/" : folder + "/") else {
            throw ToolFailure(
                "\(output.path) is made inside \(self.path), whose contents go into it; name another "
                    + "place with -o, or keep resources in a folder of their own",
                .usage
            )
        }
    }

    /// Copies everything in it.
    ///
    /// - Parameter staging: Where the bundle is made.
    /// - Throws: ``ToolFailure`` naming what could not be copied.
    func copy(to staging: borrowing StagingFolder) throws(ToolFailure) {
        try copying.copy(names, of: path, in: staging)
    }

    private static func canonical(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
}
