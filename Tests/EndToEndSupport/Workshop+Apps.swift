// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import Foundation

extension Workshop {
    /// Compiles an app's program with the Swift SDK, as a package does that depends on it.
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
        let sdk = Self.root.appendingPathComponent("SDK")
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
            ["swiftc", "-swift-version", "6", "-module-name", name, "-o", output.path]
                + headers.flatMap { ["-I", $0] }
                + ["-L", library, "-lUserNotifications", "-Xlinker", "-rpath", "-Xlinker", library]
                + sources.map(\.path)
        )
        guard result.status == 0 else { throw CommandError(name, result) }
        return output.path
    }

    /// Compiles an app's program of `Fixtures/Programs/`, a Swift script.
    ///
    /// - Parameter name: Its source's name without the ending.
    /// - Returns: Its path.
    /// - Throws: ``CommandError`` with what the compiler said.
    package func appProgram(_ name: String) async throws -> String {
        let file = "Tests/EndToEndTests/Fixtures/Programs/\(name).swift"
        return try await appProgram(name, of: [Self.root.appendingPathComponent(file)])
    }
}
