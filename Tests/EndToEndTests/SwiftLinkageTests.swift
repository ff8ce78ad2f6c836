// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryELF
internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What Swift extensions are linked with: the SDK's library or all of it inside, its large modules,
/// and the version that they were built with.
@Suite(.timeLimit(.minutes(3)))
struct SwiftLinkageTests {
    private static let tool = Workshop.products.appendingPathComponent("belfry").path

    /// Builds a fixture, or other sources.
    private func build(
        _ name: String,
        in folder: URL,
        source: String? = nil,
        _ options: [String] = []
    ) async throws -> ExtensionBundle {
        let fixtures = Workshop.root.appendingPathComponent("Tests/EndToEndTests/Fixtures")
        var path = fixtures.appendingPathComponent("\(name).swift")
        if let source {
            path = folder.appendingPathComponent("\(name).swift")
            try Data(source.utf8).write(to: path)
        }
        let output = folder.appendingPathComponent("\(name).appex").path
        let arguments = ["build", path.path, "-o", output] + options
        let result = try await Command.run(Self.tool, arguments)
        try #require(result.status == 0, "\(result.errors)")
        return try ExtensionBundle(at: output)
    }

    @Test(arguments: Linkage.allCases)
    func `the SDK's cures of Swift's libraries work`(_ linkage: Linkage) async throws {
        let workshop = try Workshop()
        let options = linkage.options + ["--app-group", "group.inside"]
        let bundle = try await build("SwiftInside", in: workshop.folder, options)
        let host = try workshop.host()
        for run in 1...2 {
            let report = try await host.run(try Workshop.push(), in: bundle)
            let expected = [
                bundle.manifest.identifier, "count \(run)", "count \(run)", "caught",
                "picture 9.0", "März", "refused -1009",
            ]
            let lines = report.after.body.split(separator: "\n").map(String.init)
            #expect(lines == expected, "\(report.reason): \(report.explanation)")
            #expect(report.log.map(\.text) == ["from os"])
            #expect(try #require(report.usage).peakByteCount < 12 << 20)
        }
        await host.shutdown()
    }

    @Test func `a self-contained extension needs nothing of Swift's and exports its entry`()
        async throws
    {
        let workshop = try Workshop()
        let bundle = try await build("SwiftFeatures", in: workshop.folder, ["--static"])
        let image = try bundle.readImage()
        #expect(image.symbols.exported.map(\.name) == ["bf_extension_main"])
        let known = [
            "libc.so", "libm.so", "libgcc_s.so", "libstdc++.so", "libcurl.so", "liblzma.so",
            "libz.so",
            "ld-linux",
        ]
        for name in image.needed {
            #expect(known.contains(where: name.hasPrefix), "\(name)")
        }
        #expect(SDKRecord(of: image) == .selfContained)
        let inspection = try await Command.run(Self.tool, ["inspect", bundle.path])
        #expect(inspection.output.contains("bare; Swift's runtime and the SDK are inside"))
    }

    @Test func `an extension of another SDK is not loaded, and is to be built again`() async throws
    {
        let workshop = try Workshop()
        let bundle = try await build("SwiftFeatures", in: workshop.folder)
        let noted = SDKRecord(of: try bundle.readImage()).buildIDs
        let id = try #require(noted["libUserNotifications.so"])
        let library = URL(fileURLWithPath: bundle.libraryPath)
        var bytes = try Data(contentsOf: library)
        let place = try #require(bytes.range(of: Data(id.utf8)))
        bytes.replaceSubrange(place, with: Data(String(id.reversed()).utf8))
        try bytes.write(to: library)
        let host = try workshop.host()
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        #expect(report.ending == .rejected(.link))
        let sentence =
            "was built with another libUserNotifications.so than is here; build the bundle again"
        #expect(report.explanation.contains(sentence))
        #expect(report.after.title == "before")
        let inspection = try await Command.run(Self.tool, ["inspect", bundle.path])
        #expect(inspection.status == 65)
        #expect(inspection.output.contains("another libUserNotifications.so"))
    }

    private static let hasLargeModules = ["CryptoKit", "Combine"].allSatisfy {
        let sdk = try? SDKLocation(executableDirectory: Workshop.products.path)
        return FileManager.default.fileExists(atPath: "\(sdk?.librariesPath ?? "")/lib\($0).so")
    }

    @Test(.enabled(if: hasLargeModules, "make sdk builds them"), arguments: Linkage.allCases)
    func `CryptoKit and Combine are linked where they are imported`(
        _ linkage: Linkage
    ) async throws {
        let workshop = try Workshop()
        let bundle = try await build("SwiftLargeModules", in: workshop.folder, linkage.options)
        let large = try bundle.readImage().needed.filter {
            ["libCombine.so", "libCryptoKit.so"].contains($0)
        }
        #expect(large.count == (linkage == .shared ? 2 : 0))
        let host = try workshop.host()
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        #expect(
            report.after.body == "a9993e364706816a sealed true value 6",
            "\(report.explanation)"
        )
    }
}
