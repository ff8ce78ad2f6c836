// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc

/// The files of a folder and of the folders in it, but for those that are no part of an extension.
struct FolderListing {
    /// The paths, in order; a folder that is one thing, such as `Assets.xcassets`, counts as one.
    let files: [String]

    /// Lists a folder; one that cannot be read has no files.
    init(_ folder: String) {
        var files: [String] = []
        Self.list(FilePath(folder).text, depth: 0, into: &files)
        self.files = files
    }

    /// Folders deeper than this are nobody's sources.
    private static let maximumDepth = 32

    private static func list(_ folder: String, depth: Int, into files: inout [String]) {
        for name in names(in: folder) ?? [] where !name.hasPrefix(".") {
            let path = folder == "." ? name : "\(folder)/\(name)"
            guard isDirectory(path) else {
                files.append(path)
                continue
            }
            let ending = FilePath(name).ending
            if wholeEndings.contains(ending) {
                files.append(path)
            } else if depth < maximumDepth, !isLeftOut(name), !isLink(path), !isCache(path) {
                list(path, depth: depth + 1, into: &files)
            }
        }
    }

    /// Folders that are copied or read as one.
    private static let wholeEndings: Set<String> = ["bundle", "xcassets"]

    /// Whether a folder holds what is built, fetched or tested, rather than sources.
    private static func isLeftOut(_ name: String) -> Bool {
        leftOutNames.contains(name) || name.hasSuffix("Tests")
            || leftOutEndings.contains(FilePath(name).ending)
    }

    private static let leftOutNames: Set<String> = [
        "Carthage", "DerivedData", "Pods", "build", "fastlane", "node_modules",
    ]

    private static let leftOutEndings: Set<String> = [
        "app", "appex", "docc", "framework", "playground", "xcdatamodeld", "xcframework",
        "xcodeproj", "xcworkspace",
    ]

    /// Whether a program that builds has marked a folder as its own, as Cargo does `target`
    /// (https://bford.info/cachedir/).
    private static func isCache(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(path)/CACHEDIR.TAG")
    }

    /// Whether there is a directory, or a link to one.
    static func isDirectory(_ path: String) -> Bool {
        var isDirectory = false as ObjCBool
        let exists = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        return exists && isDirectory.boolValue
    }

    /// Everything in a folder, in order; nil where it cannot be listed.
    static func names(in folder: String) -> [String]? {
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted()
    }

    /// What a link says; nil for what is not a link.
    static func link(_ path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }

    /// A directory with what is in it.
    struct Directory {
        let path: String
        let names: [String]
    }

    /// A directory and those above it, the nearest first, in which a project is looked for.
    ///
    /// The search ends where a repository or the home directory does, and before a directory that
    /// everybody may write to, such as `/tmp`: a project there can be anybody's.
    ///
    /// - Parameters:
    ///   - path: The directory, from the root of the file system.
    ///   - isNamed: Whether the user has named it, so that it counts whoever may write to it.
    /// - Returns: The directories.
    static func upwards(from path: String, isNamed: Bool) -> some Sequence<Directory> {
        let home = NSHomeDirectory()
        return sequence(state: (next: path as String?, isNamed: isNamed)) { state in
            guard let path = state.next, path != "/", path != home,
                state.isNamed || !isShared(path)
            else { return nil as Directory? }
            let names = names(in: path) ?? []
            state = (names.contains(".git") ? nil : FilePath(path).directory, false)
            return Directory(path: path, names: names)
        }
    }

    /// Whether everybody may put files into a directory, and remove none but their own.
    private static func isShared(_ path: String) -> Bool {
        var status = stat()
        let shared = S_IWOTH | S_ISVTX
        return unsafe stat(path, &status) == 0 && status.st_mode & shared == shared
    }

    /// Whether it is a link, which could lead round in a circle.
    private static func isLink(_ path: String) -> Bool { link(path) != nil }
}
