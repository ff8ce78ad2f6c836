// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// The principal class that an `Info.plist` names, held against those that the sources have.
struct PrincipalClassChoice {
    /// What is to be written instead; nil where the file's own text will do.
    private(set) var replacement: String?

    /// What keeps the host from finding the class, as far as a light look tells.
    private(set) var warnings: [String] = []

    /// Holds the class that a manifest names against the sources.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - facts: What the sources say.
    ///   - inputs: What the extension is built from.
    ///   - output: The bundle to be.
    /// - Throws: ``ToolFailure`` for a class that is in a type or in a function.
    init(
        _ manifest: Manifest,
        _ facts: SourceFacts,
        _ inputs: BuildInputs,
        _ output: BundleOutput
    ) throws(ToolFailure) {
        guard inputs.sources.language == .swift else { return }
        let point = manifest.extensionPoint
        if point == .content, manifest.principalClass == nil, let name = manifest.mainStoryboard {
            warnings = Self.missing(storyboard: name, inputs)
            return
        }
        if let inner = facts.innerClass(
            written: manifest.principalClass,
            point,
            in: output.moduleName
        ) {
            throw ToolFailure(
                "\(inner.place): the class \(inner.path) cannot be the principal class, since the "
                    + "host finds only classes at the top level of a file; move \(inner.name) there",
                .badData
            )
        }
        let best = facts.principalClass(point)
        let fix = "write $(PRODUCT_MODULE_NAME).\(best ?? SourceFacts.templateName(point))"
        guard let written = manifest.principalClass else {
            replacement = best.map { "\(output.moduleName).\($0)" }
            let taken = best.map { ", so \($0) is taken" } ?? ""
            warnings = ["\(Self.key) is missing\(taken); \(fix)"]
            return
        }
        let names = facts.principalClasses(point)
        if let name = facts.objectiveCNames[written] {
            // On iOS a class is found by the name that Objective-C has for it.
            replacement = "\(output.moduleName).\(name)"
        } else if names.contains(written) {
            replacement = "\(output.moduleName).\(written)"
        } else if !names.contains(where: { "\(output.moduleName).\($0)" == written }),
            !inputs.libraryClasses.contains(written)
        {
            warnings = [Self.missing(written, point, isEmpty: names.isEmpty, output, fix)]
        }
    }

    private static let key = "NSExtension.NSExtensionPrincipalClass"

    private static func missing(storyboard name: String, _ inputs: BuildInputs) -> [String] {
        guard !inputs.resources.contains(where: { FilePath($0).name == "\(name).storyboard" })
        else {
            return []
        }
        return [
            "NSExtension.NSExtensionMainStoryboard names \(name), but no \(name).storyboard goes into "
                + "the bundle; put it into the extension's folder and name the folder, or set \(key)"
        ]
    }

    /// The module that a file's principal class is said to be in, where its sources have the class.
    ///
    /// A file without a project is the only one to know what the project calls the module.
    static func module(written bytes: [UInt8]?, _ facts: SourceFacts) -> String? {
        guard let bytes, let list = try? PropertyList.parse(bytes),
            let written = list["NSExtension"]?["NSExtensionPrincipalClass"]?.text
        else { return nil }
        let parts = written.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2,
            [.service, .content].contains(where: {
                facts.classes($0).contains(String(parts[1]))
            })
        else { return nil }
        let isIdentifier = parts[0].wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
        return isIdentifier ? String(parts[0]) : nil
    }

    private static func missing(
        _ written: String,
        _ point: Manifest.ExtensionPoint,
        isEmpty: Bool,
        _ output: BundleOutput,
        _ fix: String
    ) -> String {
        guard !isEmpty else {
            let kind =
                point == .service
                ? "inherits from UNNotificationServiceExtension"
                : "is a UNNotificationContentExtension"
            return "\(key) names \(written), but no source has a class that \(kind) by name"
        }
        return "\(key) names \(written), which the sources, compiled as module "
            + "\(output.moduleName), do not have; \(fix)"
    }
}
