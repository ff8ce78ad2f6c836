// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
@testable import BelfryTool
internal import Foundation
internal import Testing

@Suite struct SDKModulesTests {
    private let folder: TemporaryFolder
    private let crypto = [SourceFacts.Import(module: "CryptoKit", isConditional: false)]

    init() throws {
        folder = try TemporaryFolder()
    }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    private func modules(_ files: [String], in directory: String) throws -> SDKModules {
        try FileManager.default.createDirectory(
            atPath: path(directory),
            withIntermediateDirectories: true
        )
        for file in files {
            let path = path(file)
            try FileManager.default.createDirectory(
                atPath: FilePath(path).directory,
                withIntermediateDirectories: true
            )
            try Data().write(to: URL(fileURLWithPath: path))
        }
        return SDKModules(sdk: try SDKLocation(executableDirectory: path(directory)))
    }

    private static let sources = ["SDK/C/include/belfry/belfry.h", "b/belfry-worker"]
    private static let installation = ["libexec/belfry/belfry-worker"]

    @Test func `a checkout builds a large module that is imported, once`() throws {
        let library = "SDK/.build/b/libUserNotifications.so"
        let modules = try modules(Self.sources + [library], in: "b")
        let steps = try modules.provision(crypto, isStatic: false)
        #expect(steps.map(\.program) == [path("Scripts/build-modules.sh")])
        #expect(steps.map(\.arguments) == [[path("SDK/.build/b"), "CryptoKit"]])
        #expect(try modules.provision([], isStatic: false).isEmpty)
        #expect(modules.offered.contains("CryptoKit"))
        let half = try self.modules(["SDK/.build/b/libCryptoKit.so"], in: "b")
        #expect(try half.provision(crypto, isStatic: false).count == 1)
        let built = try self.modules(
            ["SDK/.build/b/Modules/CryptoKit.swiftmodule"],
            in: "b"
        )
        #expect(try built.provision(crypto, isStatic: false).isEmpty)
        #expect(
            try built.linking(crypto, isStatic: false).suffix(2) == [
                "-lCryptoKit", "-lUserNotifications",
            ]
        )
    }

    @Test func `an installation without the module says how to get it`() throws {
        let library = "lib/belfry/libUserNotifications.so"
        let modules = try modules(Self.installation + [library], in: "bin")
        let failure = try #require(throws: ToolFailure.self) {
            try modules.provision(crypto, isStatic: false)
        }
        let remedy = "install the package belfry-dev, or Belfry again with `make install`"
        #expect(failure.message.hasSuffix("is missing; " + remedy))
        #expect(!modules.offered.contains("CryptoKit"))
    }

    @Test func `an archive is looked after each time, since it may be old`() throws {
        let library = "SDK/.build/b/libUserNotifications.so"
        let modules = try modules(
            Self.sources + [library, "SDK/.build/b/libUserNotifications.a"],
            in: "b"
        )
        let steps = try modules.provision([], isStatic: true)
        #expect(steps.map(\.program) == [path("Scripts/archive-library.sh")])
    }
}
