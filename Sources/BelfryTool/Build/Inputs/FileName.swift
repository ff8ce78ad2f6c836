// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Names that a project chooses for what a build makes.
enum FileName {
    /// Why a text cannot be the name of a file, to be read after "whose name"; nil where it can.
    ///
    /// A name with a slash is a path, which leads elsewhere, and the kernel reads a name up to its first
    /// NUL.
    static func obstacle(_ name: String) -> String? {
        let scalars = name.unicodeScalars
        return switch name {
        case "": "is empty"
        case ".", "..": "is \(name)"
        case _ where scalars.contains("/"): "has a /: \(name)"
        case _ where scalars.contains("\0"): "has a NUL character"
        case _ where scalars.contains { $0.value < 0x20 || $0.value == 0x7F }:
            "has a control character: \(name)"
        default: nil
        }
    }
}

extension String {
    /// Whether Swift takes it as a name: letters, digits and underscores, and no digit first.
    var isSwiftName: Bool {
        guard let first, first.isLetter || first == "_" else { return false }
        return allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// Whether C takes it as a name.
    var isCName: Bool { wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil }
}
