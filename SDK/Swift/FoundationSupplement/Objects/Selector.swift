// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The name of a method, as `#selector` and Objective-C's runtime have it.
///
/// There is no Objective-C here. `belfry build` makes of `#selector(tapped(_:))` a selector with the
/// name `tapped:`. Controls, timers, notification centres and `perform` call the method by what
/// `belfry build` wrote down of the class.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let name: String

    /// Makes a selector with a name, such as `tapped:`.
    public init(_ str: String) {
        name = str
    }

    /// Makes a selector with a name, such as `tapped:`.
    public init(stringLiteral value: String) {
        name = value
    }

    /// The name.
    public var description: String { name }
}

/// What Objective-C itself calls a selector; `belfry build` writes it for its shortness.
public typealias SEL = Selector

/// Returns a selector's name.
public func NSStringFromSelector(_ aSelector: Selector) -> String { aSelector.description }

/// Makes a selector with a name.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector { Selector(aSelectorName) }
