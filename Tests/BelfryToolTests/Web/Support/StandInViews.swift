// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryRuntime
internal import BelfryWire

extension ViewTree {
    /// Adds a view in front of those in another.
    mutating func add(
        _ number: UInt32,
        _ kind: ViewKind,
        in parent: UInt32 = ViewTree.root,
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        _ set: (inout Node) -> Void = { _ in }
    ) {
        var node = Node(number: number, kind: kind)
        node.parent = parent
        node.frame = ViewFrame(x: x, y: y, width: width, height: height)
        set(&node)
        nodes[number] = node
        nodes[parent]?.children.append(number)
    }

    /// Changes a view.
    mutating func change(_ number: UInt32, _ set: (inout Node) -> Void) {
        guard var node = nodes[number] else { return }
        set(&node)
        nodes[number] = node
    }

    /// Takes a view away.
    mutating func remove(_ number: UInt32) {
        guard let node = nodes.removeValue(forKey: number), let parent = node.parent else { return }
        nodes[parent]?.children.removeAll { $0 == number }
    }
}

/// Colours as properties have them: in light and in dark appearance.
enum StandInColor {
    static let label = color(0x0000_00FF, 0xFFFF_FFFF)
    static let secondary = color(0x3C3C_4399, 0xEBEB_F599)
    static let blue = color(0x007A_FFFF, 0x0A84_FFFF)
    static let green = color(0x34C7_59FF, 0x30D1_58FF)
    static let red = color(0xFF3B_30FF, 0xFF45_3AFF)
    static let fill = color(0xF2F2_F7FF, 0x2C2C_2EFF)

    static func color(_ light: UInt32, _ dark: UInt32) -> Int64 {
        Int64(bitPattern: UInt64(dark) << 32 | UInt64(light))
    }
}
