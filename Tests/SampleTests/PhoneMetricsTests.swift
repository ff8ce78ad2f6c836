// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Fifteen views as iPhones draw them, at one and at two pixels to a point, light and dark.
///
/// The numbers are those of Apple's Human Interface Guidelines (text styles, colours), of UIKit's
/// documentation (insets, margins, heights) and of what Interface Builder writes for a view of its
/// own size. Apple documents neither the space of 35 points above an inset group nor the corners and
/// insets of configured buttons: developers have measured these on devices. San Francisco's letters
/// are those of a font with the widths of Helvetica here, whose baselines browsers put up to a point and
/// a half higher.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct PhoneMetricsTests {
    /// Looks at all pictures of a view.
    private func look(
        at view: String,
        _ body: (Pixels, _ isDark: Bool, _ pixel: Double) throws -> Void
    ) async throws {
        let shots = try await PhoneScreens.drawn.shots(of: view)
        try #require(shots.count == 4)
        for shot in shots { try body(shot.pixels, shot.isDark, 1 / Double(shot.pixels.scale)) }
    }

    /// Whether an extent is another one, but for so much at either end.
    private func isNear(
        _ extent: ClosedRange<Double>?,
        _ low: Double,
        _ high: Double,
        within tolerance: Double
    ) -> Bool {
        guard let extent else { return false }
        return abs(extent.lowerBound - low) <= tolerance
            && abs(extent.upperBound - high) <= tolerance
    }

    @Test func `each text style has its size, and stands in the middle of its line`() async throws {
        // Large title, titles 1 to 3, headline, body, callout, subheadline, footnote, captions 1 and 2.
        let sizes: [Double] = [34, 28, 22, 20, 17, 17, 16, 15, 13, 12, 11]
        try await look(at: "texts") { pixels, isDark, _ in
            let text = isDark ? 0xFFFFFF : 0
            var inks: [Int] = []
            for (number, size) in sizes.enumerated() {
                let line = Double(number) * 48..<Double(number + 1) * 48
                let rows = try #require(pixels.rows(of: text, x: 0..<359, y: line), "\(size)")
                let height = rows.upperBound - rows.lowerBound
                // Capitals of 1409 units of 2048.
                #expect(abs(height - 0.688 * size) <= 1, "\(size): \(rows)")
                let middle = (rows.lowerBound + rows.upperBound) / 2 - line.lowerBound
                #expect(abs(middle - 24) <= 2, "\(size): \(rows)")
                let columns = try #require(pixels.columns(of: text, x: 0..<359, y: line))
                // H and E have 0.722 and 0.667 of the size, of which 0.08 before the first H is bare.
                #expect(abs(columns.lowerBound - 0.08 * size) <= 1, "\(size): \(columns)")
                #expect(abs(columns.upperBound - 2.73 * size) <= 1.5, "\(size): \(columns)")
                let counts = pixels.colors(x: 0..<359, y: line)
                inks.append(
                    counts.filter { Pixels.distance($0.key, text) < Pixels.softness }.values
                        .reduce(0, +)
                )
            }
            #expect(inks[4] > inks[5] * 5 / 4, "the headline is bold: \(inks)")
        }
    }

    @Test func `a row that is scrolled to is at the top, in the middle or at the bottom`()
        async throws
    {
        try await look(at: "scrolled") { pixels, isDark, _ in
            let (red, gray) = isDark ? (0xFF453A, 0x3A3A3C) : (0xFF3B30, 0xD1D1D6)
            for (number, top) in [16.0, 60, 104].enumerated() {
                let x = 66 + Double(number) * 113
                let row = pixels.down(red, x: x)
                #expect(isNear(row, top, top + 44, within: 0), "\(String(describing: row))")
                let table = pixels.down(gray, x: x)
                let (begin, end) = (top == 16 ? 60.0 : 16, top == 104 ? 104.0 : 148)
                #expect(isNear(table, begin, end, within: 0), "\(String(describing: table))")
            }
        }
    }

    @Test func `a symbol has its shape, and a name of none a dashed box`() async throws {
        try await look(at: "symbols") { pixels, isDark, _ in
            let blue = isDark ? 0x0A84FF : 0x007AFF
            // A shipping box has an edge in its middle, and nothing in the corners of its square.
            #expect(isNear(pixels.rows(of: blue, x: 30..<50, y: 10..<70), 22, 58, within: 2.5))
            #expect(isNear(pixels.columns(of: blue, x: 10..<70, y: 36..<48), 24, 56, within: 2.5))
            #expect(isNear(pixels.rows(of: blue, x: 39..<41, y: 44..<70), 44, 58, within: 2.5))
            #expect(pixels.rows(of: blue, x: 16..<22, y: 10..<70) == nil)
            #expect(pixels.rows(of: blue, x: 119..<121, y: 30..<50) == nil)
            #expect(pixels.rows(of: blue, x: 96..<144, y: 10..<70) != nil)
        }
    }

    @Test func `the layer of a player is black, with a triangle in its middle`() async throws {
        try await look(at: "film") { pixels, isDark, _ in
            let behind = isDark ? 0 : 0xFFFFFF
            #expect(isNear(pixels.across(0, y: 30, from: 8, to: 348), 16, 336, within: 0) || isDark)
            #expect(isNear(pixels.down(0, x: 40, from: 8), 16, 196, within: 0) || isDark)
            #expect(pixels.color(8, 8) == behind && pixels.color(345, 100) == behind)
            // Four fifths of white over black.
            let triangle = pixels.across(near: 0xCCCCCC, within: 8, y: 106)
            // The edges of its tip, a pixel high, are soft.
            #expect(isNear(triangle, 152, 206, within: 2.5), "\(String(describing: triangle))")
            let side = pixels.down(near: 0xCCCCCC, within: 8, x: 153)
            #expect(isNear(side, 76, 136, within: 1.5), "\(String(describing: side))")
        }
    }

    @Test func `rows are 44 points high, with a line of a pixel from 16 points on`() async throws {
        try await look(at: "rows") { pixels, isDark, pixel in
            let line = isDark ? 0x323235 : 0xC6C6C8
            for row in 1...3 {
                let y = Double(row) * 44
                let extent = pixels.across(near: line, y: y - pixel)
                #expect(isNear(extent, 16, 359, within: 0), "\(String(describing: extent))")
                #expect(pixels.color(100, y) == (isDark ? 0 : 0xFFFFFF))
                #expect(pixels.color(100, y - 2 * pixel) == (isDark ? 0 : 0xFFFFFF))
            }
            let words = pixels.columns(of: isDark ? 0xFFFFFF : 0, x: 0..<100, y: 0..<44)
            #expect(isNear(words, 17, 47, within: 3), "\(String(describing: words))")
            let detail = pixels.columns(
                of: isDark ? 0x98989F : 0x8A8A8E,
                within: 0x40,
                x: 200..<359,
                y: 2..<42
            )
            // The font's l ends 1.1 points before the side of 16 points.
            #expect(abs((detail?.upperBound ?? 0) - 341.9) <= 1, "\(String(describing: detail))")
        }
    }

    @Test func `an inset group begins 35 points down, with corners of 10 points`() async throws {
        try await look(at: "settings") { pixels, isDark, pixel in
            let (behind, box) = isDark ? (0, 0x1C1C1E) : (0xF2F2F7, 0xFFFFFF)
            #expect(pixels.color(4, 4) == behind)
            #expect(isNear(pixels.across(box, y: 57), 16, 343, within: 0))
            #expect(isNear(pixels.down(box, x: 30), 35, 211, within: 0))
            #expect(pixels.color(16, 35) == behind)
            // A point below its top a circle of 10 points is 4.4 points wider on each side.
            let corner = pixels.across(near: box, within: 8, y: 36)
            #expect(
                isNear(corner, 21, 338, within: 1),
                "\(String(describing: corner))"
            )
            let line = isDark ? 0x3D3D41 : 0xC6C6C8
            #expect(isNear(pixels.across(near: line, y: 79 - pixel), 32, 343, within: 0))
        }
    }

    @Test func `controls have their heights, their thumbs and their colours`() async throws {
        try await look(at: "controls") { pixels, isDark, _ in
            let (green, blue) = isDark ? (0x30D158, 0x0A84FF) : (0x34C759, 0x007AFF)
            #expect(isNear(pixels.down(green, x: 32), 16, 47, within: 0.5))
            #expect(isNear(pixels.across(0xFFFFFF, y: 31.5, from: 20, to: 67), 38, 65, within: 1))
            #expect(isNear(pixels.down(blue, x: 40, to: 140), 115.5, 119.5, within: 1))
            let fill = isDark ? 0x1C1C1F : 0xEEEEF0
            let segments = pixels.down(near: fill, x: 205, from: 135, to: 182)
            #expect(isNear(segments, 145, 177, within: 0.5), "\(String(describing: segments))")
            #expect(pixels.color(30, 161) == (isDark ? 0x636366 : 0xFFFFFF))
            let stepper = pixels.down(near: fill, x: 100, from: 182, to: 230)
            #expect(isNear(stepper, 189, 221, within: 0.5), "\(String(describing: stepper))")
            let wide = pixels.across(near: fill, y: 205)
            #expect(isNear(wide, 16, 110, within: 0.5), "\(String(describing: wide))")
            let bar = pixels.down(blue, x: 60, from: 225)
            #expect(isNear(bar, 233, 237, within: 0.5), "\(String(describing: bar))")
            let dot = pixels.down(isDark ? 0xFF453A : 0xFF3B30, x: 35.5, from: 240)
            #expect(isNear(dot, 258, 266, within: 1.5), "\(String(describing: dot))")
        }
    }

    @Test func `buttons are as large as a title of 17 points with its insets`() async throws {
        try await look(at: "buttons") { pixels, isDark, _ in
            let (blue, red) = isDark ? (0x0A84FF, 0xFF453A) : (0x007AFF, 0xFF3B30)
            let system = pixels.columns(of: blue, x: 0..<120, y: 16..<46)
            #expect(abs((system?.lowerBound ?? 0) - 17) <= 1, "\(String(describing: system))")
            let plain = pixels.columns(of: blue, x: 0..<120, y: 60..<90)
            #expect(abs((plain?.lowerBound ?? 0) - 29) <= 1, "\(String(describing: plain))")
            let filled = pixels.down(blue, x: 24, from: 196)
            let height = (filled?.upperBound ?? 0) - (filled?.lowerBound ?? 0)
            #expect(abs(height - 34.33) <= 0.7, "\(String(describing: filled))")
            let middle = (filled?.lowerBound ?? 0) + 17
            let width = pixels.across(blue, y: middle)
            // Interface Builder makes a button "Button" 75 points wide.
            #expect(isNear(width, 16, 91, within: 2), "\(String(describing: width))")
            let capsule = pixels.down(red, x: 33)
            let top = pixels.across(red, y: (capsule?.lowerBound ?? 0) + 1)
            #expect((top?.lowerBound ?? 0) > 24, "\(String(describing: top))")
        }
    }

    @Test func `text in fields stands 7 points, in text views 5 points from the side`() async throws
    {
        try await look(at: "fields") { pixels, isDark, pixel in
            let text = isDark ? 0xFFFFFF : 0
            let filled = pixels.columns(of: text, x: 20..<120, y: 66..<92)
            #expect(abs((filled?.lowerBound ?? 0) - 24.2) <= 1, "\(String(describing: filled))")
            let view = pixels.columns(of: text, x: 17..<120, y: 112..<146)
            #expect(abs((view?.lowerBound ?? 0) - 22.2) <= 1, "\(String(describing: view))")
            // 8 points above the line, whose letters begin a fifth of their size below.
            let line = pixels.rows(of: text, x: 17..<120, y: 108..<146)
            #expect(
                abs((line?.upperBound ?? 0) - (108 + 8 + 16.2)) <= 1.5,
                "\(String(describing: line))"
            )
            let paper = pixels.down(isDark ? 0x1C1C1E : 0xF2F2F7, x: 200, from: 100)
            #expect(isNear(paper, 108, 144.5, within: 1), "\(String(describing: paper))")
            // A line of half a point around 34 points.
            let behind = isDark ? 0 : 0xFFFFFF
            #expect(pixels.color(180, 16) != behind && pixels.color(180, 50 - pixel) != behind)
            #expect(pixels.color(180, 15) == behind && pixels.color(180, 50) == behind)
        }
    }

    @Test func `a card has its corners, its line, its shadow and what is in it`() async throws {
        try await look(at: "card") { pixels, isDark, pixel in
            let (behind, paper) = isDark ? (0, 0x1C1C1E) : (0xF2F2F7, 0xFFFFFF)
            let green = isDark ? 0x30D158 : 0x34C759
            #expect(pixels.color(180, 16) == green && pixels.color(180, 17) == paper)
            #expect(pixels.color(16, 60) == green && pixels.color(343 - pixel, 60) == green)
            #expect(isNear(pixels.down(paper, x: 300), 17, 111, within: 0))
            #expect(pixels.color(16.5, 16.5) != green)
            let face = isDark ? 0x5E5CE6 : 0x5856D6
            #expect(isNear(pixels.across(near: face, within: 40, y: 64), 32, 80, within: 0.5))
            #expect(isNear(pixels.down(near: face, within: 40, x: 56), 40, 88, within: 0.5))
            let badge = pixels.across(isDark ? 0xFF453A : 0xFF3B30, y: 42)
            #expect(isNear(badge, 100, 136, within: 4), "\(String(describing: badge))")
            #expect(pixels.color(4, 4) == behind)
            if !isDark { #expect(pixels.color(180, 116) < behind) }
        }
    }

    @Test func `bars are 44 and 49 points high, their items 16 points from the sides`() async throws
    {
        try await look(at: "bars") { pixels, isDark, _ in
            let (text, blue) = isDark ? (0xFFFFFF, 0x0A84FF) : (0, 0x007AFF)
            // A navigation bar, a toolbar and a tab bar, 20 points apart.
            #expect(pixels.pointHeight == 44 + 20 + 44 + 20 + 49)
            // Capitals of 17 points stand in the middle of a bar, or a point below it.
            for (color, middle) in [(text, 22.0), (blue, 86)] {
                let x = color == text ? 100.0..<260 : 0..<30
                let rows = pixels.rows(of: color, x: x, y: middle - 20..<middle + 20)
                let found = ((rows?.lowerBound ?? 0) + (rows?.upperBound ?? 0)) / 2
                #expect(abs(found - middle) <= 1.5, "\(String(describing: rows))")
            }
            let title = pixels.columns(of: text, x: 100..<260, y: 2..<42)
            let middle = ((title?.lowerBound ?? 0) + (title?.upperBound ?? 0)) / 2
            #expect(abs(middle - 179.5) <= 1, "\(String(describing: title))")
            let done = pixels.columns(of: blue, x: 260..<359, y: 2..<42)
            #expect(abs((done?.upperBound ?? 0) - 343) <= 1.5, "\(String(describing: done))")
            let left = pixels.columns(of: blue, x: 0..<100, y: 66..<106)
            #expect(abs((left?.lowerBound ?? 0) - 17) <= 1.5, "\(String(describing: left))")
            let home = pixels.columns(of: blue, x: 0..<180, y: 130..<177)
            let center = ((home?.lowerBound ?? 0) + (home?.upperBound ?? 0)) / 2
            #expect(abs(center - 89.75) <= 1.5, "\(String(describing: home))")
        }
    }

    @Test func `tiles of a line share what is left between them`() async throws {
        try await look(at: "tiles") { pixels, isDark, _ in
            let (teal, gray) = isDark ? (0x40C8E0, 0x3A3A3C) : (0x30B0C7, 0xD1D1D6)
            #expect(isNear(pixels.across(teal, y: 46), 16, 343, within: 0.5))
            #expect(isNear(pixels.across(gray, y: 46), 129.5, 229.5, within: 0.5))
            #expect(isNear(pixels.down(teal, x: 66, to: 80), 16, 76, within: 0.5))
            #expect(isNear(pixels.down(gray, x: 66), 88, 148, within: 0.5))
            #expect(pixels.color(16.5, 16.5) == (isDark ? 0 : 0xFFFFFF))
        }
    }

    @Test func `colours are Apple's, over what is behind them`() async throws {
        let light = [
            0xFF3B30, 0xFF9500, 0xFFCC00, 0x34C759, 0x00C7BE, 0x30B0C7, 0x32ADE6, 0x007AFF,
            0x5856D6, 0xAF52DE, 0xFF2D55, 0xA2845E, 0x8E8E93, 0xAEAEB2, 0xC7C7CC, 0xD1D1D6,
            0xE5E5EA, 0xF2F2F7, 0x000000, 0x8A8A8E, 0xC4C4C7, 0xDCDCDD, 0xC4C4C7, 0xC6C6C8,
            0xC6C6C8, 0x007AFF, 0xE4E4E6, 0xE9E9EB, 0xEEEEF0, 0xF4F4F5, 0xF2F2F7, 0xFFFFFF,
            0xF2F2F7, 0xFFFFFF, 0xF2F2F7,
        ]
        let dark = [
            0xFF453A, 0xFF9F0A, 0xFFD60A, 0x30D158, 0x63E6E2, 0x40C8E0, 0x64D2FF, 0x0A84FF,
            0x5E5CE6, 0xBF5AF2, 0xFF375F, 0xAC8E68, 0x8E8E93, 0x636366, 0x48484A, 0x3A3A3C,
            0x2C2C2E, 0x1C1C1E, 0xFFFFFF, 0x8D8D93, 0x464649, 0x252527, 0x464649, 0x323235,
            0x38383A, 0x0984FF, 0x2B2B2E, 0x262629, 0x1C1C1F, 0x151517, 0x1C1C1E, 0x2C2C2E,
            0x000000, 0x1C1C1E, 0x2C2C2E,
        ]
        try await look(at: "colors") { pixels, isDark, _ in
            for (number, color) in (isDark ? dark : light).enumerated() {
                let (x, y) = (Double(number % 8) * 40 + 20, Double(number / 8) * 40 + 20)
                let found = pixels.color(x, y)
                #expect(
                    Pixels.distance(found, color) <= 1,
                    "\(number): \(String(found, radix: 16))"
                )
            }
        }
    }

    @Test func `bubbles stand at the margins, as far apart as the system says`() async throws {
        try await look(at: "chat") { pixels, isDark, _ in
            let theirs = isDark ? 0x1C1C1E : 0xF2F2F7
            let ours = isDark ? 0x0A84FF : 0x007AFF
            let first = pixels.down(theirs, x: 40)
            #expect(first?.lowerBound == 8)
            // Two lines of 20.3 points, 8 above and below.
            #expect(
                abs((first?.upperBound ?? 0) - (8 + 40.6 + 16)) <= 1,
                "\(String(describing: first))"
            )
            #expect(pixels.across(theirs, y: 30)?.lowerBound == 8)
            // Left of its corners.
            let second = pixels.down(ours, x: 330)
            let gap = (second?.lowerBound ?? 0) - (first?.upperBound ?? 0)
            #expect(abs(gap - 8) <= 1, "\(String(describing: second))")
            #expect(
                abs((pixels.across(near: ours, within: 8, y: 98)?.upperBound ?? 0) - 351) <= 0.5
            )
            // The corner that is not round is full.
            let bottom = second?.upperBound ?? 0
            #expect(pixels.color(350, bottom - 1) == ours && pixels.color(350, bottom - 35) != ours)
        }
    }

    @Test func `layers and what a view draws are where they belong`() async throws {
        try await look(at: "drawing") { pixels, isDark, _ in
            #expect(Pixels.distance(pixels.color(66, 17), 0xFC0003) < 12)
            #expect(Pixels.distance(pixels.color(66, 114), 0x0300FC) < 12)
            #expect(pixels.color(15, 66) == (isDark ? 0 : 0xFFFFFF))
            // What is drawn has the colours of a light screen.
            let orange = 0xFF9500
            #expect(isNear(pixels.across(orange, y: 66), 222, 230, within: 1))
            #expect(isNear(pixels.rows(of: orange, x: 187..<190, y: 10..<60), 22, 30, within: 1))
            #expect(isNear(pixels.across(0x34C759, y: 40), 253, 333, within: 1))
            #expect(isNear(pixels.across(0xFFFFFF, y: 66, from: 253, to: 333), 273, 313, within: 1))
        }
    }
}
