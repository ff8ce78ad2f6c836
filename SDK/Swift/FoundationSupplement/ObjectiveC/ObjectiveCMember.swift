// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A method or a property that can be found by name.
public struct ObjectiveCMember: Sendable {
    /// Why a member could not be used, to be read after its name.
    package struct Mismatch: Error {
        package let message: String
    }

    /// How a member is used.
    package enum Kind: Sendable {
        case method(parameterCount: Int)
        case property(Any.Type)
    }

    /// The name that Objective-C has for it, and then others that a reference to it may be taken for.
    package let names: [String]

    /// How it is used.
    package let kind: Kind

    /// Calls a method or reads a property.
    private let get: @MainActor (AnyObject, [Any]) throws(Mismatch) -> Any
    private let set: @MainActor (AnyObject, Any) throws(Mismatch) -> Void

    /// Describes a method.
    ///
    /// - Parameters:
    ///   - names: Its name, such as `tapped:`, and others that lead to it.
    ///   - body: Calls it on an object.
    /// - Returns: Its description.
    public static func method<Root: AnyObject, each Argument, Result>(
        _ names: String...,
        body: @escaping @MainActor (Root, repeat each Argument) -> Result
    ) -> ObjectiveCMember {
        var count = 0
        for _ in repeat (each Argument).self { count += 1 }
        return ObjectiveCMember(
            names: names,
            kind: .method(parameterCount: count),
            get: { object, arguments throws(Mismatch) in
                let object = try cast(object, to: Root.self)
                var rest = arguments[...]
                return body(object, repeat try next(&rest, as: (each Argument).self))
            },
            set: { _, _ throws(Mismatch) in throw Mismatch(message: "is a method") }
        )
    }

    /// Describes a method that answers later: its last argument is called with what it returns.
    ///
    /// - Parameters:
    ///   - names: Its name, such as `didReceiveNotificationResponse:completionHandler:`.
    ///   - body: Calls it on an object.
    /// - Returns: Its description.
    public static func method<Root: AnyObject, Argument, Result>(
        _ names: String...,
        awaiting body: @escaping @MainActor (Root, Argument) async -> Result
    ) -> ObjectiveCMember {
        ObjectiveCMember(
            names: names,
            kind: .method(parameterCount: 2),
            get: { object, arguments throws(Mismatch) in
                var rest = arguments[...]
                // The caller gives both away: neither is used here after the task has them.
                nonisolated(unsafe) let object = try cast(object, to: Root.self)
                nonisolated(unsafe) let argument = try next(&rest, as: Argument.self)
                let completion = try next(&rest, as: (@Sendable (Result) -> Void).self)
                return Task { unsafe completion(await body(object, argument)) }
            },
            set: { _, _ throws(Mismatch) in throw Mismatch(message: "is a method") }
        )
    }

    /// Describes a property, be it an outlet or not; one that cannot be set can still be read.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - path: Returns where it is.
    /// - Returns: Its description.
    public static func property<Root: AnyObject, Value>(
        _ name: String,
        path: @escaping @MainActor () -> KeyPath<Root, Value>
    ) -> ObjectiveCMember {
        ObjectiveCMember(
            names: [name],
            kind: .property(Value.self),
            get: { object, _ throws(Mismatch) in try cast(object, to: Root.self)[keyPath: path()] },
            set: { object, value throws(Mismatch) in
                guard let path = path() as? ReferenceWritableKeyPath<Root, Value> else {
                    throw Mismatch(message: "cannot be set")
                }
                try cast(object, to: Root.self)[keyPath: path] = cast(value, to: Value.self)
            }
        )
    }

    /// The method that sets the property that this is.
    var setter: ObjectiveCMember {
        let set = set
        return ObjectiveCMember(
            names: names,
            kind: .method(parameterCount: 1),
            get: { object, arguments throws(Mismatch) in
                guard let value = arguments.first else {
                    throw Mismatch(message: "takes more than it was given")
                }
                try set(object, value)
                return ()
            },
            set: { _, _ throws(Mismatch) in throw Mismatch(message: "is a method") }
        )
    }

    /// Calls a method with the first of these arguments, as many as it takes, or reads a property.
    ///
    /// The SDK's classes call what an extension isolates to the main actor on the main thread; what is
    /// called on another thread is called there, as on iOS.
    package func call(on object: AnyObject, _ arguments: [Any]) throws(Mismatch) -> Any {
        typealias Plain = (AnyObject, [Any]) throws(Mismatch) -> Any
        let get = unsafe unsafeBitCast(get, to: Plain.self)
        return try get(object, arguments)
    }

    /// Sets a property.
    package func set(_ value: Any, on object: AnyObject) throws(Mismatch) {
        typealias Plain = (AnyObject, Any) throws(Mismatch) -> Void
        let set = unsafe unsafeBitCast(set, to: Plain.self)
        try set(object, value)
    }

    private static func next<Value>(
        _ rest: inout ArraySlice<Any>,
        as type: Value.Type
    ) throws(Mismatch) -> Value {
        guard let value = rest.popFirst() else {
            throw Mismatch(message: "takes more than it was given")
        }
        return try cast(value, to: type)
    }

    private static func cast<Value>(_ value: Any, to type: Value.Type) throws(Mismatch) -> Value {
        if let value = value as? Value { return value }
        throw Mismatch(message: "takes \(name(of: type)), not \(Swift.type(of: value))")
    }

    /// A type's name; of what may be nil the name of what it is where it is not.
    private static func name(of type: Any.Type) -> String {
        let name = String(describing: type)
        guard name.hasPrefix("Optional<"), name.hasSuffix(">") else { return name }
        return String(name.dropFirst("Optional<".count).dropLast())
    }
}
