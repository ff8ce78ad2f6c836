// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import QuartzCore
import UIKit
import UserNotifications
import UserNotificationsUI

/// A card whose own layer is a gradient.
class GradientCard: UIView {
    override class var layerClass: AnyClass { CAGradientLayer.self }

    override init(frame: CGRect) {
        super.init(frame: frame)
        guard let gradient = layer as? CAGradientLayer else { return }
        gradient.colors = [UIColor.red.cgColor, UIColor.blue.cgColor]
        gradient.startPoint = CGPoint(x: 0, y: 0.5)
        gradient.endPoint = CGPoint(x: 1, y: 0.5)
        gradient.cornerRadius = 20
    }

    required init?(coder: NSCoder) { fatalError() }
}

/// A bar that draws itself.
class Bar: UIView {
    var value: CGFloat = 0.25 { didSet { setNeedsDisplay() } }

    override func draw(_ rect: CGRect) {
        super.draw(rect)
        UIColor.green.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: bounds.width * value, height: bounds.height))
    }
}

/// A layer that draws itself, and is found by its class alone.
class Cross: CALayer {
    override init() {
        super.init()
        setNeedsDisplay()
    }

    override init(layer: Any) { super.init(layer: layer) }

    required init?(coder: NSCoder) { fatalError() }

    override func draw(in ctx: CGContext) {
        ctx.setStrokeColor(UIColor.magenta.cgColor)
        ctx.setLineWidth(6)
        ctx.move(to: .zero)
        ctx.addLine(to: CGPoint(x: bounds.width, y: bounds.height))
        ctx.move(to: CGPoint(x: bounds.width, y: 0))
        ctx.addLine(to: CGPoint(x: 0, y: bounds.height))
        ctx.strokePath()
    }
}

class CrossView: UIView {
    override class var layerClass: AnyClass { Cross.self }
}

class NotificationViewController: UIViewController, UNNotificationContentExtension {
    private let card = GradientCard(frame: CGRect(x: 20, y: 20, width: 200, height: 60))
    private let bar = Bar(frame: CGRect(x: 20, y: 100, width: 200, height: 20))
    private let cross = CrossView(frame: CGRect(x: 240, y: 20, width: 60, height: 60))
    private let ring = CAShapeLayer()
    private let line = CAShapeLayer()
    private let back = CALayer()

    override func viewDidLoad() {
        super.viewDidLoad()
        let label = UILabel(frame: CGRect(x: 20, y: 15, width: 160, height: 30))
        label.text = "in front"
        label.textColor = .white
        card.addSubview(label)
        for subview in [card, bar, cross] { view.addSubview(subview) }

        ring.path =
            UIBezierPath(
                arcCenter: CGPoint(x: 60, y: 200),
                radius: 40,
                startAngle: -.pi / 2,
                endAngle: 1.5 * .pi,
                clockwise: true
            ).cgPath
        ring.fillColor = nil
        ring.strokeColor = UIColor.orange.cgColor
        ring.lineWidth = 12
        ring.strokeEnd = 0.5
        view.layer.addSublayer(ring)

        let path = UIBezierPath()
        path.move(to: CGPoint(x: 0, y: 4))
        path.addLine(to: CGPoint(x: 120, y: 4))
        line.path = path.cgPath
        line.strokeColor = UIColor.black.cgColor
        line.lineWidth = 8
        line.lineDashPattern = [20, 20]
        line.frame = CGRect(x: 140, y: 160, width: 120, height: 8)
        view.layer.addSublayer(line)

        let text = CATextLayer()
        text.string = "a text layer"
        text.fontSize = 17
        text.foregroundColor = UIColor.purple.cgColor
        text.frame = CGRect(x: 140, y: 190, width: 160, height: 40)
        view.layer.addSublayer(text)

        back.backgroundColor = UIColor.yellow.cgColor
        view.layer.insertSublayer(back, at: 0)
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        back.frame = view.bounds
    }

    func didReceive(_ notification: UNNotification) {
        bar.value = 0.5
    }
}
