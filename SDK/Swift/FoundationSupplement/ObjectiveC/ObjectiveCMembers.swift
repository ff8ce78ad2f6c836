// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What Objective-C would know of a module's classes: their outlets, actions and other members by name.
///
/// `belfry build` writes an enumeration of the name `BelfryObjectiveC` into each extension that has such
/// members. It is looked for by that name in the module of each class of an object.
public protocol ObjectiveCMembers {
    /// The members, class by class; a class may be there more than once, for its extensions.
    static var classes: [ObjectiveCClass] { get }
}

/// What one class declares itself, without what it inherits.
public struct ObjectiveCClass: Sendable {
    /// The class.
    public let type: AnyClass

    /// Its members.
    public let members: [ObjectiveCMember]

    /// Makes an object as `init()` does on iOS; nil where that is not known.
    let make: (@MainActor @Sendable () -> AnyObject)?

    /// Takes a class and its members.
    public init(
        _ type: AnyClass,
        _ members: [ObjectiveCMember],
        make: (@MainActor @Sendable () -> AnyObject)? = nil
    ) {
        self.type = type
        self.members = members
        self.make = make
    }
}
