// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// An Xcode project (`Name.xcodeproj/project.pbxproj`), as far as building a target here needs it.
struct XcodeProject {
    /// The project's path.
    let path: String

    /// Its targets, in the project's order.
    let targets: [XcodeTarget]

    /// Reads a project.
    ///
    /// - Parameters:
    ///   - path: The `.xcodeproj`.
    ///   - configuration: `Release` or `Debug`.
    ///   - places: Where the folders and the files of settings may be that it names. Those elsewhere
    ///     are not looked into, and are errors of whoever uses their target.
    /// - Throws: ``ToolFailure`` for a project that cannot be read.
    init(
        _ path: String,
        configuration: String,
        within places: BuildPlaces
    ) throws(ToolFailure) {
        self.path = FilePath(path).text
        let file = self.path + "/project.pbxproj"
        let bytes = try BuildFile.read(
            file,
            limit: PropertyList.maximumProjectByteCount,
            within: nil,
            wayOut: "name a project, or the extension's folder"
        )
        let list: PropertyList
        do {
            list = try .parseOpenStep(bytes)
        } catch {
            throw ToolFailure("\(file) \(error)", .badData)
        }
        let reader = XcodeProjectReader(
            list,
            path: self.path,
            configuration: configuration,
            within: places
        )
        guard let targets = reader.targets() else {
            throw ToolFailure(
                "\(file) has no project in it; open it in Xcode to have it repaired, or name the "
                    + "extension's sources",
                .badData
            )
        }
        self.targets = targets
    }

    /// The project that a folder belongs to: the nearest above it.
    ///
    /// - Parameter folder: The folder.
    /// - Returns: The projects in the nearest directory that has any.
    static func above(_ folder: String) -> [String] {
        let path = SourcePath.absolute(folder)
        for directory in FolderListing.upwards(from: path, isNamed: true) {
            let projects = directory.names.filter { $0.hasSuffix(".xcodeproj") }
            if !projects.isEmpty { return projects.map { "\(directory.path)/\($0)" } }
        }
        return []
    }
}
