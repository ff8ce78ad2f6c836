// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How wide letters are, in thousandths of the font's size.
///
/// The widths of Helvetica, and of Arial and Liberation Sans, which were made to have the same: what
/// the page draws with. What these have no width for is taken for as wide as most of its script.
enum AdvanceWidths {
    /// The width of a scalar.
    static func width(of scalar: Unicode.Scalar, isBold: Bool) -> Double {
        switch scalar.value {
        case 0x20..<0x7f:
            return Double((isBold ? boldASCII : regularASCII)[Int(scalar.value) - 0x20])
        case 0xa0...0xff:
            return Double((isBold ? boldLatin : regularLatin)[Int(scalar.value) - 0xa0])
        default: return wideWidth(of: scalar, isBold: isBold)
        }
    }

    /// The width of every scalar of a font of fixed width that is not wide: that of Courier.
    static let fixed = 600.0

    /// Whether it is drawn as wide as it is high: ideographs, kana, hangul, emoji.
    static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x1100: false
        case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3,
            0xf900...0xfaff, 0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff,
            0x20000...0x3fffd:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }

    /// Whether it is a letter of which two are a flag.
    static func isHalfFlag(_ scalar: Unicode.Scalar) -> Bool {
        (0x1f1e6...0x1f1ff).contains(scalar.value)
    }

    /// Whether it is drawn on the one before it, or not at all.
    static func isWithoutWidth(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x300 { return scalar.value < 0x20 || scalar.value == 0xad }
        if (0x1f3fb...0x1f3ff).contains(scalar.value) { return true }  // skin tones
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: true
        default: false
        }
    }

    private static func wideWidth(of scalar: Unicode.Scalar, isBold: Bool) -> Double {
        if let width = punctuation(scalar.value, isBold: isBold) { return width }
        if isWithoutWidth(scalar) { return 0 }
        if isWide(scalar) { return 1000 }
        return scalar.properties.isUppercase ? 700 : 560
    }

    private static func punctuation(_ scalar: UInt32, isBold: Bool) -> Double? {
        switch scalar {
        case 0x2013, 0x2020, 0x2021, 0x20ac: 556
        case 0x2014, 0x2026, 0x2030, 0x2122, 0x152: 1000
        case 0x2018, 0x2019, 0x201a: isBold ? 278 : 222
        case 0x201c, 0x201d, 0x201e: isBold ? 500 : 333
        case 0x2022: 350
        case 0x2039, 0x203a: 333
        case 0x2212: 584
        case 0x153: 944
        default: nil
        }
    }

    private static let regularASCII: [UInt16] = [
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556,
        556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667,
        667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722,
        667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500,
        556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278,
        556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
    ]

    private static let boldASCII: [UInt16] = [
        278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556,
        556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722,
        722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722,
        667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556,
        611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333,
        611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
    ]

    private static let regularLatin: [UInt16] = [
        278, 333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 333, 400,
        584, 333, 333, 333, 578, 537, 278, 333, 333, 365, 556, 834, 834, 834, 611, 667, 667,
        667, 667, 667, 667, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278, 722, 722, 778,
        778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611, 556, 556, 556, 556,
        556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278, 278, 556, 556, 556, 556, 556,
        556, 556, 584, 611, 556, 556, 556, 556, 500, 556, 500,
    ]

    private static let boldLatin: [UInt16] = [
        278, 333, 556, 556, 556, 556, 280, 556, 333, 737, 370, 556, 584, 333, 737, 333, 400,
        584, 333, 333, 333, 611, 556, 278, 333, 333, 365, 556, 834, 834, 834, 611, 722, 722,
        722, 722, 722, 722, 1000, 722, 667, 667, 667, 667, 278, 278, 278, 278, 722, 722, 778,
        778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667, 667, 611, 556, 556, 556, 556,
        556, 556, 889, 556, 556, 556, 556, 556, 278, 278, 278, 278, 611, 611, 611, 611, 611,
        611, 611, 584, 611, 611, 611, 611, 611, 556, 611, 556,
    ]
}
