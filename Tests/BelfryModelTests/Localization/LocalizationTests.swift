// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Testing

@Suite struct LocalizationTests {
    @Test(arguments: [
        ("de_AT.UTF-8", ["de-AT", "de_AT", "de", "en", "Base"]), ("C.UTF-8", ["en", "Base"]),
        ("", ["en", "Base"]), ("pl", ["pl", "en", "Base"]),
        ("zh_TW@x", ["zh-TW", "zh_TW", "zh-Hant", "zh", "en", "Base"]),
    ])
    func `lists the languages of a locale`(_ locale: String, _ languages: [String]) {
        let region = "$(DEVELOPMENT_LANGUAGE)"
        #expect(LanguageList.languages(locale: locale, developmentRegion: region) == languages)
    }

    @Test(arguments: [
        ("%@ has %d", ["Ann", "3"], "Ann has 3"), ("%2$d of %1$@", ["x", "7"], "7 of x"),
        ("%ld/%lu/%i", ["1", "2", "3"], "1/2/3"), ("%d", ["many"], "%d"),
    ])
    func `a number's specifier takes a number`(
        _ format: String,
        _ arguments: [String],
        _ text: String
    ) {
        #expect(LocalizedText(key: "K", arguments: arguments).filled(into: format) == text)
    }

    @Test func `a text made from its key becomes the table's`() {
        var content = NotificationContent(title: "HI", body: "literal")
        content.titleLocalization = LocalizedText(key: "HI", arguments: ["Ann"])
        content.bodyLocalization = LocalizedText(key: "BODY")
        content.subtitleLocalization = LocalizedText(key: "NONE")
        content.subtitle = "NONE"
        #expect(content.isLocalized && !NotificationContent().isLocalized)
        content.localize { $0.key == "NONE" ? nil : "\($0.key): %@" }
        #expect(content.title == "HI: Ann" && content.body == "literal")
        #expect(content.subtitle == "NONE")
    }
}
