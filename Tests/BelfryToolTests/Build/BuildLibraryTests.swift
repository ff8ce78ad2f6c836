// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// `belfry build` with frameworks and libraries that are targets of the extension's own project.
@Suite(.timeLimit(.minutes(3)))
struct BuildLibraryTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
        try folder.write(SampleProject.plist(), to: "Service/Info.plist")
    }

    /// A service that puts a value into the notification's title.
    static func service(importing modules: String..., title: String) -> String {
        BuildFolderTests.service.replacing(
            "contentHandler(request.content)",
            with: """
                let content = request.content.mutableCopy() as! UNMutableNotificationContent
                content.title = \(title)
                contentHandler(content)
                """
        ) + modules.map { "\nimport \($0)\n" }.joined()
    }

    private func write(project: String, service: String) throws {
        try folder.write(project, to: "App.xcodeproj/project.pbxproj")
        try folder.write(service, to: "Service/NotificationService.swift")
    }

    private func build(_ options: [String] = []) async throws -> Tool.Outcome {
        try await belfry.run(["build", "Service", "-o", "Service.appex"] + options)
    }

    /// A framework that uses a static library, which uses another framework, all in Swift.
    private var chain: [SampleTarget] {
        [
            SampleTarget(
                name: "Kit",
                sources: ["Kit.swift", "Bell.swift"],
                settings: """
                    SWIFT_ACTIVE_COMPILATION_CONDITIONS = LOUD; PRODUCT_MODULE_NAME = BellKit;
                    """,
                linked: ["Words"]
            ),
            SampleTarget(
                name: "Words",
                type: "library.static",
                sources: ["Words.swift"],
                settings: "SWIFT_VERSION = 6.0;",
                dependencies: ["Tones"]
            ),
            SampleTarget(name: "Tones", type: "framework.static", sources: ["Tones.swift"]),
            SampleTarget(name: "Unused", sources: ["Unused.swift"]),
        ]
    }

    private func writeChain() throws {
        try write(
            project: SampleProject.text(libraries: chain, linked: ["Kit", "Unused"]),
            service: Self.service(importing: "BellKit", title: "Bell().words")
        )
        try folder.write("nonsense", to: "Unused/Unused.swift")
        try folder.write(
            """
            import AppIntents
            import Foundation
            import Words

            @objc public class Bell: NSObject {
                @objc public var ring = "nobody"
                @objc func press(_ sender: Any) { ring = "pressed" }
                public override init() {}
                public var words: String {
                    #if LOUD
                    let name = Notification.Name("ring")
                    let center = NotificationCenter.default
                    center.addObserver(self, selector: #selector(press(_:)), name: name, object: nil)
                    center.post(name: name, object: nil)
                    return "\\(spoken(ring)) \\(isHosted)"
                    #else
                    return "silence"
                    #endif
                }
            }
            """,
            to: "Kit/Bell.swift"
        )
        try folder.write("let isHosted = true\n", to: "Kit/Kit.swift")
        try folder.write(
            """
            import Tones

            public func spoken(_ word: String) -> String { "\\(word) in \\(Tone.all.count) tones" }
            """,
            to: "Words/Words.swift"
        )
        try folder.write(
            "public enum Tone: CaseIterable {\n    case high, low\n    public static var all: [Tone] { allCases }\n}\n",
            to: "Tones/Tones.swift"
        )
    }

    @Test(arguments: Linkage.allCases)
    func `a framework is built with what it needs, and runs`(_ linkage: Linkage) async throws {
        try writeChain()
        let build = try await self.build(linkage.options)
        #expect(build.status == 0, "\(build.errors)")
        let warnings = build.errors.split(separator: "\n").filter { $0.contains("warning") }
        #expect(
            warnings == [
                "belfry: warning: Kit/Bell.swift: AppIntents is not offered here, so its import is "
                    + "left out; what is used of it will not compile (`belfry help SwiftSDK`)"
            ]
        )
        #expect(try folder.contents(of: "Service.appex") == ["Info.plist", "MyService"])
        #expect(try await folder.deliveredTitle() == "pressed in 2 tones true")
    }

    /// A framework whose texts are called as the extension's own.
    private func writeResources() throws {
        let kit = SampleTarget(
            name: "Kit",
            sources: ["Kit.swift"],
            resources: ["greeting.txt", "en.lproj/Localizable.strings", "Bells.xcassets"],
            settings: """
                PRODUCT_BUNDLE_IDENTIFIER = "org.example.$(TARGET_NAME)"; MARKETING_VERSION = 4.5;
                INFOPLIST_FILE = Kit/Info.plist;
                """
        )
        let project = SampleProject.text(libraries: [kit], linked: ["Kit"])
        try write(
            project: project,
            service: Self.service(
                importing: "Kit",
                title: #"""
                    [Kit.words(in: Bundle(for: Token.self)), Kit.words(in: .main), Kit.own,
                        Bundle(identifier: "org.example.App")?.bundlePath ?? "none"]
                        .joined(separator: ", ")
                    """#
            )
        )
        try folder.write(
            #"""
            import Foundation

            public final class Token {}

            public enum Kit {
                public static func words(in bundle: Bundle) -> String {
                    let text = bundle.url(forResource: "greeting", withExtension: "txt")
                        .flatMap { try? String(contentsOf: $0, encoding: .utf8) }
                    let key = NSLocalizedString("key", bundle: bundle, comment: "")
                    return "\(text ?? "nothing") \(key)"
                }
                public static var own: String {
                    let bundle = Bundle(for: Token.self)
                    let sound = bundle.object(forInfoDictionaryKey: "Sound") as? String
                    let picture = bundle.path(forResource: "Bell", ofType: "png") != nil
                    let isSame = bundle == Bundle(identifier: "org.example.Kit")
                    return "\(sound ?? "silent") \(picture) \(isSame)"
                }
            }
            """#,
            to: "Kit/Kit.swift"
        )
        try folder.write("hello", to: "Kit/greeting.txt")
        try folder.write("\"key\" = \"of the kit\";\n", to: "Kit/en.lproj/Localizable.strings")
        try folder.write(
            #"{"images": [{"filename": "b.png"}]}"#,
            to: "Kit/Bells.xcassets/Bell.imageset/Contents.json"
        )
        try folder.write("png", to: "Kit/Bells.xcassets/Bell.imageset/b.png")
        try folder.write(
            """
            <plist version="1.0"><dict>
            <key>Sound</key><string>$(PRODUCT_NAME).caf</string>
            </dict></plist>
            """,
            to: "Kit/Info.plist"
        )
    }

    @Test(arguments: Linkage.allCases)
    func `a framework's code finds its resources, not the extension's of the same name`(
        _ linkage: Linkage
    ) async throws {
        try writeResources()
        let build = try await self.build(linkage.options)
        #expect(build.status == 0 && build.errors.isEmpty, "\(build.errors)")
        #expect(
            try folder.contents(of: "Service.appex/Frameworks/Kit.framework") == [
                "Bell.png", "Info.plist", "en.lproj", "greeting.txt",
            ]
        )
        #expect(try await belfry("inspect", "Service.appex").status == 0)
        #expect(
            try await folder.deliveredTitle()
                == "hello of the kit, nothing key, Kit.caf true true, none"
        )
        try folder.write("hello again", to: "Kit/greeting.txt")
        #expect(try await self.build(linkage.options).status == 0)
        #expect(try await folder.deliveredTitle().hasPrefix("hello again of the kit, "))
    }

    @Test func `a framework that has resources alone brings them, and is found by its identifier`()
        async throws
    {
        let assets = SampleTarget(
            name: "Assets",
            resources: ["greeting.txt"],
            settings: #"PRODUCT_BUNDLE_IDENTIFIER = "org.example.Assets";"#
        )
        try write(
            project: SampleProject.text(libraries: [assets], linked: ["Assets"]),
            service: Self.service(
                title: #"""
                    Bundle(identifier: "org.example.Assets")?
                        .url(forResource: "greeting", withExtension: "txt")
                        .flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? "nothing"
                    """#
            )
        )
        try folder.write("hello", to: "Assets/greeting.txt")
        let build = try await self.build()
        #expect(build.status == 0 && build.errors.isEmpty, "\(build.errors)")
        #expect(
            try folder.contents(of: "Service.appex/Frameworks/Assets.framework") == [
                "Info.plist", "greeting.txt",
            ]
        )
        #expect(try await folder.deliveredTitle() == "hello")
    }

    @Test func `a changed source or setting of a library has the extension built again`()
        async throws
    {
        try writeChain()
        #expect(try await build().status == 0)
        #expect(try await build().output.contains("unchanged"))
        try folder.write(
            "public enum Tone: CaseIterable {\n    case one\n    public static var all: [Tone] { allCases }\n}\n",
            to: "Tones/Tones.swift"
        )
        let changed = try await build()
        #expect(changed.status == 0 && !changed.output.contains("unchanged"))
        let project = String(
            decoding: try folder.read("App.xcodeproj/project.pbxproj"),
            as: UTF8.self
        )
        try folder.write(
            project.replacing("CONDITIONS = LOUD", with: "CONDITIONS = QUIET"),
            to: "App.xcodeproj/project.pbxproj"
        )
        let quiet = try await build()
        #expect(quiet.status == 0 && !quiet.output.contains("unchanged"))
        #expect(try await folder.deliveredTitle() == "silence")
    }

    @Test func `the principal class can be one of a framework's, where Info plist says so`()
        async throws
    {
        let kit = SampleTarget(name: "Kit", sources: ["Kit.swift"])
        try write(
            project: SampleProject.text(libraries: [kit], linked: ["Kit"]),
            service: "import Kit\nlet isLinked = Post.self\n"
        )
        try folder.write(
            Self.service(title: #""by the framework""#).replacing(
                "final class NotificationService",
                with: "public final class Post"
            ).replacing(
                "override func",
                with: "public override func"
            ),
            to: "Kit/Kit.swift"
        )
        try folder.write(
            SampleProject.plist().replacing(
                "$(PRODUCT_MODULE_NAME).NotificationService",
                with: "Kit.Post"
            ),
            to: "Service/Info.plist"
        )
        let build = try await self.build()
        #expect(build.status == 0 && build.errors.isEmpty, "\(build.errors)")
        #expect(try await folder.deliveredTitle() == "by the framework")
    }

    @Test func `a class that inherits from one of a framework's is the extension's`() async throws {
        let post = SampleTarget(name: "Post", sources: ["Post.swift"])
        let kit = SampleTarget(name: "Kit", sources: ["Kit.swift"], linked: ["Post"])
        try write(
            project: SampleProject.text(libraries: [kit, post], linked: ["Kit"]),
            service: """
                import Kit

                @objc(Service)
                final class NotificationService: KitService { override var name: String { "own" } }
                """
        )
        try folder.write(
            """
            import Post

            open class KitService: Post { override open var name: String { "kit" } }
            """,
            to: "Kit/Kit.swift"
        )
        try folder.write(
            Self.service(title: "name")
                .replacing(
                    "final class NotificationService: UNNotificationServiceExtension {",
                    with: """
                        open class Post: UNNotificationServiceExtension {
                            open var name: String { "post" }
                            public override init() {}

                        """
                )
                .replacing("override func", with: "open override func"),
            to: "Post/Post.swift"
        )
        try folder.write(
            SampleProject.plist().replacing(
                "$(PRODUCT_MODULE_NAME).NotificationService",
                with: "Service"
            ),
            to: "Service/Info.plist"
        )
        let build = try await self.build()
        #expect(build.status == 0 && build.errors.isEmpty, "\(build.errors)")
        #expect(try await folder.deliveredTitle() == "own")
        try folder.write(SampleProject.plist(), to: "Service/Info.plist")
        let named = try await self.build()
        #expect(named.status == 0 && named.errors.isEmpty, "\(named.errors)")
    }

    @Test func `an error in a library quotes its author's own line`() async throws {
        try writeChain()
        try folder.write("import AppIntents; let isHosted = nowhere\n", to: "Kit/Kit.swift")
        let build = try await self.build()
        #expect(build.status == 65)
        #expect(build.errors.contains("Kit/Kit.swift:1:"), "\(build.errors)")
        #expect(build.errors.contains("import AppIntents; let isHosted = nowhere"))
        #expect(build.errors.contains("could not compile Kit/Kit.swift, Kit/Bell.swift"))
    }

    @Test func `a module of the project's own that nothing depends on is named with its target`()
        async throws
    {
        try write(
            project: SampleProject.text(
                libraries: [
                    SampleTarget(name: "Kit", sources: ["Kit.swift"]),
                    SampleTarget(name: "Old", sources: ["Old.m"]),
                ],
                linked: ["Old", "Far"],
                more: """
                    YFar = {isa = PBXBuildFile; fileRef = XFar; };
                    XFar = {isa = PBXFileReference; path = Far.framework;
                        sourceTree = BUILT_PRODUCTS_DIR; };
                    """
            ),
            service: Self.service(importing: "Kit", title: "1")
        )
        try folder.write("nonsense", to: "Kit/Kit.swift")
        try folder.write("", to: "Old/Old.m")
        let kit = try await build()
        #expect(kit.status == 65)
        #expect(!kit.errors.contains("is not offered here"), "\(kit.errors)")
        #expect(
            kit.errors.contains(
                "belfry: Kit is the target Kit of App.xcodeproj, and nothing that is built depends on "
                    + "it; in Xcode, link it with what imports it (Build Phases, Link Binary With "
                    + "Libraries)\n"
            ),
            "\(kit.errors)"
        )
        try folder.write(
            Self.service(importing: "Old", title: "1"),
            to: "Service/NotificationService.swift"
        )
        let old = try await build()
        #expect(
            old.errors.contains(
                "belfry: Old is the target Old of App.xcodeproj: it is in Objective-C alone, which has "
                    + "no runtime here; #if canImport(Old) around its use makes it conditional\n"
            ),
            "\(old.errors)"
        )
        try folder.write(
            Self.service(importing: "Far", title: "1"),
            to: "Service/NotificationService.swift"
        )
        let far = try await build()
        #expect(
            far.errors.contains(
                "belfry: Far: Far.framework is linked, but no target of App.xcodeproj or of a workspace "
                    + "that shows it makes it;"
            ),
            "\(far.errors)"
        )
    }

    @Test func `targets that need each other are named in their circle`() async throws {
        try write(
            project: SampleProject.text(
                libraries: [
                    SampleTarget(name: "Kit", dependencies: ["Words"]),
                    SampleTarget(name: "Words", linked: ["Tones"]),
                    SampleTarget(name: "Tones", dependencies: ["Words"]),
                ],
                linked: [],
                dependencies: ["Kit"]
            ),
            service: BuildFolderTests.service
        )
        let build = try await self.build()
        #expect(build.status == 65)
        #expect(
            build.errors.contains(
                "App.xcodeproj: the target Words needs itself: Words, Tones, Words; take one of these "
                    + "dependencies out"
            ),
            "\(build.errors)"
        )
    }

    @Test func `a module's name that cannot be one, or is taken, is refused`() async throws {
        for (name, cause) in [
            ("\"../Kit\"", "../Kit cannot be a module's name"),
            ("MyService", "its module is called MyService, as is another module"),
            ("Foundation", "its module is called Foundation, as is another module"),
        ] {
            let kit = SampleTarget(
                name: "Kit",
                sources: ["kit.c"],
                settings: "PRODUCT_MODULE_NAME = \(name);"
            )
            try write(
                project: SampleProject.text(libraries: [kit], linked: ["Kit"]),
                service: BuildFolderTests.service + "\n@_silgen_name(\"kit\") func kit()\n"
            )
            try folder.write("int kit;\n", to: "Kit/kit.c")
            let build = try await self.build()
            #expect(build.status == 65)
            #expect(build.errors.contains("the target Kit of App.xcodeproj: \(cause)"))
        }
    }
}
