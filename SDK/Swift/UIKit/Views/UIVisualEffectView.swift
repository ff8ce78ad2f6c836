// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// How what is behind a view is seen through it.
@preconcurrency @MainActor
open class UIVisualEffect: NSObject {}

/// What is behind a view, blurred: here a colour that hides most of it.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uiblureffect
@preconcurrency @MainActor
open class UIBlurEffect: UIVisualEffect {
    /// How light it is, and how thick.
    public enum Style: Int, Sendable {
        case extraLight = 0
        case light = 1
        case dark = 2
        case regular = 4
        case prominent = 5
        case systemUltraThinMaterial = 6
        case systemThinMaterial = 7
        case systemMaterial = 8
        case systemThickMaterial = 9
        case systemChromeMaterial = 10
        case systemUltraThinMaterialLight = 11
        case systemThinMaterialLight = 12
        case systemMaterialLight = 13
        case systemThickMaterialLight = 14
        case systemChromeMaterialLight = 15
        case systemUltraThinMaterialDark = 16
        case systemThinMaterialDark = 17
        case systemMaterialDark = 18
        case systemThickMaterialDark = 19
        case systemChromeMaterialDark = 20
    }

    final let style: Style

    /// Creates a blur of a style.
    public init(style: Style) {
        self.style = style
    }

    /// How much of what is behind is hidden, from 0 to 1.
    private var thickness: CGFloat {
        switch style {
        case .systemUltraThinMaterial, .systemUltraThinMaterialLight, .systemUltraThinMaterialDark:
            0.4
        case .systemThinMaterial, .systemThinMaterialLight, .systemThinMaterialDark: 0.6
        case .systemThickMaterial, .systemThickMaterialLight, .systemThickMaterialDark: 0.9
        default: 0.8
        }
    }

    /// The colour that stands for the blur.
    final var color: UIColor {
        switch style {
        case .extraLight, .light, .systemUltraThinMaterialLight, .systemThinMaterialLight,
            .systemMaterialLight, .systemThickMaterialLight, .systemChromeMaterialLight:
            UIColor(white: 0.97, alpha: thickness)
        case .dark, .systemUltraThinMaterialDark, .systemThinMaterialDark, .systemMaterialDark,
            .systemThickMaterialDark, .systemChromeMaterialDark:
            UIColor(white: 0.11, alpha: thickness)
        default: UIColor.systemBackground.withAlphaComponent(thickness)
        }
    }
}

/// What stands out on a blur.
///
/// - Note: Without effect: it looks as it is.
@preconcurrency @MainActor
open class UIVibrancyEffect: UIVisualEffect {
    /// Creates an effect for what is on a blur.
    public init(blurEffect: UIBlurEffect) {}
}

/// A view through which what is behind is seen: blurs are a colour here.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uivisualeffectview
@preconcurrency @MainActor
open class UIVisualEffectView: UIView {
    /// What the views in it are put into.
    public final let contentView = UIView()

    /// How it is seen through.
    open var effect: UIVisualEffect? {
        didSet { backgroundColor = (effect as? UIBlurEffect)?.color }
    }

    /// Creates a view with an effect.
    public init(effect: UIVisualEffect?) {
        self.effect = effect
        super.init(frame: .zero)
        backgroundColor = (effect as? UIBlurEffect)?.color
    }

    /// Creates a view for a storyboard, with a blur.
    public required init?(coder: NSCoder) {
        effect = UIBlurEffect(style: .regular)
        super.init(coder: coder)
        backgroundColor = (effect as? UIBlurEffect)?.color
    }

    override func setUp() {
        super.setUp()
        contentView.translatesAutoresizingMaskIntoConstraints = false
        addSubview(contentView)
        NSLayoutConstraint.activate([
            contentView.topAnchor.constraint(equalTo: topAnchor),
            contentView.bottomAnchor.constraint(equalTo: bottomAnchor),
            contentView.leadingAnchor.constraint(equalTo: leadingAnchor),
            contentView.trailingAnchor.constraint(equalTo: trailingAnchor),
        ])
    }
}
