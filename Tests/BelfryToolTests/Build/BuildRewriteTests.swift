// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

/// What `belfry build` does with sources as they are written for iOS.
@Suite struct BuildRewriteTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
    }

    private func service(_ body: String, attribute: String = "") -> String {
        """
        import UserNotifications
        \(attribute) class NotificationService: UNNotificationServiceExtension {
            @objc dynamic var count = 0
            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                \(body)
                contentHandler(request.content)
            }
            @objc func tick(_ sender: Any) {}
        }
        """
    }

    @Test func `Objective-C's attributes and selectors compile, and files stay as they are`()
        async throws
    {
        let source = service(#"let s = #selector(tick(_:)); print(s, #filePath)"#)
        try folder.write(source, to: "Service.swift")
        let build = try await belfry("build", "Service.swift")
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors.isEmpty)
        #expect(String(decoding: try folder.read("Service.swift"), as: UTF8.self) == source)
        let library = try folder.read("Service.appex/Service")
        #expect(library.range(of: Data("Service.swift".utf8)) != nil, "debug information")
        #expect(library.range(of: Data("/0.swift".utf8)) == nil, "the copy is not named")
    }

    @Test func `errors are at the author's line and column`() async throws {
        let source = service(#"_ = #selector(tick(_:)); let n: Int = "a""#)
        try folder.write(source, to: "in/Service.swift")
        let build = try await belfry("build", "in/Service.swift")
        #expect(build.status == 65)
        let message = "in/Service.swift:8:47: error: cannot convert value of type 'String'"
        #expect(build.errors.contains(message), "\(build.errors)")
    }

    @Test func `errors quote what the author wrote`() async throws {
        let source =
            "import Network\nlet path: NWPath? = nil\n"
            + service(#"_ = #selector(tick(_:)); let n: Int = nonsense"#).replacing(
                "count = 0",
                with: "count = another"
            )
        try folder.write(source, to: "Service.swift")
        let build = try await belfry("build", "Service.swift").errors
        #expect(build.contains("Service.swift:5:31: "), "\(build)")
        for line in ["import Network", "    @objc dynamic var count = another"] {
            #expect(build.contains("| \(line)\n"), "\(build)")
        }
        let marked = """
            10 |         _ = #selector(tick(_:)); let n: Int = nonsense
               |                                               `- error: cannot find 'nonsense'
            """
        #expect(build.contains(marked), "\(build)")
    }

    @Test func `a framework that is not here is named once for all files`() async throws {
        try folder.write("import Network\nimport StoreKit\n" + service(""), to: "in/Service.swift")
        try folder.write("import Network\nimport Network\nlet more = 1\n", to: "in/More.swift")
        let build = try await belfry("build", "in")
        let lines = build.errors.split(separator: "\n").filter { $0.contains("is left out") }
        #expect(lines.count == 2, "\(build.errors)")
        #expect(lines.first?.contains("in/More.swift, in/Service.swift: Network is not") == true)
        #expect(lines.last?.contains(": in/Service.swift: StoreKit is not offered") == true)
    }

    @Test func `warnings are shown and counted, and shown again when nothing has changed`()
        async throws
    {
        try folder.write(service("let unused = 1"), to: "Service.swift")
        let build = try await belfry("build", "Service.swift")
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors.contains("Service.swift:8:13: warning: "))
        #expect(
            build.output.contains("made       ")
                || build.output.contains("Service.appex · 1 warning")
        )
        let again = try await belfry("build", "Service.swift")
        #expect(again.errors == build.errors)
        #expect(again.output.contains("unchanged"))
        let clean = try await belfry("build", "Service.swift", "--clean")
        #expect(!clean.output.contains("unchanged"))
    }

    @Test func `a change of anything that counts has it built anew`() async throws {
        func build(_ arguments: String...) async throws -> Bool {
            let outcome = try await belfry.run(
                ["build", "Small.c", "-o", "Small.appex"] + arguments
            )
            #expect(outcome.status == 0, "\(outcome.errors)")
            return outcome.output.contains("unchanged")
        }
        try folder.write(Samples.c, to: "Small.c")
        #expect(try await !build())
        #expect(try await build())
        #expect(try await !build("--debug"))
        #expect(try await !build())
        try folder.write(Samples.c + "\n", to: "Small.c")
        #expect(try await !build())
        try folder.write(Samples.plist(), to: "Info.plist")
        #expect(try await !build())
        try folder.write("other", to: "Small.appex/Small")
        #expect(try await !build(), "the bundle is not what was built")
        try folder.write("1", to: "r/one.txt")
        #expect(try await !build("--resources", "r"))
        #expect(try await build("--resources", "r"))
        try folder.write("2", to: "r/one.txt")
        #expect(try await !build("--resources", "r"))
    }

    @Test func `a bare principal class is found, as is one that has another name in Objective-C`()
        async throws
    {
        for (written, attribute) in [("NotificationService", ""), ("Courier", "@objc(Courier)")] {
            try folder.write(service("", attribute: attribute), to: "Service.swift")
            let key = "<key>NSExtensionPrincipalClass</key><string>\(written)</string>"
            try folder.write(Samples.plist(extensionKeys: key), to: "Info.plist")
            let build = try await belfry("build", "Service.swift")
            #expect(build.status == 0, "\(build.errors)")
            #expect(build.errors.isEmpty)
            let plist = String(decoding: try folder.read("Service.appex/Info.plist"), as: UTF8.self)
            #expect(plist.contains("<string>Service.NotificationService</string>"))
        }
    }

    @Test func `the module that an Info plist names is the one that is compiled`() async throws {
        try folder.write(service(""), to: "Service.swift")
        let name = "Tower.NotificationService"
        let key = "<key>NSExtensionPrincipalClass</key><string>\(name)</string>"
        try folder.write(Samples.plist(extensionKeys: key), to: "Info.plist")
        let build = try await belfry("build", "Service.swift", "--verbose")
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors.contains("-module-name Tower"))
        #expect(!build.errors.contains("warning"))
    }

    @Test func `app groups are granted as asked for, or as the source names them`() async throws {
        let body = #"_ = UserDefaults(suiteName: "group.org.example")"#
        try folder.write(service(body), to: "Service.swift")
        let build = try await belfry("build", "Service.swift")
        #expect(build.errors.contains("granted: group.org.example; name them with --app-group"))
        func groups() throws -> String {
            let data = try folder.read("Service.appex/Entitlements.plist")
            return String(decoding: data, as: UTF8.self)
        }
        #expect(try groups().contains("<string>group.org.example</string>"))
        let named = try await belfry("build", "Service.swift", "--app-group", "group.x")
        #expect(named.errors.isEmpty)
        #expect(try groups().contains("<string>group.x</string>"))
        #expect(try !groups().contains("group.org.example"))
    }

    @Test(arguments: [
        ("BellTower", "BellTower is not offered here; `belfry help SwiftSDK`"),
        ("Kingfisher", "Kingfisher is a package's module"),
        (
            "FirebaseMessaging",
            "FirebaseMessaging is not there for Linux: Objective-C has no runtime here, and a package's "
                + "binaries are for Apple's systems; send what it reports by URLSession, and make its "
                + "use conditional with #if canImport(FirebaseMessaging)"
        ),
    ])
    func `a module that is not there is explained`(module: String, line: String) async throws {
        try folder.write("import \(module)\n" + Samples.swift, to: "Courier.swift")
        let build = try await belfry("build", "Courier.swift")
        #expect(build.status == 65)
        #expect(build.errors.contains("Courier.swift:1:8: error: no such module '\(module)'"))
        #expect(build.errors.contains("\nbelfry: \(line)"), "\(build.errors)")
    }

    @Test func `the modules on offer are listed`() async throws {
        let list = try await belfry("build", "--modules")
        #expect(list.status == 0)
        let modules = list.output.split(separator: "\n")
        #expect(modules.contains("UserNotifications") && modules.contains("Foundation"))
        #expect(!modules.contains { $0.hasPrefix("Belfry") })
    }

    @Test func `Swift and C that are named together are linked together`() async throws {
        let body = "print(half(4))"
        let declared = "@_silgen_name(\"half\") func half(_ n: Int32) -> Int32\n"
        try folder.write(declared + service(body), to: "Service.swift")
        try folder.write("#ifdef HALF\nint half(int n) { return n / 2; }\n#endif\n", to: "half.c")
        let build = try await belfry("build", "Service.swift", "half.c", "-DHALF")
        #expect(build.status == 0, "\(build.errors)")
    }

    /// Members of every kind that a table of members must not fail to compile for.
    private static let members = """
        import UserNotifications

        @MainActor class Base: NSObject {}
        class View: NSObject {}

        final class Controller: Base {
            @IBOutlet private weak var label: View!
            @IBOutlet weak var a: View!, b: View?
            @IBOutlet private(set) var views: [View]!
            @IBOutlet var observed: View? {
                didSet { print("didSet {") }
            }
            @IBInspectable var radius: CGFloat = 3
            @objc var computed: Int { 3 }
            @objc dynamic let constant = "x"
            @objc(other) var renamed: View?
            @IBAction private func tapped(_ sender: View) {}
            @IBAction func moved(sender: View!, event: View?) {}
            @objc func slide(_ s: View, forEvent e: View) -> Int { 4 }
            @objc func open(url: URL = URL(fileURLWithPath: "/")) {}
            @objc(explicit:name:) func long(_ a: Int, _ b: String) {}
            @objc func throwing() throws {}
            @objc func waiting() async {}
            @objc func block(_ b: @escaping (Int) -> Void) {}
            @objc func `default`(_ x: Any) {}
            @available(*, deprecated) @IBAction func old(_ x: Any) {}
            @available(*, unavailable) @objc func gone() {}
            @objc static func ofType() {}
            nonisolated @objc func freely() {}
            #if DEBUG
            @IBAction func debugOnly(_ sender: Any) {}
            #elseif os(Windows)
            @IBAction func windows(_ sender: HANDLE) {}
            #else
            @IBAction func releaseOnly(_ sender: Any) {}
            #endif
            class Inner: NSObject {
                @objc fileprivate func tick(_ t: Timer) { print("\({ "}" }())") }
            }
            struct Box { class InBox: NSObject { @objc func inBox() {} } }
        }
        extension Controller {
            @objc private func inExtension(_ s: Any?) {}
            func mediaPlay() {}
        }
        @objc extension Controller { func exposed() {} }
        protocol Playing: AnyObject {}
        extension Playing { func mediaPlay() {} }
        #if os(Linux)
        class Both: NSObject { @objc func linux() {} }
        #else
        class Both: NSObject { @objc func other(_ x: NSView) {} }
        #endif
        private class Private: NSObject { @objc func tick() {} }
        class NotificationService: UNNotificationServiceExtension {
            @objc func tick(_ t: Timer) {}
        }
        """

    @Test(arguments: [[], ["--swift-version", "6", "--debug"]])
    func `what tells of members compiles for all of them, without a word`(
        options: [String]
    ) async throws {
        try folder.write(Self.members, to: "Service.swift")
        let more = "extension Controller.Inner { @objc func more() {} }\nclass Empty {}"
        try folder.write(more, to: "More.swift")
        let build = try await belfry.run(["build", "Service.swift", "More.swift"] + options)
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors.isEmpty)
        let symbols = try folder.read("Service.appex/Service")
        #expect(symbols.range(of: Data("BelfryObjectiveC".utf8)) != nil)
        #expect(symbols.range(of: Data("openWithUrl:".utf8)) != nil)
    }

    @Test func `errors in the sources are not told of again by the table`() async throws {
        let source = service("") + "\nclass C: NSObject { @IBOutlet var a: Missing! }"
        try folder.write(source, to: "Service.swift")
        let build = try await belfry("build", "Service.swift")
        #expect(build.status == 65)
        #expect(build.errors.contains("Service.swift:13:38: error: cannot find type 'Missing'"))
        #expect(!build.errors.contains("(outlets and actions):"), "\(build.errors)")
    }
}
