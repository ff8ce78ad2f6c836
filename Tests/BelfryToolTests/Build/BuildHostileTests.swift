// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryTool
internal import Foundation
internal import Glibc
internal import Testing

/// What a hostile project cannot have `belfry build` do.
@Suite(.timeLimit(.minutes(3)))
struct BuildHostileTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder(name),
            withDestinationPath: target
        )
    }

    private func write(project: String) throws {
        try folder.write(project, to: "App/App.xcodeproj/project.pbxproj")
        try folder.write(BuildFolderTests.service, to: "App/Service/NotificationService.swift")
        try folder.write(SampleProject.plist(), to: "App/Service/Info.plist")
    }

    private func expectRefusal(
        _ build: Tool.Outcome,
        _ message: String,
        status: Int32 = 65
    ) throws {
        #expect(build.status == status, "\(build.errors)")
        #expect(build.errors.contains("belfry: \(message)"), "\(build.errors)")
        #expect(try folder.contents().allSatisfy { !$0.contains(".appex") })
    }

    private func failure(_ body: () throws -> Void) -> (any Error)? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    // MARK: Writing elsewhere

    @Test func `an asset catalogue's scale is no part of a path`() async throws {
        let set = "Bell/A.xcassets/Icon.imageset"
        let scale = "x/../../../planted/"
        let contents = #"{"images": [{"filename": "p.profile", "scale": "\#(scale)"}]}"#
        try folder.write(contents, to: "\(set)/Contents.json")
        try folder.write("evil", to: "\(set)/p.profile")
        try folder.write(Samples.c, to: "Bell/Bell.c")
        let build = try await belfry("build", "Bell")
        #expect(build.status == 0, "\(build.errors)")
        #expect(
            build.errors == """
                belfry: warning: \(set)/p.profile, which \(set)/Contents.json names, has the scale \
                \(scale); a scale is 1x, 2x or 3x, so the picture is left out; put it right, or take \
                it out of the image set

                """
        )
        #expect(try folder.contents() == ["Bell", "Bell.appex"])
        #expect(try folder.contents(of: "Bell.appex") == ["Bell", "Info.plist"])
    }

    @Test func `a picture of another scale than 1x, 2x and 3x is left out`() throws {
        let set = folder("A.xcassets/Icon.imageset")
        let scales = ["0x", "1x", "2x", "3x", "4x", "12x"]
        let images = scales.map { #"{"filename": "p.png", "scale": "\#($0)"}"# }
        try folder.write(
            #"{"images": [\#(images.joined(separator: ", "))]}"#,
            to: "A.xcassets/Icon.imageset/Contents.json"
        )
        try folder.write("png", to: "A.xcassets/Icon.imageset/p.png")
        let catalog = try AssetCatalog(folder("A.xcassets"), within: BuildPlaces(["/"]))
        #expect(catalog.items.map(\.destination) == ["Icon.png", "Icon@2x.png", "Icon@3x.png"])
        #expect(
            catalog.warnings
                == ["0x", "4x", "12x"].map {
                    "\(set)/p.png, which \(set)/Contents.json names, has the scale \($0); a scale is 1x, "
                        + "2x or 3x, so the picture is left out; put it right, or take it out of the "
                        + "image set"
                }
        )
    }

    @Test func `a picture that is a folder is left out`() async throws {
        let set = "Bell/A.xcassets/Icon.imageset"
        try folder.write(#"{"images": [{"filename": "../.."}]}"#, to: "\(set)/Contents.json")
        try folder.write(Samples.c, to: "Bell/Bell.c")
        let build = try await belfry("build", "Bell")
        #expect(build.status == 0, "\(build.errors)")
        #expect(
            build.errors.contains("\(set)/../.., which \(set)/Contents.json names, is a folder")
        )
        #expect(try folder.contents(of: "Bell.appex") == ["Bell", "Info.plist"])
    }

    @Test(arguments: ["Bell/..", "Bell/a\0b.txt", "Bell/../en.lproj/.."])
    func `a resource has a place in the bundle alone`(path: String) throws {
        try folder.write("", to: "Bell/x.txt")
        let failure = #expect(throws: ToolFailure.self) {
            try ResourcePlan([folder("") + "/" + path], reserved: [], within: BuildPlaces(["/"]))
        }
        #expect(failure?.status == .badData)
        let way = ", whose files have plain names, at the top or in an .lproj folder; rename it, "
        #expect(failure?.message.contains(" in the bundle\(way)") == true)
    }

    @Test(arguments: ["../planted", "a/../../planted", "away/planted", "/planted"])
    func `nothing is made outside of the bundle, whatever it is called`(name: String) throws {
        let output = try BundleOutput(folder("Bell.appex"), defaultName: "")
        let staging = try StagingFolder.make(for: output)
        try staging.makeFolder("a", isNew: true)
        try staging.link(folder(""), inBundle: "away")
        let isRefused = [
            failure { _ = try staging.createFile(name, mode: 0o600) },
            failure { try staging.write([], to: name) },
            failure { try staging.makeFolder(name, isNew: false) },
            failure { try staging.link("a", inBundle: name) },
        ]
        .map { $0 != nil }
        #expect(isRefused == [true, true, true, true])
        #expect(try folder.contents().allSatisfy { $0.hasPrefix(".Bell.appex") })
        #expect(try FileManager.default.contentsOfDirectory(atPath: staging.path) == ["Bell.appex"])
    }

    @Test(arguments: [
        (#""../Bank.app/PlugIns/Service""#, "has a /: ../Bank.app/PlugIns/Service"),
        (#""Sub/Service""#, "has a /: Sub/Service"), (#""..""#, "is .."),
        (#""../\U0301x""#, "has a /: ../\u{301}x"),
        (#""Documents\U0000""#, "has a NUL character"),
        (#""a\nb""#, #"has a control character: a\nb"#),
    ])
    func `a project's product name is no path`(name: String, cause: String) async throws {
        try write(project: SampleProject.text(serviceSettings: "PRODUCT_NAME = \(name);"))
        try folder.write("kept", to: "Documents/Info.plist")
        try folder.write("kept", to: "Bank.app/PlugIns/Service.appex/Info.plist")
        let build = try await belfry("build", "App/App.xcodeproj")
        try expectRefusal(
            build,
            "App/App.xcodeproj, target MyService, Release, makes a bundle whose PRODUCT_NAME "
                + "\(cause); write a file's name there, such as PRODUCT_NAME = Service\n"
        )
        #expect(try folder.contents() == ["App", "Bank.app", "Documents"])
        #expect(try folder.read("Documents/Info.plist") == Data("kept".utf8))
        #expect(try folder.contents(of: "Bank.app/PlugIns/Service.appex") == ["Info.plist"])
    }

    // MARK: Arguments of compilers

    @Test(arguments: [
        (#"OTHER_SWIFT_FLAGS = "-D @$(SRCROOT)/e.rsp";"#, "OTHER_SWIFT_FLAGS @"),
        (#"OTHER_SWIFT_FLAGS = "-D@$(SRCROOT)/e.rsp";"#, "OTHER_SWIFT_FLAGS @"),
        (
            #"SWIFT_ACTIVE_COMPILATION_CONDITIONS = "ONE @$(SRCROOT)/e.rsp";"#,
            "SWIFT_ACTIVE_COMPILATION_CONDITIONS @"
        ),
        (
            #"SWIFT_ACTIVE_COMPILATION_CONDITIONS = "@\U0301x";"#,
            "SWIFT_ACTIVE_COMPILATION_CONDITIONS "
        ),
        (
            #"GCC_PREPROCESSOR_DEFINITIONS = "@$(SRCROOT)/e.rsp";"#,
            "GCC_PREPROCESSOR_DEFINITIONS @"
        ),
        (#"GCC_PREPROCESSOR_DEFINITIONS = "A@b=1";"#, "GCC_PREPROCESSOR_DEFINITIONS A@b=1"),
    ])
    func `what a project defines is a name`(settings: String, place: String) async throws {
        try write(project: SampleProject.text(serviceSettings: settings))
        try folder.write("-v", to: "App/e.rsp")
        let build = try await belfry("build", "App/App.xcodeproj")
        try expectRefusal(build, "App/App.xcodeproj, target MyService, Release: \(place)")
        #expect(
            build.errors.hasSuffix(
                ": that is no name; write letters, digits and underscores, and no digit first\n"
            )
        )
        #expect(!build.errors.contains("swiftc"))
    }

    @Test func `what the command line defines is a name`() async throws {
        try folder.write(Samples.c, to: "Bell.c")
        let build = try await belfry("build", "Bell.c", "-D", "@Bell.c")
        try expectRefusal(build, "-D @Bell.c: that is no name", status: 64)
        let plain = try await belfry("build", "Bell.c", "-D", "A", "-D", "B=@x", "-D", "C(x,y)=x y")
        #expect(plain.status == 0, "\(plain.errors)")
    }

    @Test func `a project's module name is a name`() async throws {
        let settings = #"PRODUCT_MODULE_NAME = "@$(SRCROOT)/e.rsp";"#
        try write(project: SampleProject.text(serviceSettings: settings))
        try folder.write("-v", to: "App/e.rsp")
        let build = try await belfry("build", "App/App.xcodeproj")
        try expectRefusal(
            build,
            "App/App.xcodeproj, target MyService, Release: @"
        )
        #expect(
            build.errors.hasSuffix(
                "e.rsp cannot be a module's name; set PRODUCT_MODULE_NAME to letters and digits\n"
            )
        )
    }

    /// Each file that begins with an at sign has one beside it that a compiler would read arguments from.
    @Test func `a file's name is no file of arguments`() async throws {
        let source = BuildFolderTests.service.replacing(
            "request.content)",
            with: "request.content); ring()"
        )
        try folder.write(source, to: "@Bell.swift")
        try folder.write("let planted = 1\n", to: "Bell.swift")
        try folder.write("#include \"ring.h\"\n", to: "@Bell-Bridging-Header.h")
        try folder.write("int planted;\n", to: "Bell-Bridging-Header.h")
        try folder.write("void ring(void);\n", to: "@include/ring.h")
        try folder.write("planted", to: "include")
        try folder.write("#include \"ring.h\"\nvoid ring(void) {}\n", to: "@ring.c")
        try folder.write("int planted;\n", to: "ring.c")
        let build = try await belfry("build", ".", "-o", "Bell.appex")
        #expect(build.status == 0, "\(build.errors)")
        let named = try await belfry("build", "@ring.c", "-I", "@include", "-o", "@Ring.appex")
        #expect(!named.errors.contains("planted"), "\(named.errors)")
    }

    @Test func `a file's name moves no terminal's cursor`() async throws {
        try folder.write(Samples.c, to: "Bell/\u{1B}]0;title\u{7}.c")
        let build = try await belfry("build", "Bell", "--verbose")
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors.contains("title"))
        #expect(!build.errors.contains("\u{1B}"))
    }

    // MARK: Reading elsewhere

    @Test func `a bundle takes no settings from a file elsewhere`() async throws {
        let words = SampleTarget(
            name: "Words",
            type: "bundle",
            resources: ["a.txt", "Words.xcconfig"],
            settings: """
                INFOPLIST_FILE = Words/Info.plist; };
                baseConfigurationReference = FWordsResources1; unused = {
                """
        )
        try write(project: SampleProject.text(libraries: [words], linked: [], copied: ["Words"]))
        try folder.write("token = secret\n", to: "private/credentials")
        try folder.write(
            "#include \"../../private/credentials\"\n",
            to: "App/Words/Words.xcconfig"
        )
        try folder.write("a", to: "App/Words/a.txt")
        try folder.write(
            "<plist><dict><key>Token</key><string>$(token)</string></dict></plist>",
            to: "App/Words/Info.plist"
        )
        let build = try await belfry("build", "App/App.xcodeproj")
        let place = folder("private/credentials")
        try expectRefusal(build, "\(place) is outside of what the command line names", status: 66)
        let allowed = try await belfry(
            "build",
            "App/App.xcodeproj",
            "--allow-outside",
            "private"
        )
        #expect(allowed.status == 0, "\(allowed.errors)")
        let plist = try folder.read("MyService.appex/Words.bundle/Info.plist")
        #expect(String(decoding: plist, as: UTF8.self).contains("<string>secret</string>"))
    }

    @Test func `a folder that Xcode keeps in step is not listed where it is elsewhere`()
        async throws
    {
        let project = SampleProject.text(
            target: "fileSystemSynchronizedGroups = (SYNC);",
            more: """
                SYNC = {isa = PBXFileSystemSynchronizedRootGroup; path = "../Shared";
                    sourceTree = SOURCE_ROOT; };
                """
        )
        try write(project: project)
        try folder.write("{}", to: "Shared/table.json")
        let build = try await belfry("build", "App/App.xcodeproj")
        try expectRefusal(build, "\(folder("Shared")) is outside of", status: 66)
        let allowed = try await belfry("build", "App/App.xcodeproj", "--allow-outside", "Shared")
        #expect(allowed.status == 0, "\(allowed.errors)")
        #expect(try folder.contents(of: "MyService.appex").contains("table.json"))
    }

    @Test(arguments: ["file://", "", "file://localhost"])
    func `a project's package is not fetched from a folder elsewhere`(scheme: String) async throws {
        let project = SampleProject.text(
            target: "packageProductDependencies = (PFAR);",
            more: """
                PFAR = {isa = XCSwiftPackageProductDependency; package = FAR; productName = Far; };
                FAR = {isa = XCRemoteSwiftPackageReference;
                    repositoryURL = "\(scheme)\(folder("private"))";
                    requirement = {kind = upToNextMajorVersion; minimumVersion = 1.4; }; };
                """
        )
        try write(project: project)
        try folder.write(
            BuildFolderTests.service + "\nimport Far\n",
            to: "App/Service/NotificationService.swift"
        )
        try folder.write("ref: refs/heads/main\n", to: "private/HEAD")
        let build = try await belfry("build", "App/App.xcodeproj")
        try expectRefusal(build, "\(folder("private")) is outside of", status: 66)
    }

    @Test(arguments: [
        ("https://example.org/far", nil), ("git@example.org:a/far", nil),
        ("host:far.git", nil), ("ssh://git@example.org/far", nil), ("/a/far", "/a/far"),
        ("file:///a/f%61r", "/a/far"), ("FILE://localhost/a/far", "/a/far"),
    ])
    func `an address is of another machine, or a place of this one`(text: String, place: String?) {
        let package = PackageReference(address: text, requirement: "")
        #expect(package.repository == place)
    }

    @Test func `a package's folders elsewhere are not gone through`() throws {
        let manifest = #"let p = Package(dependencies: [.package(path: "../../far")])"#
        try folder.write(manifest, to: "App/Kit/Package.swift")
        try folder.write("1", to: "far/a")
        let set = PackageSet(packages: [try PackageReference(folder: folder("App/Kit"))])
        func digest(_ places: String...) -> String {
            var digest = InputDigest()
            set.add(to: &digest, within: BuildPlaces(places.map { folder($0) }))
            return digest.finish()
        }
        let (inside, all) = (digest("App"), digest("App", "far"))
        try folder.write("2", to: "far/a")
        #expect(digest("App") == inside)
        #expect(digest("App", "far") != all)
        #expect(throws: ToolFailure.self) { try set.check(within: BuildPlaces([folder("App")])) }
    }

    @Test func `a file of the kernel's is not read`() {
        let failure = #expect(throws: ToolFailure.self) {
            _ = try BuildFile("/proc/self/status", within: nil, wayOut: "")
        }
        #expect(
            failure?.message
                == "/proc/self/status is a file of the kernel's, and those are not read"
        )
    }

    @Test func `a project in a folder that everybody may write to is nobody's`() async throws {
        try folder.write(SampleProject.text(), to: "shared/App.xcodeproj/project.pbxproj")
        try folder.write(BuildFolderTests.service, to: "shared/Service/NotificationService.swift")
        try folder.write(SampleProject.plist(), to: "shared/Service/Info.plist")
        try #require(unsafe chmod(folder("shared"), 0o1777) == 0)
        let build = try await belfry("build", "shared/Service")
        #expect(build.status == 0, "\(build.errors)")
        #expect(try folder.contents() == ["Service.appex", "shared"])
        try #require(unsafe chmod(folder("shared"), 0o755) == 0)
        #expect(try await belfry("build", "shared/Service").status == 0)
        #expect(try folder.contents().contains("MyService.appex"))
    }

    // MARK: Without end

    @Test func `a project's settings that double without end are an error`() async throws {
        let doubling = (0..<31).map { "A\($0) = \"$(A\($0 + 1))$(A\($0 + 1))\";" }.joined()
        try write(project: SampleProject.text(serviceSettings: doubling + "A31 = x;"))
        let build = try await belfry("build", "App/App.xcodeproj")
        try expectRefusal(
            build,
            "App/App.xcodeproj, target MyService, Release: the build setting A0 needs more than"
        )
        let named = doubling + #"A31 = x; INFOPLIST_FILE = "$(A0)";"#
        try write(project: SampleProject.text(serviceSettings: named))
        let unnamed = try await belfry("build", "App/App.xcodeproj")
        try expectRefusal(unnamed, "App/App.xcodeproj: the build setting INFOPLIST_FILE needs more")
    }

    @Test func `bundles that lead to each other are gone through once`() async throws {
        try folder.write(Samples.c, to: "Bell/Bell.c")
        try folder.write("a", to: "Bell/A.bundle/a.txt")
        for name in ["x", "y", "z"] { try link("Bell/A.bundle/\(name).bundle", to: ".") }
        let build = try await belfry("build", "Bell")
        #expect(build.status == 0, "\(build.errors)")
        let names = ["a.txt", "x.bundle", "y.bundle", "z.bundle"]
        #expect(try folder.contents(of: "Bell.appex/A.bundle") == names)
    }

    @Test func `folders that links multiply are an error`() async throws {
        try folder.write(Samples.c, to: "Bell/Bell.c")
        try folder.write("a", to: "Bell/20/a.txt")
        for level in 1..<20 {
            try FileManager.default.createDirectory(
                atPath: folder("Bell/\(level)"),
                withIntermediateDirectories: true
            )
            for name in ["x", "y"] { try link("Bell/\(level)/\(name)", to: "../\(level + 1)") }
        }
        try FileManager.default.createDirectory(
            atPath: folder("Bell/A.bundle"),
            withIntermediateDirectories: true
        )
        try link("Bell/A.bundle/all", to: "../1")
        let build = try await belfry("build", "Bell")
        #expect(
            build.errors.contains(
                "could not be copied: the bundle would have more than 20000 files and folders, or more "
                    + "than 2 GB; take out what the extension does not need, and links to folders that "
                    + "are copied again and again\n"
            ),
            "\(build.errors.prefix(2000))"
        )
        try expectRefusal(build, "Bell/A.bundle/all/")
    }

    @Test func `a bundle of more than two gigabytes is not made`() throws {
        let staging = try StagingFolder.make(
            for: try BundleOutput(folder("Bell.appex"), defaultName: "")
        )
        try staging.count("a.bin", entries: 1, byteCount: 2 << 30)
        let failure = failure { try staging.count("b.bin", byteCount: 1) } as? ToolFailure
        #expect(failure?.message.hasPrefix("b.bin could not be copied: the bundle would") == true)
    }

    @Test func `what a bundle is made in is not copied into it`() async throws {
        try folder.write(Samples.c, to: "Bell.c")
        try folder.write("a", to: "Kit.bundle/a.txt")
        try link("Kit.bundle/up", to: "..")
        let build = try await belfry("build", ".", "-o", "Bell.appex")
        try expectRefusal(build, "Kit.bundle/up has Bell.appex in it", status: 64)
    }
}
