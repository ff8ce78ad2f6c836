// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What a person is reached by.
public enum INPersonHandleType: Int, Sendable {
    /// Something of the app's own.
    case unknown = 0
    /// A mail address.
    case emailAddress = 1
    /// A telephone number.
    case phoneNumber = 2
}

/// Which of a person's handles it is.
public struct INPersonHandleLabel: RawRepresentable, Hashable, Sendable {
    /// The label as Apple writes it.
    public let rawValue: String

    /// Takes a label.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Takes a label.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// At home.
    public static let home = Self("_$!<Home>!$_")
    /// At work.
    public static let work = Self("_$!<Work>!$_")
    /// A phone of Apple's.
    public static let iPhone = Self("iPhone")
    /// Anywhere.
    public static let mobile = Self("_$!<Mobile>!$_")
    /// The one used most.
    public static let main = Self("_$!<Main>!$_")
    /// Another one.
    public static let other = Self("_$!<Other>!$_")
}

/// How a person is reached.
// Unchecked only because the class is open, as Apple's is: its stored properties are constants and
// themselves Sendable.
open class INPersonHandle: NSObject, NSCopying, @unchecked Sendable {
    /// The address, the number or a name of the app's own.
    public let value: String?
    /// What the value is.
    public let type: INPersonHandleType
    /// Which of the person's handles it is.
    public let label: INPersonHandleLabel?

    /// Creates a handle.
    public convenience init(value: String?, type: INPersonHandleType) {
        self.init(value: value, type: type, label: nil)
    }

    /// Creates a handle.
    public init(value: String?, type: INPersonHandleType, label: INPersonHandleLabel?) {
        self.value = value
        self.type = type
        self.label = label
        super.init()
    }

    /// Returns the handle.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether all of it is the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? INPersonHandle else { return false }
        return value == other.value && type == other.type && label == other.label
    }

    /// A number that equal handles share.
    open override var hash: Int { value.hashValue }
}
