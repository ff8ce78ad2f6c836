// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Names that Swift 4 and Swift 4.2 moved into the types that they belong to.
extension OlderSwift {
    /// The spelling within a type of a name that stood alone; nil for one that no rule knows.
    static func nestedName(replacing old: String) -> String? {
        types[old] ?? attribute(old) ?? constant(old) ?? notification(old)
    }

    /// `NSFontAttributeName`: a key of attributed strings.
    private static func attribute(_ old: String) -> String? {
        guard old.hasPrefix("NS"), old.hasSuffix("AttributeName") else { return nil }
        let name = old.dropFirst(2).dropLast("AttributeName".count).lowercasedFirst
        return attributes.contains(name) ? "NSAttributedString.Key.\(name)" : nil
    }

    /// `UIFontWeightBold`: a value that began with the name of its type.
    private static func constant(_ old: String) -> String? {
        for (beginning, type, names) in constants where old.hasPrefix(beginning) {
            let name = old.dropFirst(beginning.count).lowercasedFirst
            if names.contains(name) { return "\(type).\(name)" }
        }
        return nil
    }

    /// `UIApplicationDidBecomeActive`: a notification, whose name Swift 2 ended with its kind.
    private static func notification(_ old: String) -> String? {
        let plain = old.hasSuffix("Notification") ? old.dropLast("Notification".count) : old[...]
        for (beginning, type, stem) in notifications where plain.hasPrefix(beginning) {
            let event: String = stem + plain.dropFirst(beginning.count)
            if event.contains(#/Did[A-Z]|Will[A-Z]/#) {
                return "\(type).\(event[...].lowercasedFirst)Notification"
            }
        }
        return nil
    }

    private static let attributes: Set<String> = [
        "attachment", "backgroundColor", "baselineOffset", "expansion", "font", "foregroundColor",
        "kern", "ligature", "link", "obliqueness", "paragraphStyle", "shadow", "strikethroughColor",
        "strikethroughStyle", "strokeColor", "strokeWidth", "textEffect", "underlineColor",
        "underlineStyle", "verticalGlyphForm", "writingDirection",
    ]

    /// How notifications began, the type that has them today, and how they begin there.
    private static let notifications = [
        ("UIApplication", "UIApplication", ""),
        ("UIDevice", "UIDevice", ""),
        ("UIKeyboard", "UIResponder", "Keyboard"),
        ("UITextField", "UITextField", ""),
        ("UITextView", "UITextView", ""),
    ]

    private static let constants: [(beginning: String, type: String, names: Set<String>)] = [
        (
            "UIFontWeight", "UIFont.Weight",
            [
                "ultraLight", "thin", "light", "regular", "medium", "semibold", "bold", "heavy",
                "black",
            ]
        ),
        (
            "UIFontTextStyle", "UIFont.TextStyle",
            [
                "largeTitle", "title1", "title2", "title3", "headline", "subheadline", "body",
                "callout", "footnote", "caption1", "caption2",
            ]
        ),
        (
            "UILayoutPriority", "UILayoutPriority",
            ["required", "defaultHigh", "defaultLow", "fittingSizeLevel"]
        ),
        (
            "UIAccessibilityTrait", "UIAccessibilityTraits",
            [
                "none", "button", "link", "header", "image", "selected", "staticText", "adjustable",
                "notEnabled", "updatesFrequently",
            ]
        ),
        ("UIWindowLevel", "UIWindow.Level", ["normal", "alert", "statusBar"]),
        ("kCAFillMode", "CAMediaTimingFillMode", ["forwards", "backwards", "both", "removed"]),
        (
            "kCAMediaTimingFunction", "CAMediaTimingFunctionName",
            ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"]
        ),
        (
            "kCAGravity", "CALayerContentsGravity",
            [
                "center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft",
                "bottomRight", "resize", "resizeAspect", "resizeAspectFill",
            ]
        ),
        ("kCAFilter", "CALayerContentsFilter", ["linear", "nearest", "trilinear"]),
        ("kCALineCap", "CAShapeLayerLineCap", ["butt", "round", "square"]),
        ("kCALineJoin", "CAShapeLayerLineJoin", ["miter", "round", "bevel"]),
        ("kCAFillRule", "CAShapeLayerFillRule", ["nonZero", "evenOdd"]),
        (
            "kCATransition", "CATransitionSubtype",
            ["fromLeft", "fromRight", "fromTop", "fromBottom"]
        ),
        ("kCATransition", "CATransitionType", ["fade", "moveIn", "push", "reveal"]),
        (
            "kCAAlignment", "CATextLayerAlignmentMode",
            ["natural", "left", "right", "center", "justified"]
        ),
        ("kCATruncation", "CATextLayerTruncationMode", ["none", "start", "end", "middle"]),
        (
            "kCAAnimation", "CAAnimationCalculationMode",
            ["linear", "discrete", "paced", "cubic", "cubicPaced"]
        ),
        ("kCAAnimation", "CAAnimationRotationMode", ["rotateAuto", "rotateAutoReverse"]),
        ("kCAGradientLayer", "CAGradientLayerType", ["axial", "radial", "conic"]),
        (
            "kCAValueFunction", "CAValueFunctionName",
            [
                "rotateX", "rotateY", "rotateZ", "scale", "scaleX", "scaleY", "scaleZ", "translate",
                "translateX", "translateY", "translateZ",
            ]
        ),
    ]

