// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Synchronization

/// Finds the members of objects by name, and uses them.
package enum ObjectiveCRuntime {
    /// Why a member could not be used, as a sentence without its end.
    package struct Failure: Error {
        package let message: String

        /// Where there is no such method, the module that it is missing from; else nil.
        var module: String?

        /// The failure with its way out.
        ///
        /// - Parameter packageAdvice: What to do in a package, to be read after "there,".
        /// - Returns: Sentences.
        package func explanation(packageAdvice: String) -> String {
            guard let module else { return "\(message)." }
            guard ObjectiveCRuntime.isListed(module) else {
                return "\(message). The module \(module) has no list of such methods: "
                    + "belfry build writes one for the extension's own sources, and none for a "
                    + "package; there, \(packageAdvice)."
            }
            return "\(message). belfry build found none of this name in the extension's sources "
                + "(those that throw, are async or take closures do not count): add it, mark it "
                + "with @objc, or correct the name that is called."
        }
    }

    private struct State {
        var modules: Set<String> = []
        var listed: Set<String> = []
        var members: [ObjectIdentifier: [ObjectiveCMember]] = [:]
        var makers: [ObjectIdentifier: @MainActor @Sendable () -> AnyObject] = [:]
    }

    private static let state = Mutex(State())

    /// Takes what a module knows of its classes and of those it extends.
    ///
    /// The module of every class of an object is taken by itself; this is for modules that may extend
    /// the classes of others.
    package static func take(module: String) {
        guard state.withLock({ $0.modules.insert(module).inserted }) else { return }
        let name = "\(module.utf8.count)\(module)16BelfryObjectiveCO"
        guard let table = _typeByName(name) as? any ObjectiveCMembers.Type else { return }
        let classes = table.classes
        state.withLock { state in
            state.listed.insert(module)
            for entry in classes {
                state.members[ObjectIdentifier(entry.type), default: []] += entry.members
                if let make = entry.make { state.makers[ObjectIdentifier(entry.type)] = make }
            }
        }
    }

    /// Makes an object of a class that only its name led to; nil where nobody said how.
    @MainActor package static func make(_ type: AnyClass) -> AnyObject? {
        take(module: module(of: type))
        return state.withLock { $0.makers[ObjectIdentifier(type)] }?()
    }

    /// The method of an object's that a selector names; nil where it has none.
    ///
    /// What a class declares goes before what it inherits, and a name before what it may stand for. A
    /// property is a method, too: its name reads it, and `setName:` sets it.
    package static func method(_ name: String, of object: AnyObject) -> ObjectiveCMember? {
        find(name, of: object) { if case .method = $0 { true } else { false } }
            ?? property(name, of: object) ?? setter(name, of: object)
    }

    private static func setter(_ name: String, of object: AnyObject) -> ObjectiveCMember? {
        guard name.hasPrefix("set"), name.hasSuffix(":") else { return nil }
        let rest = name.dropFirst(3).dropLast()
        let known = rest.prefix(1).lowercased() + rest.dropFirst()
        return property(known, of: object)?.setter
    }

    /// The property of an object's of a name; nil where it has none.
    package static func property(_ name: String, of object: AnyObject) -> ObjectiveCMember? {
        find(name, of: object) { if case .property = $0 { true } else { false } }
    }

    /// Calls the method that a selector names.
    ///
    /// - Parameters:
    ///   - name: The selector's name.
    ///   - object: What it is sent to.
    ///   - arguments: The arguments; a method that takes fewer gets the first ones.
    /// - Returns: What the method returned; `()` for nothing.
    /// - Throws: `Failure` where there is no such method, or it takes something else.
    @discardableResult
    package static func send(
        _ name: String,
        to object: AnyObject,
        _ arguments: [Any] = []
    ) throws(Failure) -> Any {
        let type: AnyClass = Swift.type(of: object)
        guard let method = method(name, of: object) else {
            throw Failure(
                message: "\(type) has no method \(name) that is marked @objc or @IBAction",
                module: module(of: type)
            )
        }
        do {
            return try method.call(on: object, arguments)
        } catch {
            throw Failure(message: "the method \(name) of \(type) \(error.message)")
        }
    }

    /// Whether the tool has listed the members of a module's classes.
    private static func isListed(_ module: String) -> Bool {
        take(module: module)
        return state.withLock { $0.listed.contains(module) }
    }

    private static func find(
        _ name: String,
        of object: AnyObject,
        _ isWanted: (ObjectiveCMember.Kind) -> Bool
    ) -> ObjectiveCMember? {
        let lineage = lineage(of: object)
        for type in lineage { take(module: module(of: type)) }
        take(module: BelfryObjectiveC.module)
        let members = state.withLock { state in
            lineage.flatMap { state.members[ObjectIdentifier($0)] ?? [] }
        }
        let wanted = members.filter { isWanted($0.kind) && $0.names.contains(name) }
        return wanted.first { $0.names.first == name } ?? wanted.first
    }

    /// An object's class, that class's superclass, and so on.
    private static func lineage(of object: AnyObject) -> [AnyClass] {
        Array(sequence(first: type(of: object)) { _getSuperclass($0) })
    }

    private static func module(of type: AnyClass) -> String {
        String(_typeName(type).prefix { $0 != "." })
    }
}
