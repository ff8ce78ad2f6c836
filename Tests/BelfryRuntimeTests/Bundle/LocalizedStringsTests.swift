// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@testable import BelfryRuntime

@Suite struct LocalizedStringsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A bundle, in an app where one is named, and its tables in a language.
    private func strings(
        at path: String,
        locale: String,
        files: [String: String]
    ) throws -> LocalizedStrings {
        let manifest = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>com.example.name</string>
            <key>CFBundleDevelopmentRegion</key><string>pl</string>
            <key>NSExtension</key><dict>
            <key>NSExtensionPointIdentifier</key>
            <string>com.apple.usernotifications.service</string>
            </dict></dict></plist>
            """
        try folder.write(manifest, to: "\(path)/Info.plist")
        for (name, text) in files { try folder.write(text, to: name) }
        let bundle = try ExtensionBundle(at: folder(path))
        return LocalizedStrings(of: bundle, environment: ["LANG": locale])
    }

    @Test(arguments: [("de_DE.UTF-8", "Hallo %@"), ("fr_FR", "Czesc %@"), ("C", "Czesc %@")])
    func `the user's language goes before the bundle's own`(_ locale: String, _ text: String) throws
    {
        let strings = try strings(
            at: "Name.appex",
            locale: locale,
            files: [
                "Name.appex/de.lproj/Localizable.strings": "HI = \"Hallo %@\";",
                "Name.appex/pl.lproj/Localizable.strings": "HI = \"Czesc %@\";",
            ]
        )
        #expect(strings.format(LocalizedText(key: "HI")) == text)
        #expect(strings.format(LocalizedText(key: "NONE")) == nil)
    }

    @Test func `an app's tables go before its extension's, in the app's own language`() throws {
        let info = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>CFBundleDevelopmentRegion</key><string>pl</string>
            </dict></plist>
            """
        try folder.write(info, to: "App.app/Info.plist")
        try folder.write("HI = app;", to: "App.app/pl.lproj/Localizable.strings")
        let service = "App.app/PlugIns/Name.appex"
        try folder.write("HI = own; MINE = mine;", to: "\(service)/Localizable.strings")
        let app = folder("App.app")
        let all = LocalizedStrings(ofApp: app, service: folder(service), environment: [:])
        #expect(all.format(LocalizedText(key: "HI")) == "app")
        #expect(all.format(LocalizedText(key: "MINE")) == "mine")
        let alone = LocalizedStrings(ofApp: app, service: nil, environment: [:])
        #expect(alone.format(LocalizedText(key: "MINE")) == nil)
    }

    @Test func `the app's tables go before the extension's`() throws {
        let strings = try strings(
            at: "App.app/PlugIns/Name.appex",
            locale: "",
            files: [
                "App.app/Localizable.strings": "HI = app;",
                "App.app/PlugIns/Name.appex/Localizable.strings": "HI = own; MINE = mine;",
            ]
        )
        #expect(strings.format(LocalizedText(key: "HI")) == "app")
        #expect(strings.format(LocalizedText(key: "MINE")) == "mine")
    }

    @Test func `a catalogue is read, and a broken table passed over`() throws {
        let strings = try strings(
            at: "Name.appex",
            locale: "de",
            files: [
                "Name.appex/Localizable.xcstrings": """
                {"sourceLanguage": "en", "strings": {"HI": {"localizations":
                {"de": {"stringUnit": {"value": "Katalog"}}}}}}
                """,
                "Name.appex/de.lproj/Localizable.strings": "A = \"",
                "Name.appex/Base.lproj/Localizable.strings": "A = base;",
            ]
        )
        #expect(strings.format(LocalizedText(key: "HI")) == "Katalog")
        #expect(strings.format(LocalizedText(key: "A")) == "base")
    }

    @Test func `a request's texts are the tables'`() async throws {
        let path = "Name.appex"
        _ = try strings(
            at: path,
            locale: "",
            files: ["\(path)/Localizable.strings": "HI = \"Hello %1$@, %2$@\";"]
        )
        let payload = """
            {"aps": {"mutable-content": 1, "alert": {"title-loc-key": "HI", \
            "title-loc-args": ["Ann", "Bob"], "loc-key": "NONE %@", "loc-args": ["x"]}}}
            """
        let request = RunRequest.push(try PushPayload.parse(Array(payload.utf8)), identifier: "r")
        let localized = await request.localized(for: try ExtensionBundle(at: folder(path)))
        #expect(localized.content.title == "Hello Ann, Bob")
        #expect(localized.content.body == "NONE x")
        #expect(localized.userInfo == request.userInfo && localized.identifier == "r")
    }
}
