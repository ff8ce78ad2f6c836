// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// A manifest as keys and values, under the names they have in the file.
struct ManifestFields {
    private let manifest: Manifest

    init(_ manifest: Manifest) {
        self.manifest = manifest
    }

    /// The keys that say something, Apple's first.
    var all: [Inspection.Field] {
        (bundle + point + attributes + own + entitlements).map {
            Inspection.Field(key: $0.0, value: $0.1)
        }
    }

    private var bundle: [(String, String)] {
        [
            ("CFBundleIdentifier", manifest.identifier),
            ("CFBundleExecutable", manifest.executable),
            ("CFBundleDisplayName", manifest.displayName),
            ("CFBundleShortVersionString", manifest.version),
            ("CFBundleVersion", manifest.build),
        ]
    }

    private var point: [(String, String)] {
        let optional = [
            ("NSExtensionPrincipalClass", manifest.principalClass),
            ("NSExtensionMainStoryboard", manifest.mainStoryboard),
        ]
        return [("NSExtensionPointIdentifier", manifest.extensionPoint.rawValue)]
            + optional.compactMap { key, value in value.map { (key, $0) } }
    }

    private var attributes: [(String, String)] {
        guard manifest.extensionPoint == .content else { return [] }
        let prefix = "UNNotificationExtension"
        let ratio = manifest.initialContentSizeRatio
        return [
            (prefix + "Category", Self.list(manifest.categories)),
            (prefix + "InitialContentSizeRatio", ratio.map { "\($0)" } ?? "not given"),
            (prefix + "DefaultContentHidden", Self.word(manifest.isDefaultContentHidden)),
            (prefix + "UserInteractionEnabled", Self.word(manifest.isUserInteractionEnabled)),
            (prefix + "OverridesDefaultTitle", Self.word(manifest.overridesDefaultTitle)),
        ]
    }

    private var own: [(String, String)] {
        let prefix = "BFExtension."
        return [
            (prefix + "Process", manifest.process.rawValue),
            (prefix + "ParallelRuns", "\(manifest.parallelRuns)"),
            (prefix + "Threads", "\(manifest.threads)"),
            (prefix + "ModifyLocal", Self.word(manifest.modifyLocal)),
            (prefix + "Filtering", Self.word(manifest.filtering)),
            (prefix + "Collapsing", Self.word(manifest.collapsing)),
            (prefix + "Fallback", fallback),
        ]
    }

    private var entitlements: [(String, String)] {
        let entitlements = manifest.entitlements
        let groups = [
            ("com.apple.security.application-groups", entitlements.applicationGroups),
            ("keychain-access-groups", entitlements.keychainAccessGroups),
        ]
        return groups.compactMap { key, groups in
            groups.isEmpty ? nil : (key, Self.list(groups))
        }
    }

    private var fallback: String {
        guard let fallback = manifest.fallback else { return "the original" }
        let texts = [
            ("title", fallback.title), ("subtitle", fallback.subtitle), ("body", fallback.body),
        ]
        return Self.list(texts.compactMap { name, text in text.map { "\(name) “\($0)”" } })
    }

    private static func list(_ texts: [String]) -> String {
        texts.isEmpty ? "none" : texts.joined(separator: ", ")
    }

    private static func word(_ flag: Bool) -> String { flag ? "yes" : "no" }
}
