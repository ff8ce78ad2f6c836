// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationSupplement
internal import Testing

/// What is measured, and names of people, in the words of a language.
@Suite(.timeLimit(.minutes(1)))
struct MeasurementFormatterTests {
    private func formatter(
        _ locale: String,
        _ options: MeasurementFormatter.UnitOptions = .providedUnit
    ) -> MeasurementFormatter {
        let formatter = MeasurementFormatter()
        formatter.locale = Locale(identifier: locale)
        formatter.unitOptions = options
        formatter.numberFormatter.maximumFractionDigits = 1
        return formatter
    }

    @Test(arguments: [
        ("en_GB", Formatter.UnitStyle.medium, "1.2 km"), ("de_DE", .long, "1,2 Kilometer"),
        ("en_US", .short, "1.2km"), ("fr_FR", .long, "1,2\u{A0}kilomètre"),
    ])
    func `a length has its unit in the language`(
        _ locale: String,
        _ style: Formatter.UnitStyle,
        _ text: String
    ) {
        let formatter = formatter(locale)
        formatter.unitStyle = style
        let length = Measurement(value: 1.234, unit: UnitLength.kilometers)
        #expect(formatter.string(from: length) == text)
    }

    @Test func `a temperature is written as people read it where they live`() {
        let warm = Measurement(value: 20, unit: UnitTemperature.celsius)
        #expect(formatter("en_US", []).string(from: warm) == "68°F")
        #expect(formatter("en_GB", []).string(from: warm) == "20°C")
        let bare: MeasurementFormatter.UnitOptions = [.temperatureWithoutUnit, .providedUnit]
        #expect(formatter("en_US", bare).string(from: warm) == "20°")
    }

    @Test func `a natural scale takes the largest unit that is full`() {
        let length = Measurement(value: 0.25, unit: UnitLength.kilometers)
        #expect(formatter("en_GB", .naturalScale).string(from: length).hasSuffix("ft"))
        #expect(formatter("de_DE", .naturalScale).string(from: length) == "250 m")
        let short = Measurement(value: 90, unit: UnitDuration.seconds)
        #expect(formatter("en_US", .naturalScale).string(from: short) == "1.5 min")
    }

    @Test func `a unit that no language knows has its own symbol`() {
        let own = Dimension(symbol: "smoots", converter: UnitConverterLinear(coefficient: 1.7))
        let bridge = Measurement(value: 364.4, unit: own)
        #expect(formatter("en_US").string(from: bridge) == "364.4 smoots")
        #expect(formatter("en_US").string(from: UnitMass.kilograms) == "kg")
    }

    @Test func `a name is in the order of its letters`() {
        var name = PersonNameComponents()
        name.givenName = "Anna"
        name.familyName = "Lind"
        name.nickname = "Ann"
        #expect(
            PersonNameComponentsFormatter.localizedString(from: name, style: .default)
                == "Anna Lind"
        )
        #expect(PersonNameComponentsFormatter.localizedString(from: name, style: .short) == "Ann")
        #expect(
            PersonNameComponentsFormatter.localizedString(from: name, style: .abbreviated) == "AL"
        )
        name.givenName = "太郎"
        name.familyName = "山田"
        #expect(PersonNameComponentsFormatter.localizedString(from: name, style: .medium) == "山田太郎")
    }
}
