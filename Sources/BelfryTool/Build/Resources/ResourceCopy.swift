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
    ///   - destination: The path of the copy, which is not there.
    /// - Throws: ``ToolFailure`` naming what could not be copied.
    func copy(_ source: String, to destination: String) throws(ToolFailure) {
        guard FolderListing.isDirectory(source), let root = BuildPlaces.resolved(source) else {
            return try copy(file: source, to: destination)
        }
        let walk = Walk(top: source, root: root)
        try copy(folder: source, to: destination, walk, above: [])
    }

    /// Copies some of what is in a folder.
    ///
    /// - Parameters:
    ///   - names: What to copy.
    ///   - folder: The folder.
    ///   - destination: The path of the copy of a name, which is not there.
    /// - Throws: ``ToolFailure`` naming what could not be copied.
    func copy(
        _ names: [String],
        of folder: String,
        to destination: (String) -> String
    ) throws(ToolFailure) {
        guard let root = BuildPlaces.resolved(folder) else { throw Self.failure(folder, ENOENT) }
        try places.check(folder, at: root)
        let walk = Walk(top: folder, root: root)
        for name in names {
            try copy(entry: "\(folder)/\(name)", to: destination(name), walk, above: [root])
        }
    }

    /// The folder that is copied, as it was named and without links.
    private struct Walk {
        let top: String
        let root: String
    }

    private func copy(file source: String, to destination: String) throws(ToolFailure) {
        let wayOut = "check its permissions"
        let file = try BuildFile(source, within: places, wayOut: wayOut)
        do throws(SystemError) {
            let flags = O_WRONLY | O_CREAT | O_EXCL
            let copy = try Descriptor.open(destination, flags, mode: 0o600)
            while case let part = try file.contents.read(upTo: 1 << 20), !part.isEmpty {
                try copy.writeAll(part)
            }
            guard fchmod(copy.raw, file.mode | S_IRUSR | S_IWUSR) == 0 else {
                throw SystemError(call: "fchmod", subject: destination, errno: errno)
            }
            try copy.close()
        } catch {
            throw Self.failure(source, error.errno)
        }
    }

    private func copy(
        folder source: String,
        to destination: String,
        _ walk: Walk,
        above: [String]
    ) throws(ToolFailure) {
        guard let place = BuildPlaces.resolved(source) else {
            throw Self.failure(source, ENOENT)
        }
        try places.check(source, at: place)
        guard !above.contains(place) else { throw Self.failure(source, ELOOP) }
        guard unsafe mkdir(destination, 0o755) == 0 else { throw Self.failure(source, errno) }
        guard let names = FolderListing.names(in: source) else {
            throw Self.failure(source, EACCES)
        }
        for name in names {
            let copy = "\(destination)/\(name)"
            try self.copy(entry: "\(source)/\(name)", to: copy, walk, above: above + [place])
        }
    }

    private func copy(
        entry source: String,
        to destination: String,
        _ walk: Walk,
        above: [String]
    ) throws(ToolFailure) {
        if let link = Self.keptLink(source, walk) {
            guard unsafe symlink(link, destination) == 0 else { throw Self.failure(source, errno) }
        } else if FolderListing.isDirectory(source) {
            try copy(folder: source, to: destination, walk, above: above)
        } else {
            try copy(file: source, to: destination)
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

    private static func failure(_ path: String, _ code: Int32) -> ToolFailure {
        ToolFailure(
            "\(path) could not be copied: \(SystemError.sentence(of: code)); check its permissions "
                + "and the disk's space",
            .cannotCreate
        )
    }
}
