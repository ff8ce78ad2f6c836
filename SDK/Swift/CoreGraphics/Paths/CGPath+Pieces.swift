// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension CGPath {
    /// Returns the path's lines cut into dashes.
    ///
    /// - Parameters:
    ///   - phase: How far into the pattern each figure begins.
    ///   - lengths: The lengths of a dash, a gap, a dash and so on. Without any, with a negative one,
    ///     or where all are 0, the lines are whole.
    ///   - transform: What the result is mapped by.
    /// - Returns: The dashes, 20,000 at most for each figure.
    /// - SeeAlso: https://developer.apple.com/documentation/coregraphics/cgpath/copy(dashingwithphase:lengths:transform:)
    public func copy(
        dashingWithPhase phase: CGFloat,
        lengths: [CGFloat],
        transform: CGAffineTransform = .identity
    ) -> CGPath {
        let dashes = CGMutablePath()
        // An odd number of lengths has dashes and gaps change places each time.
        let pattern = lengths.count.isMultiple(of: 2) ? lengths : lengths + lengths
        let period = pattern.reduce(0, +)
        guard period > 0, period.isFinite, phase.isFinite, pattern.allSatisfy({ $0 >= 0 }) else {
            dashes.addPath(self, transform: transform)
            return dashes
        }
        let whole = CGMutablePath()
        for figure in Polyline.figures(of: self) {
            var place = phase.truncatingRemainder(dividingBy: period)
            if place < 0 { place += period }
            // A pattern may be much shorter than what can be seen of it.
            guard figure.length / period * CGFloat(pattern.count) < 20_000 else {
                figure.append(from: 0, to: figure.length, to: whole)
                continue
            }
            var (along, index) = (-place, 0)
            while along < figure.length {
                let next = along + pattern[index]
                if index.isMultiple(of: 2) { figure.append(from: along, to: next, to: whole) }
                (along, index) = (next, (index + 1) % pattern.count)
            }
        }
        dashes.addPath(whole, transform: transform)
        return dashes
    }

    /// Returns what lies between two shares of the length of all figures together.
    ///
    /// - Parameters:
    ///   - start: From 0, the beginning of the first figure.
    ///   - end: To 1, the end of the last one.
    /// - Returns: The lines; the path itself for all of it.
    package func trimmed(from start: CGFloat, to end: CGFloat) -> CGPath {
        guard start > 0 || end < 1 else { return self }
        let figures = Polyline.figures(of: self)
        let length = figures.reduce(0) { $0 + $1.length }
        let rest = CGMutablePath()
        var begin: CGFloat = 0
        for figure in figures {
            figure.append(from: start * length - begin, to: end * length - begin, to: rest)
            begin += figure.length
        }
        return rest
    }
}
