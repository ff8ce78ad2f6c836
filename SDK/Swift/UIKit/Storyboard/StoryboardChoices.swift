// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The words of storyboards for the choices of UIKit.
@MainActor enum StoryboardChoices {
    static let contentModes: [String: UIView.ContentMode] = [
        "bottom": .bottom, "bottomLeft": .bottomLeft, "bottomRight": .bottomRight,
        "center": .center, "left": .left, "redraw": .redraw, "right": .right,
        "scaleAspectFill": .scaleAspectFill, "scaleAspectFit": .scaleAspectFit,
        "scaleToFill": .scaleToFill, "top": .top, "topLeft": .topLeft, "topRight": .topRight,
    ]

    static let textAlignments: [String: NSTextAlignment] = [
        "center": .center, "justified": .justified, "left": .left, "natural": .natural,
        "right": .right,
    ]

    static let lineBreakModes: [String: NSLineBreakMode] = [
        "characterWrap": .byCharWrapping, "clip": .byClipping,
        "headTruncation": .byTruncatingHead, "middleTruncation": .byTruncatingMiddle,
        "tailTruncation": .byTruncatingTail, "wordWrap": .byWordWrapping,
    ]

    static let baselines: [String: UIBaselineAdjustment] = [
        "alignBaselines": .alignBaselines, "alignCenters": .alignCenters, "none": .none,
    ]

    static let borderStyles: [String: UITextField.BorderStyle] = [
        "bezel": .bezel, "line": .line, "none": .none, "roundedRect": .roundedRect,
    ]

    static let fieldModes: [String: UITextField.ViewMode] = [
        "always": .always, "never": .never, "unlessEditing": .unlessEditing,
        "whileEditing": .whileEditing,
    ]

    static let distributions: [String: UIStackView.Distribution] = [
        "equalCentering": .equalCentering, "equalSpacing": .equalSpacing, "fill": .fill,
        "fillEqually": .fillEqually, "fillProportionally": .fillProportionally,
    ]

    static let stackAlignments: [String: UIStackView.Alignment] = [
        "bottom": .bottom, "center": .center, "fill": .fill, "firstBaseline": .firstBaseline,
        "lastBaseline": .lastBaseline, "leading": .leading, "top": .top, "trailing": .trailing,
    ]

    static let states: [String: UIControl.State] = [
        "disabled": .disabled, "focused": .focused, "highlighted": .highlighted,
        "normal": .normal, "selected": .selected,
    ]

    static let events: [String: UIControl.Event] = [
        "allEditingEvents": .allEditingEvents, "allEvents": .allEvents,
        "allTouchEvents": .allTouchEvents, "editingChanged": .editingChanged,
        "editingDidBegin": .editingDidBegin, "editingDidEnd": .editingDidEnd,
        "editingDidEndOnExit": .editingDidEndOnExit,
        "primaryActionTriggered": .primaryActionTriggered,
        "touchCancel": .touchCancel, "touchDown": .touchDown, "touchDownRepeat": .touchDownRepeat,
        "touchDragEnter": .touchDragEnter, "touchDragExit": .touchDragExit,
        "touchDragInside": .touchDragInside, "touchDragOutside": .touchDragOutside,
        "touchUpInside": .touchUpInside, "touchUpOutside": .touchUpOutside,
        "valueChanged": .valueChanged,
    ]

    static let attributes: [String: NSLayoutConstraint.Attribute] = [
        "baseline": .lastBaseline, "bottom": .bottom, "bottomMargin": .bottomMargin,
        "centerX": .centerX, "centerXWithinMargins": .centerXWithinMargins, "centerY": .centerY,
        "centerYWithinMargins": .centerYWithinMargins, "firstBaseline": .firstBaseline,
        "height": .height, "lastBaseline": .lastBaseline, "leading": .leading,
        "leadingMargin": .leadingMargin, "left": .left, "leftMargin": .leftMargin, "right": .right,
        "rightMargin": .rightMargin, "top": .top, "topMargin": .topMargin, "trailing": .trailing,
        "trailingMargin": .trailingMargin, "width": .width,
    ]

    static let relations: [String: NSLayoutConstraint.Relation] = [
        "equal": .equal, "greaterThanOrEqual": .greaterThanOrEqual,
        "lessThanOrEqual": .lessThanOrEqual,
    ]
}
