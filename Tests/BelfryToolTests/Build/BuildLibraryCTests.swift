// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// `belfry build` with frameworks and libraries of a project's that have C in them.
@Suite(
    .enabled(if: CPlusPlus.isNeeded, Comment(rawValue: CPlusPlus.isMissing)),
    .timeLimit(.minutes(3))
)
struct BuildLibraryCTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
        try folder.write(SampleProject.plist(), to: "Service/Info.plist")
    }

    private func build() async throws -> Tool.Outcome {
        try await belfry("build", "Service", "-o", "Service.appex")
    }

    private static func umbrella(_ name: String, _ more: String) -> String {
        """
        #include <Foundation/Foundation.h>
        \(more)
        NS_ASSUME_NONNULL_BEGIN
        FOUNDATION_EXPORT double \(name)VersionNumber;
        NS_ASSUME_NONNULL_END

        """
    }

    /// A framework in C, one in C and Swift that uses it, and a library in C++ behind a header of C.
    private func writeLibraries() throws {
        let ring = SampleTarget(
            name: "Ring",
            sources: ["Source/ring.c"],
            headers: ["Ring.h", "Include/tone.h"],
            settings: #"GCC_PREPROCESSOR_DEFINITIONS = ("TONES=7", "$(inherited)");"#
        )
        let kit = SampleTarget(
            name: "Kit",
            sources: ["Kit.swift", "count.c"],
            headers: ["Kit.h", "count.h"],
            linked: ["Ring"]
        )
        let loud = SampleTarget(name: "Loud", type: "library.static", sources: ["loud.cpp"])
        try folder.write(
            SampleProject.text(
                libraries: [ring, kit, loud],
                linked: ["Kit", "Loud"],
                dependencies: ["Ring"],
                settings: "SWIFT_OBJC_BRIDGING_HEADER = Service/Bridge.h;"
            ),
            to: "App.xcodeproj/project.pbxproj"
        )
        try folder.write(
            BuildLibraryTests.service(
                importing: "Kit",
                "Ring",
                title: #""\(Kit.described) \(ring_tones()) \(loudness()) \(count_twice(4))""#
            ),
            to: "Service/NotificationService.swift"
        )
        try folder.write("#include \"loud.h\"\n", to: "Service/Bridge.h")
        try folder.write(Self.umbrella("Ring", "#include <Ring/tone.h>"), to: "Ring/Ring.h")
        try folder.write("int ring_tones(void);\n", to: "Ring/Include/tone.h")
        try folder.write(
            "#include <Ring/tone.h>\nint ring_tones(void) { return TONES; }\n",
            to: "Ring/Source/ring.c"
        )
        try folder.write(Self.umbrella("Kit", "#include \"count.h\""), to: "Kit/Kit.h")
        try folder.write("int count_twice(int number);\n", to: "Kit/count.h")
        try folder.write(
            "#include <Kit/Kit.h>\n#include <Ring/Ring.h>\n"
                + "int count_twice(int number) { return 2 * number + ring_tones() - ring_tones(); }\n",
            to: "Kit/count.c"
        )
        try folder.write(
            "import Ring\npublic enum Kit {\n"
                + "    public static var described: String { \"\\(count_twice(ring_tones()))\" }\n}\n",
            to: "Kit/Kit.swift"
        )
        try folder.write("int loudness(void);\n", to: "Loud/loud.h")
        try folder.write(
            "#include <string>\nextern \"C\" int loudness(void) { return std::to_string(100).size(); }\n",
            to: "Loud/loud.cpp"
        )
    }

    @Test func `C is seen by Swift as a module, as the framework's own, and by a bridging header`()
        async throws
    {
        try writeLibraries()
        let build = try await build()
        #expect(build.status == 0, "\(build.errors)")
        #expect(try folder.contents(of: "Service.appex") == ["Info.plist", "MyService"])
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try ExtensionBundle(at: folder("Service.appex"))
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        #expect(report.verdict == .delivered, "\(report.explanation)")
        #expect(report.after.title == "14 7 3 8")
    }

    @Test func `a definition of the command line goes before the project's`() async throws {
        try writeLibraries()
        try folder.write(
            "#ifdef QUIET\n#define TONE_NAME \"quiet\"\n#else\n#define TONE_NAME \"loud\"\n#endif\n"
                + "#include \"loud.h\"\n",
            to: "Service/Bridge.h"
        )
        try folder.write(
            BuildLibraryTests.service(
                importing: "Kit",
                "Ring",
                title: #""\(Kit.described) \(TONE_NAME) \(loudness()) \(count_twice(4))""#
            ),
            to: "Service/NotificationService.swift"
        )
        let build = try await belfry(
            "build",
            "Service",
            "-o",
            "Service.appex",
            "-D",
            "TONES=9",
            "-DQUIET"
        )
        #expect(build.status == 0 && build.errors.isEmpty, "\(build.errors)")
        let workshop = try Workshop()
        let host = try workshop.host()
        let bundle = try ExtensionBundle(at: folder("Service.appex"))
        let report = try await host.run(try Workshop.push(), in: bundle)
        await host.shutdown()
        #expect(report.after.title == "18 quiet 3 8")
    }

    @Test func `a changed header of a library has the extension built again`() async throws {
        try writeLibraries()
        #expect(try await build().status == 0)
        #expect(try await build().output.contains("unchanged"))
        try folder.write(
            "#define MORE 1\nint ring_tones(void);\n",
            to: "Ring/Include/tone.h"
        )
        let changed = try await build()
        #expect(changed.status == 0 && !changed.output.contains("unchanged"))
    }

    @Test func `an error in a header names the author's own file`() async throws {
        try writeLibraries()
        try folder.write("int ring_tones(void);\nint wrong(;\n", to: "Ring/Include/tone.h")
        let inC = try await build()
        #expect(inC.status == 65)
        #expect(inC.errors.contains("Ring/Include/tone.h:2:"), "\(inC.errors)")
        #expect(!inC.errors.contains(".Service.appex."), "\(inC.errors)")
        #expect(inC.errors.contains("could not compile Ring/Source/ring.c"))
        try folder.write("int ring_tones(void) { return 1; }\n", to: "Ring/Source/ring.c")
        try folder.write("int count_twice(int number) { return number; }\n", to: "Kit/count.c")
        let inSwift = try await build()
        #expect(inSwift.status == 65)
        #expect(inSwift.errors.contains("Ring/Include/tone.h:2:"), "\(inSwift.errors)")
        #expect(!inSwift.errors.contains("/headers/Ring"), "\(inSwift.errors)")
    }

    @Test func `a module map of the project's is taken, and Objective-C is left out`() async throws
    {
        let bells = SampleTarget(
            name: "Bells",
            sources: ["bells.c"],
            headers: ["bells.h"],
            settings: "MODULEMAP_FILE = Bells/module.modulemap;"
        )
        let horn = SampleTarget(
            name: "Horn",
            sources: ["horn.c", "Old.m"],
            headers: ["Horn.h", "Old.h", "horn.h", "Both.h"]
        )
        try folder.write(
            SampleProject.text(libraries: [bells, horn], linked: ["Bells", "Horn"]),
            to: "App.xcodeproj/project.pbxproj"
        )
        try folder.write(
            BuildLibraryTests.service(
                importing: "Bells.Sound",
                "Horn",
                title: #""\(bell_sound()) \(horn_sound())""#
            ),
            to: "Service/NotificationService.swift"
        )
        try folder.write(
            "framework module Bells {\n    explicit module Sound { header \"bells.h\" }\n}\n",
            to: "Bells/module.modulemap"
        )
        try folder.write("int bell_sound(void);\n", to: "Bells/bells.h")
        try folder.write("int bell_sound(void) { return 1; }\n", to: "Bells/bells.c")
        try folder.write(
            Self.umbrella("Horn", "#import <Horn/Old.h>\n#import <Horn/horn.h>"),
            to: "Horn/Horn.h"
        )
        try folder.write("@interface Old\n@end\n", to: "Horn/Old.h")
        try folder.write("", to: "Horn/Old.m")
        try folder.write("int horn_sound(void);\n", to: "Horn/horn.h")
        try folder.write(
            "#ifdef __OBJC__\n@interface Both\n@end\n#endif\n",
            to: "Horn/Both.h"
        )
        try folder.write("int horn_sound(void) { return 1; }\n", to: "Horn/horn.c")
        let build = try await build()
        #expect(build.status == 0, "\(build.errors)")
        #expect(
            build.errors.contains(
                "belfry: warning: Horn/Old.m: Objective-C has no runtime here, so it is left out\n"
            )
        )
        #expect(
            build.errors.contains(
                "belfry: warning: Horn/Old.h: left out of the module Horn, whose headers have to be C;"
            ),
            "\(build.errors)"
        )
    }

    @Test func `C that nothing refers to is left out`() async throws {
        let pod = SampleTarget(name: "Pod", sources: ["pod.c"], headers: ["pod.h"])
        try folder.write(
            SampleProject.text(
                libraries: [pod],
                linked: ["Pod"],
                settings: "SWIFT_OBJC_BRIDGING_HEADER = Service/Bridge.h;"
            ),
            to: "App.xcodeproj/project.pbxproj"
        )
        try folder.write(BuildFolderTests.service, to: "Service/NotificationService.swift")
        try folder.write("#import <UIKit/UIKit.h>\n", to: "Service/Bridge.h")
        try folder.write("int pod(void);\n", to: "Pod/pod.h")
        try folder.write("#include <mach/mach.h>\n", to: "Pod/pod.c")
        let without = try await build()
        #expect(without.status == 0 && without.errors.isEmpty, "\(without.errors)")
        try folder.write("#  import <Pod/pod.h>\n", to: "Service/Bridge.h")
        let with = try await build()
        #expect(with.status == 65)
        #expect(with.errors.contains("could not compile Pod/pod.c"), "\(with.errors)")
    }

    @Test func `an extension in C is linked with a library in C`() async throws {
        let ring = SampleTarget(
            name: "Ring",
            type: "library.static",
            sources: ["ring.c"],
            headers: ["ring.h"]
        )
        let kit = SampleTarget(name: "Kit", sources: ["Kit.swift"])
        let project = SampleProject.text(libraries: [ring, kit], linked: ["Ring", "Kit"])
            .replacing("NotificationService.swift", with: "service.c")
        try folder.write(project, to: "App.xcodeproj/project.pbxproj")
        try folder.write(
            Samples.c.replacing("(uint32_t)getpid()", with: "(uint32_t)ring()")
                .replacing("#include <unistd.h>", with: "#include <Ring/ring.h>"),
            to: "Service/service.c"
        )
        try folder.write("int ring(void);\n", to: "Ring/ring.h")
        try folder.write("int ring(void) { return 1; }\n", to: "Ring/ring.c")
        try folder.write("nonsense", to: "Kit/Kit.swift")
        let build = try await build()
        #expect(build.status == 0, "\(build.errors)")
    }
}
