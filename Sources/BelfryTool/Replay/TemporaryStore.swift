// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A place for the attachments of runs that nobody is to see.
struct TemporaryStore {
    let path: String

    /// A place that need not exist yet.
    ///
    /// - Parameter command: The command that uses it, for the folder's name.
    init(for command: String = "replay") {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-\(command)-\(UUID().uuidString)").path
    }

    /// Removes it, if there is one.
    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
