// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// The message being put together from a string with values in it.
public struct OSLogInterpolation: StringInterpolationProtocol {
    private(set) var text = ""

    /// Begins a message of about this size.
    public init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    /// Adds text of the program itself.
    public mutating func appendLiteral(_ literal: String) {
        text += literal
    }

    /// Adds an integer.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> some FixedWidthInteger,
        format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        append(format.text(of: number()), align, privacy, isScalar: true)
    }

    /// Adds a number of a system call's: an error, an address, a signal.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Int32,
        format: OSLogInt32ExtendedFormat,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        append(format.text(of: number()), .none, privacy, isScalar: true)
    }

    /// Adds a real number.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> some BinaryFloatingPoint,
        format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        append(format.text(of: Double(number())), align, privacy, isScalar: true)
    }

    /// Adds a Boolean.
    public mutating func appendInterpolation(
        _ boolean: @autoclosure () -> Bool,
        format: OSLogBoolFormat = .truth,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        append(format.text(of: boolean()), .none, privacy, isScalar: true)
    }

    /// Adds a text.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure () -> String,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        append(argumentString(), align, privacy, isScalar: false)
    }

    /// Adds what a value says of itself.
    ///
    /// Disfavoured, as it has fewer defaults and would be preferred for numbers.
    @_disfavoredOverload
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: @autoclosure () -> T,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        append(value().description, align, privacy, isScalar: false)
    }

    /// Adds what an object says of itself; `(null)` for none.
    public mutating func appendInterpolation(
        _ argumentObject: @autoclosure () -> NSObject?,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        append(argumentObject()?.description ?? "(null)", .none, privacy, isScalar: false)
    }

    /// Adds an error.
    public mutating func appendInterpolation(
        _ error: @autoclosure () -> any Error,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        append(String(describing: error()), .none, privacy, isScalar: false)
    }

    /// Adds the name of a type.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> any Any.Type,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        append(String(reflecting: value()), align, privacy, isScalar: true)
    }

    private mutating func append(
        _ value: String,
        _ alignment: OSLogStringAlignment,
        _ privacy: OSLogPrivacy,
        isScalar: Bool
    ) {
        text += alignment.padded(privacy.shown(value, isScalar: isScalar))
    }
}
