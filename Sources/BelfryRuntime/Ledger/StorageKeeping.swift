// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem

/// Where the directories are that outlive workers: makes them, counts and removes what is in them.
///
/// It belongs to the host's thread. The host's own is ``KeptFiles``; the simulation has one in memory.
protocol StorageKeeping {
    /// Makes a bundle's directories, as far as they are missing.
    ///
    /// - Parameter manifest: Who it is and what it asks for.
    /// - Returns: Its own directory first, and why there are fewer than it asks for.
    func grant(for manifest: Manifest) -> StorageGrant

    /// Whether a directory is still there.
    func isThere(_ path: String) -> Bool

    /// What the file system of a directory has free; nil when it does not answer.
    func room(at path: String) -> FileSystemRoom?

    /// Counts a directory at once.
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - fileLimit: How many entries are looked at.
    /// - Returns: What was found; nil when it cannot be read.
    func record(_ path: String, fileLimit: Int) -> TreeRecord?

    /// Counts a directory again in which nothing has come or gone; nil when it has to be listed.
    func recount(_ path: String, _ record: TreeRecord) -> TreeSize?

    /// Counts what directories hold, off the host's thread: one bundle can have many files.
    ///
    /// - Returns: The size of each; one that cannot be counted is partial, and so taken for full.
    func sizes(of paths: [String]) async -> [String: TreeSize]

    /// Removes from a directory what is too much, off the host's thread; nil when that fails.
    func trim(_ path: String, _ trim: TreeTrim) async -> TreeTrim.Result?
}
