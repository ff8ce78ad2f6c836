// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationSupplement

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
    var moduleNames: [String] {
        ModuleNames.of(bundle: path, executable: executableName, identifier: identifier)
    }

    /// The executable; what is loaded says it sooner than the manifest, which has to be read.
    var executableName: String? {
        LoadedLibrary.name(in: path) ?? manifest?["CFBundleExecutable"] as? String
    }

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
