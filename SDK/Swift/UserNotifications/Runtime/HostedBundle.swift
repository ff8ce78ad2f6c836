// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Where the extension lives, as the host says.
package struct HostedBundle: Sendable {
    /// The bundle's identifier.
    let identifier: String
    /// The `.appex` directory.
    package let path: String
    /// The name of the principal class, as the manifest has it.
    package let principalClass: String
    /// The extension's own directory, which it can write to.
    package var container = ""

    /// The names the extension's module may have, likeliest first, each once.
    ///
    /// Xcode names the module after the product, as it does the bundle and the executable.
    var moduleNames: [String] {
        let directory = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        let names = [directory, executable, identifier.split(separator: ".").last.map(String.init)]
        var found: [String] = []
        for name in names.compactMap({ $0 }).map(Self.moduleName) where !found.contains(name) {
            found.append(name)
        }
        return found.filter { !$0.isEmpty }
    }

    /// Makes a product's name a module's: what a name cannot hold becomes an underscore.
    static func moduleName(ofProduct product: String) -> String {
        let letters = product.unicodeScalars.enumerated().map { index, scalar in
            let isDigit = ("0"..."9").contains(scalar)
            let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
            return isLetter || (isDigit && index > 0) ? Character(scalar) : "_"
        }
        return String(letters)
    }

    /// The executable of the manifest without what a shared library's file name adds.
    private var executable: String? {
        guard let name = executableName else { return nil }
        let stem = name.hasSuffix(".so") ? String(name.dropLast(3)) : name
        return stem.hasPrefix("lib") ? String(stem.dropFirst(3)) : stem
    }

    /// The executable, as the manifest has it.
    var executableName: String? { manifest?["CFBundleExecutable"] as? String }

    /// The name of the storyboard that the manifest has in place of a class.
    package var mainStoryboard: String? {
        (manifest?["NSExtension"] as? [String: Any])?["NSExtensionMainStoryboard"] as? String
    }

    private var manifest: [String: Any]? {
        let manifest = URL(fileURLWithPath: path).appendingPathComponent("Info.plist")
        guard
            let data = try? Data(contentsOf: manifest),
            let list = try? unsafe PropertyListSerialization.propertyList(from: data, format: nil)
        else { return nil }
        return list as? [String: Any]
    }
}
