// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

@testable internal import UserNotifications

@Suite final class BundleStringsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try write("de.lproj/Localizable.strings", "\"HI\" = \"Hallo %@\";\n")
        let english = "/* a */\n\"HI\" = \"Hello %@\";\nONLY_EN = \"Only\";\n"
        try write("en.lproj/Localizable.strings", english, .utf16)
        let list = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>ROOT</key><string>Root</string></dict></plist>
            """
        try write("Localizable.strings", list)
    }

    private func write(
        _ path: String,
        _ text: String,
        _ encoding: String.Encoding = .utf8
    ) throws {
        let file = folder.url.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try #require(text.data(using: encoding)).write(to: file)
    }

    private func text(_ key: String, _ environment: [String: String]) -> String? {
        BundleStrings(folder: folder.url, environment: environment).text(forKey: key)
    }

    @Test func `the user's language goes first, then the development region`() {
        #expect(text("HI", ["LANG": "de_AT.UTF-8"]) == "Hallo %@")
        #expect(text("HI", ["LANG": "fr_FR.UTF-8"]) == "Hello %@")
        #expect(text("HI", ["LANG": "C.UTF-8"]) == "Hello %@")
        #expect(text("HI", ["LANG": "en_US", "LC_ALL": "de"]) == "Hallo %@")
        #expect(text("ONLY_EN", ["LANG": "de"]) == "Only")
        #expect(text("ROOT", [:]) == "Root")
        #expect(text("NONE", [:]) == nil)
    }

    @Test func `a catalogue is read`() throws {
        let catalogue = """
            {"sourceLanguage": "en", "strings": {
              "C": {"localizations": {"de": {"stringUnit": {"value": "Katalog"}},
                                      "en": {"stringUnit": {"value": "Catalogue"}}}},
              "N": {"localizations": {"en": {"variations": {"plural": {
                    "one": {"stringUnit": {"value": "%d day"}},
                    "other": {"stringUnit": {"value": "%d days"}}}}}}}}}
            """
        try write("Localizable.xcstrings", catalogue)
        #expect(text("C", ["LANG": "de_DE"]) == "Katalog")
        #expect(text("C", [:]) == "Catalogue")
        #expect(text("N", [:]) == "%d days")
        #expect(text("HI", [:]) == "Hello %@")
    }

    @Test(arguments: [
        ("%@ and %@", ["a", "b"] as [any Sendable], "a and b"), ("%2$@ %1$@", ["a", "b"], "b a"),
        ("%d of %ld", [1, NSNumber(value: 20)], "1 of 20"), ("%.1f%%", [12.34], "12.3%"),
        ("%d", ["7"], "7"), ("%d", ["seven"], "%d"), ("%@", [], "%@"), ("100%", ["a"], "100%"),
        ("%s %n %*d", ["a"], "%s %n %*d"), ("%05d|%x", [42, 255], "00042|ff"),
    ])
    func `a format takes what fits`(_ format: String, _ arguments: [any Sendable], _ text: String) {
        #expect(LocalizedFormat(format).filled(with: arguments) == text)
    }

    @Test func `without a table the key is the format`() {
        let text = NSString.localizedUserNotificationString(forKey: "%@ wrote", arguments: ["Ada"])
        #expect(text == "Ada wrote")
        #expect(String.localizedUserNotificationString(forKey: "plain", arguments: nil) == "plain")
    }
}
