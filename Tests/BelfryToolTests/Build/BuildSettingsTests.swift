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
    func `what is no reference stays`(text: String) throws {
        #expect(try settings.expand(text) == text)
    }

    // MARK: What is too much

    /// Settings whose first comes to 2^31 times the last.
    private static func doubling(_ work: ExpansionWork = ExpansionWork()) -> BuildSettings {
        var settings = BuildSettings(work)
        let names = (0..<31).map { ("A\($0)", "$(A\($0 + 1))$(A\($0 + 1))") }
        settings.add(Dictionary(uniqueKeysWithValues: names + [("A31", "x"), ("PLAIN", "y")]))
        return settings
    }

    @Test(.timeLimit(.minutes(1)))
    func `a setting that comes to far too much has no value, and it is said`() throws {
        let settings = Self.doubling()
        #expect(settings["A22"]?.count == 512)
        try settings.checkSoFar("App.xcodeproj")
        #expect(settings["A0"] == nil)
        #expect(settings["PLAIN"] == "y")
        let failure = #expect(throws: ToolFailure.self) {
            try Self.doubling().check("App.xcodeproj")
        }
        #expect(failure?.status == .badData)
        #expect(
            failure?.message
                == "App.xcodeproj: the build setting A0 needs more than 10000 build variables, or comes "
                + "to more than 1 MB with their values; write what it is to be"
        )
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("$(", "BASE", ")", 20_000), ("$(BASE)", "", "", 10_001),
            ("$(BASE:lower:upper)", "", "", 50_000),
        ]
    )
    func `a text that nests or replaces too much is an error`(
        part: String,
        middle: String,
        end: String,
        count: Int
    ) throws {
        func text(_ count: Int) -> String {
            String(repeating: part, count: count) + middle + String(repeating: end, count: count)
        }
        _ = try settings.expand(text(16))
        let text = text(count)
        let failure = #expect(throws: ToolFailure.self) { _ = try settings.expand(text) }
        #expect(failure?.message.hasPrefix("a text \(text.prefix(80)) needs more") == true)
    }

    @Test(.timeLimit(.minutes(1)))
    func `what is never closed is gone through once, and a long word too`() throws {
        let open = String(repeating: "$(", count: 200_000)
        #expect(try settings.expand(open) == open)
        // One such word is gone through in less than the limit, whatever it takes.
        let names = (1...8).map { "LONG\($0)" }
        let long = String(repeating: "a", count: 1_000_000)
        var settings = BuildSettings()
        settings.add(Dictionary(uniqueKeysWithValues: names.map { ($0, long) }))
        for name in names { #expect(settings.words(name).map(\.count) == [1_000_000]) }
    }

    @Test func `a project's settings are bounded together`() throws {
        let work = ExpansionWork()
        var expansion = BuildSettings.Expansion([["A": "x"]])
        _ = expansion.expand(String(repeating: "$(A)", count: 9999))
        let noted = (0..<600).prefix { _ in work.note(expansion, of: "MANY") }
        #expect(noted.count == 500)
        var settings = BuildSettings(work)
        settings.add(["PLAIN": "y"])
        #expect(settings["PLAIN"] == nil)
        let failure = #expect(throws: ToolFailure.self) { try settings.check("App.xcodeproj") }
        #expect(failure?.message.hasPrefix("App.xcodeproj: the build setting MANY ") == true)
    }

    // MARK: Files of settings

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
        let places = BuildPlaces([folder("")])
        let settings = BuildSettingsFile(path: folder("Base.xcconfig"), within: places).settings
        #expect(settings == ["NAME": "value", "URL": "http:/$()/x", "MORE": "1"])
    }
}
