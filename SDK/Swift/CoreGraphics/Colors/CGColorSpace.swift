// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A space of colours; every picture here is in sRGB, and no other is converted.
public final class CGColorSpace: Sendable {
    /// The name of standard RGB.
    public static let sRGB = "kCGColorSpaceSRGB"
    /// The name of Display P3.
    public static let displayP3 = "kCGColorSpaceDisplayP3"

    /// What the space is called.
    public let name: String?
    /// How many numbers make a colour, alpha aside.
    public let numberOfComponents: Int

    /// Creates the space of a name; nil for a name that is not known.
    public init?(name: String) {
        guard [Self.sRGB, Self.displayP3].contains(name) else { return nil }
        self.name = name
        numberOfComponents = 3
    }

    /// Creates the space with the given properties.
    init(unchecked name: String, numberOfComponents: Int) {
        self.name = name
        self.numberOfComponents = numberOfComponents
    }
}

/// Returns the space of red, green and blue, which is sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace {
    CGColorSpace(unchecked: CGColorSpace.sRGB, numberOfComponents: 3)
}

/// Returns the space of grey.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace {
    CGColorSpace(unchecked: "kCGColorSpaceDeviceGray", numberOfComponents: 1)
}
