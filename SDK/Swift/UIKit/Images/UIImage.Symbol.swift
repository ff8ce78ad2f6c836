// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

extension UIImage {
    /// A symbol of the system's, which the host draws.
    struct Symbol: Sendable, Equatable {
        /// How a symbol looks; a property that is nil has the host's usual value.
        struct Look: Sendable, Equatable {
            var pointSize: CGFloat?
            var scale: SymbolScale?
            var color: UIColor?

            /// This look with the properties that the other one sets in place of its own.
            func with(_ other: Look) -> Look {
                Look(
                    pointSize: other.pointSize ?? pointSize,
                    scale: other.scale ?? scale,
                    color: other.color ?? color
                )
            }
        }

        let name: String
        var look = Look()

        func with(_ other: Look) -> Symbol { Symbol(name: name, look: look.with(other)) }

        /// How large it is: beside a text of 17 points about 20.
        var size: CGSize {
            let points = max(1, look.pointSize ?? 17)
            let factor: CGFloat =
                switch look.scale {
                case .small: 0.8
                case .large: 1.28
                default: 1
                }
            let side = (points * 20 / 17 * factor).rounded()
            return CGSize(width: side, height: side)
        }
    }
}
