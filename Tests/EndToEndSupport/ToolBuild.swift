// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import Foundation

/// A bundle that `belfry build` has made, as an extension's author would.
package struct ToolBuild: Sendable {
    /// The bundle.
    package let path: String

    /// What the tool wrote to standard error: its warnings.
    package let warnings: String

    /// Builds a fixture of `Tests/EndToEndTests/Fixtures`.
    ///
    /// - Parameters:
    ///   - fixture: The name of a Swift file, without its ending, or of a folder.
    ///   - name: What the bundle is called, without `.appex`; as the fixture unless told.
    ///   - folder: Where the bundle is put.
    ///   - options: Further options of `belfry build`.
    /// - Throws: ``CommandError`` with what the tool said.
    package init(
        fixture: String,
        as name: String? = nil,
        in folder: URL,
        _ options: [String] = []
    ) async throws {
        let fixtures = Workshop.root.appendingPathComponent("Tests/EndToEndTests/Fixtures")
        let file = fixtures.appendingPathComponent("\(fixture).swift")
        let isFile = FileManager.default.fileExists(atPath: file.path)
        let source = isFile ? file : fixtures.appendingPathComponent(fixture)
        try await self.init(source, as: name, in: folder, options)
    }

    /// Builds a source file or a folder.
    ///
    /// - Parameters:
    ///   - source: The file or the folder.
    ///   - name: What the bundle is called, without `.appex`; as the source unless told.
    ///   - folder: Where the bundle is put.
    ///   - options: Further options of `belfry build`.
    /// - Throws: ``CommandError`` with what the tool said.
    package init(
        _ source: URL,
        as name: String? = nil,
        in folder: URL,
        _ options: [String] = []
    ) async throws {
        let name = name ?? source.deletingPathExtension().lastPathComponent
        let path = folder.appendingPathComponent("\(name).appex").path
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let result = try await Command.run(tool, ["build", source.path, "-o", path] + options)
        guard result.status == 0 else { throw CommandError(source.lastPathComponent, result) }
        self.path = path
        warnings = result.errors
    }
}
