// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The languages to look for a text in, the best first.
package enum LanguageList {
    /// Lists them as `.lproj` folders and catalogues name them.
    ///
    /// - Parameters:
    ///   - locale: The user's POSIX locale, such as `de_AT.UTF-8`; `C` and "" say nothing.
    ///   - developmentRegion: The bundle's own language, for what the user's lacks.
    /// - Returns: The languages, `Base` last.
    package static func languages(locale: String, developmentRegion: String?) -> [String] {
        var region = developmentRegion ?? ""
        if region.isEmpty || region.hasPrefix("$") { region = "en" }
        return ofLocale(locale) + [region, "Base"]
    }

    private static func ofLocale(_ locale: String) -> [String] {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        let parts = name.split(whereSeparator: { $0 == "_" || $0 == "-" }).map(String.init)
        guard let language = parts.first, language != "C", language != "POSIX" else { return [] }
        guard parts.count > 1 else { return [language] }
        let region = parts[1]
        var languages = ["\(language)-\(region)", "\(language)_\(region)"]
        if language == "zh" {
            languages.append(["TW", "HK", "MO"].contains(region) ? "zh-Hant" : "zh-Hans")
        }
        return languages + [language]
    }
}
