// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Foundation's own constants, without its warning that nothing returns such results.
extension NSTextCheckingResult.CheckingType {
    static let foundDate = Self(rawValue: 1 << 4)
    static let foundLink = Self(rawValue: 1 << 6)
    static let foundPhoneNumber = Self(rawValue: 1 << 11)
}

extension NSTextCheckingResult {
    /// Where a link leads; nil for another kind.
    public var url: URL? {
        if case .link(let url) = (self as? DetectedResult)?.detail { url } else { nil }
    }

    /// A phone number as the text has it; nil for another kind.
    public var phoneNumber: String? {
        if case .phoneNumber(let number) = (self as? DetectedResult)?.detail { number } else { nil }
    }

    /// When a date is; nil for another kind.
    public var date: Date? {
        if case .date(let date, _) = (self as? DetectedResult)?.detail { date } else { nil }
    }

    /// The time zone that a date has in the text.
    public var timeZone: TimeZone? {
        if case .date(_, let zone) = (self as? DetectedResult)?.detail { zone } else { nil }
    }

    /// How long a date lasts in the text: always 0, as periods are not found.
    public var duration: TimeInterval { 0 }

    /// The parts of an address: always nil, as none is found.
    public var addressComponents: [NSTextCheckingKey: String]? { nil }

    /// The parts of whatever has parts: always nil.
    public var components: [NSTextCheckingKey: String]? { nil }
}

/// The name of a part of an address or a flight.
public struct NSTextCheckingKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// A part by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The street of an address.
    public static let street = NSTextCheckingKey(rawValue: "Street")
    /// The city of an address.
    public static let city = NSTextCheckingKey(rawValue: "City")
    /// The state of an address.
    public static let state = NSTextCheckingKey(rawValue: "State")
    /// The postal code of an address.
    public static let zip = NSTextCheckingKey(rawValue: "ZIP")
    /// The country of an address.
    public static let country = NSTextCheckingKey(rawValue: "Country")
    /// A phone number at an address.
    public static let phone = NSTextCheckingKey(rawValue: "Phone")
    /// Whose address it is.
    public static let name = NSTextCheckingKey(rawValue: "Name")
    /// The organisation at an address.
    public static let organization = NSTextCheckingKey(rawValue: "Organization")
    /// The airline of a flight.
    public static let airline = NSTextCheckingKey(rawValue: "Airline")
    /// The number of a flight.
    public static let flight = NSTextCheckingKey(rawValue: "Flight")
}

/// What a detector found.
final class DetectedResult: NSTextCheckingResult {
    /// What it is.
    enum Detail {
        case link(URL)
        case phoneNumber(String)
        case date(Date, TimeZone?)
    }

    let detail: Detail
    private let place: NSRange

    init(_ detail: Detail, at place: NSRange) {
        self.detail = detail
        self.place = place
        super.init()
    }

    required init?(coder: NSCoder) { nil }

    override var resultType: CheckingType {
        switch detail {
        case .link: .foundLink
        case .phoneNumber: .foundPhoneNumber
        case .date: .foundDate
        }
    }

    override var range: NSRange { place }

    override var numberOfRanges: Int { 1 }

    override func range(at index: Int) -> NSRange { place }
}
