// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Writes a measurement, such as `1.2 km` or `17°C`.
///
/// Foundation on Linux has the units and not this class; the words are those of its ICU.
open class MeasurementFormatter: Formatter {
    /// Which unit is written, and how.
    public struct UnitOptions: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// Takes the bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// The measurement's own unit, not the one that people use where they live.
        public static let providedUnit = Self(rawValue: 1)
        /// A unit in which the number is neither large nor small.
        public static let naturalScale = Self(rawValue: 2)
        /// A temperature has a degree sign alone.
        public static let temperatureWithoutUnit = Self(rawValue: 4)
    }

    /// Which unit is written.
    open var unitOptions: UnitOptions = []
    /// Whether the unit is a sign, an abbreviation or a word.
    open var unitStyle = UnitStyle.medium
    /// Whose language and units are written.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var locale: Locale! = .current {
        didSet { numberFormatter.locale = locale }
    }
    /// Says how many digits the number has.
    // As Apple's, which takes nil and never gives it.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var numberFormatter: NumberFormatter! = {
        let formatter = NumberFormatter()
        formatter.numberStyle = .decimal
        return formatter
    }()

    /// Writes a measurement.
    open func string<UnitType: Unit>(from measurement: Measurement<UnitType>) -> String {
        let unit = measurement.unit as Unit
        guard let unit = unit as? Dimension else {
            return number(measurement.value) + " " + unit.symbol
        }
        return string(of: Measurement(value: measurement.value, unit: unit))
    }

    /// Writes a unit alone.
    open func string(from unit: Unit) -> String {
        let name = MeasurementNames.identifier(of: unit)
        let text = name.flatMap { UnitText.write(0, $0, unitStyle, locale) }
        return text?.trimmingCharacters(in: .decimalDigits.union(.whitespaces)) ?? unit.symbol
    }

    /// Writes a measurement of dimensions; nil for anything else.
    open override func string(for obj: Any?) -> String? {
        if let measurement = obj as? Measurement<Dimension> { return string(of: measurement) }
        return (obj as? Measurement<Unit>).map { string(from: $0) }
    }

    private func string(of measurement: Measurement<Dimension>) -> String {
        let shown = MeasurementNames.converted(measurement, by: unitOptions, for: locale)
        let isBare = unitOptions.contains(.temperatureWithoutUnit) && shown.unit is UnitTemperature
        let name =
            isBare
            ? "measure-unit/temperature-generic" : MeasurementNames.identifier(of: shown.unit)
        guard let name, let text = UnitText.write(shown.value, name, unitStyle, locale, number)
        else { return number(shown.value) + " " + shown.unit.symbol }
        return text
    }

    private func number(_ value: Double) -> String {
        numberFormatter.string(from: NSNumber(value: value)) ?? "\(value)"
    }
}
