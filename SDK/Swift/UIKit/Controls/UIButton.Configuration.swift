// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension UIButton {
    /// What a button looks like, as a whole.
    public struct Configuration {
        /// How large a button is.
        public enum Size: Sendable {
            /// As usual.
            case medium
            /// Small.
            case small
            /// Very small.
            case mini
            /// Large.
            case large
        }

        /// How round its corners are.
        public enum CornerStyle: Sendable {
            /// As its background says.
            case fixed
            /// As its background says, by the font.
            case dynamic
            /// A little.
            case small
            /// More.
            case medium
            /// Much.
            case large
            /// Half circles.
            case capsule
        }

        /// As the host numbers it: plain, gray, tinted, filled, bordered.
        let style: Int64

        /// What it says.
        public var title: String?
        /// What it says below that, which the host shows after it.
        public var subtitle: String?
        /// What it says, with parts that look different; the host shows the text.
        public var attributedTitle: AttributedString?
        /// The picture in it.
        public var image: UIImage?
        /// The space between the picture and the title.
        ///
        /// - Note: Without effect: the host has its own.
        public var imagePadding: CGFloat = 0
        /// The distances from its sides to what is in it.
        public var contentInsets: NSDirectionalEdgeInsets {
            get { ownInsets ?? usualInsets }
            set { ownInsets = newValue }
        }
        private var ownInsets: NSDirectionalEdgeInsets?
        /// The colour of what it says.
        public var baseForegroundColor: UIColor?
        /// The colour of the background.
        public var baseBackgroundColor: UIColor?
        /// How large it is, as far as its title's font and ``contentInsets`` do not say it.
        public var buttonSize = Size.medium
        /// How round its corners are.
        public var cornerStyle = CornerStyle.dynamic
        /// Where the picture is, seen from the title.
        ///
        /// - Note: Without effect: the host has it before the title.
        public var imagePlacement = NSDirectionalRectEdge.leading
        /// The space between the title and the subtitle.
        ///
        /// - Note: Without effect: the host has its own.
        public var titlePadding: CGFloat = 0
        /// How the title and the subtitle are aligned.
        ///
        /// - Note: Without effect: the host has both in the middle.
        public var titleAlignment = TitleAlignment.automatic
        /// What is behind the title; of it the colour and the radius of the corners are shown.
        public var background = UIBackgroundConfiguration()
        /// Changes how the title looks, of which the font is shown.
        public var titleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?
        /// Changes how the subtitle looks.
        ///
        /// - Note: Without effect: it looks as the title does.
        public var subtitleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?
        /// How a symbol in it is made, where it does not say it itself.
        public var preferredSymbolConfigurationForImage: UIImage.SymbolConfiguration?

        /// How a title and a subtitle are aligned.
        public enum TitleAlignment: Int, Sendable {
            /// As it suits.
            case automatic = 0
            /// At the beginning.
            case leading = 1
            /// In the middle.
            case center = 2
            /// At the end.
            case trailing = 3
        }

        /// How round its corners are in points; nil for the host's.
        var cornerRadius: CGFloat? {
            switch cornerStyle {
            case .fixed, .dynamic: background.isRounded ? background.cornerRadius : nil
            case .small: 6
            case .medium: 9
            case .large: 12
            case .capsule: 1000
            }
        }

        /// The title's font.
        var font: UIFont {
            let usual = UIFont.systemFont(ofSize: isSmall ? 15 : 17)
            guard let transformer = titleTextAttributesTransformer else { return usual }
            return transformer(AttributeContainer()).font ?? usual
        }

        private var isSmall: Bool { buttonSize == .small || buttonSize == .mini }

        /// The insets of each size.
        ///
        /// Apple documents none of them: developers have read them on devices.
        private var usualInsets: NSDirectionalEdgeInsets {
            let (height, width): (CGFloat, CGFloat) =
                switch buttonSize {
                case .mini, .small: (5, 10)
                case .medium: (7, 12)
                case .large: (15, 20)
                }
            return NSDirectionalEdgeInsets(
                top: height,
                leading: width,
                bottom: height,
                trailing: width
            )
        }
        /// Whether it shows that something is being done.
        ///
        /// - Note: Without effect: the host does not.
        public var showsActivityIndicator = false

        private init(style: Int64) {
            self.style = style
        }

        /// A title alone.
        public static func plain() -> Configuration { Configuration(style: 0) }
        /// A title on grey.
        public static func gray() -> Configuration { Configuration(style: 1) }
        /// A title on some of the tint colour.
        public static func tinted() -> Configuration { Configuration(style: 2) }
        /// A title on the tint colour.
        public static func filled() -> Configuration { Configuration(style: 3) }
        /// A title without a border.
        public static func borderless() -> Configuration { Configuration(style: 0) }
        /// A title with a border.
        public static func bordered() -> Configuration { Configuration(style: 4) }
        /// A title with a border, on some of the tint colour.
        public static func borderedTinted() -> Configuration { Configuration(style: 2) }
        /// A title with a border, on the tint colour.
        public static func borderedProminent() -> Configuration { Configuration(style: 3) }

        /// All that it says.
        var text: String? {
            let title = attributedTitle.map { String($0.characters) } ?? title
            let lines = [title, subtitle].compactMap { $0 }
            return lines.isEmpty ? nil : lines.joined(separator: "\n")
        }

        var insets: UIEdgeInsets {
            UIEdgeInsets(
                top: contentInsets.top,
                left: contentInsets.leading,
                bottom: contentInsets.bottom,
                right: contentInsets.trailing
            )
        }
    }
}
