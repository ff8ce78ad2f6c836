// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A folder for one test, removed with everything in it when the test lets go of it.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        url = temporary.appendingPathComponent("belfry-tool-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The tool, run in the folder.
    var belfry: Tool { Tool(folder: url) }

    /// The path of something in the folder.
    func callAsFunction(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Writes a file, and the folders it is in.
    func write(_ text: String, to name: String) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try text.write(to: file, atomically: false, encoding: .utf8)
    }

    /// Everything that is in a folder of the folder, hidden or not, in order.
    func contents(of name: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: self(name)).sorted()
    }

    /// The contents of a file.
    func read(_ name: String) throws -> Data {
        try Data(contentsOf: url.appendingPathComponent(name))
    }
}
