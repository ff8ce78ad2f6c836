// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import UIKit

/// A line of each of Apple's text styles.
class TextsView: UIStackView {
    static let styles: [UIFont.TextStyle] = [
        .largeTitle, .title1, .title2, .title3, .headline, .body, .callout, .subheadline, .footnote,
        .caption1, .caption2,
    ]

    init() {
        super.init(frame: .zero)
        axis = .vertical
        for style in Self.styles {
            let label = UILabel()
            label.font = .preferredFont(forTextStyle: style)
            label.text = "HEHE"
            label.heightAnchor.constraint(equalToConstant: 48).isActive = true
            addArrangedSubview(label)
        }
    }

    required init(coder: NSCoder) { fatalError("not from a storyboard") }
}

/// Bubbles of a conversation: one from the left, one from the right.
class ChatView: UIView {
    init() {
        super.init(frame: .zero)
        let theirs = bubble(
            "Is the table for four still free at eight?",
            .secondarySystemBackground
        )
        let ours = bubble("Yes", .systemBlue)
        ours.layer.maskedCorners = [
            .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner,
        ]
        NSLayoutConstraint.activate([
            theirs.topAnchor.constraint(equalTo: layoutMarginsGuide.topAnchor),
            theirs.leadingAnchor.constraint(equalTo: layoutMarginsGuide.leadingAnchor),
            theirs.widthAnchor.constraint(lessThanOrEqualToConstant: 240),
            ours.topAnchor.constraint(
                equalToSystemSpacingBelow: theirs.bottomAnchor,
                multiplier: 1
            ),
            ours.trailingAnchor.constraint(equalTo: layoutMarginsGuide.trailingAnchor),
            ours.bottomAnchor.constraint(equalTo: layoutMarginsGuide.bottomAnchor),
        ])
    }

    required init?(coder: NSCoder) { fatalError("not from a storyboard") }

    private func bubble(_ text: String, _ color: UIColor) -> UIView {
        let (bubble, label) = (UIView(), UILabel())
        bubble.backgroundColor = color
        bubble.layer.cornerRadius = 18
        label.numberOfLines = 0
        label.text = text
        label.textColor = color == .systemBlue ? .white : .label
        for view in [bubble, label] { view.translatesAutoresizingMaskIntoConstraints = false }
        addSubview(bubble)
        bubble.addSubview(label)
        bubble.directionalLayoutMargins = NSDirectionalEdgeInsets(
            top: 8,
            leading: 12,
            bottom: 8,
            trailing: 12
        )
        let margins = bubble.layoutMarginsGuide
        NSLayoutConstraint.activate([
            label.topAnchor.constraint(equalTo: margins.topAnchor),
            label.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
            label.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
            label.bottomAnchor.constraint(equalTo: margins.bottomAnchor),
        ])
        return bubble
    }
}
