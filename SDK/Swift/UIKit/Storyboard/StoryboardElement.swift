// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One element of a storyboard's XML, with those in it.
///
/// It remembers what of it was asked for, so that the rest can be told of.
final class StoryboardElement {
    let name: String

    /// The line it begins in.
    let line: Int
    private let attributes: [String: String]
    private(set) var children: [StoryboardElement] = []

    /// The text in it.
    private(set) var text = ""

    private var isRead = false
    private var readAttributes: Set<String> = []

    init(_ name: String, _ attributes: [String: String], line: Int) {
        self.name = name
        self.attributes = attributes
        self.line = line
    }

    /// Puts an element into this one.
    func add(_ child: StoryboardElement) { children.append(child) }

    /// Adds to the text.
    func add(text: String) { self.text += text }

    subscript(name: String) -> String? {
        readAttributes.insert(name)
        return attributes[name]
    }

    /// The first element in it of a name.
    func first(_ name: String) -> StoryboardElement? {
        children.first { $0.name == name }?.read()
    }

    /// The elements in one that it has, which is there to hold them.
    func all(in name: String) -> [StoryboardElement] {
        first(name)?.children.map { $0.read() } ?? []
    }

    /// The elements in it of a name.
    func all(named name: String) -> [StoryboardElement] {
        children.filter { $0.name == name }.map { $0.read() }
    }

    /// The element in it that is a value for a key.
    func keyed(_ key: String) -> StoryboardElement? {
        children.first { $0.attributes["key"] == key }?.read()
    }

    func flag(_ name: String) -> Bool? { self[name].map { $0 == "YES" } }

    func number(_ name: String) -> Double? {
        self[name].flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
    }

    func integer(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

    /// Notes that it is known, and returns it.
    @discardableResult
    func read() -> StoryboardElement {
        isRead = true
        return self
    }

    /// Notes that it and all in it are known, and choose nothing that is here.
    func readAll() {
        isRead = true
        readAttributes.formUnion(attributes.keys)
        for child in children { child.readAll() }
    }

    /// Tells of everything in it that nobody asked for.
    func tellUnread(_ tell: (_ what: String, _ line: Int) -> Void) {
        for name in attributes.keys.sorted()
        where !readAttributes.contains(name) && !Self.aboutTheEditor.contains(name) {
            tell("\(name) of <\(self.name)>", line)
        }
        for child in children where !child.isAboutTheEditor {
            if child.isRead {
                child.tellUnread(tell)
            } else {
                let key = child.attributes["key"].map { " key=\"\($0)\"" } ?? ""
                tell("<\(child.name)\(key)> in <\(name)>", child.line)
            }
        }
    }

    /// Whether it is something that listens to the user's finger.
    var isRecognizer: Bool { name.lowercased().hasSuffix("gesturerecognizer") }

    /// What says something to Interface Builder alone.
    private static let aboutTheEditor: Set<String> = [
        "ambiguous", "collectionClass", "colorMatched", "customModuleProvider", "exclusiveTouch",
        "fixedFrame", "id", "key", "misplaced", "sceneMemberID", "simulatedAppContext", "userLabel",
        "verifyAmbiguity",
    ]

    private var isAboutTheEditor: Bool {
        let key = attributes["key"] ?? ""
        return name == "nil" || key.hasPrefix("simulated") || key.hasPrefix("freeform")
            || ["exit", "extendedEdge", "placeholder", "point"].contains(name)
            // A prototype is read when a row or an item is made of it.
            || ["collectionViewCell", "tableViewCell"].contains(name)
    }
}
