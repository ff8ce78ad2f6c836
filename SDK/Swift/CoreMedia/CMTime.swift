// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A time of a medium: so many parts of a second, or none that a number says.
///
/// - SeeAlso: https://developer.apple.com/documentation/coremedia/cmtime
public struct CMTime: Sendable {
    /// How many parts.
    public var value: Int64 = 0
    /// How many of them a second has.
    public var timescale: Int32 = 0
    /// Whether it is a number, and which other time it is.
    public var flags: CMTimeFlags = []
    /// Tells times apart that a loop or an edit has begun anew; 0 here.
    public var epoch: Int64 = 0

    /// No time.
    public init() {}

    /// Takes all four.
    public init(value: Int64, timescale: Int32, flags: CMTimeFlags, epoch: Int64) {
        (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
    }

    /// Takes a number of parts of a second; no time where a second has none.
    public init(value: Int64, timescale: Int32) {
        self.init()
        guard timescale > 0 else { return }
        (self.value, self.timescale, flags) = (value, timescale, .valid)
    }

    /// Takes seconds, rounded to parts; infinity where they are more than there can be, no time for what is
    /// no number.
    public init(seconds: Double, preferredTimescale: Int32) {
        self.init()
        guard !seconds.isNaN, preferredTimescale > 0 else { return }
        let parts = (seconds * Double(preferredTimescale)).rounded()
        guard let value = Int64(exactly: parts) else {
            flags = [.valid, parts < 0 ? .negativeInfinity : .positiveInfinity]
            return
        }
        (self.value, timescale, flags) = (value, preferredTimescale, .valid)
    }

    /// The beginning.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// No time.
    public static let invalid = CMTime()
    /// A time that is not known, such as the end of what is still being sent.
    public static let indefinite = CMTime(
        value: 0,
        timescale: 0,
        flags: [.valid, .indefinite],
        epoch: 0
    )
    /// After all times.
    public static let positiveInfinity = CMTime(
        value: 0,
        timescale: 0,
        flags: [.valid, .positiveInfinity],
        epoch: 0
    )
    /// Before all times.
    public static let negativeInfinity = CMTime(
        value: 0,
        timescale: 0,
        flags: [.valid, .negativeInfinity],
        epoch: 0
    )

    /// The seconds: an infinity for an infinite time, NaN for an invalid or indefinite one.
    public var seconds: Double {
        if flags.contains(.positiveInfinity) { return .infinity }
        if flags.contains(.negativeInfinity) { return -.infinity }
        return isNumeric ? Double(value) / Double(timescale) : .nan
    }
    /// Whether it is a time.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether it is known to be unknown.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether it is a number.
    public var isNumeric: Bool {
        isValid && flags.isDisjoint(with: [.indefinite, .positiveInfinity, .negativeInfinity])
    }

    /// Returns the time in other parts of a second, rounded; times that are no numbers stay.
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
        guard isNumeric else { return self }
        return CMTime(seconds: seconds, preferredTimescale: newTimescale)
    }
}

extension CMTime: Comparable {
    /// Whether both are the same time; 1/2 is 2/4.
    public static func == (first: CMTime, second: CMTime) -> Bool {
        guard first.isNumeric, second.isNumeric else {
            return first.flags == second.flags && first.isValid
        }
        return first.scaled(by: second.timescale) == second.scaled(by: first.timescale)
    }

    /// Whether one is before the other; with a time that is not known, no time is.
    public static func < (first: CMTime, second: CMTime) -> Bool {
        guard first.isNumeric, second.isNumeric else { return first.seconds < second.seconds }
        let (a, b) = (first.scaled(by: second.timescale), second.scaled(by: first.timescale))
        return (a.high, a.low) < (b.high, b.low)
    }

    /// The sum; invalid where one of the times is invalid or indefinite.
    public static func + (first: CMTime, second: CMTime) -> CMTime {
        sum(first, second.seconds, second.timescale)
    }

    /// The difference; invalid where one of the times is invalid or indefinite.
    public static func - (first: CMTime, second: CMTime) -> CMTime {
        sum(first, -second.seconds, second.timescale)
    }

    private static func sum(_ first: CMTime, _ seconds: Double, _ timescale: Int32) -> CMTime {
        guard first.isValid, !first.isIndefinite, !seconds.isNaN else { return .invalid }
        let scale = max(first.timescale, timescale, 1)
        return CMTime(seconds: first.seconds + seconds, preferredTimescale: scale)
    }

    private func scaled(by timescale: Int32) -> (high: Int64, low: UInt64) {
        value.multipliedFullWidth(by: Int64(timescale))
    }
}

/// What a time is.
///
/// - SeeAlso: https://developer.apple.com/documentation/coremedia/cmtimeflags
public struct CMTimeFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Takes the bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// A time.
    public static let valid = Self(rawValue: 1)
    /// One that was rounded; never here.
    public static let hasBeenRounded = Self(rawValue: 2)
    /// After all others.
    public static let positiveInfinity = Self(rawValue: 4)
    /// Before all others.
    public static let negativeInfinity = Self(rawValue: 8)
    /// One that is not known.
    public static let indefinite = Self(rawValue: 16)
}

/// How times are rounded; always to the nearest here.
///
/// - SeeAlso: https://developer.apple.com/documentation/coremedia/cmtimeroundingmethod
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// To the nearest.
    case roundHalfAwayFromZero = 1
    /// Toward 0.
    case roundTowardZero = 2
    /// Away from 0.
    case roundAwayFromZero = 3
    /// As QuickTime does.
    case quickTime = 4
}

/// Returns a time of parts of a second.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime {
    CMTime(value: value, timescale: timescale)
}

/// Returns a time of seconds.
public func CMTimeMakeWithSeconds(_ seconds: Double, preferredTimescale: Int32) -> CMTime {
    CMTime(seconds: seconds, preferredTimescale: preferredTimescale)
}

/// Returns a time's seconds.
public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

/// Returns the sum of two times.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs + rhs }

/// Returns the difference of two times.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { lhs - rhs }

/// Returns -1, 0 or 1: whether a time is before, at or after another.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    time1 < time2 ? -1 : time1 > time2 ? 1 : 0
}

/// How many parts a second has.
public typealias CMTimeScale = Int32

/// A number of such parts.
public typealias CMTimeValue = Int64
