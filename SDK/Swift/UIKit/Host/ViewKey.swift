// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry

/// A property of the host's views, of one type.
///
/// `SDK/C/abi/views.def` defines the properties; `Scripts/check-views.sh` holds this list to it.
struct ViewKey<Value> {
    /// BF_VIEW_*.
    let number: bf_view_key

    init(_ number: bf_view_key) {
        self.number = number
    }
}

extension ViewKey where Value == String {
    static var text: Self { Self(BF_VIEW_TEXT) }
    static var placeholder: Self { Self(BF_VIEW_PLACEHOLDER) }
    static var accessibilityLabel: Self { Self(BF_VIEW_ACCESSIBILITY_LABEL) }
    static var fontFamily: Self { Self(BF_VIEW_FONT_FAMILY) }
}

extension ViewKey where Value == Int64 {
    static var isHidden: Self { Self(BF_VIEW_HIDDEN) }
    static var isEnabled: Self { Self(BF_VIEW_ENABLED) }
    static var isInteractive: Self { Self(BF_VIEW_INTERACTIVE) }
    static var textColor: Self { Self(BF_VIEW_TEXT_COLOR) }
    static var backgroundColor: Self { Self(BF_VIEW_BACKGROUND_COLOR) }
    static var tintColor: Self { Self(BF_VIEW_TINT_COLOR) }
    static var borderColor: Self { Self(BF_VIEW_BORDER_COLOR) }
    static var textAlignment: Self { Self(BF_VIEW_TEXT_ALIGNMENT) }
    static var lineCount: Self { Self(BF_VIEW_LINE_COUNT) }
    static var lineBreak: Self { Self(BF_VIEW_LINE_BREAK) }
    static var contentMode: Self { Self(BF_VIEW_CONTENT_MODE) }
    static var fontWeight: Self { Self(BF_VIEW_FONT_WEIGHT) }
    static var fontTraits: Self { Self(BF_VIEW_FONT_TRAITS) }
    static var clips: Self { Self(BF_VIEW_CLIPS) }
    static var isOn: Self { Self(BF_VIEW_ON) }
    static var isAnimating: Self { Self(BF_VIEW_ANIMATING) }
    static var axis: Self { Self(BF_VIEW_AXIS) }
    static var distribution: Self { Self(BF_VIEW_DISTRIBUTION) }
    static var alignment: Self { Self(BF_VIEW_ALIGNMENT) }
    static var isSecure: Self { Self(BF_VIEW_SECURE) }
    static var isEditable: Self { Self(BF_VIEW_EDITABLE) }
    static var autoresizing: Self { Self(BF_VIEW_AUTORESIZING) }
    static var isConstrained: Self { Self(BF_VIEW_CONSTRAINED) }
    static var areMarginsRelative: Self { Self(BF_VIEW_MARGINS_RELATIVE) }
    static var isContinuous: Self { Self(BF_VIEW_CONTINUOUS) }
    static var sizeClass: Self { Self(BF_VIEW_SIZE_CLASS) }
    static var buttonStyle: Self { Self(BF_VIEW_BUTTON_STYLE) }
    static var isSelected: Self { Self(BF_VIEW_SELECTED) }
    static var trackColor: Self { Self(BF_VIEW_TRACK_COLOR) }
    static var thumbColor: Self { Self(BF_VIEW_THUMB_COLOR) }
    static var corners: Self { Self(BF_VIEW_CORNERS) }
    static var shadowColor: Self { Self(BF_VIEW_SHADOW_COLOR) }
    static var isScrolling: Self { Self(BF_VIEW_SCROLLING) }
}

extension ViewKey where Value == Double {
    static var alpha: Self { Self(BF_VIEW_ALPHA) }
    static var fontSize: Self { Self(BF_VIEW_FONT_SIZE) }
    static var cornerRadius: Self { Self(BF_VIEW_CORNER_RADIUS) }
    static var borderWidth: Self { Self(BF_VIEW_BORDER_WIDTH) }
    static var value: Self { Self(BF_VIEW_VALUE) }
    static var minimum: Self { Self(BF_VIEW_MINIMUM) }
    static var maximum: Self { Self(BF_VIEW_MAXIMUM) }
    static var spacing: Self { Self(BF_VIEW_SPACING) }
    static var huggingHorizontal: Self { Self(BF_VIEW_HUGGING_HORIZONTAL) }
    static var huggingVertical: Self { Self(BF_VIEW_HUGGING_VERTICAL) }
    static var resistanceHorizontal: Self { Self(BF_VIEW_RESISTANCE_HORIZONTAL) }
    static var resistanceVertical: Self { Self(BF_VIEW_RESISTANCE_VERTICAL) }
    static var marginTop: Self { Self(BF_VIEW_MARGIN_TOP) }
    static var marginLeft: Self { Self(BF_VIEW_MARGIN_LEFT) }
    static var marginBottom: Self { Self(BF_VIEW_MARGIN_BOTTOM) }
    static var marginRight: Self { Self(BF_VIEW_MARGIN_RIGHT) }
    static var insetTop: Self { Self(BF_VIEW_INSET_TOP) }
    static var insetLeft: Self { Self(BF_VIEW_INSET_LEFT) }
    static var insetBottom: Self { Self(BF_VIEW_INSET_BOTTOM) }
    static var insetRight: Self { Self(BF_VIEW_INSET_RIGHT) }
    static var minimumScale: Self { Self(BF_VIEW_MINIMUM_SCALE) }
    static var offsetX: Self { Self(BF_VIEW_OFFSET_X) }
    static var offsetY: Self { Self(BF_VIEW_OFFSET_Y) }
    static var contentWidth: Self { Self(BF_VIEW_CONTENT_WIDTH) }
    static var contentHeight: Self { Self(BF_VIEW_CONTENT_HEIGHT) }
    static var spacingAfter: Self { Self(BF_VIEW_SPACING_AFTER) }
    static var shadowRadius: Self { Self(BF_VIEW_SHADOW_RADIUS) }
    static var shadowX: Self { Self(BF_VIEW_SHADOW_X) }
    static var shadowY: Self { Self(BF_VIEW_SHADOW_Y) }
}
