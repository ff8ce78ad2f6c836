// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

/// `belfry build` on Swift sources, with this machine's compiler.
@Suite struct BuildSwiftTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
    }

    @Test func `builds the Swift sample, which could then be loaded`() async throws {
        let sample = Repository.plugins.appendingPathComponent("MonkeyNotification")
        let source = sample.appendingPathComponent("NotificationService.swift").path
        let build = try await belfry("build", source, "-o", "MonkeyNotification.appex")
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors.isEmpty)
        #expect(try folder.contents() == ["MonkeyNotification.appex"])
        let contents = try folder.contents(of: "MonkeyNotification.appex")
        #expect(contents == ["Info.plist", "MonkeyNotification"])
        let inspection = try await belfry("inspect", "MonkeyNotification.appex")
        #expect(inspection.status == 0, "\(inspection.output)")
        #expect(inspection.output.contains("bf_extension_main, from libUserNotifications.so"))
        #expect(inspection.output.contains("MonkeyNotification.NotificationService"))
    }

    @Test func `files find URLSession and C declarations without importing them`() async throws {
        try folder.write(Samples.swift, to: "Courier.swift")
        try folder.write(
            "import Foundation\nlet session = URLSession.shared\n",
            to: "Session.swift"
        )
        try folder.write("struct Pure { let number = BELL }\n", to: "Pure.swift")
        try folder.write("enum { BELL = 7 };\n", to: "bell.h")
        let build = try await belfry(
            "build",
            "Courier.swift",
            "Session.swift",
            "Pure.swift",
            "--bridging-header",
            "bell.h",
            "--debug",
            "-o",
            "bell tower.appex"
        )
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors.isEmpty, "the generated Info.plist names the class that was found")
        #expect(build.output.contains("run 'bell tower.appex' PAYLOAD"))
        let plist = String(decoding: try folder.read("bell tower.appex/Info.plist"), as: UTF8.self)
        #expect(plist.contains("<string>bell_tower.Courier</string>"))
        #expect(plist.contains("<string>local.bell-tower</string>"))
        #expect(try await belfry("inspect", "bell tower.appex").status == 0)
    }

    @Test(arguments: [["--swift", "5"], ["--swift", "6"]])
    func `regular expressions need no delimiters but slashes`(_ options: [String]) async throws {
        // A quotation mark that begins no text: what follows it is still read as Swift.
        let source =
            BuildLibraryTests.service(title: #""room 101".replacing(/["]?[0-9]+/, with: "202")"#)
            + "\n@objc final class Bell: NSObject {}\n"
        try folder.write(source, to: "NotificationService.swift")
        let build = try await belfry.run(["build", "NotificationService.swift"] + options)
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors.isEmpty, "\(build.errors)")
        let delivered = try await folder.deliveredTitle(by: "NotificationService.appex")
        #expect(delivered == "room 202")
    }

    @Test(arguments: [
        (
            "import SwiftUI", "SwiftUI",
            "draw with UIKit's views: a content extension's principal class "
                + "is a UIViewController"
        ),
        (
            "import struct SwiftUI.Color", "SwiftUI",
            "draw with UIKit's views: a content extension's "
                + "principal class is a UIViewController"
        ),
        (
            "import CoreData", "CoreData",
            "keep what the app shares in a file or in UserDefaults of an "
                + "app group, or read it with SQLite3"
        ),
    ])
    func `an import of what cannot be here says what to do instead`(
        line: String,
        module: String,
        advice: String
    ) async throws {
        try folder.write("\(line)\n\(Samples.swift)", to: "Courier.swift")
        let build = try await belfry("build", "Courier.swift")
        #expect(build.status == 0, "\(build.errors)")
        let warning =
            "Courier.swift: \(module) is not offered here, so its import is left out; \(advice) "
            + "(`belfry help SwiftSDK`)"
        #expect(build.errors == "belfry: warning: \(warning)\n")
        let named = try await belfry("build", "Courier.swift", "-I", ".")
        #expect(named.status == 65)
        #expect(
            named.errors.contains(
                "belfry: \(module) is not offered here; \(advice) (`belfry help SwiftSDK`)\n"
            ),
            "\(named.errors)"
        )
    }

    @Test func `a syntax error leaves the earlier bundle as it was`() async throws {
        try folder.write("earlier", to: "Courier.appex/Courier")
        try folder.write(Samples.plist(), to: "Courier.appex/Info.plist")
        try folder.write(Samples.swift + "\nnonsense", to: "Courier.swift")
        let build = try await belfry("build", "Courier.swift")
        #expect(build.status == 65)
        let last = build.errors.split(separator: "\n").last
        #expect(last == "belfry: swiftc could not compile Courier.swift; see above")
        #expect(try folder.read("Courier.appex/Courier") == Data("earlier".utf8))
        #expect(try folder.contents() == ["Courier.appex", "Courier.swift"])
    }

    @Test func `two classes that could be the principal one are warned of`() async throws {
        let second = "\nclass Second: UNNotificationServiceExtension {}\n"
        try folder.write(Samples.swift + second, to: "Courier.swift")
        let build = try await belfry("build", "Courier.swift")
        #expect(build.status == 0, "\(build.errors)")
        #expect(
            build.errors == """
                belfry: warning: the generated Info.plist: NSExtension.NSExtensionPrincipalClass is \
                Courier, one of the classes Courier, Second, as it is the first; to take another, \
                copy the file beside the source and name it there

                """
        )
    }

    @Test func `the class that inherits from the others is the principal one`() async throws {
        let parent = "UNNotificationServiceExtension"
        let source = Samples.swift.replacing(": \(parent)", with: ": Base")
        try folder.write(source + "\nopen class Base: \(parent) {}\n", to: "Courier.swift")
        let build = try await belfry("build", "Courier.swift")
        #expect(build.status == 0, "\(build.errors)")
        #expect(build.errors.isEmpty, "\(build.errors)")
        let plist = String(decoding: try folder.read("Courier.appex/Info.plist"), as: UTF8.self)
        #expect(plist.contains("<string>Courier.Courier</string>"), "\(plist)")
    }

    @Test func `a content extension beside a service extension is left out, and it is said`()
        async throws
    {
        let card = """

            import UIKit
            import UserNotificationsUI

            final class Card: UIViewController, UNNotificationContentExtension {
                func didReceive(_ notification: UNNotification) {}
            }
            """
        try folder.write(Samples.swift + card, to: "Courier.swift")
        let build = try await belfry("build", "Courier.swift")
        #expect(build.status == 0, "\(build.errors)")
        #expect(
            build.errors == """
                belfry: warning: the generated Info.plist: NSExtension.NSExtensionPointIdentifier is \
                com.apple.usernotifications.service, so the content extension Card is left out; to \
                build it, copy the file, write com.apple.usernotifications.content-extension and the \
                class there, and name the file with --info-plist and another bundle with -o

                """
        )
    }

    @Test(arguments: [nil, "Courier", "$(PRODUCT_MODULE_NAME).E.Courier"])
    func `a principal class within a type is refused`(written: String?) async throws {
        let source = Samples.swift.replacing("final", with: "enum E {\nfinal") + "\n}"
        try folder.write(source, to: "A.swift")
        if let written {
            let key = "<key>NSExtensionPrincipalClass</key><string>\(written)</string>"
            try folder.write(Samples.plist(extensionKeys: key), to: "Info.plist")
        }
        let build = try await belfry("build", "A.swift")
        #expect(build.status == 65)
        #expect(
            build.errors == """
                belfry: A.swift:4: the class E.Courier cannot be the principal class, since the host \
                finds only classes at the top level of a file; move Courier there

                """
        )
        #expect(try !folder.contents().contains("A.appex"))
    }

    @Test func `a principal class that the sources do not have is warned of`() async throws {
        try folder.write(Samples.swift, to: "Courier.swift")
        let key = "<key>NSExtensionPrincipalClass</key><string>Courier.Other</string>"
        try folder.write(Samples.plist(extensionKeys: key), to: "Info.plist")
        let build = try await belfry("build", "Courier.swift")
        #expect(build.status == 0, "\(build.errors)")
        #expect(
            build.errors == """
                belfry: warning: Info.plist: NSExtension.NSExtensionPrincipalClass names \
                Courier.Other, which the sources, compiled as module Courier, do not have; write \
                $(PRODUCT_MODULE_NAME).Courier

                """
        )
    }
}
