// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Testing

@Suite struct StringCatalogTests {
    private let catalog: StringCatalog

    init() throws {
        let text = """
            {"sourceLanguage": "en", "version": "1.0", "strings": {
              "HI": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Hallo"}},
                                       "en": {"stringUnit": {"value": "Hello"}}}},
              "Bare": {},
              "FILES": {"localizations": {"pl": {"variations": {"plural": {
                  "one": {"stringUnit": {"value": "%d plik"}},
                  "few": {"stringUnit": {"value": "%d pliki"}},
                  "other": {"stringUnit": {"value": "%d pliku"}}}}}}}}}
            """
        catalog = try StringCatalog(Array(text.utf8))
    }

    @Test func `a text is in the best language that has it`() {
        #expect(catalog.text(forKey: "HI", in: ["de-AT", "de"], arguments: []) == "Hallo")
        #expect(catalog.text(forKey: "HI", in: ["fr"], arguments: []) == "Hello")
        #expect(catalog.text(forKey: "Bare", in: ["de"], arguments: []) == "Bare")
        #expect(catalog.text(forKey: "none", in: ["de"], arguments: []) == nil)
    }

    @Test(arguments: [("1", "%d plik"), ("3", "%d pliki"), ("5", "%d pliku"), ("x", "%d pliku")])
    func `a number picks the plural`(_ argument: String, _ text: String) {
        #expect(catalog.text(forKey: "FILES", in: ["pl"], arguments: [argument]) == text)
    }

    @Test(arguments: ["", "[]", "{\"strings\": 1}"])
    func `what is no catalogue is refused`(_ text: String) {
        #expect(throws: StringTableError.self) { try StringCatalog(Array(text.utf8)) }
    }

    @Test(arguments: [
        (1, "en", PluralCategory.one), (0, "en", .other), (0, "fr", .one), (2, "fr", .other),
        (21, "ru", .one), (22, "uk", .few), (12, "ru", .many), (5, "pl", .many), (22, "pl", .few),
        (3, "cs", .few), (1, "ja", .other), (0, "ar", .zero), (7, "ar", .few), (100, "ar", .other),
        (Int.min, "de-AT", .other),
    ])
    func `plurals are those of the language`(
        _ number: Int,
        _ language: String,
        _ form: PluralCategory
    ) {
        #expect(PluralCategory(of: number, in: language) == form)
    }
}
