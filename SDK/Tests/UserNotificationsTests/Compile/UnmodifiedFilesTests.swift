// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

/// Files as people write them compile as they are.
@Suite struct UnmodifiedFilesTests {
    struct Case: CustomTestStringConvertible {
        let file: URL
        let mode: String

        var testDescription: String { "\(file.lastPathComponent), Swift \(mode)" }
    }

    /// Each file with each mode it must compile in.
    ///
    /// Those in `Swift5` pass `self` or the handler
    /// to a `@Sendable` closure, which Swift 6 refuses with Apple's SDK as well.
    static let cases: [Case] =
        files("BothModes").flatMap { [Case(file: $0, mode: "5"), Case(file: $0, mode: "6")] }
        + files("Swift5").map { Case(file: $0, mode: "5") }

    @Test func `there are files of both kinds`() {
        #expect(Self.files("BothModes").count >= 6)
        #expect(Self.files("Swift5").count >= 1)
    }

    // Not -typecheck: what Swift 6 says about sending values between threads comes after it.
    @Test(arguments: cases)
    func `compiles unmodified`(_ example: Case) async throws {
        let swiftc = try await Command(
            URL(fileURLWithPath: "/usr/bin/env"),
            [
                "swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", example.mode,

                "-module-name", "Service",
                "-I", Repository.products.appendingPathComponent("Modules").path,
                "-I", Repository.headers.path,
            ] + Repository.cModules.flatMap { ["-I", $0] } + [example.file.path]
        )
        #expect(swiftc.status == 0, "\(swiftc.output)")
    }

    private static func files(_ folder: String) -> [URL] {
        let folder = Repository.fixtures.appendingPathComponent(folder)
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        return (files ?? []).sorted { $0.path < $1.path }
    }
}
