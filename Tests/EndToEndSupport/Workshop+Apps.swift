// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import Foundation

extension Workshop {
    /// An app's program, compiled with the Swift SDK as a package does that depends on it.
    ///
    /// - Parameters:
    ///   - name: What the program is called.
    ///   - sources: Its Swift files; one alone is a script.
    /// - Returns: Its path.
    /// - Throws: ``CommandError`` with what the compiler said.
    package func appProgram(_ name: String, of sources: [URL]) async throws -> String {
        let output = folder.appendingPathComponent("programs/\(name)")
        try FileManager.default.createDirectory(
            at: output.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        let key = ([name] + sources.map(\.path)).joined(separator: "\n")
        let program = try await CompiledPrograms.shared.program(key) { file in
            try await Self.compile(name, of: sources, to: file)
        }
        try? FileManager.default.removeItem(at: output)
        try FileManager.default.copyItem(at: program, to: output)
        return output.path
    }

    private static func compile(_ name: String, of sources: [URL], to output: URL) async throws {
        let sdk = root.appendingPathComponent("SDK")
        let library = sdk.appendingPathComponent(".build/debug").path
        let modules =
            ["CBelfryContent", "CCompression", "CCoreFoundation", "CAppleHeaders", "CPictures"].map
        {
            sdk.appendingPathComponent("Swift/\($0)/include").path
        }
            + ["CLibGIF", "CLibJPEG", "CLibPNG", "CLibWebP"].map {
                sdk.appendingPathComponent("System/\($0)").path
            }
        let headers =
            [library + "/Modules", sdk.appendingPathComponent("C/include").path] + modules
        let result = try await Command.run(
            "/usr/bin/env",
            [
                "swiftc", "-swift-version", "6", "-warnings-as-errors", "-module-name", name, "-o",
                output.path,
            ]
                + headers.flatMap { ["-I", $0] }
                + ["-L", library, "-lUserNotifications", "-Xlinker", "-rpath", "-Xlinker", library]
                + sources.map(\.path)
        )
        guard result.status == 0 else { throw CommandError(name, result) }
    }

    /// An app's program of `Fixtures/Programs/`, a Swift script.
    ///
    /// - Parameter name: Its source's name without the ending.
    /// - Returns: Its path.
    /// - Throws: ``CommandError`` with what the compiler said.
    package func appProgram(_ name: String) async throws -> String {
        let file = "Tests/EndToEndTests/Fixtures/Programs/\(name).swift"
        return try await appProgram(name, of: [Self.root.appendingPathComponent(file)])
    }
}
