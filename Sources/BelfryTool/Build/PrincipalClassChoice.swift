// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// The principal class that an `Info.plist` names, held against those that the sources have.
struct PrincipalClassChoice {
    /// What is to be written instead; nil where the file's own text will do.
    private(set) var replacement: String?

    /// What keeps the host from finding the class, as far as a light look tells.
    private(set) var warnings: [String] = []

    init(
        _ manifest: Manifest,
        _ facts: SourceFacts,
        _ language: SourceFiles.Language,
        _ output: BundleOutput
    ) {
        guard language == .swift, manifest.extensionPoint == .service else { return }
        let best = facts.principalClass
        let fix = "write $(PRODUCT_MODULE_NAME).\(best ?? SourceFacts.templateName)"
        let key = "NSExtension.NSExtensionPrincipalClass"
        guard let written = manifest.principalClass else {
            replacement = best.map { "\(output.moduleName).\($0)" }
            let taken = best.map { ", so \($0) is taken" } ?? ""
            warnings = ["\(key) is missing\(taken); \(fix)"]
            return
        }
        let names = facts.serviceClasses
        if let name = facts.objectiveCNames[written] {
            // On iOS a class is found by the name that Objective-C has for it.
            replacement = "\(output.moduleName).\(name)"
        } else if names.contains(written) {
            replacement = "\(output.moduleName).\(written)"
        } else if !names.contains(where: { "\(output.moduleName).\($0)" == written }) {
            warnings = [Self.missing(written, key, isEmpty: names.isEmpty, output, fix)]
        }
    }

    /// The module that a file's principal class is said to be in, where its sources have the class.
    ///
    /// A file without a project is the only one to know what the project calls the module.
    static func module(written bytes: [UInt8]?, _ facts: SourceFacts) -> String? {
        guard let bytes, let list = try? PropertyList.parse(bytes),
            let written = list["NSExtension"]?["NSExtensionPrincipalClass"]?.text
        else { return nil }
        let parts = written.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, facts.serviceClasses.contains(String(parts[1])) else { return nil }
        let isIdentifier = parts[0].wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
        return isIdentifier ? String(parts[0]) : nil
    }

    private static func missing(
        _ written: String,
        _ key: String,
        isEmpty: Bool,
        _ output: BundleOutput,
        _ fix: String
    ) -> String {
        guard !isEmpty else {
            return "\(key) names \(written), but no source has a class that inherits from "
                + "UNNotificationServiceExtension by name"
        }
        return "\(key) names \(written), which the sources, compiled as module "
            + "\(output.moduleName), do not have; \(fix)"
    }
}
