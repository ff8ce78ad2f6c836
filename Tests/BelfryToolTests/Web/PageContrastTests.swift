// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

/// Whether the grey beside the notification can be read (WCAG 2, 1.4.3): 4.5 to 1, light and dark.
@Suite struct PageContrastTests {
    /// A colour as styles have it, `#rrggbb` or `#rrggbbaa`, each part from 0 to 1.
    private struct Colour {
        var parts: [Double]
        var alpha: Double

        init(_ text: Substring) throws {
            let digits = Array(text.dropFirst())
            try #require(digits.count == 6 || digits.count == 8, "\(text)")
            let values = try stride(from: 0, to: digits.count, by: 2).map { index in
                Double(try #require(UInt8(String(digits[index...(index + 1)]), radix: 16))) / 255
            }
            parts = Array(values.prefix(3))
            alpha = values.count == 4 ? values[3] : 1
        }

        /// What is seen of it on an opaque one.
        func on(_ ground: Colour) -> Colour {
            var seen = ground
            seen.parts = zip(parts, ground.parts).map { $0 * alpha + $1 * (1 - alpha) }
            return seen
        }

        /// WCAG's relative luminance.
        var luminance: Double {
            let linear = parts.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
            return zip(linear, [0.2126, 0.7152, 0.0722]).map(*).reduce(0, +)
        }

        func contrast(with other: Colour) -> Double {
            let (paler, darker) = (max(luminance, other.luminance), min(luminance, other.luminance))
            return (paler + 0.05) / (darker + 0.05)
        }
    }

    private let styles: String

    init() throws {
        let file = "Sources/BelfryTool/Web/Page/page.css"
        styles = try String(
            contentsOf: Repository.root.appendingPathComponent(file),
            encoding: .utf8
        )
    }

    /// The pairs of colours in a rule, light and dark.
    private func colours(of rule: String, _ property: String = "") throws -> [(Colour, Colour)] {
        let start = try #require(styles.range(of: "\n\(rule) {"), "\(rule)")
        let body = styles[start.upperBound...].prefix { $0 != "}" }
        let declarations = body.split(separator: ";").filter {
            property.isEmpty || $0.contains(property)
        }
        return try declarations.flatMap { declaration in
            try declaration.matches(of: /light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)/).map {
                (try Colour($0.1), try Colour($0.2))
            }
        }
    }

    @Test(arguments: [false, true])
    func `the grey can be read on the wallpaper and on boxes`(isDark: Bool) throws {
        func pick(_ pair: (Colour, Colour)) -> Colour { isDark ? pair.1 : pair.0 }
        let grey = pick(try #require(try colours(of: "aside", "--secondary:").first))
        let raised = pick(try #require(try colours(of: ":root", "--raised:").first))
        let wallpaper = try colours(of: ".wallpaper").map(pick)
        try #require(wallpaper.count == 5)
        for ground in wallpaper + wallpaper.map(raised.on) {
            #expect(grey.on(ground).contrast(with: ground) >= 4.5)
        }
    }
}
