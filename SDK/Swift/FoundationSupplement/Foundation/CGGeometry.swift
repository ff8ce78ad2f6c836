// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

extension CGPoint: @retroactive CustomDebugStringConvertible {
    /// The coordinates in parentheses.
    public var debugDescription: String { "(\(x), \(y))" }
}

extension CGSize: @retroactive CustomDebugStringConvertible {
    /// Width and height in parentheses.
    public var debugDescription: String { "(\(width), \(height))" }
}

extension CGRect: @retroactive CustomDebugStringConvertible {
    /// Origin and size in parentheses.
    public var debugDescription: String {
        "(\(origin.x), \(origin.y), \(size.width), \(size.height))"
    }

    /// The rectangle as a dictionary of `X`, `Y`, `Width` and `Height`.
    public var dictionaryRepresentation: CFDictionary {
        NSDictionary(
            objects: [origin.x, origin.y, size.width, size.height].map {
                NSNumber(value: Double($0))
            },
            forKeys: ["X", "Y", "Width", "Height"].map { NSString(string: $0) }
        )
    }

    /// Reads what `dictionaryRepresentation` makes; nil for anything else.
    public init?(dictionaryRepresentation dictionary: CFDictionary) {
        func number(_ key: String) -> Double? {
            (dictionary.object(forKey: NSString(string: key)) as? NSNumber)?.doubleValue
        }
        guard let x = number("X"), let y = number("Y"),
            let width = number("Width"), let height = number("Height")
        else { return nil }
        self.init(x: x, y: y, width: width, height: height)
    }
}

/// A point.
public func CGPointMake(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
    CGPoint(x: x, y: y)
}

/// A size.
public func CGSizeMake(_ width: CGFloat, _ height: CGFloat) -> CGSize {
    CGSize(width: width, height: height)
}

/// A rectangle.
public func CGRectMake(
    _ x: CGFloat,
    _ y: CGFloat,
    _ width: CGFloat,
    _ height: CGFloat
) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}

extension NSValue {
    /// A rectangle as an object.
    public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }
    /// A size as an object.
    public convenience init(cgSize size: CGSize) { self.init(size: size) }
    /// A point as an object.
    public convenience init(cgPoint point: CGPoint) { self.init(point: point) }
    /// The rectangle that it is.
    public var cgRectValue: CGRect { rectValue }
    /// The size that it is.
    public var cgSizeValue: CGSize { sizeValue }
    /// The point that it is.
    public var cgPointValue: CGPoint { pointValue }
}

/// A rectangle as text: `{{x, y}, {width, height}}`.
public func NSStringFromCGRect(_ rect: CGRect) -> String {
    "{\(NSStringFromCGPoint(rect.origin)), \(NSStringFromCGSize(rect.size))}"
}

/// A point as text: `{x, y}`.
public func NSStringFromCGPoint(_ point: CGPoint) -> String {
    "{\(short(point.x)), \(short(point.y))}"
}

/// A size as text: `{width, height}`.
public func NSStringFromCGSize(_ size: CGSize) -> String {
    "{\(short(size.width)), \(short(size.height))}"
}

/// A number without the fraction that it does not have.
private func short(_ number: CGFloat) -> String {
    String(format: "%.17g", Double(number))
}
