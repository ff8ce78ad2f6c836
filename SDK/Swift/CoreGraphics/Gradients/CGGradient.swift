// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreFoundation
public import Foundation

/// Colours that go over into each other.
///
/// - SeeAlso: https://developer.apple.com/documentation/coregraphics/cggradient
public final class CGGradient: Sendable {
    /// A colour and where it is, from 0 to 1.
    private struct Stop: Sendable {
        let place: Float
        let levels: SIMD4<Float>
    }

    private let stops: [Stop]

    /// Creates a gradient; nil without a colour.
    ///
    /// - Parameters:
    ///   - space: The space that is mixed in; sRGB here, whatever it says.
    ///   - colors: Objects of `CGColor`.
    ///   - locations: A place from 0 to 1 for each colour; nil spreads them evenly.
    public convenience init?(
        colorsSpace space: CGColorSpace?,
        colors: CFArray,
        locations: UnsafePointer<CGFloat>?
    ) {
        let colors = colors.compactMap { $0 as? CGColor }
        let places = unsafe locations.map {
            unsafe Array(UnsafeBufferPointer(start: $0, count: colors.count))
        }
        self.init(colors, at: places)
    }

    /// Creates a gradient of components, red, green, blue and alpha of each colour; nil without a colour.
    ///
    /// - Parameters:
    ///   - space: The space of the components; sRGB here, whatever it says.
    ///   - components: Four for each colour.
    ///   - locations: A place from 0 to 1 for each colour; nil spreads them evenly.
    ///   - count: How many colours there are.
    public convenience init?(
        colorSpace space: CGColorSpace,
        colorComponents components: UnsafePointer<CGFloat>,
        locations: UnsafePointer<CGFloat>?,
        count: Int
    ) {
        guard count > 0 else { return nil }
        let numbers = unsafe UnsafeBufferPointer(start: components, count: count * 4)
        let colors = (0..<count).map { index in
            unsafe CGColor(
                red: numbers[index * 4],
                green: numbers[index * 4 + 1],
                blue: numbers[index * 4 + 2],
                alpha: numbers[index * 4 + 3]
            )
        }
        let places = unsafe locations.map {
            unsafe Array(UnsafeBufferPointer(start: $0, count: count))
        }
        self.init(colors, at: places)
    }

    /// Creates a gradient of colours at places from 0 to 1; nil without a colour.
    ///
    /// Nil for the places spreads the colours evenly; too few leave the rest of the colours out.
    package init?(_ colors: [CGColor], at places: [CGFloat]?) {
        guard !colors.isEmpty else { return nil }
        let last = CGFloat(max(colors.count - 1, 1))
        let even = colors.indices.map { CGFloat($0) / last }
        stops = zip(colors, places ?? even)
            .map { Stop(place: Float($1).heldToUnit, levels: $0.shade.ink.levels) }
            .sorted { $0.place < $1.place }
        guard !stops.isEmpty else { return nil }
    }

    /// The colour at a place, premultiplied; before the first and after the last colour it is theirs.
    func levels(at place: Float) -> SIMD4<Float> {
        guard let next = stops.firstIndex(where: { $0.place > place }) else {
            return stops[stops.count - 1].levels
        }
        guard next > 0 else { return stops[0].levels }
        let (before, after) = (stops[next - 1], stops[next])
        let share = (place - before.place) / (after.place - before.place)
        return before.levels + (after.levels - before.levels) * share
    }
}

/// Where a gradient is drawn besides between its ends.
///
/// - SeeAlso: https://developer.apple.com/documentation/coregraphics/cggradientdrawingoptions
public struct CGGradientDrawingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Takes the bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Before the start, in the first colour.
    public static let drawsBeforeStartLocation = Self(rawValue: 1)
    /// After the end, in the last colour.
    public static let drawsAfterEndLocation = Self(rawValue: 2)
}
