// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A pixel's colour, premultiplied, from 0 to 1.
struct Ink {
    var red: Float
    var green: Float
    var blue: Float
    var alpha: Float

    init(red: Float, green: Float, blue: Float, alpha: Float) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    init(_ pixel: SIMD4<UInt8>) {
        let levels = SIMD4<Float>(pixel) / 255
        self.init(levels)
    }

    init(_ levels: SIMD4<Float>) {
        self.init(red: levels.x, green: levels.y, blue: levels.z, alpha: levels.w)
    }

    var levels: SIMD4<Float> { SIMD4(red, green, blue, alpha) }

    var pixel: SIMD4<UInt8> {
        let scaled = (levels * 255 + 0.5).clamped(
            lowerBound: .zero,
            upperBound: SIMD4(repeating: 255)
        )
        return SIMD4<UInt8>(scaled)
    }
}

extension CGBlendMode {
    /// What becomes of a pixel under a source that covers it wholly.
    func blend(_ source: SIMD4<Float>, over target: SIMD4<Float>) -> SIMD4<Float> {
        let (above, below) = (source.w, target.w)
        return switch self {
        case .normal: source + target * (1 - above)
        case .multiply: source * (1 - below) + target * (1 - above) + source * target
        case .screen: source + target - source * target
        case .clear: .zero
        case .copy: source
        case .sourceIn: source * below
        case .sourceOut: source * (1 - below)
        case .sourceAtop: source * below + target * (1 - above)
        case .destinationOver: source * (1 - below) + target
        case .destinationIn: target * above
        case .destinationOut: target * (1 - above)
        case .destinationAtop: source * (1 - below) + target * above
        }
    }
}
