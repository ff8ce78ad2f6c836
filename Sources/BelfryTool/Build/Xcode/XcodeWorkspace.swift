// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// An Xcode workspace (`Name.xcworkspace`), as far as it says which projects and folders it shows.
struct XcodeWorkspace {
    /// Where it is, from the root of the file system.
    let path: String

    /// The folder that it lies in.
    var folder: String { FilePath(path).directory }

    /// What it shows, from the root of the file system, in its order.
    let places: [String]

    /// Reads a workspace; one that cannot be read shows nothing.
    init(_ path: String) {
        self.path = SourcePath.absolute(FilePath(path).text)
        let directory = FilePath(self.path).directory
        let text = FileContents.text(of: "\(path)/contents.xcworkspacedata") ?? ""
        var groups = [directory]
        var places: [String] = []
        for tag in text.matches(of: #/<(/?)(Group|FileRef)\b([^<>]*)>/#) {
            let isGroup = tag.2 == "Group"
            guard tag.1.isEmpty else {
                if isGroup, groups.count > 1 { groups.removeLast() }
                continue
            }
            let written = tag.3.firstMatch(of: /location\s*=\s*"([a-z]+):([^"]*)"/)
            let group = groups.last ?? directory
            let place = written.flatMap { Self.place($0.2, from: $0.1, directory, group) }
            if !isGroup {
                if let place { places.append(place) }
            } else if !tag.3.hasSuffix("/") {
                groups.append(place ?? group)
            }
        }
        self.places = places
    }

    /// More projects than these are not shown by people's workspaces.
    private static let maximumCount = 256

    /// The projects that it shows.
    var projects: [String] {
        Array(places.filter { FilePath($0).ending == "xcodeproj" }.prefix(Self.maximumCount))
    }

    /// The workspaces that show a project: of its folder and of those above it, the nearest first.
    ///
    /// - Parameter project: The project's path.
    /// - Returns: The workspaces.
    static func showing(_ project: String) -> [XcodeWorkspace] {
        let project = SourcePath.absolute(project)
        let folder = FilePath(project).directory
        return FolderListing.upwards(from: folder, isNamed: false).flatMap { directory in
            directory.names.filter { $0.hasSuffix(".xcworkspace") }
                .map { XcodeWorkspace("\(directory.path)/\($0)") }
                .filter { $0.projects.contains(project) }
        }
    }

    private static func place(
        _ path: Substring,
        from origin: Substring,
        _ directory: String,
        _ group: String
    ) -> String? {
        let folder =
            switch origin {
            case "group": group
            case "container": directory
            case "absolute": "/"
            default: nil as String?
            }
        return folder.map { SourcePath.resolve(unescaped(path), in: $0) }
    }

    /// Text of XML with its character references replaced; one that stands for nothing stays.
    private static func unescaped(_ text: Substring) -> String {
        let named = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        return String(text).replacing(/&(?:([a-z]+)|#([0-9]+)|#x([0-9A-Fa-f]+));/) { match in
            if let name = match.1 { return named[String(name)] ?? String(match.0) }
            let number = match.2.flatMap { UInt32($0) } ?? match.3.flatMap { UInt32($0, radix: 16) }
            let scalar = number.flatMap(Unicode.Scalar.init)
            return scalar.map { String(Character($0)) } ?? String(match.0)
        }
    }
}
