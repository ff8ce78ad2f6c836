// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryModel
@testable import BelfryTool
internal import Testing

/// What becomes of a project's `Info.plist` on its way into a bundle.
@Suite struct ManifestCompletionTests {
    private func completion(
        settings: BuildSettings? = nil,
        principalClass: String? = nil
    ) -> ManifestCompletion {
        ManifestCompletion(
            context: BuildContext(bundleName: "Bell.appex", overrides: ["MARKETING_VERSION": "3"]),
            settings: settings,
            principalClass: principalClass
        )
    }

    private func complete(_ plist: String) throws -> PropertyList {
        try PropertyList.parse(completion().complete(Array(plist.utf8)))
    }

    @Test func `a file that needs nothing stays byte by byte`() throws {
        let keys = [
            "CFBundleDevelopmentRegion", "CFBundleExecutable", "CFBundleIdentifier",
            "CFBundleInfoDictionaryVersion", "CFBundleName", "CFBundlePackageType",
            "CFBundleShortVersionString", "CFBundleVersion",
        ]
        let entries = keys.map { "<key>\($0)</key><string>x</string>\n" }.joined()
        let bytes = Array("<plist><dict><!-- kept -->\n\(entries)</dict></plist>".utf8)
        #expect(try completion().complete(bytes) == bytes)
    }

    @Test func `an almost empty file gets what Xcode adds`() throws {
        let list = try complete(SampleProject.plist())
        #expect(list["CFBundleIdentifier"]?.text == "local.Bell")
        #expect(list["CFBundleShortVersionString"]?.text == "3")
        #expect(list["CFBundlePackageType"]?.text == "XPC!")
        let principal = list["NSExtension"]?["NSExtensionPrincipalClass"]?.text
        #expect(principal == "Bell.NotificationService")
    }

    @Test func `empty values and variables are filled, all else keeps its type`() throws {
        let list = try complete(
            """
            <plist><dict><key>CFBundleVersion</key><string></string>
            <key>a</key><array><true/><integer>3</integer><real>0.5</real><string>${PRODUCT_NAME}</string>
            <string>$(UNKNOWN)</string></array></dict></plist>
            """
        )
        #expect(list["CFBundleVersion"]?.text == "1")
        let expected: [PropertyList] = [
            .bool(true), .integer(3), .real(0.5), .string("Bell"), .string(""),
        ]
        #expect(list["a"] == .array(expected))
    }

    @Test func `a list whose variables come to more than a list may hold is an error`() throws {
        var settings = BuildSettings()
        settings.add(["LONG": String(repeating: "a", count: 100_000)])
        let entries = { (count: Int) in
            (0..<count).map { "<key>k\($0)</key><string>$(LONG)</string>" }.joined()
        }
        let completion = completion(settings: settings)
        _ = try completion.complete(Array("<plist><dict>\(entries(10))</dict></plist>".utf8))
        let failure = #expect(throws: ToolFailure.self) {
            try completion.complete(Array("<plist><dict>\(entries(11))</dict></plist>".utf8))
        }
        #expect(failure?.status == .badManifest)
        #expect(
            failure?.message
                == "Info.plist has more than 1048576 bytes of text once its build variables have their "
                + "values; make these shorter"
        )
    }

    @Test func `a project's keys and principal class are written`() throws {
        var settings = BuildSettings()
        settings.add([
            "INFOPLIST_KEY_CFBundleDisplayName": "A & B", "INFOPLIST_KEY_Flag": "YES",
            "INFOPLIST_KEY_UIScene_Generation": "YES", "OWN": "value",
        ])
        let plist = SampleProject.plist().replacing(
            "</dict></plist>",
            with: "<key>Own</key><string>$(OWN)</string></dict></plist>"
        )
        let completion = completion(settings: settings, principalClass: "Bell.Courier")
        let list = try PropertyList.parse(completion.complete(Array(plist.utf8)))
        #expect(list["CFBundleDisplayName"]?.text == "A & B")
        #expect(list["Flag"] == .bool(true))
        #expect(list["UIScene_Generation"] == nil)
        #expect(list["Own"]?.text == "value")
        #expect(list["NSExtension"]?["NSExtensionPrincipalClass"]?.text == "Bell.Courier")
    }
}
