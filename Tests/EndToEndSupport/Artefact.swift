// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Files that tests leave for people to look at: `.build/artefacts`.
package enum Artefact {
    /// Writes one of them.
    package static func keep(_ bytes: [UInt8], as name: String) throws {
        let folder = Workshop.root.appendingPathComponent(".build/artefacts")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }
}
