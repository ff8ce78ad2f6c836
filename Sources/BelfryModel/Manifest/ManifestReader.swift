// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Reads the keys of an `Info.plist` and collects what is odd on the way.
struct ManifestReader {
    /// The whole file.
    let root: ManifestDictionary

    /// What was odd so far.
    private(set) var warnings: [ManifestWarning] = []

    init(root: [String: PropertyList], context: BuildContext) {
        self.root = ManifestDictionary(members: root, path: "", context: context)
    }

    /// Reads every key.
    mutating func manifest() throws(ManifestError) -> Manifest {
        let point = try extensionDictionary()
        var manifest = Manifest(
            identifier: try identifier(),
            executable: try executable(),
            extensionPoint: try extensionPoint(point)
        )
        try readNames(into: &manifest)
        try readPrincipal(point, into: &manifest)
        try readAttributes(point, into: &manifest)
        try readOwnKeys(into: &manifest)
        noteSpellings(root, known: Self.rootKeys, isComplete: false)
        noteSpellings(point, known: Self.extensionKeys, isComplete: false)
        noteVariables(in: .dictionary(root.members), at: "")
        manifest.warnings = warnings
        return manifest
    }

    /// Notes something odd about a key.
    mutating func warn(
        _ dictionary: ManifestDictionary,
        _ key: String,
        _ problem: String,
        fix: String
    ) {
        warn(dictionary.keyPath(key), problem, fix: fix)
    }

    /// Notes something odd about a key path.
    mutating func warn(_ keyPath: String, _ problem: String, fix: String) {
        warnings.append(ManifestWarning(keyPath: keyPath, problem: problem, fix: fix))
    }

    /// Reads a text that must not be empty; an empty one counts as absent.
    mutating func filledText(
        _ key: String,
        in dictionary: ManifestDictionary
    ) throws(ManifestError) -> String? {
        guard let text = try dictionary.text(key) else { return nil }
        guard text.isEmpty else { return text }
        // Of one that is empty for its variables these are noted.
        if case .string("") = dictionary.members[key] {
            warn(
                dictionary,
                key,
                "is empty and counts as absent",
                fix: "write a value or remove it"
            )
        }
        return nil
    }

    private static let rootKeys = Spelling([
        "BFExtension", "CFBundleDevelopmentRegion", "CFBundleDisplayName", "CFBundleExecutable",
        "CFBundleIdentifier", "CFBundleName", "CFBundleShortVersionString", "CFBundleVersion",
        "NSExtension",
    ])

    private static let extensionKeys = Spelling([
        "NSExtensionAttributes", "NSExtensionMainStoryboard", "NSExtensionPointIdentifier",
        "NSExtensionPrincipalClass",
    ])

    private func extensionDictionary() throws(ManifestError) -> ManifestDictionary {
        if let dictionary = try root.dictionary("NSExtension") { return dictionary }
        let keys = root.members.keys.sorted()
        let near = keys.first { Spelling.nearest(to: $0, among: ["NSExtension"]) != nil }
        throw ManifestError(
            code: .missingKey,
            keyPath: "NSExtension",
            message: "Info.plist has no NSExtension; "
                + (near.map { "rename \($0.quoted) to NSExtension" }
                    ?? "add the dictionary with NSExtensionPointIdentifier in it")
        )
    }

    private func extensionPoint(
        _ point: ManifestDictionary
    ) throws(ManifestError) -> Manifest.ExtensionPoint {
        let key = "NSExtensionPointIdentifier"
        let names = Manifest.ExtensionPoint.allCases.map(\.rawValue)
        guard let name = try point.text(key) else {
            throw ManifestError(
                code: .missingKey,
                keyPath: point.keyPath(key),
                message: "\(point.keyPath(key)) is missing; write "
                    + names.joined(separator: " or ")
            )
        }
        if let extensionPoint = Manifest.ExtensionPoint(rawValue: name) { return extensionPoint }
        let near = Spelling.nearest(to: name, among: names)
        throw point.outOfRange(
            key,
            found: name.isEmpty ? point.found(key) : name.quoted,
            fix: "write " + (near ?? names.joined(separator: " or "))
        )
    }

    private mutating func identifier() throws(ManifestError) -> String {
        let key = "CFBundleIdentifier"
        let written = try filledText(key, in: root)
        var identifier = written ?? root.context["PRODUCT_BUNDLE_IDENTIFIER"] ?? ""
        let isWritten = written != nil && root.members[key]?.text == written
        if identifier.hasPrefix("."), !isWritten {
            identifier = "local" + identifier
            warn(
                root,
                key,
                "begins with a variable that has no value here and counts as \(identifier.quoted)",
                fix: "write the value itself, or give the variable a value in the build settings"
            )
        }
        let isPlain = identifier.utf8.allSatisfy { byte in
            byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "_")
        }
        guard isPlain, !identifier.isEmpty, !identifier.hasPrefix(".") else {
            throw root.outOfRange(
                key,
                found: identifier.quoted,
                fix: "use letters, digits, hyphens and dots, such as com.example.app.service"
            )
        }
        return identifier
    }

    private mutating func executable() throws(ManifestError) -> String {
        let key = "CFBundleExecutable"
        let name = try filledText(key, in: root) ?? root.context["EXECUTABLE_NAME"] ?? ""
        let isFileName =
            !name.isEmpty && name != "." && name != ".."
            && !name.unicodeScalars.contains { $0 == "/" || $0.value < 0x20 || $0.value == 0x7F }
        guard isFileName else {
            throw root.outOfRange(
                key,
                found: name.quoted,
                fix: "write the name of a file that lies in the bundle, not a path"
            )
        }
        return name
    }

    private mutating func readPrincipal(
        _ point: ManifestDictionary,
        into manifest: inout Manifest
    ) throws(ManifestError) {
        let key = "NSExtensionPrincipalClass"
        manifest.principalClass = try filledText(key, in: point)
        manifest.mainStoryboard = try mainStoryboard(point, manifest.extensionPoint)
        if manifest.principalClass != nil && manifest.mainStoryboard != nil {
            warn(
                point,
                key,
                "stands beside NSExtensionMainStoryboard",
                fix: "keep one of the two: the storyboard names its own class"
            )
        }
        guard let name = manifest.principalClass else { return }
        let module = root.context["PRODUCT_MODULE_NAME"]
        let qualified = name.contains(".") ? nil : module.map { "\($0).\(name)" }
        manifest.principalClassCandidates = [name] + (qualified.map { [$0] } ?? [])
    }
}
