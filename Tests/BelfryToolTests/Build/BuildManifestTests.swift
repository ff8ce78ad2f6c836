// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Foundation
internal import Testing

/// What `belfry build` makes of an `Info.plist` that is not quite right.
@Suite struct BuildManifestTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
    }

    /// Flutter's keys, in a project whose generated settings are not there.
    private static let flutter = SampleProject.plist().replacing(
        "<dict><key>NSExtension</key>",
        with: """
            <dict><key>CFBundleShortVersionString</key><string>$(FLUTTER_BUILD_NAME)</string>
            <key>CFBundleDisplayName</key><string>$(APP_NAME)</string>
            <key>CFBundleIdentifier</key><string>$(APP_ID).Service</string>
            <key>NSExtension</key>
            """
    )

    private func plist(_ name: String) throws -> PropertyList {
        try PropertyList.parse([UInt8](try folder.read("\(name).appex/Info.plist")))
    }

    @Test(arguments: [false, true])
    func `a variable without a value is empty, and it is said`(isProject: Bool) async throws {
        try folder.write(Self.flutter, to: "Service/Info.plist")
        try folder.write(BuildFolderTests.service, to: "Service/NotificationService.swift")
        if isProject {
            // The project's own display name goes where the file has none.
            try folder.write(SampleProject.text(), to: "App.xcodeproj/project.pbxproj")
        }
        let source = isProject ? "App.xcodeproj" : "Service/NotificationService.swift"
        let build = try await belfry("build", source, "-o", "Bell.appex")
        #expect(build.status == 0, "\(build.errors)")
        for name in ["FLUTTER_BUILD_NAME", "APP_NAME", "APP_ID"] {
            let said = build.errors.split(separator: "\n").filter { $0.contains("$(\(name))") }
            #expect(said.count == 1, "\(build.errors)")
            #expect(
                said.first?.hasSuffix(
                    "which is a build variable that has no value here and counts as empty; write "
                        + "the value itself, or give \(name) a value in the build settings"
                ) == true
            )
        }
        let plist = try plist("Bell")
        #expect(plist["CFBundleIdentifier"]?.text == "local.Service")
        let version = plist["CFBundleShortVersionString"]?.text
        #expect(version == (isProject ? "2.5" : "1.0"))
        let name = plist["CFBundleDisplayName"]?.text
        #expect(name == (isProject ? "My Bell" : nil))
        let inspection = try await belfry("inspect", "Bell.appex")
        #expect(inspection.status == 0, "\(inspection.errors)")
    }

    @Test func `what a service extension does not read may be of any type`() async throws {
        let odd = SampleProject.plist().replacing(
            "<key>NSExtensionPointIdentifier</key>",
            with: """
                <key>NSExtensionAttributes</key><array/>
                <key>NSExtensionMainStoryboard</key><false/>
                <key>NSExtensionPointIdentifier</key>
                """
        ).replacing(
            "<dict><key>NSExtension</key>",
            with: """
                <dict><key>CFBundleVersion</key><integer>7</integer>
                <key>CFBundleShortVersionString</key><real>1.5</real><key>NSExtension</key>
                """
        )
        try folder.write(odd, to: "Info.plist")
        try folder.write(BuildFolderTests.service, to: "NotificationService.swift")
        try folder.write(#"{"aps": {"alert": "hello", "mutable-content": 1}}"#, to: "push.json")
        let build = try await belfry("build", "NotificationService.swift", "-o", "Bell.appex")
        #expect(build.status == 0, "\(build.errors)")
        let lines = [
            "CFBundleShortVersionString is a real 1.5 and counts as \"1.5\"; write "
                + "<string>1.5</string>",
            "CFBundleVersion is an integer 7 and counts as \"7\"; write <string>7</string>",
            "NSExtension.NSExtensionMainStoryboard is a boolean false and counts as absent; remove "
                + "it: a service extension has no storyboard",
            "NSExtension.NSExtensionAttributes is an array and counts as absent; write a <dict>, or "
                + "remove it",
        ]
        for line in lines { #expect(build.errors.contains(line), "\(build.errors)") }
        for command in [
            ["inspect", "Bell.appex"],
            ["validate", "Bell.appex", "--only", "manifest", "--only", "completes"],
            ["run", "Bell.appex", "push.json"],
        ] {
            let outcome = try await belfry.run(command)
            #expect(outcome.status == 0, "\(command): \(outcome.output)\(outcome.errors)")
        }
    }

    /// Where a content extension says whether its views take input.
    private static let interaction =
        "NSExtension.NSExtensionAttributes.UNNotificationExtensionUserInteractionEnabled"

    /// The `Info.plist` of a content extension with another value there.
    private static func contentPlist(interaction value: String) throws -> String {
        let key = "<key>UNNotificationExtensionUserInteractionEnabled</key>"
        let plist = ContentSample.plist.replacing(key + "<true/>", with: key + value)
        try #require(plist != ContentSample.plist)
        return plist
    }

    @Test func `a text is taken for a boolean as iOS takes it, and every command goes on`()
        async throws
    {
        let plist = try Self.contentPlist(interaction: "<string>YES</string>")
        try folder.write(plist, to: "Info.plist")
        try folder.write(ContentSample.source, to: "Small.c")
        try folder.write(ContentSample.payload(), to: "push.apns")
        let warning =
            #"\#(Self.interaction) is a string "YES", which iOS takes for true; write <true/>"#
        let build = try await belfry("build", "Small.c")
        #expect(build.status == 0, "\(build.errors)")
        let line = "belfry: warning: Info.plist: \(warning)\n"
        #expect(build.errors.contains(line), "\(build.errors)")
        for command in [
            ["inspect", "Small.appex"],
            ["validate", "Small.appex", "--only", "manifest", "--only", "draws"],
        ] {
            let outcome = try await belfry.run(command)
            #expect(outcome.status == 0, "\(command): \(outcome.output)\(outcome.errors)")
            #expect(outcome.output.contains("\(warning)\n"), "\(outcome.output)")
        }
        let paths = ["--state", folder("state"), "--store", folder("store")]
        let shown = try await belfry.run(["show", "Small.appex", "push.apns"] + paths)
        #expect(shown.status == 0, "\(shown.output)\(shown.errors)")
    }

    @Test func `what iOS takes for no boolean is refused by every command in one text`()
        async throws
    {
        let plist = try Self.contentPlist(interaction: "<array/>")
        try folder.write(plist, to: "Info.plist")
        try folder.write(plist, to: "Odd.appex/Info.plist")
        try folder.write(ContentSample.source, to: "Small.c")
        try folder.write(ContentSample.payload(), to: "push.apns")
        let refusal = "Info.plist: \(Self.interaction) is an array; write <true/> or <false/>\n"
        for (command, status) in [
            (["build", "Small.c"], 78), (["inspect", "Odd.appex"], 78),
            (["validate", "Odd.appex"], 4), (["show", "Odd.appex", "push.apns"], 78),
        ] as [([String], Int32)] {
            let outcome = try await belfry.run(command)
            let said = outcome.output + outcome.errors
            #expect(outcome.status == status, "\(command): \(said)")
            #expect(said.contains(refusal), "\(command): \(said)")
        }
    }
}
