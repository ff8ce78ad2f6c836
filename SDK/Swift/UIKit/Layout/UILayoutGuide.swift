// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A rectangle in a view for rules alone, which is not drawn.
@preconcurrency @MainActor
open class UILayoutGuide: NSObject {
    /// The view that it is in.
    open private(set) weak var owningView: UIView?
    /// A name to find it by.
    open var identifier = ""
    private(set) var isOfMargins = false
    private var room: UIView?

    /// Creates a guide; see ``UIView/addLayoutGuide(_:)``.
    public override init() {
        super.init()
    }

    /// The rectangle of a view within its margins, or all of it.
    convenience init(of view: UIView, isOfMargins: Bool) {
        self.init()
        self.isOfMargins = isOfMargins
        owningView = view
    }

    /// The view that stands for it.
    var place: UIView? { room ?? owningView }

    /// Where it is in its view.
    open var layoutFrame: CGRect {
        guard let owningView else { return .zero }
        if let room { return room.frame }
        return isOfMargins
            ? owningView.bounds.inset(by: owningView.layoutMargins) : owningView.bounds
    }

    /// Has it be in a view, by an empty one that nobody sees.
    func move(to view: UIView?) {
        room?.removeFromSuperview()
        room = nil
        owningView = view
        guard let view else { return }
        let room = UIView()
        room.translatesAutoresizingMaskIntoConstraints = false
        room.isUserInteractionEnabled = false
        view.insert(room, at: 0)
        self.room = room
    }

    private func anchor(_ attribute: NSLayoutConstraint.Attribute) -> NSLayoutXAxisAnchor {
        NSLayoutXAxisAnchor(self, attribute)
    }

    private func line(_ attribute: NSLayoutConstraint.Attribute) -> NSLayoutYAxisAnchor {
        NSLayoutYAxisAnchor(self, attribute)
    }

    /// The edge where lines begin.
    open var leadingAnchor: NSLayoutXAxisAnchor { anchor(.leading) }
    /// The edge where lines end.
    open var trailingAnchor: NSLayoutXAxisAnchor { anchor(.trailing) }
    /// The left edge.
    open var leftAnchor: NSLayoutXAxisAnchor { anchor(.left) }
    /// The right edge.
    open var rightAnchor: NSLayoutXAxisAnchor { anchor(.right) }
    /// The middle between left and right.
    open var centerXAnchor: NSLayoutXAxisAnchor { anchor(.centerX) }
    /// The upper edge.
    open var topAnchor: NSLayoutYAxisAnchor { line(.top) }
    /// The lower edge.
    open var bottomAnchor: NSLayoutYAxisAnchor { line(.bottom) }
    /// The middle between top and bottom.
    open var centerYAnchor: NSLayoutYAxisAnchor { line(.centerY) }
    /// The width.
    open var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
    /// The height.
    open var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
}
