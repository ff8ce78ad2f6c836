// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// The crate `belfry-extension` itself.
@Suite(.enabled(if: Cargo.isNeeded, Comment(rawValue: Cargo.isMissing)), .timeLimit(.minutes(5)))
struct RustCrateTests {
    private func cargo(_ arguments: [String]) async throws -> Command.Result {
        let target = Workshop.products.appendingPathComponent("rust-crate").path
        let manifest = Workshop.root.appendingPathComponent("SDK/Rust/Cargo.toml").path
        let place = ["--offline", "--manifest-path", manifest, "--target-dir", target]
        return try await Command.run("/usr/bin/env", ["cargo"] + arguments + place)
    }

    @Test func `its own tests and examples pass`() async throws {
        let result = try await cargo(["test", "--quiet"])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("test result: ok"))
    }

    @Test func `its core needs no standard library, and compiles without a warning`() async throws {
        let result = try await cargo(["build", "--no-default-features", "--quiet"])
        #expect(result.status == 0)
        #expect(result.errors.isEmpty, "\(result.errors)")
    }

    @Test func `unsafe code is in one module, with a reason at each place`() throws {
        let folder = Workshop.root.appendingPathComponent("SDK/Rust/src")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let text = try String(
                contentsOf: folder.appendingPathComponent(name),
                encoding: .utf8
            )
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for (index, line) in lines.enumerated() where line.contains(/\bunsafe (\{|impl|fn)/) {
                let isAllowed = ["raw.rs", "fake.rs", "fake_views.rs"].contains(name)
                #expect(isAllowed || name.hasSuffix("tests.rs"), "\(name): \(line)")
                let before = lines[max(0, index - 5)...index].joined()
                #expect(before.contains("// SAFETY: "), "\(name): \(line)")
            }
        }
    }
}
