// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryTool
internal import EndToEndSupport

/// A picture as its pixels.
///
/// Places and lengths are in points.
struct Pixels {
    /// How many pixels a point has.
    let scale: Int

    /// By how much edges of letters may differ from their colour.
    static let softness = 0x90

    private let width: Int
    private let height: Int
    private let bytes: [UInt8]

    /// How high it is.
    var pointHeight: Double { Double(height) / Double(scale) }

    /// Decodes a PNG in a browser.
    ///
    /// - Parameters:
    ///   - picture: The file.
    ///   - scale: How many pixels a point has in it.
    ///   - page: An empty page of a browser.
    /// - Throws: What the page says.
    init(_ picture: [UInt8], scale: Int, in page: BrowserPage) async throws {
        let decoded = try await DecodedPicture(picture, in: page)
        self.scale = scale
        (width, height, bytes) = (decoded.width, decoded.height, decoded.bytes)
    }

    /// The colour of the pixel at a place, such as 0xFF3B30.
    func color(_ x: Double, _ y: Double) -> Int {
        color(column: Int(x * Double(scale)), row: Int(y * Double(scale)))
    }

    /// From where to where a line across has a colour; nil where no pixel has.
    func across(
        _ color: Int,
        y: Double,
        from start: Double = 0,
        to end: Double? = nil
    ) -> ClosedRange<Double>? {
        across(near: color, within: 0, y: y, from: start, to: end)
    }

    /// From where to where a line across has about a colour, by so much in each component.
    func across(
        near color: Int,
        within tolerance: Int = 2,
        y: Double,
        from start: Double = 0,
        to end: Double? = nil
    ) -> ClosedRange<Double>? {
        let row = Int(y * Double(scale))
        return extent(range(start, end, width)) {
            Self.distance(self.color(column: $0, row: row), color) <= tolerance
        }
    }

    /// From where to where a line down has a colour; nil where no pixel has.
    func down(
        _ color: Int,
        x: Double,
        from start: Double = 0,
        to end: Double? = nil
    ) -> ClosedRange<Double>? {
        down(near: color, within: 0, x: x, from: start, to: end)
    }

    /// From where to where a line down has about a colour, by so much in each component.
    func down(
        near color: Int,
        within tolerance: Int = 2,
        x: Double,
        from start: Double = 0,
        to end: Double? = nil
    ) -> ClosedRange<Double>? {
        let column = Int(x * Double(scale))
        return extent(range(start, end, height)) {
            Self.distance(self.color(column: column, row: $0), color) <= tolerance
        }
    }

    /// By how much two colours differ in the component in which they differ most.
    static func distance(_ one: Int, _ other: Int) -> Int {
        [16, 8, 0].map { abs((one >> $0 & 0xFF) - (other >> $0 & 0xFF)) }.max() ?? 0
    }

    private func range(_ start: Double, _ end: Double?, _ limit: Int) -> Range<Int> {
        let end = end.map { Int($0 * Double(scale)) } ?? limit
        return min(Int(start * Double(scale)), end)..<end
    }

    /// From where to where rows within an area have a pixel that is a colour.
    func rows(of color: Int, x: Range<Double>, y: Range<Double>) -> ClosedRange<Double>? {
        let columns = Int(x.lowerBound * Double(scale))..<Int(x.upperBound * Double(scale))
        let rows = Int(y.lowerBound * Double(scale))..<Int(y.upperBound * Double(scale))
        return extent(rows) { row in
            columns.contains {
                Self.distance(self.color(column: $0, row: row), color) < Self.softness
            }
        }
    }

    /// From where to where columns within an area have a pixel that is a colour.
    func columns(
        of color: Int,
        within tolerance: Int = softness,
        x: Range<Double>,
        y: Range<Double>
    ) -> ClosedRange<Double>? {
        let columns = Int(x.lowerBound * Double(scale))..<Int(x.upperBound * Double(scale))
        let rows = Int(y.lowerBound * Double(scale))..<Int(y.upperBound * Double(scale))
        return extent(columns) { column in
            rows.contains { Self.distance(self.color(column: column, row: $0), color) < tolerance }
        }
    }

    /// How many pixels of an area have each colour.
    func colors(x: Range<Double>, y: Range<Double>) -> [Int: Int] {
        let columns = range(x.lowerBound, x.upperBound, width).clamped(to: 0..<width)
        let rows = range(y.lowerBound, y.upperBound, height).clamped(to: 0..<height)
        var counts: [Int: Int] = [:]
        for row in rows {
            for column in columns { counts[color(column: column, row: row), default: 0] += 1 }
        }
        return counts
    }

    private func extent(
        _ range: Range<Int>,
        where isMeant: (Int) -> Bool
    ) -> ClosedRange<Double>? {
        guard let first = range.first(where: isMeant), let last = range.last(where: isMeant) else {
            return nil
        }
        return Double(first) / Double(scale)...Double(last + 1) / Double(scale)
    }

    private func color(column: Int, row: Int) -> Int {
        guard (0..<width).contains(column), (0..<height).contains(row) else { return -1 }
        let start = (row * width + column) * 4
        return Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
    }
}
