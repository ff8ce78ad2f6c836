// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Makes of a project's `Info.plist` the one that a finished bundle has.
///
/// Variables get their values, and the keys that Xcode adds on building are added. A file that needs
/// neither is left byte by byte.
struct ManifestCompletion {
    let context: BuildContext

    /// The project's settings, whose `INFOPLIST_KEY_` become keys.
    let settings: BuildSettings?

    /// What takes the place of `NSExtensionPrincipalClass`; nil for what the file says.
    let principalClass: String?

    /// What takes the place of a `CFBundleIdentifier` that begins with a dot for want of a variable's
    /// value.
    var identifier: String?

    /// What kind of bundle it is, as Apple's systems call it: `FMWK` is a framework.
    var packageType = "XPC!"

    /// The completed list.
    ///
    /// - Parameter bytes: A list that has been read as a manifest before.
    /// - Returns: The bytes that go into the bundle.
    /// - Throws: ``ToolFailure`` when it cannot be written again.
    func complete(_ bytes: [UInt8]) throws(ToolFailure) -> [UInt8] {
        guard let members = try? PropertyListFile.members(of: bytes) else { return bytes }
        var isChanged = false
        var result = try PropertyListFile.expanded(members, "Info.plist") {
            text throws(ToolFailure) in
            let value = try value(of: text)
            isChanged = isChanged || value != text
            return value
        }
        for (key, value) in result where Self.isMissing(value) && !Self.isMissing(members[key]) {
            // What was nothing but variables without a value has its default.
            result[key] = nil
        }
        for (key, value) in additions where Self.isMissing(result[key]) {
            result[key] = value
            isChanged = true
        }
        if let identifier, (result["CFBundleIdentifier"] as? String)?.hasPrefix(".") == true {
            result["CFBundleIdentifier"] = identifier
            isChanged = true
        }
        if let principalClass, var point = result["NSExtension"] as? [String: Any] {
            point["NSExtensionPrincipalClass"] = principalClass
            result["NSExtension"] = point
            isChanged = true
        }
        return isChanged ? try PropertyListFile.bytes(of: result) : bytes
    }

    /// A text with its variables replaced, those without a value by nothing; one that cannot be read
    /// stays.
    private func value(of text: String) throws(ToolFailure) -> String {
        if let value = try? context.expand(text, requiresValues: true) { return value }
        // Settings know variables within variables.
        return try settings?.expand(text) ?? (try? context.expand(text)) ?? text
    }

    /// The keys that Xcode adds to a file that lacks them, but only those that say something.
    private var additions: [(key: String, value: Any)] {
        let generated = (settings?.names(beginning: Self.keyPrefix) ?? []).compactMap { name in
            settings?[name].map { (String(name.dropFirst(Self.keyPrefix.count)), Self.value($0)) }
        }
        return generated.filter { !$0.0.contains("_") } + [
            ("CFBundleDevelopmentRegion", context["DEVELOPMENT_LANGUAGE"] ?? "en"),
            ("CFBundleExecutable", context["EXECUTABLE_NAME"] ?? ""),
            ("CFBundleIdentifier", context["PRODUCT_BUNDLE_IDENTIFIER"] ?? ""),
            ("CFBundleInfoDictionaryVersion", "6.0"),
            ("CFBundleName", context["PRODUCT_NAME"] ?? ""),
            ("CFBundlePackageType", packageType),
            ("CFBundleShortVersionString", context["MARKETING_VERSION"] ?? "1.0"),
            ("CFBundleVersion", context["CURRENT_PROJECT_VERSION"] ?? "1"),
        ]
    }

    private static let keyPrefix = "INFOPLIST_KEY_"

    private static func isMissing(_ value: Any?) -> Bool {
        guard let value else { return true }
        return (value as? String)?.isEmpty == true
    }

    private static func value(_ text: String) -> Any {
        switch text {
        case "YES": true
        case "NO": false
        default: text
        }
    }
}
