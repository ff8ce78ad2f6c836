// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension FileManager {
    /// Whether a path leads to a directory, through symbolic links too.
    func isDirectory(_ path: String) -> Bool {
        let values = try? URL(fileURLWithPath: path).resolvingSymlinksInPath()
            .resourceValues(forKeys: [.isDirectoryKey])
        return values?.isDirectory ?? false
    }
}
