// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
@testable internal import BelfryTool
internal import BelfryWire
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// Every content sample and every template as people see it: in a browser's picture, and in a terminal.
@Suite(.timeLimit(.minutes(5)))
struct SightTests {
    @Test func `looks at every content sample and every template`() throws {
        let plugins = Workshop.root.appendingPathComponent("Plugins")
        let samples = try FileManager.default.contentsOfDirectory(atPath: plugins.path).filter {
            let plist = plugins.appendingPathComponent("\($0)/Info.plist")
            let text = try? String(contentsOf: plist, encoding: .utf8)
            return text?.contains("com.apple.usernotifications.content-extension") == true
        }
        #expect(!samples.isEmpty)
        let made = Workshop.root.appendingPathComponent("SDK/Templates/New").path
        let templates = try FileManager.default.contentsOfDirectory(atPath: made)
            .filter { $0.hasPrefix("content-") }
            .map { "template in \($0.dropFirst("content-".count))" }
        #expect(!templates.isEmpty)
        let subjects = Sights.subjects.map(\.testDescription)
        #expect(subjects.sorted() == (samples + templates).sorted())
    }

    @Test(arguments: Sights.subjects)
    func `shows every text within the card, and warns of nothing`(
        _ subject: Sight.Subject
    ) async throws {
        let sight = try await Sights.drawn.sight(of: subject)
        let texts = sight.texts
        #expect(!texts.isEmpty)
        let card = sight.snapshot
        for seen in texts {
            let frame = seen.frame
            #expect(frame.width > 0 && frame.height > 0, "\(seen.text): \(frame)")
            #expect(frame.x >= 0 && frame.x + frame.width <= card.width, "\(seen.text): \(frame)")
            #expect(frame.y >= 0 && frame.y + frame.height <= card.height, "\(seen.text): \(frame)")
        }
        #expect(sight.cutTexts.isEmpty)
        #expect(sight.report.session?.warnings == [])
        #expect(sight.report.isDelivered, "\(sight.report.explanation)")
    }

    @Test(arguments: Sights.subjects, [false, true])
    func `covers pixels with the colour of every text`(
        _ subject: Sight.Subject,
        isDark: Bool
    ) async throws {
        let sight = try await Sights.drawn.sight(of: subject)
        let pixels = isDark ? sight.dark : sight.light
        for label in sight.labels {
            let counts = pixels.colors(x: label.columns, y: label.rows)
            let behind = try #require(counts.max { $0.value < $1.value }).key
            let ink = label.ink(over: CellColor(behind), isDark: isDark).bits
            #expect(Pixels.distance(ink, behind) > 0x40, "\(label.text) on \(behind)")
            let covered = counts.filter { Pixels.distance($0.key, ink) <= 0x30 }.values.reduce(0, +)
            let letterCount = label.text.count { $0.isLetter || $0.isNumber }
            #expect(covered >= 4 * letterCount, "\(label.text) covers \(covered) pixels")
        }
    }

    @Test(arguments: Sights.subjects, [false, true])
    func `writes every text into the terminal, where the picture has it`(
        _ subject: Sight.Subject,
        isDark: Bool
    ) async throws {
        let sight = try await Sights.drawn.sight(of: subject)
        let pixels = isDark ? sight.dark : sight.light
        for columns in [100, 44] {
            let cells = DrawnCells(sight.snapshot, columns: columns, isDark: isDark)
            for label in sight.labels {
                let row = Int((label.frame.y / 16).rounded())
                for word in label.words {
                    let place = try #require(
                        cells.place(of: word, near: row),
                        "\(word) in \(cells.text)"
                    )
                    for cell in place.cells {
                        let behind = try #require(cell.style.background)
                        let front = try #require(cell.style.foreground)
                        let ink = label.ink(over: behind, isDark: isDark)
                        #expect(front == ink, "\(word)")
                        #expect(Pixels.distance(front.bits, behind.bits) > 0x40, "\(word)")
                    }
                }
                let first = try #require(
                    label.words.first.flatMap { cells.place(of: $0, near: row) }
                )
                let counts = pixels.colors(x: label.columns, y: label.rows)
                let behind = try #require(counts.max { $0.value < $1.value }).key
                let ink = label.ink(over: CellColor(behind), isDark: isDark).bits
                let drawn = pixels.rows(of: ink, x: label.columns, y: label.rows)
                let top = try #require(drawn).lowerBound
                // A cell is 16 points high; texts that would hide each other are moved apart.
                #expect(abs(Double(first.row) * 16 - top) <= 32, "\(label.text)")
            }
        }
    }
}

