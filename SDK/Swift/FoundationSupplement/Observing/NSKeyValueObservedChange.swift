// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// What an observer of a property wants to be told.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Options by their bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The value that it has now.
    public static let new = NSKeyValueObservingOptions(rawValue: 0x01)

    /// The value that it had.
    public static let old = NSKeyValueObservingOptions(rawValue: 0x02)

    /// A call at once, with the value that there is.
    public static let initial = NSKeyValueObservingOptions(rawValue: 0x04)

    /// A call before the change too.
    ///
    /// - Note: Without effect: a change is known when it has happened.
    public static let prior = NSKeyValueObservingOptions(rawValue: 0x08)
}

/// How a property changed.
public enum NSKeyValueChange: UInt, Sendable {
    /// It got another value.
    case setting = 1

    /// Objects were put into a collection; never here.
    case insertion = 2

    /// Objects were taken out of a collection; never here.
    case removal = 3

    /// Objects of a collection were replaced; never here.
    case replacement = 4
}

/// What is known of a change, by name.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// A key by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The value now.
    public static let newKey = NSKeyValueChangeKey(rawValue: "new")

    /// The value before.
    public static let oldKey = NSKeyValueChangeKey(rawValue: "old")

    /// The number of an ``NSKeyValueChange``.
    public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")

    /// Which objects of a collection; never there.
    public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")

    /// Whether the change is still to come; never there.
    public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

/// A change of a property that is observed.
public struct NSKeyValueObservedChange<Value> {
    /// Another form of the name of its kind.
    public typealias Kind = NSKeyValueChange

    /// How it changed.
    public let kind: Kind

    /// The value now, where it was asked for.
    public let newValue: Value?

    /// The value before, where it was asked for.
    public let oldValue: Value?

    /// Which objects of a collection; never there.
    public let indexes: IndexSet?

    /// Whether the change is still to come; never.
    public let isPrior: Bool

    init(new: Value?, old: Value?) {
        kind = .setting
        newValue = new
        oldValue = old
        indexes = nil
        isPrior = false
    }
}
