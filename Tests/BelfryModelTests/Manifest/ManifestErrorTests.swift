// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@Suite struct ManifestErrorTests {
    @Test(arguments: [
        ("", ManifestError.Code.empty, "write a property list"),
        ("hello", .notPropertyList, "neither an XML nor a binary"),
        ("{\"NSExtension\": {}}", .notPropertyList, "plutil"),
        ("<plist><array/></plist>", .notADictionary, "an array"),
        ("<plist><dict/></plist>", .missingKey, "add the dictionary"),
        ("<plist><dict><key>NSextension</key><dict/></dict></plist>", .missingKey, "rename"),
        ("<plist><dict><key>NSExtension</key><dict/></dict></plist>", .missingKey, "com.apple"),
    ])
    func `tells apart the files that are no manifest`(
        text: String,
        code: ManifestError.Code,
        part: String
    ) throws {
        let error = try #require(throws: ManifestError.self) {
            try Manifest.parse(Array(text.utf8), context: BuildContext(bundleName: "A"))
        }
        #expect(error.code == code)
        #expect(error.message.contains(part), "\(error)")
        #expect(!error.message.contains { $0.isNewline })
    }

    @Test(arguments: [
        (
            "<key>UNNotificationExtensionUserInteractionEnabled</key><array/>",
            "UserInteractionEnabled is an array; write <true/> or <false/>"
        ),
        (
            "<key>UNNotificationExtensionInitialContentSizeRatio</key><true/>",
            "InitialContentSizeRatio is a boolean true; write a <real> or an <integer>"
        ),
        (
            "<key>UNNotificationExtensionCategory</key><dict/>",
            "Category is a dictionary; write a <string> or an <array> of strings"
        ),
        (
            "<key>UNNotificationExtensionCategory</key><array><string>a</string><true/></array>",
            "Category[1] is a boolean true; write a <string>"
        ),
    ])
    func `names the full path of an attribute and the fix`(keys: String, message: String) throws {
        let error = try #require(throws: ManifestError.self) {
            try ManifestTests.parse(attributes: keys)
        }
        #expect(error.code == .wrongType)
        #expect(
            error.message == "NSExtension.NSExtensionAttributes.UNNotificationExtension\(message)"
        )
    }

    @Test(arguments: [
        ("UserInteractionEnabled", "<string>YES</string>", "a string \"YES\"", "true"),
        ("UserInteractionEnabled", "<string> 01</string>", "a string \" 01\"", "true"),
        ("UserInteractionEnabled", "<string>NO</string>", "a string \"NO\"", "false"),
        ("UserInteractionEnabled", "<string></string>", "a string \"\"", "false"),
        ("OverridesDefaultTitle", "<integer>1</integer>", "an integer 1", "true"),
        ("InitialContentSizeRatio", "<string>0.5</string>", "a string \"0.5\"", "0.5"),
        ("InitialContentSizeRatio", "<string>wide</string>", "a string \"wide\"", "0.0"),
        ("InitialContentSizeRatio", "<string> .5 </string>", "a string \" .5 \"", "0.5"),
        ("InitialContentSizeRatio", "<string>+2.</string>", "a string \"+2.\"", "2.0"),
        ("InitialContentSizeRatio", "<string>5e-1</string>", "a string \"5e-1\"", "0.5"),
        ("InitialContentSizeRatio", "<string>.</string>", "a string \".\"", "0.0"),
    ])
    func `goes on with what iOS takes a wrong type for`(
        key: String,
        value: String,
        found: String,
        meant: String
    ) throws {
        let name = "UNNotificationExtension\(key)"
        let manifest = try ManifestTests.parse(attributes: "<key>\(name)</key>\(value)")
        let warning = try #require(manifest.warnings.first { $0.keyPath.hasSuffix(name) })
        #expect(warning.problem == "is \(found), which iOS takes for \(meant)")
        let element = key == "InitialContentSizeRatio" ? "<real>\(meant)</real>" : "<\(meant)/>"
        #expect(warning.fix == "write \(element)")
        switch key {
        case "UserInteractionEnabled":
            #expect(manifest.isUserInteractionEnabled == (meant == "true"))
        case "OverridesDefaultTitle": #expect(manifest.overridesDefaultTitle)
        default: #expect(manifest.initialContentSizeRatio == Double(meant))
        }
    }

    @Test(arguments: [
        (
            "<key>Budget</key><string>30s</string>", "BFExtension.Budget",
            ManifestError.Code.wrongType
        ),
        (
            "<key>Budget</key><dict><key>wall</key><true/></dict>", "BFExtension.Budget.wall",
            .wrongType
        ),
        (
            "<key>Budget</key><dict><key>wall</key><string>soon</string></dict>",
            "BFExtension.Budget.wall", .outOfRange
        ),
        (
            "<key>Budget</key><dict><key>cpu</key><integer>0</integer></dict>",
            "BFExtension.Budget.cpu", .outOfRange
        ),
        (
            "<key>Budget</key><dict><key>start</key><real>1e300</real></dict>",
            "BFExtension.Budget.start", .outOfRange
        ),
        (
            "<key>Budget</key><dict><key>wall</key><real>1e-10</real></dict>",
            "BFExtension.Budget.wall", .outOfRange
        ),
        (
            "<key>Budget</key><dict><key>memory</key><string>24 apples</string></dict>",
            "BFExtension.Budget.memory", .outOfRange
        ),
        (
            "<key>Budget</key><dict><key>output</key><integer>-1</integer></dict>",
            "BFExtension.Budget.output", .outOfRange
        ),
        (
            "<key>Budget</key><dict><key>network</key><integer>0</integer></dict>",
            "BFExtension.Budget.network", .outOfRange
        ),
        (
            "<key>Budget</key><dict><key>requests</key><integer>0</integer></dict>",
            "BFExtension.Budget.requests", .outOfRange
        ),
        (
            "<key>Budget</key><dict><key>connections</key><integer>65</integer></dict>",
            "BFExtension.Budget.connections", .outOfRange
        ),
        (
            "<key>Budget</key><dict><key>memory</key><real>1.5</real></dict>",
            "BFExtension.Budget.memory", .wrongType
        ),
        ("<key>Network</key><string>https://a</string>", "BFExtension.Network", .wrongType),
        (
            "<key>CertificateAuthorities</key><string>../ca.pem</string>",
            "BFExtension.CertificateAuthorities", .outOfRange
        ),
        (
            "<key>Network</key><array><integer>1</integer></array>", "BFExtension.Network[0]",
            .wrongType
        ),
        ("<key>Process</key><string>hot</string>", "BFExtension.Process", .outOfRange),
        ("<key>ParallelRuns</key><integer>0</integer>", "BFExtension.ParallelRuns", .outOfRange),
        ("<key>ParallelRuns</key><integer>1025</integer>", "BFExtension.ParallelRuns", .outOfRange),
        (
            "<key>Budget</key><dict><key>memory</key>"
                + "<integer>9223372036854775807</integer></dict>",
            "BFExtension.Budget.memory", .outOfRange
        ),
        (
            "<key>Budget</key><dict><key>output</key><string>1025GB</string></dict>",
            "BFExtension.Budget.output", .outOfRange
        ),
        (
            "<key>Budget</key><dict><key>memory</key><string>12</string></dict>",
            "BFExtension.Budget.memory", .outOfRange
        ),
        (
            "<key>Budget</key><dict><key>wall</key><string>30</string></dict>",
            "BFExtension.Budget.wall", .outOfRange
        ),
        (
            "<key>Budget</key><dict><key>cpu</key><string>8761h</string></dict>",
            "BFExtension.Budget.cpu", .outOfRange
        ),
        (
            "<key>Budget</key><dict><key>cpu</key><integer>31536001</integer></dict>",
            "BFExtension.Budget.cpu", .outOfRange
        ),
        ("<key>ParallelRuns</key><string>2</string>", "BFExtension.ParallelRuns", .wrongType),
        ("<key>Threads</key><integer>7</integer>", "BFExtension.Threads", .outOfRange),
        ("<key>Threads</key><integer>513</integer>", "BFExtension.Threads", .outOfRange),
        ("<key>Threads</key><string>64</string>", "BFExtension.Threads", .wrongType),
        ("<key>ModifyLocal</key><string>YES</string>", "BFExtension.ModifyLocal", .wrongType),
        ("<key>Filtering</key><integer>1</integer>", "BFExtension.Filtering", .wrongType),
        ("<key>Fallback</key><true/>", "BFExtension.Fallback", .wrongType),
        (
            "<key>Fallback</key><dict><key>title</key><integer>1</integer></dict>",
            "BFExtension.Fallback.title", .wrongType
        ),
    ])
    func `refuses a wrong value of Belfry's own`(
        keys: String,
        keyPath: String,
        code: ManifestError.Code
    ) throws {
        let error = try #require(throws: ManifestError.self) { try ManifestTests.parse(own: keys) }
        #expect(error.keyPath == keyPath)
        #expect(error.code == code)
        #expect(error.message.hasPrefix(keyPath))
    }

    @Test(arguments: [
        ("CFBundleExecutable", "../lib.so"), ("CFBundleExecutable", ".."),
        ("CFBundleExecutable", "/bin/sh"), ("CFBundleIdentifier", "a/b"),
        ("CFBundleIdentifier", "a b"), ("CFBundleIdentifier", "..x"),
    ])
    func `refuses a name that leads elsewhere`(key: String, value: String) throws {
        let error = try #require(throws: ManifestError.self) {
            try ManifestTests.parse(
                point: ManifestTests.service,
                root: "<key>\(key)</key><string>\(value)</string>"
            )
        }
        #expect(error.code == .outOfRange)
        #expect(error.keyPath == key)
    }

    @Test func `names an unknown extension point and those that exist`() throws {
        let error = try #require(throws: ManifestError.self) {
            try ManifestTests.parse(
                point: """
                    <key>NSExtensionPointIdentifier</key>
                    <string>com.apple.usernotification.service</string>
                    """
            )
        }
        #expect(error.code == .outOfRange)
        #expect(error.message.hasSuffix("write com.apple.usernotifications.service"))
    }

    @Test(arguments: [
        ("<key>Process</key><string>$(MODE)</string>", "BFExtension.Process", "$(MODE)"),
        (
            "<key>Network</key><array><string>https://${HOST}</string></array>",
            "BFExtension.Network[0]", "${HOST}"
        ),
        (
            "<key>Budget</key><dict><key>wall</key><string>$(WALL)</string></dict>",
            "BFExtension.Budget.wall", "$(WALL)"
        ),
    ])
    func `refuses a variable without a value in Belfry's own keys`(
        keys: String,
        keyPath: String,
        reference: String
    ) throws {
        let error = try #require(throws: ManifestError.self) { try ManifestTests.parse(own: keys) }
        #expect(error.code == .unknownVariable)
        #expect(error.keyPath == keyPath)
        #expect(
            error.message.contains("\"\(reference)\" is a build variable that has no value here")
        )
    }

    @Test func `names the extension point as it is written`() throws {
        let error = try #require(throws: ManifestError.self) {
            try ManifestTests.parse(
                point: "<key>NSExtensionPointIdentifier</key><string>$(POINT)</string>"
            )
        }
        #expect(error.message.contains("is a string \"$(POINT)\"; write com.apple."), "\(error)")
    }

    @Test func `refuses attributes of a content extension that are no dictionary`() throws {
        let error = try #require(throws: ManifestError.self) {
            try ManifestTests.parse(
                point: ManifestTests.content + "<key>NSExtensionAttributes</key><array/>"
            )
        }
        #expect(error.keyPath == "NSExtension.NSExtensionAttributes")
        #expect(error.message.hasSuffix("is an array; write a <dict>"))
    }
}
