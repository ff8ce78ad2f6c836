// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A directory that is gone when the benchmark is.
struct Scratch {
    let directory: URL

    /// The push, for the tool.
    var payloadPath: String { directory.appendingPathComponent("payload.apns").path }

    /// Where attachments would go.
    var storePath: String { directory.appendingPathComponent("attachments").path }

    /// Makes the directory, and the push in it.
    init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data(SamplePayload.bytes).write(to: URL(fileURLWithPath: payloadPath))
    }

    /// Removes it with all that is in it.
    func remove() {
        try? FileManager.default.removeItem(at: directory)
    }
}
