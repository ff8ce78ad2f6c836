// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation

/// What `belfry new content` makes in each language, each built once by the tool for all tests.
actor Templates {
    /// A new extension's folder, and the bundle that is built from it as it is.
    struct Build: Sendable {
        let folder: URL
        let bundle: URL
    }

    static let built = Templates()

    /// The languages of `belfry new`, also those whose compilers are not here.
    static let languages = ["swift", "c", "cpp", "rust"]

    private var builds: [String: Task<Build, any Error>] = [:]

    /// Makes and builds a new extension, or waits for who already does.
    func build(_ language: String) async throws -> Build {
        try Kit.require(language)
        let build = builds[language] ?? Task { try await Self.make(language) }
        builds[language] = build
        return try await build.value
    }

    private static func make(_ language: String) async throws -> Build {
        let folder = Workshop.products.appendingPathComponent("templates/\(language)")
        // `belfry new` takes no folder that is there.
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let commands = [
            [
                "new", "content", "Invitation", "--language", language, "--identifier",
                "net.example.a.b",
            ],
            ["build", "Invitation", "-o", "Invitation.appex"],
        ]
        for arguments in commands {
            let result = try await belfry(arguments, in: folder)
            guard result.status == 0 else {
                throw CommandError("belfry \(arguments.joined(separator: " "))", result)
            }
        }
        return Build(
            folder: folder.appendingPathComponent("Invitation"),
            bundle: folder.appendingPathComponent("Invitation.appex")
        )
    }

    /// Runs the tool in a folder.
    static func belfry(_ arguments: [String], in folder: URL) async throws -> Command.Result {
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let environment = [
            "-C", folder.path, "XDG_DATA_HOME=\(folder.path)",
            "XDG_CACHE_HOME=\(folder.path)/cache", "NO_COLOR=1",
        ]
        return try await Command.run("/usr/bin/env", environment + [tool] + arguments)
    }
}
