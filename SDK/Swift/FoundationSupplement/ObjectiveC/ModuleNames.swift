// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The names that an extension's module may have.
package enum ModuleNames {
    /// The likeliest name first, each once.
    ///
    /// Xcode names the module after the product, as it does the bundle and the executable.
    ///
    /// - Parameters:
    ///   - path: The bundle's directory.
    ///   - executable: The executable, as the manifest has it.
    ///   - identifier: The bundle's identifier.
    /// - Returns: The names.
    package static func of(
        bundle path: String,
        executable: String?,
        identifier: String?
    ) -> [String] {
        let directory = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        let last = identifier?.split(separator: ".").last.map(String.init)
        var found: [String] = []
        for name in [directory, executable.map(stem), last].compactMap({ $0 }).map(ofProduct)
        where !found.contains(name) {
            found.append(name)
        }
        return found.filter { !$0.isEmpty }
    }

    /// Makes a product's name a module's: what a name cannot hold becomes an underscore.
    package static func ofProduct(_ product: String) -> String {
        let letters = product.unicodeScalars.enumerated().map { index, scalar in
            let isDigit = ("0"..."9").contains(scalar)
            let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
            return isLetter || (isDigit && index > 0) ? Character(scalar) : "_"
        }
        return String(letters)
    }

    /// An executable's name without what a shared library's file name adds.
    private static func stem(_ executable: String) -> String {
        let name = executable.hasSuffix(".so") ? String(executable.dropLast(3)) : executable
        return name.hasPrefix("lib") ? String(name.dropFirst(3)) : name
    }
}