    private static let types = [
        "NSLayoutAttribute": "NSLayoutConstraint.Attribute",
        "NSLayoutFormatOptions": "NSLayoutConstraint.FormatOptions",
        "NSLayoutRelation": "NSLayoutConstraint.Relation",
        "UIActivityIndicatorViewStyle": "UIActivityIndicatorView.Style",
        "UIAlertActionStyle": "UIAlertAction.Style",
        "UIAlertControllerStyle": "UIAlertController.Style",
        "UIApplicationOpenSettingsURLString": "UIApplication.openSettingsURLString",
        "UIApplicationState": "UIApplication.State",
        "UIBarButtonItemStyle": "UIBarButtonItem.Style",
        "UIBarButtonSystemItem": "UIBarButtonItem.SystemItem",
        "UIBlurEffectStyle": "UIBlurEffect.Style",
        "UIButtonType": "UIButton.ButtonType",
        "UICollectionElementKindSectionFooter": "UICollectionView.elementKindSectionFooter",
        "UICollectionElementKindSectionHeader": "UICollectionView.elementKindSectionHeader",
        "UICollectionViewScrollDirection": "UICollectionView.ScrollDirection",
        "UICollectionViewScrollPosition": "UICollectionView.ScrollPosition",
        "UIControlContentHorizontalAlignment": "UIControl.ContentHorizontalAlignment",
        "UIControlContentVerticalAlignment": "UIControl.ContentVerticalAlignment",
        "UIControlEvents": "UIControl.Event",
        "UIControlState": "UIControl.State",
        "UIDatePickerMode": "UIDatePicker.Mode",
        "UIEdgeInsetsInsetRect": "CGRect.inset(by:)",
        "UIEdgeInsetsZero": "UIEdgeInsets.zero",
        "UIFontDescriptorSymbolicTraits": "UIFontDescriptor.SymbolicTraits",
        "UIFontTextStyle": "UIFont.TextStyle",
        "UIGestureRecognizerState": "UIGestureRecognizer.State",
        "UIImageJPEGRepresentation": "UIImage.jpegData(compressionQuality:)",
        "UIImageOrientation": "UIImage.Orientation",
        "UIImagePNGRepresentation": "UIImage.pngData()",
        "UIImageRenderingMode": "UIImage.RenderingMode",
        "UIImageResizingMode": "UIImage.ResizingMode",
        "UIKeyboardAnimationCurveUserInfoKey": "UIResponder.keyboardAnimationCurveUserInfoKey",
        "UIKeyboardAnimationDurationUserInfoKey":
            "UIResponder.keyboardAnimationDurationUserInfoKey",
        "UIKeyboardFrameBeginUserInfoKey": "UIResponder.keyboardFrameBeginUserInfoKey",
        "UIKeyboardFrameEndUserInfoKey": "UIResponder.keyboardFrameEndUserInfoKey",
        "UILayoutConstraintAxis": "NSLayoutConstraint.Axis",
        "UIOffsetMake": "UIOffset(horizontal:vertical:)",
        "UIProgressViewStyle": "UIProgressView.Style",
        "UIScrollViewIndicatorStyle": "UIScrollView.IndicatorStyle",
        "UIScrollViewKeyboardDismissMode": "UIScrollView.KeyboardDismissMode",
        "UIStackViewAlignment": "UIStackView.Alignment",
        "UIStackViewDistribution": "UIStackView.Distribution",
        "UISwipeGestureRecognizerDirection": "UISwipeGestureRecognizer.Direction",
        "UITableViewAutomaticDimension": "UITableView.automaticDimension",
        "UITableViewCellAccessoryType": "UITableViewCell.AccessoryType",
        "UITableViewCellEditingStyle": "UITableViewCell.EditingStyle",
        "UITableViewCellSelectionStyle": "UITableViewCell.SelectionStyle",
        "UITableViewCellSeparatorStyle": "UITableViewCell.SeparatorStyle",
        "UITableViewCellStyle": "UITableViewCell.CellStyle",
        "UITableViewRowAnimation": "UITableView.RowAnimation",
        "UITableViewScrollPosition": "UITableView.ScrollPosition",
        "UITableViewStyle": "UITableView.Style",
        "UITextBorderStyle": "UITextField.BorderStyle",
        "UITextFieldViewMode": "UITextField.ViewMode",
        "UIViewAnimationCurve": "UIView.AnimationCurve",
        "UIViewAnimationOptions": "UIView.AnimationOptions",
        "UIViewAnimationTransition": "UIView.AnimationTransition",
        "UIViewAutoresizing": "UIView.AutoresizingMask",
        "UIViewContentMode": "UIView.ContentMode",
        "UIViewKeyframeAnimationOptions": "UIView.KeyframeAnimationOptions",
        "UIViewNoIntrinsicMetric": "UIView.noIntrinsicMetric",
        "UIViewTintAdjustmentMode": "UIView.TintAdjustmentMode",
    ]
}

extension Substring {
    /// The same with a small letter at its beginning.
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
