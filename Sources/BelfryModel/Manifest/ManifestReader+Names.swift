// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension ManifestReader {
    /// Reads the names and versions, without which an extension runs as well.
    mutating func readNames(into manifest: inout Manifest) throws(ManifestError) {
        let context = root.context
        let name = try plainText("CFBundleName") ?? context["PRODUCT_NAME"]
        let displayName = try plainText("CFBundleDisplayName") ?? name
        let version = try plainText("CFBundleShortVersionString")
        let developmentRegion = try plainText("CFBundleDevelopmentRegion")
        let build = try plainText("CFBundleVersion")
        manifest.developmentRegion = developmentRegion
        manifest.displayName = displayName ?? manifest.executable
        manifest.version = version ?? context["MARKETING_VERSION"] ?? manifest.version
        manifest.build = build ?? context["CURRENT_PROJECT_VERSION"] ?? manifest.build
    }

    /// Reads the storyboard's name; one of another type counts as absent in a service extension, which
    /// has no views.
    mutating func mainStoryboard(
        _ point: ManifestDictionary,
        _ kind: Manifest.ExtensionPoint
    ) throws(ManifestError) -> String? {
        let key = "NSExtensionMainStoryboard"
        switch point.members[key] {
        case nil, .string: return try filledText(key, in: point)
        case _? where kind == .service:
            ignore(key, in: point, fix: "remove it: a service extension has no storyboard")
            return nil
        default: return try filledText(key, in: point)
        }
    }

    /// Notes a member of a wrong type that counts as absent.
    mutating func ignore(_ key: String, in dictionary: ManifestDictionary, fix: String) {
        warn(dictionary, key, "is \(dictionary.found(key)) and counts as absent", fix: fix)
    }

    /// Reads a text of the file's top that is shown to people and no more: a number counts as its
    /// digits, and what is neither counts as absent.
    private mutating func plainText(_ key: String) throws(ManifestError) -> String? {
        let digits: String
        switch root.members[key] {
        case nil, .string: return try filledText(key, in: root)
        case .integer(let integer): digits = "\(integer)"
        case .real(let real): digits = Int(exactly: real).map { "\($0)" } ?? "\(real)"
        default:
            ignore(key, in: root, fix: "write a <string>")
            return nil
        }
        warn(
            root,
            key,
            "is \(root.found(key)) and counts as \(digits.quoted)",
            fix: "write <string>\(digits)</string>"
        )
        return digits
    }
}
