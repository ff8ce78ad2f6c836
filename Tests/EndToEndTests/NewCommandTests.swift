// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// `belfry new`: a new service extension is built and run as it is; `TemplateTests` has the others.
@Suite(.timeLimit(.minutes(3)))
struct NewCommandTests {
    private func belfry(_ arguments: [String], in folder: URL) async throws -> Command.Result {
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let environment = [
            "-C", folder.path, "XDG_DATA_HOME=\(folder.path)",
            "XDG_CACHE_HOME=\(folder.path)/cache", "NO_COLOR=1",
        ]
        return try await Command.run("/usr/bin/env", environment + [tool] + arguments)
    }

    @Test(arguments: ["swift", "c", "cpp", "rust"])
    func `a new service extension builds, conforms and runs`(_ language: String) async throws {
        try Kit.require(language)
        let workshop = try Workshop()
        let folder = workshop.folder
        let made = try await belfry(
            ["new", "service", "Courier", "--language", language],
            in: folder
        )
        #expect(made.status == 0, "\(made.errors)")
        let built = try await belfry(["build", "Courier", "-o", "Courier.appex"], in: folder)
        #expect(built.status == 0, "\(built.errors)")
        let validated = try await belfry(["validate", "Courier.appex", "--runs", "2"], in: folder)
        #expect(validated.status == 0, "\(validated.output)")
        let run = try await belfry(
            ["run", "Courier.appex", "Courier/payload.apns", "--state", "state"],
            in: folder
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("org.example.app.Courier"))
        #expect(run.output.contains("delivered: completed"))
    }

    @Test func `a folder with something in it is left alone`() async throws {
        let workshop = try Workshop()
        let folder = workshop.folder
        let kept = folder.appendingPathComponent("Courier/mine.txt")
        try FileManager.default.createDirectory(
            at: kept.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data("mine".utf8).write(to: kept)
        let result = try await belfry(["new", "service", "Courier"], in: folder)
        #expect(result.status == 73)
        #expect(result.errors.contains("Courier is there and not empty; choose another name"))
        let entries = try FileManager.default.contentsOfDirectory(
            atPath: kept.deletingLastPathComponent().path
        )
        #expect(entries == ["mine.txt"])
    }

    @Test(arguments: [
        (["new", "service", "9lives"], "'9lives' cannot be an extension's name"),
        (["new", "service", "a/b"], "'a/b' cannot be an extension's name"),
        (["new", "service", "A", "--identifier", "a b"], "--identifier 'a b'"),
        (["new", "widget", "A"], "widget"),
    ])
    func `names what cannot be`(_ arguments: [String], _ says: String) async throws {
        let workshop = try Workshop()
        let result = try await belfry(arguments, in: workshop.folder)
        #expect(result.status == 64)
        #expect(result.errors.contains(says), "\(result.errors)")
    }
}
