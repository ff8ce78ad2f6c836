// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel
internal import BelfrySystem
internal import Foundation
internal import Glibc

/// The `Localizable` tables of an extension's app and of the extension itself.
///
/// Apple looks in the app's bundle. An extension that is tried on its own has no app around it, so
/// that its own tables stand in.
package struct LocalizedStrings {
    private let folders: [String]
    private let languages: [String]

    /// Finds the tables of a bundle.
    ///
    /// - Parameters:
    ///   - bundle: The extension.
    ///   - environment: Says the user's language, in `LC_ALL`, `LC_MESSAGES` or `LANG`.
    init(
        of bundle: ExtensionBundle,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        folders = [Self.containingApp(of: bundle.path), bundle.path].compactMap { $0 }
        languages = Self.languages(environment, bundle.manifest.developmentRegion)
    }

    /// Finds the tables of an app, for what its extension is not asked about.
    ///
    /// - Parameters:
    ///   - app: The app's directory.
    ///   - service: Its service extension's bundle, which has tables of its own; nil for none.
    ///   - environment: Says the user's language, in `LC_ALL`, `LC_MESSAGES` or `LANG`.
    package init(
        ofApp app: String,
        service: String?,
        environment: [String: String]
    ) {
        folders = [app, service].compactMap { $0 }
        let info = Self.read("Info.plist", in: app, limit: PropertyList.maximumByteCount)
            .flatMap { try? PropertyList.parse($0) }
        languages = Self.languages(environment, info?["CFBundleDevelopmentRegion"]?.text)
    }

    private static func languages(_ environment: [String: String], _ region: String?) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .compactMap { environment[$0] }
            .first { !$0.isEmpty }
        return LanguageList.languages(locale: locale ?? "", developmentRegion: region)
    }

    /// The format of a text; nil where no table has its key, or the table cannot be read.
    package func format(_ text: LocalizedText) -> String? {
        folders.lazy.compactMap { catalogFormat(text, in: $0) ?? tableFormat(text, in: $0) }.first
    }

    /// The app of `Name.app/PlugIns/Name.appex`.
    private static func containingApp(of path: String) -> String? {
        let parts = path.split(separator: "/")
        guard parts.count >= 3, ["PlugIns", "Extensions"].contains(parts[parts.count - 2]),
            parts[parts.count - 3].hasSuffix(".app")
        else { return nil }
        return "/" + parts.dropLast(2).joined(separator: "/")
    }

    private func catalogFormat(_ text: LocalizedText, in folder: String) -> String? {
        guard
            let bytes = Self.read(
                "Localizable.xcstrings",
                in: folder,
                limit: StringCatalog.maximumByteCount
            ),
            let catalog = try? StringCatalog(bytes)
        else { return nil }
        return catalog.text(forKey: text.key, in: languages, arguments: text.arguments)
    }

    private func tableFormat(_ text: LocalizedText, in folder: String) -> String? {
        let paths = languages.map { "\($0).lproj/Localizable.strings" } + ["Localizable.strings"]
        return paths.lazy.compactMap { path -> String? in
            guard
                let bytes = Self.read(path, in: folder, limit: StringTable.maximumByteCount),
                let table = try? StringTable.parse(bytes)
            else { return nil }
            return table.texts[text.key]
        }.first
    }

    private static func read(_ path: String, in folder: String, limit: Int) -> [UInt8]? {
        // A link would have the host read for the extension what that cannot. Without O_NONBLOCK,
        // opening a fifo waits for somebody to write to it.
        guard
            let directory = try? Descriptor.openDirectory(folder),
            let file = try? directory.openBeneath(path, O_RDONLY | O_NONBLOCK),
            let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return try? file.readAll(limit: limit)
    }
}
