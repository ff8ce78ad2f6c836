// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc
internal import Testing

/// `belfry build` reads what the command line names, and nothing else.
@Suite struct BuildPlacesTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
        try folder.write("the user's own", to: "secret/id")
        try folder.write(Samples.c, to: "Bell/Bell.c")
    }

    private func link(_ name: String, to target: String) throws {
        let path = folder(name)
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path,
            withIntermediateDirectories: true
        )
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    private func fifo(_ name: String) { unsafe mkfifo(folder(name), 0o600) }

    private var bundles: [String] {
        get throws { try folder.contents().filter { $0.contains(".appex") } }
    }

    private func expectRefusal(
        _ build: Tool.Outcome,
        _ start: String,
        of name: String = "secret/id"
    ) throws {
        #expect(build.status == 66, "\(build.errors)")
        let place = folder(name)
        #expect(build.errors.contains("belfry: \(start)"), "\(build.errors)")
        #expect(build.errors.contains("--allow-outside \(place)\n"), "\(build.errors)")
        #expect(try bundles.isEmpty)
    }

    @Test(arguments: [
        "notes.txt", "Other.swift", "more.c", "bell.h", "Info.plist", "Bell.entitlements",
        "Main.storyboard", "en.lproj/Localizable.strings", "Sounds.bundle/ding.caf",
    ])
    func `a link that leads out of the folder is an error that says the way`(
        name: String
    ) async throws {
        if name == "Info.plist" { try folder.write(SampleProject.plist(), to: "secret/id") }
        if name == "Other.swift" { try folder.write(Samples.swift, to: "Bell/Bell.swift") }
        try link("Bell/\(name)", to: folder("secret/id"))
        let build = try await belfry("build", "Bell")
        try expectRefusal(build, "Bell/\(name) leads to \(folder("secret/id")), which is outside")
    }

    @Test func `what is allowed is read, as a file or with its folder`() async throws {
        try link("Bell/notes.txt", to: "../secret/id")
        for place in ["secret/id", "secret", folder("secret/id")] {
            let build = try await belfry("build", "Bell", "--clean", "--allow-outside", place)
            #expect(build.status == 0, "\(build.errors)")
            #expect(try folder.read("Bell.appex/notes.txt") == Data("the user's own".utf8))
        }
        let absent = try await belfry("build", "Bell", "--allow-outside", "nowhere")
        #expect(absent.status == 66)
        #expect(absent.errors.contains("--allow-outside nowhere: there is no such file"))
    }

    @Test func `links that lead from one thing of the folder to another are followed`()
        async throws
    {
        try folder.write("ding", to: "Bell/Sounds/ding.caf")
        try link("Bell/dong.caf", to: "Sounds/ding.caf")
        try link("Bell/rings.caf", to: folder("Bell/Sounds/ding.caf"))
        try folder.write("library", to: "Bell/Kit.bundle/kit.bin")
        try link("Bell/Kit.bundle/latest.bin", to: "kit.bin")
        try link("Alias", to: "Bell")
        let build = try await belfry("build", "Alias", "-o", "Bell.appex")
        #expect(build.status == 0, "\(build.errors)")
        for name in ["dong.caf", "rings.caf"] {
            #expect(try folder.read("Bell.appex/\(name)") == Data("ding".utf8))
            #expect(FolderLink.text(folder("Bell.appex/\(name)")) == nil)
        }
        #expect(FolderLink.text(folder("Bell.appex/Kit.bundle/latest.bin")) == "kit.bin")
    }

    @Test func `a folder of resources has no link out of it in the bundle`() async throws {
        try link("Resources/id", to: "../secret/id")
        let arguments = ["build", "Bell/Bell.c", "-o", "Bell.appex", "--resources", "Resources"]
        try expectRefusal(try await belfry.run(arguments), "Resources/id leads to")
        let allowed = try await belfry.run(arguments + ["--allow-outside", "secret"])
        #expect(allowed.status == 0, "\(allowed.errors)")
        #expect(FolderLink.text(folder("Bell.appex/id")) == nil)
        #expect(try folder.read("Bell.appex/id") == Data("the user's own".utf8))
    }

    @Test func `a folder that leads back into itself is an error`() async throws {
        try folder.write("a", to: "Bell/Kit.bundle/a.bin")
        try link("Bell/Kit.bundle/again", to: folder("Bell/Kit.bundle"))
        let build = try await belfry("build", "Bell")
        #expect(build.status == 73)
        #expect(build.errors.contains("Kit.bundle/again could not be copied"), "\(build.errors)")
    }

    @Test func `an asset catalogue names its own pictures alone`() async throws {
        let contents = #"{"images": [{"idiom": "universal", "filename": "../../../secret/id"}]}"#
        try folder.write(contents, to: "Bell/A.xcassets/Bell.imageset/Contents.json")
        let build = try await belfry("build", "Bell")
        try expectRefusal(build, "\(folder("secret/id")) is outside of")
    }

    // MARK: Projects

    private func write(
        project: String,
        source: String = BuildFolderTests.service
    ) throws {
        try folder.write(project, to: "App/App.xcodeproj/project.pbxproj")
        try folder.write(source, to: "App/Service/NotificationService.swift")
        try folder.write(SampleProject.plist(), to: "App/Service/Info.plist")
    }

    @Test(arguments: ["App/App.xcodeproj", "App/Service"])
    func `a project reads its own folder, and what is allowed`(named: String) async throws {
        try write(project: SampleProject.text(resources: ["../../secret/id"]))
        let build = try await belfry("build", named)
        try expectRefusal(build, "\(folder("secret/id")) is outside of")
        let allowed = try await belfry("build", named, "--allow-outside", "secret")
        #expect(allowed.status == 0, "\(allowed.errors)")
        #expect(try folder.contents(of: "MyService.appex").contains("id"))
    }

    @Test(arguments: [
        (#"SWIFT_OBJC_BRIDGING_HEADER = "../secret/id";"#, "secret/id"),
        (#"CODE_SIGN_ENTITLEMENTS = "../secret/id";"#, "secret/id"),
    ])
    func `a project's settings name no file elsewhere`(
        settings: String,
        place: String
    ) async throws {
        try write(project: SampleProject.text(serviceSettings: settings))
        try expectRefusal(try await belfry("build", "App/App.xcodeproj"), folder(place))
    }

    @Test func `a project takes no settings from a file elsewhere`() async throws {
        try folder.write("#include \"../../secret/id\"\nA = 1\n", to: "App/Service/S.xcconfig")
        let project = SampleProject.text(
            resources: ["S.xcconfig"],
            serviceSettings: "}; baseConfigurationReference = FR0; unused = {"
        )
        try write(project: project)
        let build = try await belfry("build", "App/App.xcodeproj")
        try expectRefusal(build, "\(folder("secret/id")) is outside of")
    }

    @Test func `a project's package lies in its own folder`() async throws {
        let project = SampleProject.text(
            target: "packageProductDependencies = (KIT);",
            more: """
                KIT = {isa = XCSwiftPackageProductDependency; package = PKG; productName = Kit; };
                PKG = {isa = XCLocalSwiftPackageReference; relativePath = "../Kit"; };
                """
        )
        try write(project: project, source: BuildFolderTests.service + "\nimport Kit\n")
        try folder.write("nonsense", to: "Kit/Package.swift")
        let build = try await belfry("build", "App/App.xcodeproj")
        try expectRefusal(build, "\(folder("Kit")) is outside of", of: "Kit")
    }

    // MARK: Other kinds of files

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            "more.c", "Other.swift", "notes.txt", "Info.plist", "Bell.entitlements", "bell.h",
            "Kit.bundle/a.bin",
        ]
    )
    func `a FIFO that would be read is an error`(name: String) async throws {
        try folder.write("a", to: "Bell/Kit.bundle/b.bin")
        fifo("Bell/\(name)")
        let build = try await belfry("build", "Bell")
        #expect(build.status == 66, "\(build.errors)")
        #expect(build.errors.contains("Bell/\(name) is a FIFO"), "\(build.errors)")
        #expect(try bundles.isEmpty)
    }

    @Test func `another FIFO is a warning, and a device is no source`() async throws {
        fifo("Bell/pipe")
        let build = try await belfry("build", "Bell")
        #expect(build.status == 0)
        #expect(
            build.errors == "belfry: warning: Bell/pipe is a FIFO, so it is left out\n"
        )
        let zero = try await belfry("build", "Bell/Bell.c", "--info-plist", "/dev/zero")
        #expect(zero.status == 66)
        #expect(zero.errors.contains("/dev/zero is a device"), "\(zero.errors)")
        fifo("named.c")
        let named = try await belfry("build", "named.c")
        #expect(named.status == 66)
        #expect(named.errors.contains("named.c is a FIFO"), "\(named.errors)")
    }
}

/// What a link says.
private enum FolderLink {
    static func text(_ path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }
}
