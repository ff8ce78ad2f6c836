// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation
internal import Synchronization

/// The colours that a view was given, and which screen they are for.
struct Shades {
    /// Light or dark whatever the host's screen is; not said for as the host has it.
    var style = UIUserInterfaceStyle.unspecified
    fileprivate var told: [bf_view_key: UIColor] = [:]
}

extension ViewNode {
    /// Which screen the view is for; not said for the host's.
    var style: UIUserInterfaceStyle { shades.withLock { $0.style } }

    func set(_ key: ViewKey<Int64>, _ color: UIColor?) {
        let style = shades.withLock { shades in
            shades.told[key.number] = color
            return shades.style
        }
        set(key, color?.bits(on: style))
    }

    /// Tells all colours anew, as they are on a screen.
    ///
    /// - Parameters:
    ///   - style: Light, dark, or not said for as the host has it.
    ///   - usual: The colours that the host has where the view has none of its own.
    func show(on style: UIUserInterfaceStyle, usual: [bf_view_key: UIColor]) {
        let told = shades.withLock { shades in
            shades.style = style
            return shades.told
        }
        for (key, color) in told { set(ViewKey<Int64>(key), color.bits(on: style)) }
        for (key, color) in usual where told[key] == nil {
            set(ViewKey<Int64>(key), style == .unspecified ? nil : color.bits(on: style))
        }
    }
}

extension UIColor {
    /// The colour as the host has it, on one screen whatever its own is.
    func bits(on style: UIUserInterfaceStyle) -> Int64 {
        guard style != .unspecified else { return bits }
        return resolvedColor(with: UITraitCollection(userInterfaceStyle: style)).bits
    }
}

extension UIView {
    /// Which screen the view is made for, with all that is in it.
    public var overrideUserInterfaceStyle: UIUserInterfaceStyle {
        get { look.screen }
        set {
            look.screen = newValue
            adoptScreen()
        }
    }

    /// Takes over which screen the view is for, from itself or from what it is in.
    final func adoptScreen() {
        let style =
            look.screen == .unspecified ? superview?.node.style ?? .unspecified : look.screen
        guard style != node.style else { return }
        node.show(on: style, usual: usualColors)
        screenChanged()
        for view in subviews { view.adoptScreen() }
    }
}
