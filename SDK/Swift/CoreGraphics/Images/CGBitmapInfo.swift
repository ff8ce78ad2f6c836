// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Where alpha is in a pixel.
public enum CGImageAlphaInfo: UInt32, Sendable {
    /// There is none.
    case none = 0
    /// After colours that are multiplied by it.
    case premultipliedLast = 1
    /// Before colours that are multiplied by it.
    case premultipliedFirst = 2
    /// After the colours.
    case last = 3
    /// Before the colours.
    case first = 4
    /// There is none, but for its place after the colours.
    case noneSkipLast = 5
    /// There is none, but for its place before the colours.
    case noneSkipFirst = 6
    /// There is nothing else.
    case alphaOnly = 7
}

/// How a pixel is laid out.
public struct CGBitmapInfo: OptionSet, Sendable {
    /// The bits, the lowest five a ``CGImageAlphaInfo``.
    public let rawValue: UInt32

    /// Takes the bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The bits that say where alpha is.
    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1f)
    /// Pixels as little-endian numbers of 32 bits.
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
    /// Pixels as big-endian numbers of 32 bits.
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)
}
