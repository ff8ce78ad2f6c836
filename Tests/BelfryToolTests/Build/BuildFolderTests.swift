// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryModel
@testable import BelfryTool
internal import Foundation
internal import Testing

/// `belfry build` on folders and on Xcode projects.
@Suite struct BuildFolderTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
    }

    /// A service extension called as in Xcode's template.
    static let service = Samples.swift.replacing("Courier", with: "NotificationService")

    private func plist(_ name: String) throws -> PropertyList {
        try PropertyList.parse([UInt8](try folder.read("\(name).appex/Info.plist")))
    }

    @Test func `an Info.plist of the folder that nobody can read is an error`() async throws {
        try folder.write(Self.service, to: "Bell/NotificationService.swift")
        try folder.write("<plist><dict>", to: "Bell/Info.plist")
        let build = try await belfry("build", "Bell")
        #expect(build.status == 78)
        #expect(
            build.errors.contains("Bell/Info.plist: Info.plist ends inside <dict>"),
            "\(build.errors)"
        )
    }

    @Test func `builds a folder with its C, resources and entitlements`() async throws {
        let source = Self.service.replacing("request.content)", with: "request.content); ring()")
        try folder.write(source, to: "Bell/NotificationService.swift")
        try folder.write("import Foundation\nlet s = URLSession.shared\n", to: "Bell/sub/S.swift")
        try folder.write("nonsense", to: "Bell/Tests/T.swift")
        try folder.write("nonsense", to: "Bell/Pods/P.swift")
        try folder.write(
            "#import \"ring.h\"\n",
            to: "Bell/Bell-Bridging-Header.h"
        )
        try folder.write("void ring(void);\n", to: "Bell/c/ring.h")
        try folder.write("#include \"ring.h\"\nvoid ring(void) {}\n", to: "Bell/c/ring.c")
        try folder.write("", to: "Bell/Old.m")
        try folder.write(SampleProject.plist(), to: "Bell/Info.plist")
        let groups = "<key>com.apple.security.application-groups</key><array><string>"
        try folder.write(
            "<plist><dict>\(groups)group.org.example.$(PRODUCT_NAME)</string></array></dict></plist>",
            to: "Bell/Bell.entitlements"
        )
        try folder.write("\"a\" = \"b\";\n", to: "Bell/en.lproj/Localizable.strings")
        try folder.write("ding", to: "Bell/Sounds/ding.caf")
        let images =
            #"{"images": [{"idiom": "universal", "scale": "1x", "filename": "b.png"}, "#
            + #"{"idiom": "universal", "scale": "2x", "filename": "b-2.png"}, "#
            + #"{"idiom": "ipad", "scale": "1x", "filename": "b-2.png"}]}"#
        try folder.write(images, to: "Bell/Assets.xcassets/Bell.imageset/Contents.json")
        try folder.write("one", to: "Bell/Assets.xcassets/Bell.imageset/b.png")
        try folder.write("two", to: "Bell/Assets.xcassets/Bell.imageset/b-2.png")
        try folder.write("{}", to: "Bell/Assets.xcassets/Sky.colorset/Contents.json")
        let build = try await belfry("build", "Bell")
        #expect(build.status == 0, "\(build.errors)")
        let warning =
            "belfry: warning: Bell/Old.m: Objective-C has no runtime here, so it is left out\n"
        #expect(build.errors == warning)
        #expect(build.output.contains("Bell.appex · 1 warning"))
        let contents = try folder.contents(of: "Bell.appex")
        #expect(
            contents == [
                "Bell", "Bell.png", "Bell@2x.png", "Entitlements.plist", "Info.plist",
                "Sky.colorset.json", "ding.caf", "en.lproj",
            ]
        )
        let entitlements = try PropertyList.parse(
            [UInt8](try folder.read("Bell.appex/Entitlements.plist"))
        )
        let group = entitlements["com.apple.security.application-groups"]
        #expect(group?.texts == ["group.org.example.Bell"])
        let plist = try plist("Bell")
        #expect(plist["CFBundleIdentifier"]?.text == "local.Bell")
        #expect(plist["CFBundleExecutable"]?.text == "Bell")
        let principal = plist["NSExtension"]?["NSExtensionPrincipalClass"]?.text
        #expect(principal == "Bell.NotificationService")
        #expect(try await belfry("inspect", "Bell.appex").status == 0)
    }

    @Test func `a picture that its image set has not is left out, and it is said`() async throws {
        let set = "Service/Assets.xcassets/Bell.imageset"
        try folder.write(Samples.swift, to: "Service/NotificationService.swift")
        try folder.write(
            #"{"images": [{"filename": "one.png"}, {"filename": "two.png", "scale": "2x"}]}"#,
            to: "\(set)/Contents.json"
        )
        try folder.write("png", to: "\(set)/one.png")
        try folder.write("{", to: "Service/Assets.xcassets/Horn.imageset/Contents.json")
        let build = try await belfry("build", "Service")
        #expect(build.status == 0, "\(build.errors)")
        #expect(try folder.contents(of: "Service.appex").contains("Bell.png"))
        #expect(try !folder.contents(of: "Service.appex").contains("Bell@2x.png"))
        #expect(
            build.errors.contains(
                "belfry: warning: \(set)/two.png, which \(set)/Contents.json names, is not there, so "
                    + "the picture is left out; put it right, or take it out of the image set\n"
            ),
            "\(build.errors)"
        )
        #expect(build.errors.contains("Horn.imageset/Contents.json: line 1, column 2"))
    }

    @Test func `an image set without a picture is warned of`() throws {
        let catalogue = folder("A.xcassets")
        let empty = #"{"images": [{"idiom": "universal", "scale": "1x"}]}"#
        let tablet = #"{"images": [{"idiom": "ipad", "filename": "p.png"}]}"#
        try folder.write(empty, to: "A.xcassets/Bell.imageset/Contents.json")
        try folder.write(tablet, to: "A.xcassets/Clock.imageset/Contents.json")
        try folder.write("png", to: "A.xcassets/Group/Horn.imageset/p.png")
        let found = try AssetCatalog(catalogue, within: BuildPlaces(["/"]))
        #expect(found.items.isEmpty)
        #expect(
            found.warnings == [
                "\(catalogue)/Bell.imageset/Contents.json names no file, so there is no picture Bell; "
                    + "write its filename there, or remove the image set",
                "\(catalogue)/Group/Horn.imageset has no Contents.json, so there is no picture Horn; add "
                    + "the file, or remove the image set",
            ]
        )
    }

    @Test func `two files of one name cannot both be in a bundle`() async throws {
        try folder.write(Self.service, to: "Bell/A.swift")
        try folder.write("1", to: "Bell/a/x.json")
        try folder.write("2", to: "Bell/b/x.json")
        let build = try await belfry("build", "Bell")
        #expect(build.status == 64)
        #expect(build.errors.contains("Bell/a/x.json and Bell/b/x.json would both be x.json"))
    }

    @Test func `of both kinds of extension the service is taken, and it is said`() async throws {
        try folder.write(Self.service, to: "App/Service/NotificationService.swift")
        try folder.write(SampleProject.plist(), to: "App/Service/Info.plist")
        try folder.write("nonsense", to: "App/Content/C.swift")
        let point = "com.apple.usernotifications.content-extension"
        try folder.write(SampleProject.plist(point: point), to: "App/Content/Info.plist")
        try folder.write("nonsense", to: "App/App.swift")
        let build = try await belfry("build", "App")
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors.contains("App/Service/Info.plist was taken"))
        #expect(try folder.contents() == ["App", "Service.appex"])
    }

    @Test func `a folder of a project is built as its target says`() async throws {
        let project = SampleProject.text(
            files: ["NotificationService.swift", "../Shared/Shared.swift"],
            resources: ["ding.caf"],
            serviceSettings: "SWIFT_ACTIVE_COMPILATION_CONDITIONS = QUICK;"
        )
        try folder.write(project, to: "App.xcodeproj/project.pbxproj")
        try folder.write(Self.service, to: "Service/NotificationService.swift")
        try folder.write("nonsense", to: "Service/NotInTheTarget.swift")
        try folder.write("#if !QUICK\nlet n: Nonsense\n#endif\n", to: "Shared/Shared.swift")
        try folder.write("ding", to: "Service/ding.caf")
        try folder.write(SampleProject.plist(), to: "Service/Info.plist")
        let point = "com.apple.usernotifications.content-extension"
        try folder.write(SampleProject.plist(point: point), to: "Content/Info.plist")
        let build = try await belfry("build", "Service")
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors.isEmpty, "\(build.errors)")
        #expect(build.output.contains("App.xcodeproj, target MyService, Release"))
        let again = try await belfry("build", "Service", "--verbose")
        #expect(again.output.contains("unchanged"))
        let plist = try plist("MyService")
        #expect(plist["CFBundleIdentifier"]?.text == "org.example.MyService")
        #expect(plist["CFBundleDisplayName"]?.text == "My Bell")
        #expect(plist["CFBundleShortVersionString"]?.text == "2.5")
        let contents = try folder.contents(of: "MyService.appex")
        #expect(contents == ["Info.plist", "MyService", "ding.caf"])

        let debug = try await belfry("build", "Service", "--debug", "-D", "QUICK", "--verbose")
        #expect(debug.status == 0, "\(debug.errors)")
        #expect(debug.errors.contains("-DQUICK -DDEBUG -DSLOW"))
        let debugPlist = try self.plist("MyService")
        #expect(debugPlist["CFBundleIdentifier"]?.text == "org.example.debug.MyService")

        let named = try await belfry("build", "App.xcodeproj", "--target", "None")
        #expect(named.status == 64)
        #expect(named.errors.contains("known are MyService, MyContent"))
        let app = try await belfry("build", "App.xcodeproj", "--target", "MyApp")
        #expect(app.status == 64)
        let known = "no notification extension; the extensions are: MyService, MyContent\n"
        #expect(app.errors.hasSuffix(known), "\(app.errors)")
        let first = try await belfry("build", "App.xcodeproj")
        #expect(first.status == 0, "\(first.errors)")
        #expect(
            first.errors.contains("MyService was taken: name another with --target (MyContent)")
        )
    }

    @Test func `a folder that Xcode keeps in step has all its files but the exceptions`()
        async throws
    {
        let project = SampleProject.text(
            files: [],
            target: "fileSystemSynchronizedGroups = (SYNC);",
            more: """
                SYNC = {isa = PBXFileSystemSynchronizedRootGroup; path = Service;
                    sourceTree = SOURCE_ROOT; exceptions = (EXCEPT); };
                EXCEPT = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = SERVICE;
                    membershipExceptions = (Info.plist, "sub/Out.swift"); };
                OTHER = {isa = PBXFileSystemSynchronizedRootGroup; path = App;
                    sourceTree = SOURCE_ROOT; exceptions = (SHARED); };
                SHARED = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = SERVICE;
                    membershipExceptions = (Shared.swift); };
                """
        )
        try folder.write(project, to: "App.xcodeproj/project.pbxproj")
        let source = Self.service.replacing("request.content)", with: "request.content); ring()")
        try folder.write(source, to: "Service/NotificationService.swift")
        try folder.write("nonsense", to: "Service/sub/Out.swift")
        try folder.write("func ring() {}\n", to: "App/Shared.swift")
        try folder.write("nonsense", to: "App/App.swift")
        try folder.write("{}", to: "Service/sub/table.json")
        try folder.write(SampleProject.plist(), to: "Service/Info.plist")
        let build = try await belfry("build", "Service")
        #expect(build.status == 0, "\(build.errors)")
        let contents = try folder.contents(of: "MyService.appex")
        #expect(contents == ["Info.plist", "MyService", "table.json"])
    }
}
