// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreGraphics
internal import Foundation

extension UIColor {
    /// The colour as the host has it: 0xRRGGBBAA, light in the lower half and dark in the upper.
    package var bits: Int64 {
        let light = UInt64(resolvedColor(with: .light).cgColor.bits)
        let dark = UInt64(resolvedColor(with: .dark).cgColor.bits)
        return Int64(bitPattern: dark << 32 | light)
    }
}

extension CGColor {
    /// The colour as 0xRRGGBBAA.
    fileprivate var bits: UInt32 {
        [shade.red, shade.green, shade.blue, shade.alpha].reduce(0) { bits, channel in
            let held = channel.isNaN ? 0 : min(max(channel, 0), 1)
            return bits << 8 | UInt32((held * 255).rounded())
        }
    }
}
