// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What shows and takes texts.
extension StoryboardScene {
    func fill(label: UILabel, _ element: StoryboardElement) {
        label.text = file.text("text", of: element) ?? ""
        if let font = file.font("fontDescription", of: element) { label.font = font }
        if let color = file.color("textColor", of: element) { label.textColor = color }
        if let color = file.color("highlightedColor", of: element) {
            label.highlightedTextColor = color
        }
        if let color = file.color("shadowColor", of: element) { label.shadowColor = color }
        if let offset = element.keyed("shadowOffset") { label.shadowOffset = offset.size }
        if let alignment = alignment(of: element) { label.textAlignment = alignment }
        if let mode = element.choice("lineBreakMode", StoryboardChoices.lineBreakModes) {
            label.lineBreakMode = mode
        }
        if let count = element.integer("numberOfLines") { label.numberOfLines = count }
        if let mode = element.choice("baselineAdjustment", StoryboardChoices.baselines) {
            label.baselineAdjustment = mode
        }
        if let flag = element.flag("adjustsFontSizeToFit") {
            label.adjustsFontSizeToFitWidth = flag
        }
        if let scale = element.number("minimumScaleFactor") { label.minimumScaleFactor = scale }
        if let size = element.number("minimumFontSize"), label.font.pointSize > 0 {
            label.minimumScaleFactor = size / label.font.pointSize
        }
        if let width = element.number("preferredMaxLayoutWidth") {
            label.preferredMaxLayoutWidth = width
        }
        if let flag = element.flag("adjustsFontForContentSizeCategory") {
            label.adjustsFontForContentSizeCategory = flag
        }
        if let flag = element.flag("enabled") { label.isEnabled = flag }
        if let flag = element.flag("highlighted") { label.isHighlighted = flag }
        if let text = attributedText("attributedText", of: element) { label.attributedText = text }
    }

    func fill(field: UITextField, _ element: StoryboardElement) {
        if let text = file.text("text", of: element) { field.text = text }
        if let text = file.text("placeholder", of: element) { field.placeholder = text }
        if let font = file.font("fontDescription", of: element, defaultSize: 14) {
            field.font = font
        }
        if let color = file.color("textColor", of: element) { field.textColor = color }
        if let alignment = alignment(of: element) { field.textAlignment = alignment }
        if let style = element.choice("borderStyle", StoryboardChoices.borderStyles) {
            field.borderStyle = style
        }
        if let mode = element.choice("clearButtonMode", StoryboardChoices.fieldModes) {
            field.clearButtonMode = mode
        }
        _ = (element["minimumFontSize"], element["adjustsFontSizeToFit"])
        _ = (element["contentHorizontalAlignment"], element["contentVerticalAlignment"])
        if let flag = element.flag("enabled") { field.isEnabled = flag }
        if let traits = element.keyed("textInputTraits") {
            if let flag = traits.flag("secureTextEntry") { field.isSecureTextEntry = flag }
            leaveToTheKeyboard(traits)
        }
    }

    func fill(textView: UITextView, _ element: StoryboardElement) {
        fill(scroll: textView, element)
        if let text = file.text("text", of: element) { textView.text = text }
        if let font = file.font("fontDescription", of: element, defaultSize: 14) {
            textView.font = font
        }
        if let color = file.color("textColor", of: element) { textView.textColor = color }
        if let alignment = alignment(of: element) { textView.textAlignment = alignment }
        if let flag = element.flag("editable") { textView.isEditable = flag }
        if let flag = element.flag("selectable") { textView.isSelectable = flag }
        if let text = attributedText("attributedText", of: element) {
            textView.attributedText = text
        }
        if let traits = element.keyed("textInputTraits") { leaveToTheKeyboard(traits) }
    }

    /// The host's keyboard is one and the same for every text.
    private func leaveToTheKeyboard(_ traits: StoryboardElement) {
        _ = (traits["autocapitalizationType"], traits["autocorrectionType"])
        _ = (traits["keyboardType"], traits["returnKeyType"], traits["spellCheckingType"])
        _ = (traits["textContentType"], traits["enablesReturnKeyAutomatically"])
        _ = (traits["keyboardAppearance"], traits["smartQuotesType"], traits["smartDashesType"])
    }

    private func alignment(of element: StoryboardElement) -> NSTextAlignment? {
        element.choice("textAlignment", StoryboardChoices.textAlignments)
    }

    /// A text whose parts look different.
    private func attributedText(
        _ key: String,
        of element: StoryboardElement
    ) -> NSAttributedString? {
        guard let text = element.keyed(key), text.name == "attributedString" else { return nil }
        let result = NSMutableAttributedString(string: "")
        for fragment in text.all(named: "fragment") {
            let content = fragment["content"] ?? fragment.keyed("content")?.text ?? ""
            var attributes: [NSAttributedString.Key: Any] = [:]
            if let values = fragment.first("attributes") {
                attributes[.foregroundColor] = file.color("NSColor", of: values)
                attributes[.backgroundColor] = file.color("NSBackgroundColor", of: values)
                if let font = values.keyed("NSFont"), let name = font["name"] ?? font["metaFont"] {
                    let size = font.number("size") ?? 17
                    attributes[.font] = UIFont(name: name, size: size)
                }
                // Paragraphs are laid out by the view.
                _ = values.keyed("NSParagraphStyle")?.children.map { $0.read() }
            }
            result.append(NSAttributedString(string: content, attributes: attributes))
        }
        return result
    }
}
