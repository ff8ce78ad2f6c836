// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// Student's distribution.
enum Student {
    /// How many standard errors both ways hold a share of it.
    ///
    /// - Parameters:
    ///   - confidence: The share, such as 0.95.
    ///   - degrees: The degrees of freedom, from 1 on.
    /// - Returns: Such as 1.96 for 0.95 and many degrees.
    static func reach(of confidence: Double, degrees: Int) -> Double {
        // With t = √ν tan θ the density is a power of the cosine.
        let whole = area(to: .pi / 2, degrees)
        var (low, high) = (0.0, Double.pi / 2)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if area(to: middle, degrees) < confidence * whole {
                low = middle
            } else {
                high = middle
            }
        }
        return Double(degrees).squareRoot() * tan((low + high) / 2)
    }

    /// The integral of the cosine's power from 0 on, by Simpson's rule.
    private static func area(to end: Double, _ degrees: Int) -> Double {
        let steps = 200
        let width = end / Double(steps)
        var sum = 0.0
        for step in 0...steps {
            let weight = step == 0 || step == steps ? 1.0 : step.isMultiple(of: 2) ? 2 : 4
            sum += weight * pow(cos(Double(step) * width), Double(degrees - 1))
        }
        return sum * width / 3
    }
}
