// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

extension SourceFacts {
    /// Takes the classes as principal ones that inherit from those of a library, over others or not.
    mutating func addInheritors(of library: SourceFacts) {
        serviceClasses += inheritors(of: library.serviceClasses, besides: serviceClasses)
        contentClasses += inheritors(of: library.contentClasses, besides: contentClasses)
    }

    /// Classes that inherit from each other over more steps than these are not looked at.
    private static let maximumDepth = 8

    /// The classes that inherit from others, the nearest first.
    ///
    /// - Parameters:
    ///   - classes: The others.
    ///   - known: Those that are left out.
    /// - Returns: Their names.
    func inheritors(of classes: [String], besides known: [String]) -> [String] {
        var names = Set(classes)
        var found: [String] = []
        for _ in 0..<Self.maximumDepth {
            let next = inherited.filter {
                !names.contains($0.key) && !names.isDisjoint(with: $0.value)
            }
            if next.isEmpty { break }
            found += next.keys.sorted()
            names.formUnion(next.keys)
        }
        let left = Set(known)
        return found.filter { !left.contains($0) }
    }

    /// The classes of a kind of extension, those too that the host does not find by their names.
    func classes(_ point: Manifest.ExtensionPoint) -> [String] {
        var seen: Set<String> = []
        let all = point == .service ? serviceClasses : contentClasses
        return all.filter { seen.insert($0).inserted }
    }

    /// The classes that can be an extension's principal class.
    func principalClasses(_ point: Manifest.ExtensionPoint) -> [String] {
        classes(point).filter { innerClass($0) == nil }
    }

    /// The classes that no other one inherits from.
    private func lastClasses(_ point: Manifest.ExtensionPoint) -> [String] {
        let all = classes(point)
        let bases = all.reduce(into: Set<String>()) { bases, name in
            bases.formUnion(inherited[name, default: []].filter { $0 != name })
        }
        return all.filter { !bases.contains($0) }
    }

    /// The class to use: of those that no other one inherits from, what Xcode's template calls it, else
    /// the first.
    func principalClass(_ point: Manifest.ExtensionPoint) -> String? {
        let names = lastClasses(point).filter { innerClass($0) == nil }
        let template = Self.templateName(point)
        return names.contains(template) ? template : names.first
    }

    /// The class that would be used if it were not in a type or in a function; nil where another is used.
    func principalInnerClass(_ point: Manifest.ExtensionPoint) -> InnerClass? {
        guard principalClass(point) == nil else { return nil }
        return lastClasses(point).compactMap { innerClass($0) }.first
    }

    /// The class in a type or in a function that an `Info.plist` leads to.
    ///
    /// - Parameters:
    ///   - written: What the file says; nil where it leaves the choice to the tool.
    ///   - point: The kind of extension.
    ///   - module: The module that the sources are compiled as.
    /// - Returns: The class; nil where the name is another's.
    func innerClass(
        written: String?,
        _ point: Manifest.ExtensionPoint,
        in module: String
    ) -> InnerClass? {
        guard let written else { return principalInnerClass(point) }
        let known = objectiveCNames[written] ?? written
        let name = known.split(separator: ".").last.map(String.init) ?? known
        guard classes(point).contains(name), let inner = innerClass(name) else { return nil }
        let names = [name, inner.path, "\(module).\(name)", "\(module).\(inner.path)"]
        return names.contains(known) ? inner : nil
    }

    /// Which classes the one to use was taken from, and why it was; nil where there is no other.
    func principalClassReason(_ point: Manifest.ExtensionPoint) -> String? {
        guard let taken = principalClass(point) else { return nil }
        let template = Self.templateName(point)
        var names = lastClasses(point).filter { innerClass($0) == nil }
        var reason = taken == template ? "as Xcode's template calls it so" : "as it is the first"
        if taken != template, principalClasses(point).contains(template) {
            if names.count == 1 { reason = "as others inherit from \(template)" }
            names.append(template)
        }
        guard names.count > 1 else { return nil }
        return "one of the classes \(names.joined(separator: ", ")), \(reason)"
    }

    /// The name in Xcode's template.
    static func templateName(_ point: Manifest.ExtensionPoint) -> String {
        point == .service ? "NotificationService" : "NotificationViewController"
    }

    /// What the sources are an extension of, as far as their classes tell.
    var extensionPoint: Manifest.ExtensionPoint {
        for point in [Manifest.ExtensionPoint.service, .content]
        where !principalClasses(point).isEmpty {
            return point
        }
        return serviceClasses.isEmpty && !contentClasses.isEmpty ? .content : .service
    }
}