/// A view of a sight that has a text.
private struct SeenText {
    let view: ShownView
    let text: String

    var frame: ViewFrame { view.frame }
    var columns: Range<Double> { frame.x..<frame.x + max(0, frame.width) }
    var rows: Range<Double> { frame.y..<frame.y + max(0, frame.height) }

    var words: [String] { text.split(whereSeparator: \.isWhitespace).map(String.init) }

    /// What its letters look like over a colour.
    func ink(over behind: CellColor, isDark: Bool) -> CellColor {
        let run = view.node.runs.first.map { Int64($0.color) } ?? 0
        let opaque: Int64 = isDark ? -1 : 0xFF
        let usual = isDark ? opaque << 32 : opaque
        let both = UInt64(
            bitPattern: run != 0 ? run : view.node.integers[.textColor] ?? usual
        )
        let bits = UInt32(truncatingIfNeeded: isDark ? both >> 32 : both)
        let front = CellColor(Int(bits >> 8))
        return behind.under(front, opacity: Double(bits & 0xFF) / 255 * view.alpha)
    }
}

extension Sight {
    /// The views with a text that can be seen.
    fileprivate var texts: [SeenText] {
        snapshot.shownViews.compactMap { view in
            guard let text = view.node.texts[.text], !text.isEmpty else { return nil }
            return SeenText(view: view, text: text)
        }
    }

    /// Those that are labels, which have a colour of their own and are nothing but their text.
    fileprivate var labels: [SeenText] { texts.filter { $0.view.node.kind == .label } }
}

/// The rows of a terminal in which an extension's own view is drawn.
private struct DrawnCells {
    private let rows: [[Cell]]
    let text: String

    init(_ snapshot: ContentSnapshot, columns: Int, isDark: Bool) {
        let drawing = NotificationRenderer.drawing(
            of: TerminalScene(snapshot),
            columns: columns,
            DrawingOptions(isDark: isDark, isInteractive: false)
        )
        // Below the header and its line, as far as the next line across.
        rows = drawing.grid.rows.dropFirst(3).prefix { $0.first?.text == "│" }
            .map { Array($0.dropFirst().dropLast()) }
        text = drawing.text
    }

    /// The row that has a word, the nearest to another row, and the word's cells; nil for a word that
    /// is not there.
    func place(of word: String, near wanted: Int) -> (row: Int, cells: ArraySlice<Cell>)? {
        rows.enumerated().sorted { abs($0.offset - wanted) < abs($1.offset - wanted) }.lazy
            .compactMap { number, row in
                row.indices.lazy.compactMap { Self.cells(of: word, from: $0, in: row) }.first
                    .map { (number, $0) }
            }.first
    }

    private static func cells(
        of word: String,
        from start: Int,
        in row: [Cell]
    ) -> ArraySlice<Cell>? {
        var rest = word[...]
        var end = start
        // Behind a wide character is an empty cell.
        while end < row.endIndex, !rest.isEmpty, rest.hasPrefix(row[end].text),
            end > start || !row[end].text.isEmpty
        {
            rest = rest.dropFirst(row[end].text.count)
            end += 1
        }
        return rest.isEmpty ? row[start..<end] : nil
    }
}

extension CellColor {
    /// A colour such as 0xFF3B30.
    fileprivate init(_ bits: Int) {
        self.init(
            UInt8(truncatingIfNeeded: bits >> 16),
            UInt8(truncatingIfNeeded: bits >> 8),
            UInt8(truncatingIfNeeded: bits)
        )
    }

    /// It as a number such as 0xFF3B30.
    fileprivate var bits: Int { Int(red) << 16 | Int(green) << 8 | Int(blue) }
}
