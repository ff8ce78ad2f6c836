// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Foundation

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
    /// - Throws: ``ToolFailure`` for a project that cannot be read.
    init(_ path: String, configuration: String) throws(ToolFailure) {
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
        let reader = XcodeProjectReader(list, path: self.path, configuration: configuration)
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
    /// The search ends where a repository or the home directory does.
    ///
    /// - Parameter folder: The folder.
    /// - Returns: The projects in the nearest directory that has any.
    static func above(_ folder: String) -> [String] {
        var directory = SourcePath.absolute(folder)
        let home = NSHomeDirectory()
        while directory != "/", directory != home {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            let projects = names.filter { $0.hasSuffix(".xcodeproj") }.sorted()
            if !projects.isEmpty { return projects.map { "\(directory)/\($0)" } }
            if names.contains(".git") { return [] }
            directory = FilePath(directory).directory
        }
        return []
    }
}
