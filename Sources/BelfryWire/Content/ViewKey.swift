// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The properties of views.
///
/// `SDK/C/abi/views.def` defines them; `Scripts/check-views.sh` holds this enum to it.
package enum ViewKey: UInt32, CaseIterable, Sendable {
    // Texts.
    case text = 1
    case placeholder = 2
    case accessibilityLabel = 3
    case fontFamily = 4

    // Integers.
    case isHidden = 0x100
    case isEnabled = 0x101
    case isInteractive = 0x102
    case textColor = 0x103
    case backgroundColor = 0x104
    case tintColor = 0x105
    case borderColor = 0x106
    case textAlignment = 0x107
    case lineCount = 0x108
    case lineBreak = 0x109
    case contentMode = 0x10a
    case fontWeight = 0x10b
    case fontTraits = 0x10c
    case clips = 0x10d
    case isOn = 0x10e
    case isAnimating = 0x10f
    case axis = 0x110
    case distribution = 0x111
    case alignment = 0x112
    case isSecure = 0x113
    case isEditable = 0x114
    case autoresizing = 0x115
    case isConstrained = 0x116
    case areMarginsRelative = 0x117
    case isContinuous = 0x118
    case sizeClass = 0x119
    case buttonStyle = 0x11a
    case isSelected = 0x11b
    case trackColor = 0x11c
    case thumbColor = 0x11d
    case corners = 0x11e
    case shadowColor = 0x11f
    case isScrolling = 0x120

    // Reals.
    case alpha = 0x200
    case fontSize = 0x201
    case cornerRadius = 0x202
    case borderWidth = 0x203
    case value = 0x204
    case minimum = 0x205
    case maximum = 0x206
    case spacing = 0x207
    case huggingHorizontal = 0x208
    case huggingVertical = 0x209
    case resistanceHorizontal = 0x20a
    case resistanceVertical = 0x20b
    case marginTop = 0x20c
    case marginLeft = 0x20d
    case marginBottom = 0x20e
    case marginRight = 0x20f
    case insetTop = 0x210
    case insetLeft = 0x211
    case insetBottom = 0x212
    case insetRight = 0x213
    case minimumScale = 0x214
    case offsetX = 0x215
    case offsetY = 0x216
    case contentWidth = 0x217
    case contentHeight = 0x218
    case spacingAfter = 0x219
    case shadowRadius = 0x21a
    case shadowX = 0x21b
    case shadowY = 0x21c
}

extension ViewKey {
    /// What a property's values are.
    package enum ValueType: Sendable {
        case text, integer, real
    }

    /// The type of this property's values.
    package var type: ValueType {
        switch rawValue {
        case ..<0x100: .text
        case ..<0x200: .integer
        default: .real
        }
    }

    /// Whether only layout, in the worker, reads the property: it is not sent to the host.
    package var isOfLayout: Bool {
        switch self {
        case .axis, .distribution, .alignment, .autoresizing, .isConstrained, .areMarginsRelative,
            .spacing, .huggingHorizontal, .huggingVertical, .resistanceHorizontal,
            .resistanceVertical, .marginTop, .marginLeft, .marginBottom, .marginRight,
            .spacingAfter, .isScrolling:
            true
        default: false
        }
    }

    /// What an integer property may hold; a colour may be any number.
    package var integerRange: ClosedRange<Int64>? {
        switch self {
        case .textColor, .backgroundColor, .tintColor, .borderColor, .trackColor, .thumbColor,
            .shadowColor:
            Int64.min...Int64.max
        case .textAlignment, .distribution: 0...4
        case .lineCount: 0...10_000
        case .lineBreak, .alignment: 0...5
        case .contentMode: 0...12
        case .fontWeight: 1...1000
        case .fontTraits: 0...7
        case .autoresizing: 0...63
        case .buttonStyle: 0...4
        case .corners: 0...15
        default: type == .integer ? 0...1 : nil
        }
    }

    /// What a real property may hold.
    package var realRange: ClosedRange<Double>? {
        switch self {
        case .alpha, .minimumScale: 0...1
        case .fontSize: 0...1000
        case .huggingHorizontal, .huggingVertical, .resistanceHorizontal, .resistanceVertical:
            0...1000
        case .cornerRadius, .borderWidth, .shadowRadius: 0...ViewLimit.coordinate
        default: type == .real ? -ViewLimit.coordinate...ViewLimit.coordinate : nil
        }
    }
}
