// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

/// What an extension runs without is no error: it counts as absent, or as what was meant.
@Suite struct ManifestLeniencyTests {
    @Test func `takes a variable without a value as empty, and the key's default`() throws {
        let manifest = try ManifestTests.parse(
            point: ManifestTests.service,
            root: """
                <key>CFBundleShortVersionString</key><string>$(FLUTTER_BUILD_NAME)</string>
                <key>CFBundleDisplayName</key><string>$(APP_NAME)</string>
                <key>CFBundleName</key><string>Bell$(SUFFIX)</string>
                """
        )
        #expect(manifest.version == "1.0")
        #expect(manifest.displayName == "Bell")
        #expect(
            manifest.warnings.map(\.description) == [
                "CFBundleDisplayName holds \"$(APP_NAME)\", which is a build variable that has no "
                    + "value here and counts as empty; write the value itself, or give APP_NAME a "
                    + "value in the build settings",
                "CFBundleName holds \"$(SUFFIX)\", which is a build variable that has no value here "
                    + "and counts as empty; write the value itself, or give SUFFIX a value in the "
                    + "build settings",
                "CFBundleShortVersionString holds \"$(FLUTTER_BUILD_NAME)\", which is a build "
                    + "variable that has no value here and counts as empty; write the value itself, "
                    + "or give FLUTTER_BUILD_NAME a value in the build settings",
            ]
        )
    }

    @Test(arguments: [
        ("com.$(TEAM).x", "com..x"),
        ("$(BASE).Service", "local.Service"), ("$(BASE)", "local.MonkeyNotification"),
    ])
    func `an identifier without its variable's value stays one`(
        written: String,
        identifier: String
    ) throws {
        let manifest = try ManifestTests.parse(
            point: ManifestTests.service,
            root: "<key>CFBundleIdentifier</key><string>\(written)</string>"
        )
        #expect(manifest.identifier == identifier)
        #expect(manifest.warnings.contains { $0.problem.contains("counts as empty") })
    }

    @Test(arguments: [
        ("CFBundleVersion", "<integer>7</integer>", "is an integer 7 and counts as \"7\""),
        ("CFBundleShortVersionString", "<real>1.5</real>", "is a real 1.5 and counts as \"1.5\""),
        ("CFBundleShortVersionString", "<real>2</real>", "is a real 2.0 and counts as \"2\""),
        ("CFBundleDisplayName", "<true/>", "is a boolean true and counts as absent"),
        ("NSExtensionAttributes", "<array/>", "is an array and counts as absent"),
    ])
    func `a name or a version of another type is a warning`(
        key: String,
        value: String,
        problem: String
    ) throws {
        let manifest = try ManifestTests.parse(
            point: ManifestTests.service,
            root: "<key>\(key)</key>\(value)"
        )
        #expect(manifest.warnings.map(\.keyPath) == [key])
        #expect(manifest.warnings.map(\.problem) == [problem])
        switch key {
        case "CFBundleVersion": #expect(manifest.build == "7")
        case "CFBundleShortVersionString":
            #expect(problem.hasSuffix(" counts as \"\(manifest.version)\""))
        default: #expect(manifest.displayName == "MonkeyNotification")
        }
    }

    @Test(arguments: [
        ("1,5", "1.0"), ("0.5abc", "0.5"), ("1.5.2", "1.5"), (" 2 wide", "2.0"), ("1e", "1.0"),
        ("0.25e+", "0.25"),
    ])
    func `a ratio counts as the number that its text begins with`(text: String, read: String) throws
    {
        let name = "UNNotificationExtensionInitialContentSizeRatio"
        let manifest = try ManifestTests.parse(
            attributes: "<key>\(name)</key><string>\(text)</string>"
        )
        let warning = try #require(manifest.warnings.first { $0.keyPath.hasSuffix(name) })
        #expect(
            warning.problem
                == "is a string \"\(text)\", of which iOS reads \(read) and ignores the rest"
        )
        #expect(warning.fix == "write <real>\(read)</real>")
        #expect(manifest.initialContentSizeRatio == Double(read))
    }

    @Test(arguments: [
        ("NSExtensionAttributes", "<array/>", "an array"),
        ("NSExtensionAttributes", "<string>none</string>", "a string \"none\""),
        ("NSExtensionMainStoryboard", "<false/>", "a boolean false"),
    ])
    func `what a service extension does not read may be of any type`(
        key: String,
        value: String,
        found: String
    ) throws {
        let manifest = try ManifestTests.parse(
            point: ManifestTests.service + "<key>\(key)</key>\(value)"
        )
        #expect(manifest.mainStoryboard == nil)
        #expect(manifest.warnings.map(\.keyPath) == ["NSExtension.\(key)"])
        #expect(manifest.warnings.map(\.problem) == ["is \(found) and counts as absent"])
    }
}
