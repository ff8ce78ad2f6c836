// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What the tool itself has to know of a Swift source.
///
/// It reads tokens, not Swift: enough to fill in a generated `Info.plist`, to warn when a given one
/// names a class that is nowhere to be seen, and to explain what the compiler did not find.
struct SourceFacts: Equatable {
    /// A module that a source imports.
    struct Import: Hashable {
        let module: String

        /// Whether it stands within `#if`, so that its absence is provided for.
        let isConditional: Bool
    }

    /// The classes that inherit from `UNNotificationServiceExtension` by name, in order.
    var serviceClasses: [String] = []

    /// The classes that are a `UNNotificationContentExtension` by name, in order.
    var contentClasses: [String] = []

    /// What classes say that they inherit from and conform to, word by word.
    private var inherited: [String: Set<String>] = [:]

    /// What `@objc(Name)` calls classes, with their names in Swift.
    var objectiveCNames: [String: String] = [:]

    var imports: [Import] = []

    /// App groups whose identifiers stand in the source as texts.
    var appGroups: [String] = []

    /// Whether names of CommonCrypto's are used, which a file may have from a bridging header.
    var usesCommonCrypto = false

    /// Whether XML is read, which Foundation does by itself on iOS.
    var usesXML = false

    /// Whether functions are declared that C defines.
    var declaresForeignFunctions = false

    /// Reads a source.
    init(_ text: SwiftText) {
        let code = text.code
        let words = code.map { text[$0] }
        var depth = 0
        for (position, token) in code.enumerated() {
            switch (token.kind, words[position]) {
            case (.directive, "#if"): depth += 1
            case (.directive, "#endif"): depth -= 1
            case (.word, "import"):
                let module = Self.module(in: words[(position + 1)...])
                if let module {
                    imports.append(Import(module: module, isConditional: depth > 0))
                }
            case (.word, "class"): noteClass(words, at: position)
            case (.word, "extension"): noteContentClass(words, at: position)
            case (.word, "XMLParser"), (.word, "XMLParserDelegate"): usesXML = true
            case (.word, let word) where Self.isOfCommonCrypto(word): usesCommonCrypto = true
            case (.attribute, "@_silgen_name"), (.attribute, "@_extern"):
                declaresForeignFunctions = true
            case (.string, let literal): noteGroup(literal)
            default: break
            }
        }
    }

    /// What all of an extension's sources say together.
    init(merging facts: [SourceFacts]) {
        serviceClasses = facts.flatMap(\.serviceClasses)
        contentClasses = facts.flatMap(\.contentClasses)
        imports = facts.flatMap(\.imports)
        appGroups = facts.flatMap(\.appGroups)
        usesCommonCrypto = facts.contains(where: \.usesCommonCrypto)
        usesXML = facts.contains(where: \.usesXML)
        declaresForeignFunctions = facts.contains(where: \.declaresForeignFunctions)
        for fact in facts {
            objectiveCNames.merge(fact.objectiveCNames) { first, _ in first }
            inherited.merge(fact.inherited) { $0.union($1) }
        }
    }

    /// Takes the classes as principal ones that inherit from those of a library, over others or not.
    mutating func addInheritors(of library: SourceFacts) {
        serviceClasses += inheritors(of: library.serviceClasses, besides: serviceClasses)
        contentClasses += inheritors(of: library.contentClasses, besides: contentClasses)
    }

    /// Classes that inherit from each other over more steps than these are not looked at.
    private static let maximumDepth = 8

    private func inheritors(of classes: [String], besides known: [String]) -> [String] {
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
        return found.filter { !known.contains($0) }
    }

    /// The classes that can be an extension's principal class.
    func principalClasses(_ point: Manifest.ExtensionPoint) -> [String] {
        point == .service ? serviceClasses : contentClasses
    }

    /// The class to use: what Xcode's template calls it, else the first.
    func principalClass(_ point: Manifest.ExtensionPoint) -> String? {
        let names = principalClasses(point)
        let template = Self.templateName(point)
        return names.contains(template) ? template : names.first
    }

    /// The name in Xcode's template.
    static func templateName(_ point: Manifest.ExtensionPoint) -> String {
        point == .service ? "NotificationService" : "NotificationViewController"
    }

    /// What the sources are an extension of, as far as their classes tell.
    var extensionPoint: Manifest.ExtensionPoint {
        serviceClasses.isEmpty && !contentClasses.isEmpty ? .content : .service
    }

    /// What stands before the module's name where an import takes one declaration of it.
    static let importKinds: Set<String> = [
        "class", "enum", "func", "let", "protocol", "struct", "typealias", "var",
    ]

    /// The module that an import names.
    ///
    /// - Parameter words: What follows `import`.
    /// - Returns: The module; nil where there is none.
    static func module(in words: some Sequence<String>) -> String? {
        var words = Array(words.prefix(2))[...]
        if let kind = words.first, importKinds.contains(kind) { words = words.dropFirst() }
        guard let name = words.first, name.first?.isLetter == true || name.first == "_" else {
            return nil
        }
        return name
    }

    private static func isOfCommonCrypto(_ word: String) -> Bool {
        ["CC_MD5", "CC_SHA", "kCC", "CCHmac"].contains(where: word.hasPrefix)
            || ["CCCrypt", "CCKeyDerivationPBKDF", "CCRandomGenerateBytes"].contains(word)
    }

    private mutating func noteClass(_ words: [String], at position: Int) {
        guard position + 1 < words.count else { return }
        let name = words[position + 1]
        guard name.first?.isLetter == true || name.first == "_" else { return }
        let header = words[(position + 2)...].prefix { $0 != "{" }
        if header.first == ":" {
            inherited[name, default: []].formUnion(header.dropFirst())
            if header.contains("UNNotificationServiceExtension") { serviceClasses.append(name) }
        }
        noteContentClass(words, at: position)
        // Modifiers may stand between: @objc(Name) public final class Name
        let before = words[..<position].suffix(8)
        guard let attribute = before.lastIndex(of: "@objc"), attribute + 3 < position,
            words[attribute + 1] == "(", words[attribute + 3] == ")",
            words[(attribute + 4)..<position].allSatisfy(Self.modifiers.contains)
        else { return }
        objectiveCNames[words[attribute + 2]] = name
    }

    /// Takes the class of `class C: UIViewController, UNNotificationContentExtension` and of an extension
    /// that says so.
    private mutating func noteContentClass(_ words: [String], at position: Int) {
        guard position + 2 < words.count, words[position + 2] == ":" else { return }
        let header = words[(position + 3)...].prefix { $0 != "{" }
        guard header.contains("UNNotificationContentExtension") else { return }
        contentClasses.append(words[position + 1])
    }

    private static let modifiers: Set<String> = [
        "final", "fileprivate", "internal", "open", "public", "@MainActor", "@objcMembers",
    ]

    private mutating func noteGroup(_ literal: String) {
        guard literal.hasPrefix("\"group."), literal.hasSuffix("\"") else { return }
        let group = String(literal.dropFirst().dropLast())
        let isPlain = group.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "-._".utf8.contains(byte)
        }
        if isPlain, group.count > 6, !appGroups.contains(group) { appGroups.append(group) }
    }
}
