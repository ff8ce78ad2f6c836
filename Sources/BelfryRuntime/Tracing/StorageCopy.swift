// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
package import BelfryModel
package import BelfrySandbox
internal import BelfryWire

/// What an extension keeps, copied for a run that is to change nothing of it.
package enum StorageCopy {
    /// Copies what an extension keeps from one state directory to another, which the host of such a run
    /// is given.
    ///
    /// - Parameters:
    ///   - manifest: The extension's.
    ///   - source: The state directory that it is in.
    ///   - destination: The state directory that it goes to; it is made where it is missing.
    ///   - isolation: How the workers of both are kept apart.
    /// - Returns: How many files are not in the copy: as of a recording, those beyond 1,024 of each
    ///   directory, above 1 MB, and beyond 8 MB of all.
    /// - Throws: ``SystemError`` where a directory cannot be read or made.
    package static func copy(
        of manifest: Manifest,
        from source: String,
        to destination: String,
        isolation: IsolationPlan
    ) async throws -> Int {
        let owner = isolation.identity
        let folders = try StorageRoot(path: source, owner: owner).grant(for: manifest).folders
        let kept = try await StorageSnapshot.take(of: folders)
        let copies = try StorageRoot(path: destination, owner: owner).grant(for: manifest).folders
        try await StorageSnapshot.restore(kept, to: copies, owner: owner)
        return kept.reduce(0) { count, folder in
            count + folder.omittedCount + folder.entries.count { $0.content?.isKept == false }
        }
    }
}
