// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What is at the right of a list's row.
@MainActor
public struct UICellAccessory: Sendable {
    /// When it is shown.
    ///
    /// - Note: Without effect: a list is not edited here.
    public enum DisplayedState: Sendable {
        /// Always.
        case always
        /// While the list is edited.
        case whenEditing
        /// While the list is not edited.
        case whenNotEditing
    }

    private enum Part {
        case mark(UITableViewCell.AccessoryType)
        case text(String)
        case view(UIView)
    }

    private let part: Part

    /// An arrow.
    public static func disclosureIndicator(displayed: DisplayedState = .always) -> UICellAccessory {
        Self(part: .mark(.disclosureIndicator))
    }
    /// A tick.
    public static func checkmark(displayed: DisplayedState = .always) -> UICellAccessory {
        Self(part: .mark(.checkmark))
    }
    /// A letter i in a circle.
    ///
    /// - Parameters:
    ///   - displayed: Without effect.
    ///   - actionHandler: Without effect: a touch is the row's.
    /// - Returns: What is at the right.
    public static func detail(
        displayed: DisplayedState = .always,
        actionHandler: (() -> Void)? = nil
    ) -> UICellAccessory {
        Self(part: .mark(.detailButton))
    }
    /// A text.
    public static func label(
        text: String,
        displayed: DisplayedState = .always
    ) -> UICellAccessory {
        Self(part: .text(text))
    }
    /// A view of its own size.
    public static func customView(configuration: CustomViewConfiguration) -> UICellAccessory {
        Self(part: .view(configuration.customView))
    }

    /// A view at the right of a row.
    @MainActor
    public struct CustomViewConfiguration {
        /// Where it is.
        public enum Placement: Sendable {
            /// Before what the row shows.
            ///
            /// - Note: Without effect: it is behind it.
            case leading(displayed: DisplayedState = .always)
            /// Behind what the row shows.
            case trailing(displayed: DisplayedState = .always)
        }

        let customView: UIView

        /// Shows a view.
        public init(customView: UIView, placement: Placement) {
            self.customView = customView
        }
    }

    /// All of them, one beside the other; nil where there are none.
    static func view(of accessories: [UICellAccessory]) -> UIView? {
        let views = accessories.compactMap(\.view)
        guard views.count > 1 else { return views.first }
        let row = UIStackView(arrangedSubviews: views)
        row.spacing = 8
        row.alignment = .center
        for view in views where view.frame.size != .zero {
            view.widthAnchor.constraint(equalToConstant: view.frame.width).isActive = true
            view.heightAnchor.constraint(equalToConstant: view.frame.height).isActive = true
        }
        row.frame.size = CGSize(
            width: views.reduce(CGFloat(views.count - 1) * 8) { $0 + $1.frame.width },
            height: views.map(\.frame.height).max() ?? 0
        )
        return row
    }

    private var view: UIView? {
        switch part {
        case .mark(let type): return type.mark
        case .view(let view): return view
        case .text(let text):
            let label = UILabel()
            label.text = text
            label.textColor = .secondaryLabel
            label.sizeToFit()
            return label
        }
    }
}
