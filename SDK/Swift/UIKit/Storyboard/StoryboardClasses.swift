// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationSupplement

/// Finds the classes that storyboards name.
struct StoryboardClasses {
    /// The modules that the extension's own classes may be in, the likeliest first.
    let modules: [String]

    /// Finds the modules of a bundle.
    init(of bundle: Bundle) {
        let manifest = bundle.infoDictionary
        modules = ModuleNames.of(
            bundle: bundle.bundlePath,
            executable: manifest?["CFBundleExecutable"] as? String,
            identifier: bundle.bundleIdentifier
        )
    }

    init(modules: [String]) { self.modules = modules }

    /// The modules of the SDK that have views.
    private static let sdkModules = ["UIKit", "MapKit"]

    /// The names by which a class is looked for: as the storyboard has it, then in each likely module,
    /// then in the SDK.
    func candidates(_ name: String, module: String?) -> [String] {
        guard !name.contains(".") else { return [name] }
        var found: [String] = []
        let named = [module].compactMap({ $0 }).map(ModuleNames.ofProduct)
        for module in named + modules + Self.sdkModules
        where !found.contains("\(module).\(name)") {
            found.append("\(module).\(name)")
        }
        return found
    }

    /// Finds a class; nil where none of the candidates is one.
    func find(_ name: String, module: String?) -> AnyClass? {
        for candidate in candidates(name, module: module) {
            let parts = candidate.split(separator: ".").map { "\($0.utf8.count)\($0)" }
            guard parts.count > 1 else { continue }
            // Swift's own name for it: each class after the module is marked with a C.
            let mangled = parts[0] + parts.dropFirst().map { "\($0)C" }.joined()
            if let found = _typeByName(mangled) as? AnyClass { return found }
        }
        return nil
    }
}
