// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The languages that the user wants texts in.
package enum UserLanguages {
    /// Those of the run, as `.lproj` folders spell them; none for `C`.
    package static var current: [String] { of(environment: ProcessInfo.processInfo.environment) }

    /// Those of an environment.
    package static func of(environment: [String: String]) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .compactMap { environment[$0] }
            .first { !$0.isEmpty }
        return of(locale: locale ?? "")
    }

    /// Those of a POSIX locale, the more specific one first; none for `C`.
    package static func of(locale: String) -> [String] {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        let parts = name.split(whereSeparator: { $0 == "_" || $0 == "-" }).map(String.init)
        guard let language = parts.first, !["C", "POSIX"].contains(language) else { return [] }
        guard parts.count > 1 else { return [language] }
        let region = parts[1]
        var languages = ["\(language)-\(region)", "\(language)_\(region)"]
        if language == "zh" {
            languages.append(["TW", "HK", "MO"].contains(region) ? "zh-Hant" : "zh-Hans")
        }
        return languages + [language]
    }
}
