// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension String {
    /// A text to be looked up in a bundle, with values in it.
    ///
    /// The key is the text with a placeholder for each value, as Xcode writes it into a
    /// `.strings` file: `%@` for texts, `%lld` for integers, `%lf` for real numbers.
    public struct LocalizationValue: Sendable, ExpressibleByStringInterpolation {
        /// A value in the text.
        enum Argument: Sendable {
            case text(String)
            case integer(Int64)
            case natural(UInt64)
            case real(Double)
            case single(Float)
        }

        let key: String
        let arguments: [Argument]

        /// Takes a text made at run time, such as a key of a payload's.
        public init(_ value: String) {
            key = value
            arguments = []
        }

        /// Takes a text without values.
        public init(stringLiteral value: String) {
            self.init(value)
        }

        /// Takes a text with values.
        public init(stringInterpolation: StringInterpolation) {
            key = stringInterpolation.key
            arguments = stringInterpolation.arguments
        }

        /// The text of a bundle, with the values in their places.
        func text(
            key: String? = nil,
            table: String?,
            bundle: Bundle?,
            locale: Locale
        ) -> String {
            let bundle = bundle ?? .main
            let missing = key == nil ? nil : self.key
            let format = bundle.localizedString(
                forKey: key ?? self.key,
                value: missing,
                table: table
            )
            // Without values, too: %% stands for a per cent sign then as well.
            return String(format: format, locale: locale, arguments: arguments.map(\.variable))
        }
    }
}

extension String.LocalizationValue.Argument {
    fileprivate var variable: any CVarArg {
        switch self {
        case .text(let text): text
        case .integer(let number): number
        case .natural(let number): number
        case .real(let number): number
        case .single(let number): Double(number)
        }
    }
}

extension String.LocalizationValue {
    /// The text being put together.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var key = ""
        var arguments: [Argument] = []

        /// Begins a text of about this size.
        public init(literalCapacity: Int, interpolationCount: Int) {
            key.reserveCapacity(literalCapacity + interpolationCount * 4)
        }

        /// Adds text that is to be translated.
        public mutating func appendLiteral(_ literal: String) {
            key += literal.replacing("%", with: "%%")
        }

        /// Adds a text.
        public mutating func appendInterpolation(_ text: String) {
            append("%@", .text(text))
        }

        /// Adds a text that is a part of another.
        public mutating func appendInterpolation(_ text: Substring) {
            append("%@", .text(String(text)))
        }

        /// Adds what an object says of itself.
        public mutating func appendInterpolation(_ object: NSObject) {
            append("%@", .text(object.description))
        }

        /// Adds a value as its format writes it.
        public mutating func appendInterpolation<T, F: FormatStyle>(_ value: T, format: F)
        where F.FormatInput == T, F.FormatOutput == String {
            append("%@", .text(format.format(value)))
        }

        /// Adds a number that C formats.
        ///
        /// - Parameters:
        ///   - value: The number.
        ///   - specifier: How C formats it; an integer's is `%lld`, a real number's `%lf`.
        public mutating func appendInterpolation<T: CVarArg>(_ value: T, specifier: String) {
            append(specifier, Self.argument(value))
        }

        /// Adds an integer.
        public mutating func appendInterpolation<T: FixedWidthInteger & CVarArg>(_ value: T) {
            append(T.isSigned ? "%lld" : "%llu", Self.argument(value))
        }

        /// Adds a real number.
        public mutating func appendInterpolation<T: BinaryFloatingPoint & CVarArg>(_ value: T) {
            append(value is Float ? "%f" : "%lf", Self.argument(value))
        }

        private mutating func append(_ placeholder: String, _ argument: Argument) {
            key += placeholder
            arguments.append(argument)
        }

        private static func argument(_ value: some CVarArg) -> Argument {
            switch value {
            case let number as Float: .single(number)
            case let number as any BinaryFloatingPoint: .real(Double(number))
            case let number as any UnsignedInteger: .natural(UInt64(truncatingIfNeeded: number))
            case let number as any BinaryInteger: .integer(Int64(truncatingIfNeeded: number))
            default: .text(String(describing: value))
            }
        }
    }
}
