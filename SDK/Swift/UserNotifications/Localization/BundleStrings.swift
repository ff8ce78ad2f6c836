// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationSupplement
internal import Synchronization

/// The tables of a bundle's texts, which in the sandbox is the extension's own.
struct BundleStrings {
    /// The folder of the bundle.
    let folder: URL
    /// The languages to look in, the user's first, as `.lproj` folders spell them.
    let languages: [String]

    /// The tables of the extension; of the process's bundle where there is no host.
    static func ofExtension() -> Self {
        let path = ExtensionProcess.host?.bundle()?.path ?? Bundle.main.bundlePath
        return Self(
            folder: URL(fileURLWithPath: path, isDirectory: true),
            environment: ProcessInfo.processInfo.environment
        )
    }

    /// The tables of a bundle, in the languages of an environment and then the bundle's own.
    init(folder: URL, environment: [String: String]) {
        self.folder = folder
        languages =
            UserLanguages.of(environment: environment)
            + [Self.developmentRegion(folder), "Base"]
    }

    /// The words for a key; nil where no table has it.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - table: The name of its files without their extension.
    /// - Returns: The words.
    func text(forKey key: String, table: String = "Localizable") -> String? {
        catalogText(forKey: key, in: "\(table).xcstrings")
            ?? languages.lazy.compactMap { entries("\($0).lproj/\(table).strings")[key] }.first
            ?? entries("\(table).strings")[key]
    }

    private static func developmentRegion(_ folder: URL) -> String {
        let manifest = folder.appendingPathComponent("Info.plist")
        let region = Self.propertyList(manifest)["CFBundleDevelopmentRegion"] as? String ?? ""
        return region.isEmpty || region.hasPrefix("$") ? "en" : region
    }

    /// A file's texts, read once: a bundle stays as it is while a process lives.
    private func entries(_ path: String) -> [String: String] {
        let file = folder.appendingPathComponent(path)
        if let known = Self.tables.withLock({ $0[file.path] }) { return known }
        let entries = Self.propertyList(file) as? [String: String] ?? [:]
        Self.tables.withLock { $0[file.path] = entries }
        return entries
    }

    /// What was read of `.strings` files, by path.
    private static let tables = Mutex<[String: [String: String]]>([:])

    private static func propertyList(_ file: URL) -> [String: Any] {
        guard let data = try? Data(contentsOf: file) else { return [:] }
        let list = try? unsafe PropertyListSerialization.propertyList(from: data, format: nil)
        return list as? [String: Any] ?? [:]
    }

    private func catalogText(forKey key: String, in name: String) -> String? {
        let file = folder.appendingPathComponent(name)
        guard
            let catalog = (try? Data(contentsOf: file)).flatMap(Document.init(json:)),
            let entry = catalog.object("strings")?.object(key)
        else { return nil }
        let texts = entry.object("localizations")
        return languages.lazy.compactMap { texts?.object($0).flatMap(Self.unit) }.first
            ?? texts?.object(catalog.text("sourceLanguage") ?? "").flatMap(Self.unit)
    }

    /// The text of one language; of its plural forms the general one.
    private static func unit(_ localization: Document) -> String? {
        if let unit = localization.object("stringUnit") { return unit.text("value") }
        let plural = localization.object("variations")?.object("plural")
        return plural?.object("other")?.object("stringUnit")?.text("value")
    }
}
