// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension ViewNode {
    /// Says which font a view's text has; nil for that of its kind.
    func set(font: UIFont?) {
        set(.fontSize, font?.pointSize)
        set(.fontWeight, font?.hostWeight)
        set(.fontTraits, font?.hostTraits)
        set(.fontFamily, font?.hostFamily)
    }
}

extension UIFont {
    /// The weight from 100 to 900, as the host has it.
    var hostWeight: Int64 {
        let steps: [(Weight, Int64)] = [
            (.ultraLight, 100), (.thin, 200), (.light, 300), (.regular, 400), (.medium, 500),
            (.semibold, 600), (.bold, 700), (.heavy, 800),
        ]
        return steps.first { weight.rawValue <= $0.0.rawValue }?.1 ?? 900
    }

    /// Whether letters are slanted.
    var isItalic: Bool {
        let name = fontName.lowercased()
        return name.contains("italic") || name.contains("oblique")
    }

    /// Whether all letters have one width.
    var isFixedWidth: Bool {
        let name = fontName.lowercased()
        return name.contains("mono") || name.contains("courier") || name.contains("menlo")
    }

    /// 1 italic, 2 fixed width, 4 digits of fixed width.
    var hostTraits: Int64 {
        (isItalic ? 1 : 0) | (isFixedWidth ? 2 : 0) | (hasDigitsOfOneWidth ? 4 : 0)
    }

    /// The family's name; nil for the system's.
    var hostFamily: String? { familyName.hasPrefix(".") ? nil : familyName }
}
