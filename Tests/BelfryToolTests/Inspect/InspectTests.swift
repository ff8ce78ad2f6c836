// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryModel
@testable import BelfryRuntime
@testable import BelfryTool
internal import Foundation
internal import Subprocess
internal import Testing

/// `belfry inspect`: what is said of a bundle, and how it ends.
@Suite struct InspectTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
    }

    @Test func `shows a small bundle on one screen`() async throws {
        try folder.write(Samples.c, to: "Small.c")
        let own = """
            <key>BFExtension</key><dict>
            <key>Budget</key><dict><key>wall</key><integer>5</integer></dict>
            <key>Network</key><array><string>https://example.com</string></array>
            </dict>
            <key>CFBundleName</key><string>$(PRODUCT_NAME) of ours</string>
            """
        try folder.write(Samples.plist(more: own), to: "Info.plist")
        #expect(try await belfry("build", "Small.c").status == 0)
        // A bundle that was made elsewhere may have variables in it still.
        try folder.write(Samples.plist(more: own), to: "Small.appex/Info.plist")
        let inspect = try await belfry("inspect", "Small.appex")
        #expect(inspect.status == 0)
        let masked = inspect.output
            .replacing(folder("Small.appex"), with: "BUNDLE")
            .replacing(/[\d.]+ KB · \S+/, with: "SIZE · MACHINE")
            .replacing(/[0-9a-f]{40}/, with: "BUILD-ID")
            .replacing(/: \/\S+\/libc/, with: ": LIB/libc")
            .replacing(/library for \S+/, with: "library for MACHINE")
        #expect(masked == Self.screen)
    }

    private static let screen = """

          Small.appex  BUNDLE

          CFBundleIdentifier          org.example.Small
          CFBundleExecutable          Small
          CFBundleDisplayName         Small of ours
          CFBundleShortVersionString  1.0
          CFBundleVersion             1
          NSExtensionPointIdentifier  com.apple.usernotifications.service
          BFExtension.Process         warm
          BFExtension.ParallelRuns    1
          BFExtension.Threads         64
          BFExtension.ModifyLocal     no
          BFExtension.Filtering       no
          BFExtension.Collapsing      no
          BFExtension.Fallback        the original
          BFExtension.Budget          wall=5s start=2s cpu=10s memory=24MB output=64KB
                                      asked for: wall
          BFExtension.Network         https://example.com
                                      within 128MB, 256 requests, 16 connections at once
          variables                   $(PRODUCT_NAME) is Small

          library                     Small · SIZE · MACHINE
          runtime                     bare
          build id                    BUILD-ID
          needs                       libc.so.6: LIB/libc.so.6
          run paths                   none
          exports                     bf_extension_main

          Info.plist                  holds: every key that is read has its type
          library                     holds: a shared library for MACHINE
          memory                      holds: code stays read-only, data not executable
          entry                       holds: bf_extension_main, its own
          needs                       holds: every library is found

          so                          it can be loaded, as far as can be told without running it


        """

    @Test func `says the same as JSON, with controls escaped`() async throws {
        try folder.write(
            Samples.plist(executable: "Small\u{202E}\u{9B}"),
            to: "Small.appex/Info.plist"
        )
        let inspect = try await belfry("inspect", "Small.appex", "--json")
        #expect(inspect.status == 66)
        #expect(inspect.output.contains(#"Small\u202e\u009b"#))
        let data = Data(inspect.output.utf8)
        let inspection = try JSONDecoder().decode(Inspection.self, from: data)
        #expect(inspection.schema == 1)
        #expect(inspection.fields.map(\.value).contains("Small\u{202E}\u{9B}"))
        #expect(!inspection.isLoadable)
    }

    @Test func `the manifest's check points to the warnings below it`() async throws {
        let own = "<key>BFExtension</key><dict><key>Filterin</key><true/></dict>"
        try folder.write(Samples.plist(more: own), to: "Small.appex/Info.plist")
        let inspect = try await belfry("inspect", "Small.appex")
        let check = "holds: it can be read, with the warning below\n"
        #expect(inspect.output.contains(check), "\(inspect.output)")
        #expect(inspect.output.contains("BFExtension.Filterin is not read"), "\(inspect.output)")
        #expect(!inspect.output.contains("has its type"))
    }

    @Test func `what a bundle says cannot move the cursor`() async throws {
        let own = "<key>CFBundleName</key><string>a\u{9B}2Jb</string>"
        try folder.write(Samples.plist(more: own), to: "Small.appex/Info.plist")
        let inspect = try await belfry("inspect", "Small.appex")
        #expect(inspect.output.contains(#"a\u{009B}2Jb"#))
    }

    @Test func `a library that is no ELF file cannot be loaded`() async throws {
        try folder.write(Samples.plist(), to: "Small.appex/Info.plist")
        try folder.write("#!/bin/sh\nexit 0\n", to: "Small.appex/Small")
        let inspect = try await belfry("inspect", "Small.appex")
        #expect(inspect.status == 65)
        #expect(inspect.output.contains("FAILS: \(folder("Small.appex/Small")) "))
        #expect(inspect.output.contains("it cannot be loaded"))
        #expect(inspect.errors.isEmpty)
    }

    @Test func `a library that is not there cannot be loaded`() async throws {
        try folder.write(Samples.plist(), to: "Small.appex/Info.plist")
        let inspect = try await belfry("inspect", "Small.appex")
        #expect(inspect.status == 66)
        #expect(inspect.output.contains("No such file or directory; CFBundleExecutable"))
    }

    @Test(arguments: [("absent.appex", Int32(66)), ("empty.appex", 66), ("broken.appex", 78)])
    func `without a manifest there is nothing to show`(bundle: String, status: Int32) async throws {
        try folder.write("", to: "empty.appex/file")
        try folder.write("<plist><dict/></plist>", to: "broken.appex/Info.plist")
        let inspect = try await belfry("inspect", bundle)
        #expect(inspect.status == status)
        #expect(inspect.output.isEmpty)
        #expect(inspect.errors.hasPrefix("belfry: "))
        #expect(inspect.errors.filter(\.isNewline).count == 1)
    }

    @Test func `an origin that is none fails the manifest's check`() async throws {
        let own =
            "<key>BFExtension</key><dict><key>Network</key><array>"
            + "<string>ftp://example.com</string></array></dict>"
        try await compile(Samples.c)
        try folder.write(Samples.plist(more: own), to: "Small.appex/Info.plist")
        let inspect = try await belfry("inspect", "Small.appex")
        #expect(inspect.status == 78)
        #expect(inspect.output.contains("FAILS: BFExtension.Network: \"ftp://example.com\""))
    }

    @Test func `a missing library, foreign run paths and extra symbols are told`() async throws {
        try folder.write("int other(void) { return 1; }\n", to: "other.c")
        try await cc(["-shared", "-fPIC", "-o", folder("libbelfry-absent.so"), folder("other.c")])
        let source = Samples.c + "\nint other(void);\nint extra(void) { return other(); }\n"
        let options = ["-L\(folder.url.path)", "-lbelfry-absent", "-Wl,-rpath,/nowhere:$ORIGIN"]
        try await compile(source, options)
        try folder.write(Samples.plist(), to: "Small.appex/Info.plist")
        let inspection = try inspect()
        let library = try #require(inspection.library)
        #expect(library.needed.first == .init(name: "libbelfry-absent.so", path: nil))
        #expect(
            library.runPaths == [
                .init(path: "/nowhere", isForeign: true), .init(path: "$ORIGIN", isForeign: false),
            ]
        )
        #expect(Set(library.exports) == ["bf_extension_main", "extra"])
        #expect(inspection.exitStatus == .badData)
        #expect(inspection.checks.filter { !$0.isPassed }.map(\.name) == ["needs"])
        #expect(inspection.warnings.count == 2)
    }

    @Test func `an executable stack and a missing entry are told, the gravest first`() async throws
    {
        try await compile("int other(void) { return 1; }\n", ["-Wl,-z,execstack"])
        try folder.write(Samples.plist(), to: "Small.appex/Info.plist")
        #expect(try failures() == ["memory"])
        try await compile("int other(void) { return 1; }\n")
        #expect(try failures() == ["entry"])
    }

    private func failures() throws -> [String] {
        try inspect().checks.filter { !$0.isPassed }.map(\.name)
    }

    private func inspect() throws -> Inspection {
        let bundle = try ExtensionBundle(at: folder("Small.appex"))
        return BundleInspector(bundle, sdk: nil).inspect()
    }

    /// Compiles the library of `Small.appex`, past `belfry build` and its checks.
    private func compile(_ source: String, _ options: [String] = []) async throws {
        try folder.write(source, to: "Small.c")
        try folder.write("", to: "Small.appex/Small")
        let headers = Repository.root.appendingPathComponent("SDK/C/include").path
        let output = ["-o", folder("Small.appex/Small"), folder("Small.c")]
        try await cc(["-shared", "-fPIC", "-I", headers] + output + options)
    }

    private func cc(_ arguments: [String]) async throws {
        let compiler = try await Subprocess.run(
            .name("cc"),
            arguments: Arguments(arguments),
            output: .discarded,
            error: .currentStandardError
        )
        try #require(compiler.terminationStatus.isSuccess)
    }
}
