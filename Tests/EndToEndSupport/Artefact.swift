// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Files that tests leave for people to look at: `.build/artefacts`.
enum Artefact {
    static func keep(_ bytes: [UInt8], as name: String) throws {
        let folder = Repository.root.appendingPathComponent(".build/artefacts")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }
}
