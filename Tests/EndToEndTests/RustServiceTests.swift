// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Service extensions by `belfry-extension`: whatever an author does with errors, panics and
/// completions, one notification is delivered, and the verdict and the log say what happened.
@Suite(.enabled(if: Cargo.isNeeded, Comment(rawValue: Cargo.isMissing)), .timeLimit(.minutes(5)))
struct RustServiceTests {
    static let rows =
        KitRow.shared(.rust) + [
            KitRow("fails", log: ["did_receive failed: no key; the original is delivered"]),
            // Rust prints where it was before it aborts, for which it reads its debug information.
            KitRow(
                "panics while it panics",
                verdict: .fallback(.crash),
                budget: "memory=256MB",
                log: nil
            ),
            KitRow("panics on a thread", log: [Kit.rust.abandoned]),
            KitRow("reads when all is said", title: "changed"),
            KitRow(
                "drops",
                title: "drop: the manifest does not allow it (-5)",
                strikes: ["deniedDrop"]
            ),
        ]

    @Test func `a panic or a lost completion delivers once, with a true verdict`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.rust("RustService")
        try await KitRow.check(Self.rows, in: bundle, of: workshop)
    }

    @Test func `drops a notification where the manifest allows it`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.rust("RustService", ["Filtering": true])
        try await KitRow.check([KitRow.dropped], in: bundle, of: workshop)
    }

    @Test func `reads and sets every kind of field`() async throws {
        let workshop = try Workshop()
        let bundle = try await workshop.rust("RustService")
        try await KitRow.checkFields(in: bundle, of: workshop)
    }

    @Test(arguments: [("Refuses", ""), ("PanicsInStart", "start panicked: ")])
    func `an error or a panic in start is why the extension is refused`(
        _ name: String,
        _ cause: String
    ) async throws {
        let workshop = try Workshop()
        let bundle = try workshop.copy(
            try await workshop.rust("RustService"),
            to: "refusing",
            as: "com.example.fixture.\(name)"
        )
        let host = try workshop.host()
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        #expect(report.ending == .rejected(.entry))
        let why = "loaded: \(cause)the key file is missing; put it into the bundle."
        #expect(report.explanation.hasSuffix(why), "\(report.explanation)")
    }

    @Test func `an error is quoted with the author's own line, and a lock file is kept`()
        async throws
    {
        let workshop = try Workshop()
        let folder = workshop.folder.appendingPathComponent("crate")
        let fixture = Workshop.root
            .appendingPathComponent("Tests/EndToEndTests/Fixtures/RustService/Cargo.toml")
        let kit = Workshop.root.appendingPathComponent("SDK/Rust").path
        let manifest = try String(contentsOf: fixture, encoding: .utf8)
            .replacing("../../../../SDK/Rust", with: kit)
        let source = folder.appendingPathComponent("src")
        try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("Cargo.toml"))
        try Data("fn unfinished() {\n    nothing();\n}\n".utf8)
            .write(to: source.appendingPathComponent("lib.rs"))
        let tool = Workshop.products.appendingPathComponent("belfry").path
        let cache = "XDG_CACHE_HOME=\(workshop.folder.path)/cache"
        let build = [cache, tool, "build", folder.path, "-o", "\(folder.path).appex"]
        let result = try await Command.run("/usr/bin/env", build)
        #expect(result.status == 65)
        #expect(result.errors.contains("src/lib.rs:2:5"), "\(result.errors)")
        #expect(result.errors.contains("2 |     nothing();"), "\(result.errors)")
        #expect(result.errors.hasSuffix("could not compile \(folder.path)/Cargo.toml; see above\n"))
        try Data("version = 3\n".utf8).write(to: folder.appendingPathComponent("Cargo.lock"))
        let locked = try await Command.run("/usr/bin/env", build)
        #expect(locked.status == 65)
        #expect(locked.errors.contains("--locked"), "\(locked.errors)")
        let lock = try Data(contentsOf: folder.appendingPathComponent("Cargo.lock"))
        #expect(lock == Data("version = 3\n".utf8))
        let odd = try await Command.run("/usr/bin/env", build + ["-l", "crypto"])
        #expect(odd.status == 64)
        #expect(odd.errors.contains("-l is not for Rust; say it in the crate's Cargo.toml"))
    }
}
