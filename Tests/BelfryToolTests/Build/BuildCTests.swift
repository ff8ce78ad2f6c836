// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryModel
internal import BelfrySystem
internal import EndToEndSupport
internal import Foundation
internal import Glibc
internal import Subprocess
internal import Testing

/// `belfry build` on C and C++ sources, with this machine's compilers.
@Suite struct BuildCTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
    }

    @Test func `builds the C sample with its own Info plist`() async throws {
        let sample = Repository.plugins.appendingPathComponent("TitleStamp")
        let source = sample.appendingPathComponent("TitleStamp.c").path
        let build = try await belfry("build", source)
        #expect(build.status == 0, "\(build.errors)")
        #expect(try folder.contents() == ["TitleStamp.appex"])
        #expect(try folder.contents(of: "TitleStamp.appex") == ["Info.plist", "TitleStamp"])
        let plist = String(decoding: try folder.read("TitleStamp.appex/Info.plist"), as: UTF8.self)
        #expect(plist.contains("<string>org.example.Post.TitleStamp</string>"))
        #expect(build.output.contains("run TitleStamp.appex PAYLOAD"))
        #expect(build.errors.isEmpty)
    }

    @Test func `builds again when a header has changed that a header of a named file includes`()
        async throws
    {
        try folder.write(
            """
            #pragma once
            #include <belfry/belfry.h>
            #include "./all.h"
            #include "of/number.h"

            """,
            to: "all.h"
        )
        try folder.write("#define NUMBER 1\n", to: "of/number.h")
        try folder.write(
            """
            #  include "all.h"
            const bf_extension *bf_extension_main(uint32_t *version) {
                *version = NUMBER;
                return 0;
            }
            """,
            to: "Small.c"
        )
        let command = ["build", "Small.c", "--identifier", "org.example.S"]
        for (number, isUnchanged) in [(1, false), (1, true), (2, false), (2, true)] {
            try folder.write("#define NUMBER \(number)\n", to: "of/number.h")
            let build = try await belfry.run(command)
            try #require(build.status == 0, "\(build.errors)")
            #expect(build.output.contains("unchanged") == isUnchanged, "\(number)")
        }
    }

    @Test(.enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)))
    func `builds C and C++ together and generates an Info plist`() async throws {
        try folder.write("int half(int n) { return n / 2; }\n", to: "half.c")
        try folder.write(
            """
            #include <belfry/belfry.h>
            #include <string>
            extern "C" int half(int);
            extern "C" const bf_extension *bf_extension_main(uint32_t *version) {
                *version = half(static_cast<int>(std::string("four").size()));
                return nullptr;
            }
            """,
            to: "Small.cpp"
        )
        let build = try await belfry(
            "build",
            "Small.cpp",
            "half.c",
            "--identifier",
            "org.example.S"
        )
        #expect(build.status == 0, "\(build.errors)")
        let bytes = [UInt8](try folder.read("Small.appex/Info.plist"))
        let manifest = try Manifest.parse(bytes, context: BuildContext(bundleName: "Small"))
        #expect(manifest.identifier == "org.example.S")
        #expect(manifest.principalClass == nil)
        #expect(manifest.warnings.isEmpty)
        let inspection = try await belfry("inspect", "Small.appex")
        #expect(inspection.status == 0, "\(inspection.output)")
    }

    @Test func `a syntax error leaves the earlier bundle as it was`() async throws {
        try folder.write(Samples.c, to: "Small.c")
        #expect(try await belfry("build", "Small.c").status == 0)
        let earlier = try folder.read("Small.appex/Small")
        try folder.write(Samples.broken, to: "Small.c")
        let build = try await belfry("build", "Small.c")
        #expect(build.status == 65)
        #expect(build.output.isEmpty)
        let last = build.errors.split(separator: "\n").last
        let compiler = compilerName()
        #expect(last == "belfry: \(compiler) could not compile Small.c; see above")
        #expect(build.errors.contains("nonsense"))
        #expect(try folder.read("Small.appex/Small") == earlier)
        #expect(try folder.contents() == ["Small.appex", "Small.c"])
    }

    @Test func `a finished build replaces all of the earlier bundle`() async throws {
        try folder.write(Samples.c, to: "Small.c")
        try folder.write(Samples.plist(), to: "Small.appex/Info.plist")
        try folder.write("old", to: "Small.appex/leftover")
        #expect(try await belfry("build", "Small.c").status == 0)
        #expect(try folder.contents() == ["Small.appex", "Small.c"])
        #expect(try folder.contents(of: "Small.appex") == ["Info.plist", "Small"])
    }

    @Test func `builds that race each leave a whole bundle`() async throws {
        try folder.write(Samples.c, to: "Small.c")
        let belfry = belfry
        let outcomes = try await withThrowingTaskGroup(of: Tool.Outcome.self) { group in
            for index in 0..<6 {
                group.addTask { try await belfry("build", "Small.c", "-D", "N\(index)") }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for outcome in outcomes { #expect(outcome.status == 0, "\(outcome.errors)") }
        #expect(try folder.contents() == ["Small.appex", "Small.c"])
        #expect(try await belfry("inspect", "Small.appex").status == 0)
    }

    @Test func `a library without an entry is no bundle`() async throws {
        try folder.write("int nothing(void) { return 0; }\n", to: "Small.c")
        let build = try await belfry("build", "Small.c")
        #expect(build.status == 65)
        #expect(build.errors.contains("Small.appex/Small does not export bf_extension_main"))
        #expect(try folder.contents() == ["Small.c"])
    }

    @Test func `resources are copied, folders and all`() async throws {
        try folder.write(Samples.c, to: "Small.c")
        try folder.write("ding", to: "sounds/bells/ding.wav")
        let build = try await belfry("build", "Small.c", "--resources", "sounds")
        #expect(build.status == 0, "\(build.errors)")
        #expect(try folder.read("Small.appex/bells/ding.wav") == Data("ding".utf8))
    }

    @Test func `verbose shows each command line`() async throws {
        try folder.write(Samples.c, to: "Small.c")
        let build = try await belfry("build", "Small.c", "--verbose", "--debug")
        #expect(build.status == 0, "\(build.errors)")
        let lines = build.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains(" -O0 ") == true)
        #expect(lines.last?.contains("--version-script=") == true)
    }

    @Test(.timeLimit(.minutes(1)))
    func `an interrupted build leaves nothing behind`() async throws {
        try folder.write(Samples.c, to: "Small.c")
        try folder.write("#!/bin/sh\necho started > started\nexec sleep 600\n", to: "slow-cc")
        let compiler = folder("slow-cc")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: compiler)
        // The compiler writes to a pipe by name; open for both, so that nobody waits in open.
        unsafe try #require(mkfifo(folder("started"), 0o600) == 0)
        let end = try await belfry.running(["build", "Small.c"], environment: ["CC": compiler]) {
            let pipe = try Descriptor.open(folder("started"), O_RDWR)
            var waited = pollfd(fd: pipe.raw, events: Int16(POLLIN), revents: 0)
            let isStarted = unsafe poll(&waited, 1, 30_000) == 1
            try #require(isStarted, "the compiler was not started")
            #expect(try pipe.read(upTo: 100) == Array("started\n".utf8))
            kill($0, SIGINT)
        }
        #expect(end == .signaled(SIGINT))
        let names = try folder.contents()
        #expect(names == ["Small.c", "slow-cc", "started"])
    }

    private func compilerName() -> String {
        let words = ProcessInfo.processInfo.environment["CC"]?.split(separator: " ")
        let name = words?.first.map(String.init) ?? "cc"
        return URL(fileURLWithPath: name).lastPathComponent
    }
}
