// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryTerminal
internal import Glibc

/// The places that a build reads from: what the command line names, and a project's own folder.
///
/// Sources may come from a stranger, and a link or a project's path can lead to any file of the user
/// who builds them. Such a file would be in the bundle, which its extension reads.
struct BuildPlaces: Equatable, Sendable {
    /// Folders and files, from the root of the file system, without links.
    private var places: [String] = []

    /// What would be built from more of the disk.
    struct Wider: Equatable {
        /// The folder, with all that is in it.
        let folder: String

        /// What to type.
        let command: String
    }

    /// What the user may name in place of what was named; nil where nothing is known.
    var wider: Wider?

    /// Lets the build read some files and folders; those that are not there are left out.
    ///
    /// - Parameter paths: The files and folders.
    init(_ paths: [String] = []) {
        for path in paths { add(path) }
    }

    /// Lets the build read a file, or a folder with all that is in it; one that is not there is left to
    /// whoever reads it.
    mutating func add(_ path: String) {
        guard let place = Self.resolved(path), !places.contains(place) else { return }
        places.append(place)
    }

    /// Whether a path without links is in one of the places.
    func contains(_ place: String) -> Bool {
        places.contains { SourcePath.isInside(place, $0) }
    }

    /// Whether a file that is there is in one of the places.
    func allow(_ path: String) -> Bool { Self.resolved(path).map(contains) ?? false }

    /// Refuses what is elsewhere; what is not there is left to whoever reads it.
    ///
    /// - Parameter path: A file or a folder.
    /// - Throws: ``ToolFailure`` that says where it is and how to allow it.
    func check(_ path: String) throws(ToolFailure) {
        guard let place = Self.resolved(path) else { return }
        try check(path, at: place)
    }

    /// Refuses what is elsewhere.
    ///
    /// - Parameters:
    ///   - path: The path as it was typed or found.
    ///   - place: Where that leads, without links.
    /// - Throws: ``ToolFailure`` that says where it is and how to allow it.
    func check(_ path: String, at place: String) throws(ToolFailure) {
        guard !contains(place) else { return }
        let isDirect = SourcePath.absolute(path) == place
        let subject = isDirect ? place : "\(path) leads to \(place), which"
        throw ToolFailure(
            "\(subject) is outside of what the command line names (\(described)); leave it out of "
                + "the extension,\(alternative(for: place)) or allow it with --allow-outside "
                + place.quotedForShell,
            .noInput
        )
    }

    /// The way to what the workspace has that was not named.
    private func alternative(for place: String) -> String {
        guard let wider, let folder = Self.resolved(wider.folder),
            SourcePath.isInside(place, folder)
        else { return "" }
        return " build the workspace that has it (\(wider.command)),"
    }

    private var described: String {
        let shown = places.prefix(2).map(SourcePath.shown)
        return shown.joined(separator: ", ") + (places.count > 2 ? ", …" : "")
    }

    /// The path from the root of the file system without links; nil where there is nothing.
    static func resolved(_ path: String) -> String? {
        guard let text = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }
}
