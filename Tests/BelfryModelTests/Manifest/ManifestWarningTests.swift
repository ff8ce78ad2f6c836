// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@Suite struct ManifestWarningTests {
    static let category = "<key>UNNotificationExtensionCategory</key><string>photo</string>"

    @Test(arguments: [
        (category, "", "NSExtension.UNNotificationExtensionCategory"),
        ("", category, "UNNotificationExtensionCategory"),
        (
            "", "<key>NSExtensionAttributes</key><dict>\(category)</dict>",
            "NSExtensionAttributes.UNNotificationExtensionCategory"
        ),
    ])
    func `reads a misplaced category and says where it belongs`(
        inPoint: String,
        atRoot: String,
        keyPath: String
    ) throws {
        let manifest = try ManifestTests.parse(point: ManifestTests.content + inPoint, root: atRoot)
        #expect(manifest.categories == ["photo"])
        let warning = try #require(manifest.warnings.first { $0.keyPath == keyPath })
        #expect(
            warning.fix.contains(
                "NSExtension.NSExtensionAttributes.UNNotificationExtensionCategory"
            )
        )
    }

    @Test(arguments: [
        (
            "UNNotificationExtensionDefaultContentHidden ",
            "UNNotificationExtensionDefaultContentHidden"
        ),
        (
            "UNNotificationExtensionUserInteractionEnable",
            "UNNotificationExtensionUserInteractionEnabled"
        ),
        (
            "unnotificationextensionoverridesdefaulttitle",
            "UNNotificationExtensionOverridesDefaultTitle"
        ),
    ])
    func `does not read a misspelt key and names the right one`(key: String, meant: String) throws {
        let manifest = try ManifestTests.parse(
            attributes: "\(Self.category)<key>\(key)</key><true/>"
        )
        #expect(!manifest.isDefaultContentHidden)
        #expect(manifest.warnings.map(\.fix) == ["write \(meant)"])
    }

    @Test(arguments: [
        ("<key>Budgets</key><dict/>", "BFExtension.Budgets", "write Budget"),
        ("<key>modifyLocal</key><true/>", "BFExtension.modifyLocal", "write ModifyLocal"),
        ("<key>Colour</key><string>red</string>", "BFExtension.Colour", "known are Budget"),
        (
            "<key>Budget</key><dict><key>Wall</key><integer>1</integer></dict>",
            "BFExtension.Budget.Wall", "write wall"
        ),
        (
            "<key>Fallback</key><dict><key>text</key><string>x</string></dict>",
            "BFExtension.Fallback.text", "known are title"
        ),
    ])
    func `notes every unknown key of Belfry's own`(
        keys: String,
        keyPath: String,
        fix: String
    ) throws {
        let manifest = try ManifestTests.parse(own: keys)
        #expect(manifest.warnings.map(\.keyPath) == [keyPath])
        #expect(manifest.warnings.first?.fix.hasPrefix(fix) == true)
        #expect(!manifest.modifyLocal)
    }

    @Test(arguments: [
        ("", "<key>Team</key><string>$(TEAM_ID)</string>", "Team"),
        ("", "<key>a</key><array><dict><key>b</key><string>${X}</string></dict></array>", "a[0].b"),
        ("", "<key>CFBundleIdentifier</key><string/>", "CFBundleIdentifier"),
        ("<key>BFExtension</key><dict/>", "", "NSExtension.BFExtension"),
        (
            "<key>NSExtensionPrincipleClass</key><string>A</string>", "",
            "NSExtension.NSExtensionPrincipleClass"
        ),
        (category, "", "NSExtension.UNNotificationExtensionCategory"),
    ])
    func `notes what has no effect in a service extension`(
        inPoint: String,
        atRoot: String,
        keyPath: String
    ) throws {
        let manifest = try ManifestTests.parse(point: ManifestTests.service + inPoint, root: atRoot)
        #expect(manifest.warnings.contains { $0.keyPath == keyPath })
        #expect(manifest.identifier == "local.MonkeyNotification")
    }

    @Test func `notes a content extension that is never chosen`() throws {
        let manifest = try ManifestTests.parse(point: ManifestTests.content)
        #expect(
            manifest.warnings.map(\.problem) == ["is missing, so the extension is never chosen"]
        )
    }

    @Test(arguments: [
        ("BFExtension.Network", "Network"), ("Network", "Network"), ("BFBudget", "Budget"),
        ("BFExtension.modifylocal", "ModifyLocal"), ("BFExtensionFallbacks", "Fallback"),
    ])
    func `names a key of Belfry's own at the top of the file`(key: String, name: String) throws {
        let manifest = try ManifestTests.parse(
            point: ManifestTests.service,
            root: "<key>\(key)</key><array><string>https://example.com</string></array>"
        )
        #expect(manifest.network == nil)
        let text = "<key>BFExtension</key><dict><key>\(name)</key>…</dict>"
        #expect(
            manifest.warnings.map(\.description)
                == ["\(key) is not read at the top of the file; write \(text)"]
        )
    }

    @Test func `leaves the other keys of real files alone`() throws {
        let manifest = try ManifestTests.parse(
            point: ManifestTests.service + """
                <key>NSExtensionAttributes</key><dict>
                  <key>IntentsSupported</key><array><string>INSendMessageIntent</string></array>
                </dict>
                <key>NSExtensionPrincipalClass</key><string>A.B</string>
                """,
            root: """
                <key>BFBackend</key><string>https://example.com</string>
                <key>APP_GROUP_NAME</key><string>group.com.example</string>
                <key>CFBundleIconName</key><string>Icon</string>
                <key>CFBundleInfoDictionaryVersion</key><string>6.0</string>
                <key>CFBundleSupportedPlatforms</key><array/><key>MinimumOSVersion</key><string>15</string>
                <key>NSHumanReadableCopyright</key><string/>
                """
        )
        #expect(manifest.warnings.isEmpty)
    }

    @Test func `notes limits so small that a unit was probably mistaken`() throws {
        let manifest = try ManifestTests.parse(
            own: """
                <key>Budget</key><dict>
                  <key>wall</key><real>0.005</real><key>memory</key><integer>24</integer>
                  <key>output</key><string>1023B</string><key>network</key><integer>64</integer>
                </dict>
                """
        )
        #expect(
            manifest.warnings.map(\.description) == [
                "BFExtension.Budget.wall is 5ms, less than 10ms; check its unit",
                "BFExtension.Budget.memory is 24B, less than 1MB; check its unit",
                "BFExtension.Budget.output is 1023B, less than 1KB; check its unit",
                "BFExtension.Budget.network is 64B, less than 1KB; check its unit",
            ]
        )
        let enough = try ManifestTests.parse(
            own: """
                <key>Budget</key><dict>
                  <key>output</key><string>1KB</string><key>network</key><string>1KB</string>
                </dict>
                """
        )
        #expect(enough.warnings.isEmpty)
    }

    @Test func `says both readings of a text without a unit`() throws {
        let error = try #require(throws: ManifestError.self) {
            try ManifestTests.parse(
                own: "<key>Budget</key><dict><key>memory</key><string>12</string></dict>"
            )
        }
        #expect(
            error.message
                == "BFExtension.Budget.memory is \"12\", without a unit; write 12MB or 12B"
        )
    }
}
