// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// What CLDR calls Foundation's units, and which of them people use where.
enum MeasurementNames {
    /// Returns CLDR's name of a unit; nil for one that it has none for.
    static func identifier(of unit: Unit) -> String? {
        units.first { $0.unit == unit }?.name
    }

    /// Returns a measurement in the unit that is to be written.
    static func converted(
        _ measurement: Measurement<Dimension>,
        by options: MeasurementFormatter.UnitOptions,
        for locale: Locale
    ) -> Measurement<Dimension> {
        if options.contains(.naturalScale) { return scaled(measurement, for: locale) }
        guard !options.contains(.providedUnit) else { return measurement }
        let isUS = locale.measurementSystem == .us
        let isMetric = locale.measurementSystem == .metric
        switch measurement.unit {
        case is UnitTemperature:
            return measurement.converted(to: isUS ? UnitTemperature.fahrenheit : .celsius)
        case is UnitSpeed:
            return measurement.converted(
                to: isMetric ? UnitSpeed.kilometersPerHour : .milesPerHour
            )
        case is UnitLength: return length(measurement, isMetric: isMetric)
        case is UnitMass:
            return measurement.converted(to: isUS ? UnitMass.pounds : .kilograms)
        case is UnitEnergy: return measurement.converted(to: UnitEnergy.kilocalories)
        default: return measurement
        }
    }

    /// What is measured by the way is written in kilometres or miles, anything smaller in its unit.
    private static func length(
        _ measurement: Measurement<Dimension>,
        isMetric: Bool
    ) -> Measurement<Dimension> {
        let kilometers = measurement.converted(to: UnitLength.kilometers)
        return isMetric ? kilometers : kilometers.converted(to: UnitLength.miles)
    }

    private static func scaled(
        _ measurement: Measurement<Dimension>,
        for locale: Locale
    ) -> Measurement<Dimension> {
        guard let steps = steps(of: measurement.unit, for: locale) else { return measurement }
        let all = steps.map { measurement.converted(to: $0) }
        return all.last { abs($0.value) >= 1 } ?? all.first ?? measurement
    }

    /// The units of a kind from small to large.
    private static func steps(of unit: Dimension, for locale: Locale) -> [Dimension]? {
        let isMetric = locale.measurementSystem == .metric
        switch unit {
        case is UnitLength:
            let metric: [UnitLength] = [.millimeters, .centimeters, .meters, .kilometers]
            return isMetric ? metric : [UnitLength.inches, UnitLength.feet, UnitLength.miles]
        case is UnitMass:
            let metric: [UnitMass] = [.milligrams, .grams, .kilograms]
            return isMetric ? metric : [UnitMass.ounces, UnitMass.pounds]
        case is UnitDuration:
            return [UnitDuration.seconds, UnitDuration.minutes, UnitDuration.hours]
        case is UnitInformationStorage:
            let sizes: [UnitInformationStorage] =
                [.bytes, .kilobytes, .megabytes, .gigabytes, .terabytes]
            return sizes
        default: return nil
        }
    }

    private static let units: [(unit: Dimension, name: String)] =
        [
            (UnitLength.kilometers, "kilometer"), (UnitLength.meters, "meter"),
            (UnitLength.centimeters, "centimeter"), (UnitLength.millimeters, "millimeter"),
            (UnitLength.miles, "mile"), (UnitLength.yards, "yard"), (UnitLength.feet, "foot"),
            (UnitLength.inches, "inch"), (UnitLength.nauticalMiles, "nautical-mile"),
            (UnitMass.kilograms, "kilogram"), (UnitMass.grams, "gram"),
            (UnitMass.milligrams, "milligram"), (UnitMass.pounds, "pound"),
            (UnitMass.ounces, "ounce"), (UnitMass.stones, "stone"),
            (UnitMass.metricTons, "metric-ton"),
            (UnitTemperature.celsius, "celsius"), (UnitTemperature.fahrenheit, "fahrenheit"),
            (UnitTemperature.kelvin, "kelvin"),
            (UnitSpeed.metersPerSecond, "meter-per-second"),
            (UnitSpeed.kilometersPerHour, "kilometer-per-hour"),
            (UnitSpeed.milesPerHour, "mile-per-hour"), (UnitSpeed.knots, "knot"),
            (UnitDuration.seconds, "second"), (UnitDuration.minutes, "minute"),
            (UnitDuration.hours, "hour"), (UnitDuration.milliseconds, "millisecond"),
            (UnitVolume.liters, "liter"), (UnitVolume.milliliters, "milliliter"),
            (UnitVolume.gallons, "gallon"), (UnitVolume.fluidOunces, "fluid-ounce"),
            (UnitVolume.cups, "cup"), (UnitVolume.pints, "pint"),
            (UnitEnergy.kilocalories, "kilocalorie"), (UnitEnergy.calories, "calorie"),
            (UnitEnergy.joules, "joule"), (UnitEnergy.kilojoules, "kilojoule"),
            (UnitEnergy.kilowattHours, "kilowatt-hour"),
            (UnitPressure.hectopascals, "hectopascal"), (UnitPressure.millibars, "millibar"),
            (UnitPressure.bars, "bar"), (UnitPressure.millimetersOfMercury, "millimeter-ofhg"),
            (UnitPressure.poundsForcePerSquareInch, "pound-force-per-square-inch"),
            (UnitAngle.degrees, "degree"), (UnitAngle.radians, "radian"),
            (UnitArea.squareMeters, "square-meter"),
            (UnitArea.squareKilometers, "square-kilometer"),
            (UnitArea.squareFeet, "square-foot"), (UnitArea.hectares, "hectare"),
            (UnitPower.watts, "watt"), (UnitPower.kilowatts, "kilowatt"),
            (UnitPower.horsepower, "horsepower"), (UnitFrequency.hertz, "hertz"),
            (UnitInformationStorage.bytes, "byte"), (UnitInformationStorage.bits, "bit"),
            (UnitInformationStorage.kilobytes, "kilobyte"),
            (UnitInformationStorage.megabytes, "megabyte"),
            (UnitInformationStorage.gigabytes, "gigabyte"),
            (UnitInformationStorage.terabytes, "terabyte"),
            (UnitElectricPotentialDifference.volts, "volt"),
            (UnitElectricCurrent.amperes, "ampere"),
        ]
}
