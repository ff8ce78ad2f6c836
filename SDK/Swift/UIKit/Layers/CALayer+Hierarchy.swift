// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationSupplement

extension CALayer {
    /// The layers in it, the last in front, those of its view's subviews among them; nil for none.
    public final var sublayers: [CALayer]? {
        get { children.isEmpty ? nil : children }
        set {
            for layer in children { layer.removeFromSuperlayer() }
            for layer in newValue ?? [] { addSublayer(layer) }
        }
    }

    /// Puts a layer into this one, in front of all.
    public final func addSublayer(_ layer: CALayer) {
        insert(layer, at: children.count)
    }

    /// Puts a layer into this one, before the one at a place.
    public final func insertSublayer(_ layer: CALayer, at idx: UInt32) {
        insert(layer, at: Int(idx))
    }

    /// Puts a layer into this one, behind another; behind all where that is not in it.
    public final func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        leaving(layer) { insert(layer, at: children.firstIndex { $0 === sibling } ?? 0) }
    }

    /// Puts a layer into this one, in front of another; in front of all where that is not in it.
    public final func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        leaving(layer) {
            let place = children.firstIndex { $0 === sibling }
            insert(layer, at: place.map { $0 + 1 } ?? children.count)
        }
    }

    /// Puts a layer in the place of one that is in this one.
    public final func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
        guard let place = children.firstIndex(where: { $0 === oldLayer }) else { return }
        oldLayer.removeFromSuperlayer()
        insert(newLayer, at: place)
    }

    /// Takes the layer out of its superlayer.
    ///
    /// The view of a view's layer stays where it is, and is not drawn.
    public final func removeFromSuperlayer() {
        guard superlayer != nil else { return }
        leave()
        madeNode?.remove()
        ViewLayout.schedule()
    }

    /// Has a layer leave its place, which counts among those that follow, and then does something.
    private func leaving(_ layer: CALayer, _ body: () -> Void) {
        if layer.superlayer === self { layer.leave() }
        body()
    }

    /// Puts a layer into this one, before the one at a place.
    final func insert(_ layer: CALayer, at place: Int) {
        guard !sequence(first: self, next: \.superlayer).contains(where: { $0 === layer }) else {
            return
        }
        layer.leave()
        let place = min(max(place, 0), children.count)
        children.insert(layer, at: place)
        layer.superlayer = self
        node.insert(layer.node, at: place + (content.node == nil ? 0 : 1))
        if layer.view == nil { ViewLayout.schedule() }
    }

    /// Is in no layer any longer; the host is not told.
    final func leave() {
        superlayer?.children.removeAll { $0 === self }
        superlayer = nil
    }
}

// Views.
extension UIView {
    /// Makes a layer of the class that such a view has.
    final func makeLayer() -> CALayer {
        let layer = Self.layer(of: Self.layerClass as? CALayer.Type ?? CALayer.self)
        layer.view = self
        return layer
    }

    private static func layer(of kind: CALayer.Type) -> CALayer {
        guard kind != CALayer.self else { return CALayer() }
        // Without `belfry build` the second initialiser alone is sure to be there.
        let made = ObjectiveCRuntime.make(kind) as? CALayer
        return made ?? kind.init(coder: EmptyCoder()) ?? CALayer()
    }

    /// The place among the layers in this view's for the view that is to be the subview at an index.
    final func layerPlace(ofSubviewAt index: Int) -> Int {
        guard subviews.indices.contains(index) else { return layer.children.count }
        let layer = subviews[index].layer
        return self.layer.children.firstIndex { $0 === layer } ?? self.layer.children.count
    }
}
