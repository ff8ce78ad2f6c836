// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// `belfry build` with bundles of resources that are targets of the extension's own project.
@Suite(.timeLimit(.minutes(3)))
struct BuildBundleTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
        try folder.write(SampleProject.plist(), to: "Service/Info.plist")
    }

    private func build(_ project: String, title: String) async throws -> Tool.Outcome {
        try folder.write(project, to: "App.xcodeproj/project.pbxproj")
        let isFrameworkUsed = project.contains("Kit.swift")
        let service =
            BuildLibraryTests.service(title: title) + (isFrameworkUsed ? "\nimport Kit\n" : "")
        try folder.write(service, to: "Service/NotificationService.swift")
        return try await belfry.run(["build", "Service", "-o", "Service.appex"])
    }

    @Test func `a bundle that the extension copies is in it, with its texts and pictures`()
        async throws
    {
        let words = SampleTarget(
            name: "Words",
            type: "bundle",
            resources: ["en.lproj/Bells.strings", "tone.json", "Bells.xcassets"],
            settings: """
                PRODUCT_NAME = "My$(TARGET_NAME)"; PRODUCT_BUNDLE_IDENTIFIER = org.example.words;
                INFOPLIST_FILE = Words/Info.plist; GENERATE_INFOPLIST_FILE = YES;
                """
        )
        try folder.write("\"ring\" = \"Ding\";\n", to: "Words/en.lproj/Bells.strings")
        try folder.write("[1]", to: "Words/tone.json")
        try folder.write(
            #"{"images": [{"filename": "b.png"}]}"#,
            to: "Words/Bells.xcassets/Bell.imageset/Contents.json"
        )
        try folder.write("png", to: "Words/Bells.xcassets/Bell.imageset/b.png")
        try folder.write(
            """
            <plist version="1.0"><dict>
            <key>Sound</key><string>$(PRODUCT_NAME).caf</string>
            </dict></plist>
            """,
            to: "Words/Info.plist"
        )
        let build = try await build(
            SampleProject.text(libraries: [words], linked: [], copied: ["Words"]),
            title: #"""
                {
                    guard let url = Bundle.main.url(forResource: "MyWords", withExtension: "bundle"),
                        let words = Bundle(url: url), let same = Bundle(path: url.path)
                    else { return "no bundle" }
                    let ring = words.localizedString(forKey: "ring", value: nil, table: "Bells")
                    let tone = same.url(forResource: "tone", withExtension: "json")
                        .flatMap { try? Data(contentsOf: $0) }
                    let sound = words.object(forInfoDictionaryKey: "Sound") as? String
                    return [
                        ring, "\(tone?.count ?? 0)", sound ?? "silent",
                        words.bundleIdentifier ?? "unnamed",
                        words.path(forResource: "Bell", ofType: "png") == nil ? "blank" : "drawn",
                    ].joined(separator: " ")
                }()
                """#
        )
        #expect(build.status == 0 && build.errors.isEmpty, "\(build.errors)")
        #expect(
            try folder.contents(of: "Service.appex/MyWords.bundle") == [
                "Bell.png", "Info.plist", "en.lproj", "tone.json",
            ]
        )
        #expect(try await belfry("inspect", "Service.appex").status == 0)
        #expect(try await folder.deliveredTitle() == "Ding 3 MyWords.caf org.example.words drawn")
        try folder.write("[1, 2]", to: "Words/tone.json")
        #expect(try await belfry.run(["build", "Service", "-o", "Service.appex"]).status == 0)
        #expect(try await folder.deliveredTitle().hasPrefix("Ding 6 "))
    }

    @Test func `a framework's bundle is in the framework, and a library's is in the extension`()
        async throws
    {
        let targets = [
            SampleTarget(name: "Kit", sources: ["Kit.swift"], copied: ["KitTexts"]),
            SampleTarget(name: "KitTexts", type: "bundle", resources: ["kit.txt"]),
            SampleTarget(
                name: "Pod",
                type: "library.static",
                sources: ["Pod.swift"],
                dependencies: ["PodTexts"]
            ),
            SampleTarget(
                name: "PodTexts",
                type: "bundle",
                sources: ["P.m"],
                resources: ["pod.txt"]
            ),
            SampleTarget(name: "Unused", type: "bundle", resources: ["unused.txt"]),
        ]
        for name in ["KitTexts/kit.txt", "PodTexts/pod.txt"] { try folder.write(name, to: name) }
        try folder.write("int pod;", to: "PodTexts/P.m")
        try folder.write("public let pod = 1\n", to: "Pod/Pod.swift")
        try folder.write(
            #"""
            import Foundation

            public final class Token {}

            public func text(_ name: String, in bundle: Bundle, _ own: String) -> String {
                bundle.url(forResource: own, withExtension: "bundle").flatMap(Bundle.init(url:))
                    .flatMap { $0.url(forResource: name, withExtension: "txt") }
                    .flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? "nothing"
            }

            public var kit: String { text("kit", in: Bundle(for: Token.self), "KitTexts") }
            """#,
            to: "Kit/Kit.swift"
        )
        let build = try await build(
            SampleProject.text(libraries: targets, linked: ["Kit", "Pod"]),
            title: #"kit + ", " + text("pod", in: .main, "PodTexts")"#
        )
        #expect(build.status == 0, "\(build.errors)")
        #expect(
            build.errors == """
                belfry: warning: PodTexts/P.m: left out, since the target PodTexts of App.xcodeproj is \
                a bundle, of which the resources alone are taken

                """
        )
        #expect(
            try folder.contents(of: "Service.appex") == [
                "Frameworks", "Info.plist", "MyService", "PodTexts.bundle",
            ]
        )
        #expect(
            try folder.contents(of: "Service.appex/Frameworks/Kit.framework") == [
                "Info.plist", "KitTexts.bundle",
            ]
        )
        #expect(try await folder.deliveredTitle() == "KitTexts/kit.txt, PodTexts/pod.txt")
    }

    @Test(arguments: [
        (#""../../Words""#, "has a /: ../../Words"), ("Sub/Words", "has a /: Sub/Words"),
        (#""..""#, "is .."), (#"".""#, "is ."), (#""""#, "is empty"),
        (#""Wo\U0000rds""#, "has a NUL character"),
    ])
    func `refuses a bundle whose name is no file's`(name: String, cause: String) async throws {
        let words = SampleTarget(
            name: "Words",
            type: "bundle",
            resources: ["a.txt"],
            settings: "PRODUCT_NAME = \(name);"
        )
        try folder.write("a", to: "Words/a.txt")
        let build = try await build(
            SampleProject.text(libraries: [words], linked: [], copied: ["Words"]),
            title: #""""#
        )
        #expect(build.status == 65)
        #expect(
            build.errors == """
                belfry: the target Words of App.xcodeproj makes a bundle whose PRODUCT_NAME \(cause); \
                write a file's name there, such as PRODUCT_NAME = Texts

                """
        )
        #expect(try !folder.contents().contains("Service.appex"))
    }

    @Test func `refuses two bundles of one name in one place, and names both targets`() async throws
    {
        let targets = ["Words", "Tones"].map {
            SampleTarget(
                name: $0,
                type: "bundle",
                resources: ["\($0).txt"],
                settings: "PRODUCT_NAME = Same;"
            )
        }
        for name in ["Words", "Tones"] { try folder.write(name, to: "\(name)/\(name).txt") }
        let build = try await build(
            SampleProject.text(libraries: targets, linked: [], copied: ["Words", "Tones"]),
            title: #""""#
        )
        #expect(build.status == 65)
        #expect(
            build.errors == """
                belfry: the target Words of App.xcodeproj and the target Tones of App.xcodeproj would \
                both make Same.bundle in the extension; give one of them another PRODUCT_NAME

                """
        )
    }
}
