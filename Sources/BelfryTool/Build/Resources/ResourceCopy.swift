// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// Copies files and folders into a bundle, as far as they are in the places that a build reads.
///
/// What a link leads to is copied rather than the link. Links inside one folder stay links where they
/// lead from one thing in it to another, as a library's names do.
struct ResourceCopy {
    let places: BuildPlaces

    /// Copies a file, or a folder with all that is in it.
    ///
    /// - Parameters:
    ///   - source: The file or folder.
    ///   - destination: Where the copy goes in the bundle; it is not there.
    ///   - staging: Where the bundle is made.
    /// - Throws: ``ToolFailure`` naming what could not be copied.
    func copy(
        _ source: String,
        to destination: String,
        in staging: borrowing StagingFolder
    ) throws(ToolFailure) {
        guard FolderListing.isDirectory(source), let root = BuildPlaces.resolved(source) else {
            return try copy(file: source, to: destination, in: staging)
        }
        let walk = Walk(top: source, root: root)
        try copy(folder: source, to: destination, walk, above: [], in: staging)
    }

    /// Copies some of what is in a folder to the bundle's top.
    ///
    /// - Parameters:
    ///   - names: What to copy.
    ///   - folder: The folder.
    ///   - staging: Where the bundle is made.
    /// - Throws: ``ToolFailure`` naming what could not be copied.
    func copy(
        _ names: [String],
        of folder: String,
        in staging: borrowing StagingFolder
    ) throws(ToolFailure) {
        guard let root = BuildPlaces.resolved(folder) else { throw Self.failure(folder, ENOENT) }
        try places.check(folder, at: root)
        let walk = Walk(top: folder, root: root)
        for name in names {
            try copy(entry: "\(folder)/\(name)", to: name, walk, above: [root], in: staging)
        }
    }

    /// The folder that is copied, as it was named and without links.
    private struct Walk {
        let top: String
        let root: String
    }

    private func copy(
        file source: String,
        to destination: String,
        in staging: borrowing StagingFolder
    ) throws(ToolFailure) {
        try staging.count(source, entries: 1)
        let wayOut = "check its permissions"
        let file = try BuildFile(source, within: places, wayOut: wayOut)
        let copy = try Self.attempt(source) { () throws(SystemError) in
            try staging.createFile(destination, mode: 0o600)
        }
        while true {
            let part = try Self.attempt(source) { () throws(SystemError) in
                try file.contents.read(upTo: 1 << 20)
            }
            guard !part.isEmpty else { break }
            try staging.count(source, byteCount: part.count)
            try Self.attempt(source) { () throws(SystemError) in try copy.writeAll(part) }
        }
        guard fchmod(copy.raw, file.mode | S_IRUSR | S_IWUSR) == 0 else {
            throw Self.failure(source, errno)
        }
        do throws(SystemError) {
            try copy.close()
        } catch {
            throw Self.failure(source, error.errno)
        }
    }

    private func copy(
        folder source: String,
        to destination: String,
        _ walk: Walk,
        above: [String],
        in staging: borrowing StagingFolder
    ) throws(ToolFailure) {
        guard let place = BuildPlaces.resolved(source) else {
            throw Self.failure(source, ENOENT)
        }
        try places.check(source, at: place)
        guard !above.contains(place) else { throw Self.failure(source, ELOOP) }
        try staging.checkIsOutside(source, at: place)
        try staging.count(source, entries: 1)
        try Self.attempt(source) { () throws(SystemError) in
            try staging.makeFolder(destination, isNew: true)
        }
        guard let names = FolderListing.names(in: source) else {
            throw Self.failure(source, EACCES)
        }
        for name in names {
            try copy(
                entry: "\(source)/\(name)",
                to: "\(destination)/\(name)",
                walk,
                above: above + [place],
                in: staging
            )
        }
    }

    private func copy(
        entry source: String,
        to destination: String,
        _ walk: Walk,
        above: [String],
        in staging: borrowing StagingFolder
    ) throws(ToolFailure) {
        if let link = Self.keptLink(source, walk) {
            try staging.count(source, entries: 1)
            try Self.attempt(source) { () throws(SystemError) in
                try staging.link(link, inBundle: destination)
            }
        } else if FolderListing.isDirectory(source) {
            try copy(folder: source, to: destination, walk, above: above, in: staging)
        } else {
            try copy(file: source, to: destination, in: staging)
        }
    }

    /// What a link says, where it leads to something else in the folder that is copied.
    ///
    /// By its text, and when it is followed: the copy has folders where the original may have links.
    private static func keptLink(_ path: String, _ walk: Walk) -> String? {
        guard let text = FolderListing.link(path), !text.hasPrefix("/"),
            let place = BuildPlaces.resolved(path), SourcePath.isInside(place, walk.root),
            SourcePath.isInside(
                SourcePath.absolute(SourcePath.resolve(text, in: FilePath(path).directory)),
                SourcePath.absolute(walk.top)
            )
        else { return nil }
        return text
    }

    private static func attempt<Value: ~Copyable>(
        _ source: String,
        _ body: () throws(SystemError) -> Value
    ) throws(ToolFailure) -> Value {
        do throws(SystemError) {
            return try body()
        } catch {
            throw failure(source, error.errno)
        }
    }

    private static func failure(_ path: String, _ code: Int32) -> ToolFailure {
        ToolFailure(
            "\(path) could not be copied: \(SystemError.sentence(of: code)); check its permissions "
                + "and the disk's space",
            .cannotCreate
        )
    }
}
