// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import AVFoundation
import UIKit

/// A card with a round picture, a badge and a shadow on a grouped background.
class CardView: UIView {
    init() {
        super.init(frame: .zero)
        backgroundColor = .systemGroupedBackground
        let card = UIView(frame: CGRect(x: 16, y: 16, width: 327, height: 96))
        card.backgroundColor = .secondarySystemGroupedBackground
        card.layer.cornerRadius = 12
        card.layer.borderWidth = 1
        card.layer.borderColor = UIColor.systemGreen.cgColor
        card.layer.shadowOpacity = 0.2
        card.layer.shadowRadius = 6
        card.layer.shadowOffset = CGSize(width: 0, height: 3)
        let face = UIView(frame: CGRect(x: 16, y: 24, width: 48, height: 48))
        face.backgroundColor = .systemIndigo
        face.layer.cornerRadius = 24
        let badge = UILabel(frame: CGRect(x: 80, y: 24, width: 44, height: 22))
        badge.text = "NEW"
        badge.textAlignment = .center
        badge.font = .systemFont(ofSize: 12, weight: .bold)
        badge.textColor = .white
        badge.backgroundColor = .systemRed
        badge.layer.cornerRadius = 11
        badge.clipsToBounds = true
        card.addSubview(face)
        card.addSubview(badge)
        addSubview(card)
        heightAnchor.constraint(equalToConstant: 128).isActive = true
    }

    required init?(coder: NSCoder) { fatalError("not from a storyboard") }
}

/// Squares of colours that have names, eight in a line.
class ColorsView: UIView {
    static let colors: [UIColor] = [
        .systemRed, .systemOrange, .systemYellow, .systemGreen, .systemMint, .systemTeal,
        .systemCyan,
        .systemBlue,
        .systemIndigo, .systemPurple, .systemPink, .systemBrown, .systemGray, .systemGray2,
        .systemGray3, .systemGray4,
        .systemGray5, .systemGray6, .label, .secondaryLabel, .tertiaryLabel, .quaternaryLabel,
        .placeholderText, .separator,
        .opaqueSeparator, .link, .systemFill, .secondarySystemFill, .tertiarySystemFill,
        .quaternarySystemFill, .secondarySystemBackground, .tertiarySystemBackground,
        .systemGroupedBackground, .secondarySystemGroupedBackground,
        .tertiarySystemGroupedBackground,
    ]

    init() {
        super.init(frame: .zero)
        for (number, color) in Self.colors.enumerated() {
            let square = UIView(
                frame: CGRect(x: number % 8 * 40, y: number / 8 * 40, width: 40, height: 40)
            )
            square.backgroundColor = color
            addSubview(square)
        }
        heightAnchor.constraint(equalToConstant: 200).isActive = true
    }

    required init?(coder: NSCoder) { fatalError("not from a storyboard") }
}

/// A gradient, a ring, and what `draw(_:)` paints.
class DrawingView: UIView {
    init() {
        super.init(frame: .zero)
        let gradient = CAGradientLayer()
        gradient.frame = CGRect(x: 16, y: 16, width: 100, height: 100)
        gradient.colors = [UIColor.red.cgColor, UIColor.blue.cgColor]
        layer.addSublayer(gradient)
        let ring = CAShapeLayer()
        ring.path =
            UIBezierPath(
                arcCenter: CGPoint(x: 186, y: 66),
                radius: 40,
                startAngle: -.pi / 2,
                endAngle: .pi / 2,
                clockwise: true
            ).cgPath
        ring.lineWidth = 8
        ring.fillColor = nil
        ring.strokeColor = UIColor.systemOrange.cgColor
        layer.addSublayer(ring)
        let painted = PaintedView(frame: CGRect(x: 243, y: 16, width: 100, height: 100))
        painted.backgroundColor = .clear
        addSubview(painted)
        heightAnchor.constraint(equalToConstant: 132).isActive = true
    }

    required init?(coder: NSCoder) { fatalError("not from a storyboard") }
}

private class PaintedView: UIView {
    override func draw(_ rect: CGRect) {
        UIColor.systemGreen.setFill()
        UIBezierPath(roundedRect: bounds.insetBy(dx: 10, dy: 10), cornerRadius: 20).fill()
        UIColor.white.setStroke()
        let line = UIBezierPath()
        line.move(to: CGPoint(x: 30, y: 50))
        line.addLine(to: CGPoint(x: 70, y: 50))
        line.lineWidth = 4
        line.stroke()
    }
}

/// A symbol that the host draws, and a name that no symbol has.
class SymbolsView: UIView {
    init() {
        super.init(frame: .zero)
        for (number, name) in ["shippingbox", "no.such.symbol"].enumerated() {
            let picture = UIImageView(image: UIImage(systemName: name))
            picture.frame = CGRect(x: 16 + number * 80, y: 16, width: 48, height: 48)
            picture.contentMode = .scaleAspectFit
            picture.tintColor = .systemBlue
            addSubview(picture)
        }
        heightAnchor.constraint(equalToConstant: 80).isActive = true
    }

    required init?(coder: NSCoder) { fatalError("not from a storyboard") }
}

/// The layer of a player.
class FilmView: UIView {
    init() {
        super.init(frame: .zero)
        let film = AVPlayerLayer(player: AVPlayer())
        film.frame = CGRect(x: 16, y: 16, width: 320, height: 180)
        layer.addSublayer(film)
        heightAnchor.constraint(equalToConstant: 212).isActive = true
    }

    required init?(coder: NSCoder) { fatalError("not from a storyboard") }
}
