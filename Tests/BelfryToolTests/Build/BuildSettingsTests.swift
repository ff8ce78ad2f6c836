// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import BelfryTool
internal import Testing

/// How build settings are put together from their levels.
@Suite struct BuildSettingsTests {
    private let settings: BuildSettings

    init() {
        var settings = BuildSettings()
        settings.add(["TARGET_NAME": "My Service", "PRODUCT_NAME": "$(TARGET_NAME)", "DEEP": "low"])
        settings.add([
            "BASE": "org.example", "DEEP": "$(inherited) middle", "BASE[sdk=macosx*]": "other",
            "FLAGS": "-DONE -D TWO", "EMPTY": "",
        ])
        settings.add([
            "PRODUCT_BUNDLE_IDENTIFIER": "${BASE}.$(PRODUCT_NAME:rfc1034identifier)",
            "DEEP": "$(inherited) high", "SELF": "$(SELF) x", "ROUND": "$(TRIP)",
            "TRIP": "$(ROUND)",
            "WHICH": "BASE",
            "NESTED": "$($(WHICH)).$(ABSENT:default=none).$(PRODUCT_NAME:c99extidentifier)",
            "LIST": BuildSettings.joined(["plain", "two words"]), "SWITCH": "YES",
        ])
        self.settings = settings
    }

    @Test(arguments: [
        ("PRODUCT_NAME", "My Service"), ("PRODUCT_BUNDLE_IDENTIFIER", "org.example.My-Service"),
        ("DEEP", "low middle high"), ("BASE", "org.example"), ("SELF", " x"), ("ROUND", nil),
        ("NESTED", "org.example.none.My_Service"), ("EMPTY", nil), ("ABSENT", nil),
    ])
    func `the last level goes first, and variables get their values`(name: String, value: String?) {
        #expect(settings[name] == value)
    }

    @Test func `lists are split as a shell would`() {
        #expect(settings.words("FLAGS") == ["-DONE", "-D", "TWO"])
        #expect(settings.words("LIST") == ["plain", "two words"])
        #expect(settings.words("ABSENT").isEmpty)
        #expect(settings.isOn("SWITCH") && !settings.isOn("ABSENT"))
    }

    @Test(arguments: ["$(open", "$", "a$b", "${open)"])
    func `what is no reference stays`(text: String) {
        #expect(settings.expand(text) == text)
    }

    @Test func `a settings file may include others, and itself`() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "#include \"sub/More.xcconfig\"\nNAME = value // why\nURL = http:/$()/x\n",
            to: "Base.xcconfig"
        )
        try folder.write(
            "#include? \"../Base.xcconfig\"\nNAME = other\nMORE = 1\n",
            to: "sub/More.xcconfig"
        )
        let settings = BuildSettingsFile(path: folder("Base.xcconfig")).settings
        #expect(settings == ["NAME": "value", "URL": "http:/$()/x", "MORE": "1"])
    }
}
