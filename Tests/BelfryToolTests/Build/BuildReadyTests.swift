// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryModel
@testable import BelfryTool
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// `belfry build` of a library that something else has linked.
@Suite struct BuildReadyTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
        try folder.write(Self.entry, to: "entry.c")
    }

    /// An extension's entry without a header of Belfry's.
    private static let entry = """
        const void *bf_extension_main(unsigned *version) { *version = 1; return 0; }
        """

    /// Links a library as a build of the author's own would.
    private func link(
        _ name: String,
        _ arguments: String...,
        source: String = "entry.c"
    ) async throws {
        let linked = try await Command.run(
            "/usr/bin/env",
            ["-C", folder.url.path, "cc", "-shared", "-fPIC", "-o", name, source] + arguments
        )
        try #require(linked.status == 0, "\(linked.errors)")
    }

    @Test func `a library becomes a bundle with a generated Info plist`() async throws {
        try await link("libstamp.so", "-Wl,--version-script=only.map", source: try exporting())
        let build = try await belfry("build", "libstamp.so", "--id", "org.example.Stamp")
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors.isEmpty)
        #expect(try folder.contents(of: "stamp.appex") == ["Info.plist", "stamp"])
        #expect(try folder.read("stamp.appex/stamp") == folder.read("libstamp.so"))
        let bytes = [UInt8](try folder.read("stamp.appex/Info.plist"))
        let manifest = try Manifest.parse(bytes, context: BuildContext(bundleName: "stamp"))
        #expect(manifest.identifier == "org.example.Stamp")
        #expect(manifest.extensionPoint == .service)
        #expect(manifest.principalClass == nil)
        #expect(build.output.contains("copy stamp.appex/Info.plist beside the library"))
        #expect(try await belfry("inspect", "stamp.appex").status == 0)
    }

    @Test func `a library that a C compiler has linked runs from its bundle`() async throws {
        let source = Repository.plugins.appendingPathComponent("TitleStamp/TitleStamp.c").path
        let headers = Repository.root.appendingPathComponent("SDK/C/include").path
        try await link("libstamp.so", "-I\(headers)", source: source)
        let build = try await belfry("build", "libstamp.so")
        #expect(build.status == 0, "\(build.errors)")
        let push = #"{"aps": {"alert": {"title": "A letter"}, "mutable-content": 1}}"#
        try folder.write(push, to: "push.json")
        let run = try await belfry("run", "stamp.appex", "push.json", "--quiet")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(run.output == "A letter · stamped\n", "\(run.errors)")
    }

    /// Writes what keeps all but the entry to the library itself.
    private func exporting() throws -> String {
        try folder.write("{ global: bf_extension_main; local: *; };\n", to: "only.map")
        return "entry.c"
    }

    @Test func `the Info plist beside it is taken, and the name that it gives`() async throws {
        try folder.write(Samples.plist(executable: "libsmall.so"), to: "made/Info.plist")
        try await link("made/libsmall.so")
        let build = try await belfry("build", "made/libsmall.so", "-o", "Small.appex")
        #expect(build.status == 0, "\(build.errors)")
        #expect(try folder.contents(of: "Small.appex") == ["Info.plist", "libsmall.so"])
        #expect(build.output.contains("org.example.Small"))
    }

    @Test func `a library that has changed is bundled anew`() async throws {
        try await link("libstamp.so")
        #expect(try await belfry("build", "libstamp.so").status == 0)
        try await link("libstamp.so", "-Wl,-z,now")
        #expect(try await belfry("build", "libstamp.so").status == 0)
        #expect(try folder.read("stamp.appex/stamp") == folder.read("libstamp.so"))
    }

    @Test func `a link with a version leads to the library`() async throws {
        try await link("libstamp.so.1.0")
        try FileManager.default.createSymbolicLink(
            atPath: folder("libstamp.so"),
            withDestinationPath: "libstamp.so.1.0"
        )
        #expect(try await belfry("build", "libstamp.so").status == 0)
        #expect(try await belfry("build", "libstamp.so.1.0", "-o", "one.appex").status == 0)
        #expect(try folder.read("one.appex/one") == folder.read("stamp.appex/stamp"))
    }

    @Test func `what only warns does not keep it from being made`() async throws {
        try folder.write(Self.entry + "\nint helper(void) { return 1; }\n", to: "more.c")
        try await link("libmore.so", "-Wl,-rpath,/opt/lib", source: "more.c")
        let build = try await belfry("build", "libmore.so")
        #expect(build.status == 0)
        #expect(build.errors.contains("warning: libmore.so: more looks for libraries outside"))
        #expect(build.errors.contains("exports 1 symbols besides bf_extension_main (helper)"))
        #expect(build.output.contains("2 warnings"))
    }

    @Test func `one that a worker could not load is not bundled`() async throws {
        try folder.write("int nothing(void) { return 0; }\n", to: "nothing.c")
        try await link("libnothing.so", source: "nothing.c")
        try await refused("libnothing.so", 65, "libnothing.so does not export bf_extension_main")

        try await link("libstack.so", "-Wl,-z,execstack")
        try await refused("libstack.so", 65, "libstack.so asks for an executable stack: link it")

        try await link("libabsent.so", source: "nothing.c")
        try await link("libneedy.so", "-Wl,--no-as-needed", "./libabsent.so")
        try await refused(
            "libneedy.so",
            65,
            "libneedy.so: ./libabsent.so is not where a worker may look; install it for the system"
        )
        try folder.write("#!/bin/sh\nexit 0\n", to: "libscript.so")
        try await refused("libscript.so", 65, "libscript.so is a script: build it for Linux")
    }

    @Test func `a Swift library needs an Info plist that names its class`() async throws {
        try folder.write(Samples.swift, to: "Courier.swift")
        let made = try await belfry("build", "Courier.swift")
        try #require(made.status == 0, "\(made.errors)")
        try FileManager.default.moveItem(
            atPath: folder("Courier.appex/Courier"),
            toPath: folder("libCourier.so")
        )
        try await refused(
            "libCourier.so",
            78,
            "libCourier.so: it is a Swift extension, whose class only an Info.plist names",
            "-o",
            "Second.appex"
        )
        let build = try await belfry(
            "build",
            "libCourier.so",
            "--info-plist",
            "Courier.appex/Info.plist",
            "-o",
            "Second.appex"
        )
        #expect(build.status == 0, "\(build.errors)")
    }

    @Test func `options that compile and other inputs have no place beside it`() async throws {
        try await link("libstamp.so")
        try folder.write(Self.entry, to: "more.c")
        for option in [["-D", "X"], ["-l", "m"], ["--debug"]] {
            try await refused(
                "libstamp.so",
                64,
                "\(option[0]) is for sources, and libstamp.so is linked already; leave it out",
                option
            )
        }
        try await refused("libstamp.so", 64, "--static is for Swift sources", "--static")
        try await refused("libstamp.so", 64, "libstamp.so is a library that is linked", "more.c")
        try await refused("libgone.so", 66, "libgone.so: No such file or directory")
    }

    private func refused(
        _ library: String,
        _ status: Int32,
        _ message: String,
        _ arguments: String...
    ) async throws {
        try await refused(library, status, message, arguments)
    }

    private func refused(
        _ library: String,
        _ status: Int32,
        _ message: String,
        _ arguments: [String]
    ) async throws {
        let before = try folder.contents()
        let build = try await belfry.run(["build", library] + arguments)
        #expect(build.status == status, "\(build.errors)")
        let last = build.errors.split(separator: "\n").last ?? ""
        #expect(last.hasPrefix("belfry: \(message)"), "\(build.errors)")
        #expect(build.output.isEmpty)
        #expect(try folder.contents() == before)
    }
}
