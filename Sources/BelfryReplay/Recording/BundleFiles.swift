// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDigest
package import BelfryRuntime
internal import BelfrySystem
internal import Foundation
internal import Glibc

/// The files of a bundle, by their digests.
package enum BundleFiles {
    /// Most files that are looked at.
    private static let fileLimit = 4096

    /// Looks at every file of a bundle, sorted by path; links count by what they name.
    @concurrent
    package static func list(of bundle: ExtensionBundle) async throws -> [Recording.File] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: bundle.path)
        return try names.sorted().prefix(fileLimit).compactMap { name in
            try file(name, in: bundle.path)
        }
    }

    private static func file(_ name: String, in folder: String) throws -> Recording.File? {
        let path = "\(folder)/\(name)"
        let file = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
        guard try file.status().st_mode & S_IFMT == S_IFREG else { return nil }
        var digest = ContentDigest()
        var byteCount = 0
        while true {
            let bytes = try file.read(upTo: 256 * 1024)
            if bytes.isEmpty { break }
            digest.update(bytes)
            byteCount += bytes.count
        }
        return Recording.File(path: name, byteCount: byteCount, sha256: digest.finish())
    }
}
