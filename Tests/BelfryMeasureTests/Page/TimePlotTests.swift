// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryPlot
internal import Foundation
internal import FoundationXML
internal import Testing

@Suite("Plots over time")
struct TimePlotTests {
    private static let axis = TimeAxis(
        names: ["09:00", "10:00", "11:00", "12:00"],
        labels: [(place: 0, text: "09:00"), (place: 3, text: "12:00")]
    )
    private static let one = PlotSeries(name: "one", index: 0)
    private static let other = PlotSeries(name: "other", index: 1)

    private static func bars(_ ones: [Double], _ others: [Double]) -> Markup {
        TimeBars(
            identifier: "b",
            title: "Bars",
            axis: axis,
            unit: .count,
            caption: "runs",
            series: [(series: one, values: ones), (series: other, values: others)]
        ).markup
    }

    private static func lines(_ values: [Double?], limit: Double?) -> Markup {
        TimeLines(
            identifier: "l",
            title: "Lines",
            axis: axis,
            unit: .milliseconds,
            limits: limit.map { [(name: "budget", limit: $0)] } ?? [],
            series: [(series: one, values: values)]
        ).markup
    }

    /// The attributes of all elements of a name.
    private static func elements(_ name: String, in markup: Markup) throws -> [[String: String]] {
        let reader = Reader(name)
        let parser = XMLParser(data: Data(markup.source.utf8))
        parser.delegate = reader
        try #require(parser.parse(), "\(String(describing: parser.parserError))")
        return reader.found
    }

    private final class Reader: NSObject, XMLParserDelegate {
        private let name: String
        private(set) var found: [[String: String]] = []

        init(_ name: String) {
            self.name = name
        }

        func parser(
            _ parser: XMLParser,
            didStartElement element: String,
            namespaceURI: String?,
            qualifiedName: String?,
            attributes: [String: String]
        ) {
            if element == name { found.append(attributes) }
        }
    }

    @Test func `stacks the bars of a span, and leaves empty ones out`() throws {
        let markup = Self.bars([2, 0, 1, 0], [2, 4, 0, 0])
        let rects = try Self.elements("rect", in: markup)
        #expect(rects.map { $0["x"] } == ["25", "25", "275", "525"])
        // The axis ends at 4: a half of 200 points each, above each other.
        #expect(rects.map { $0["y"] } == ["100", "0", "0", "150"])
        #expect(rects.map { $0["height"] } == ["100", "100", "200", "50"])
        #expect(rects.allSatisfy { $0["class"]?.hasPrefix("filled series") == true })
        #expect(
            markup.source.contains(
                "09:00: one 2, other 2; 10:00: other 4; 11:00: one 1</desc>"
            )
        )
    }

    @Test func `breaks a line where a span has no value`() throws {
        let markup = Self.lines([1, 2, nil, 4], limit: 5)
        let polylines = try Self.elements("polyline", in: markup)
        #expect(polylines.count == 1)
        #expect(polylines.first?["points"]?.split(separator: " ").count == 2)
        #expect(try Self.elements("circle", in: markup).count == 3)
        #expect(markup.source.contains("budget 5 ms"))
        // A line that stands alone in its span is a point.
        #expect(
            try Self.elements("polyline", in: Self.lines([1, nil, 2, nil], limit: nil)).isEmpty
        )
    }

    @Test func `draws nothing but its axes where there is nothing`() throws {
        for markup in [
            Self.bars([0, 0, 0, 0], [0, 0, 0, 0]), Self.lines([nil, nil, nil, nil], limit: nil),
        ] {
            #expect(try Self.elements("rect", in: markup).isEmpty)
            #expect(try Self.elements("polyline", in: markup).isEmpty)
            #expect(markup.source.contains("nothing</desc>"))
            #expect(markup.source.contains(">12:00</text>"))
        }
    }

    @Test func `is a picture of its own, whatever its series are called`() throws {
        let hostile = PlotSeries(name: "</text><script>alert(1)</script>&\u{1B}[2J", index: 2)
        let picture = PlotPicture(
            Self.bars([1, 0, 0, 0], [0, 0, 0, 0]),
            .lines,
            explaining: [Self.one, hostile]
        )
        let parser = XMLParser(data: Data(picture.source.utf8))
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        #expect(picture.source.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
        #expect(!picture.source.contains("<script"))
        #expect(picture.source.contains("&lt;script&gt;"))
        #expect(picture.source.contains("color-scheme: light dark"))
        #expect(picture.source.contains("height=\"298\""))
    }
}
