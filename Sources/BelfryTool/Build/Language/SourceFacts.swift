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
    ///
    /// Where facts are merged, those that inherit from these follow them.
    var serviceClasses: [String] = []

    /// The classes that are a `UNNotificationContentExtension` by name, in order; then as above.
    var contentClasses: [String] = []

    /// What classes say that they inherit from and conform to, without modules.
    private(set) var inherited: [String: Set<String>] = [:]

    /// The classes that no braces stand around.
    private var outerClasses: Set<String> = []

    /// The classes that are in types or in functions, by their own names.
    private var innerClasses: [String: InnerClass] = [:]

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
    ///
    /// - Parameters:
    ///   - text: What it says.
    ///   - path: The file, for messages.
    init(_ text: SwiftText, path: String = "") {
        let code = text.code
        let words = code.map { text[$0] }
        var depth = 0
        var braces = OpenBraces(text, path: path)
        for (position, token) in code.enumerated() {
            braces.read(token, words, at: position)
            switch (token.kind, words[position]) {
            case (.directive, "#if"): depth += 1
            case (.directive, "#endif"): depth -= 1
            case (.word, "import"):
                let module = Self.module(in: words[(position + 1)...])
                if let module {
                    imports.append(Import(module: module, isConditional: depth > 0))
                }
            case (.word, "class"):
                noteClass(words, at: position)
                notePlace(words, at: position, token, &braces)
            case (.word, "extension"): noteContentClass(words, at: position)
            case (.word, "XMLParser"), (.word, "XMLParserDelegate"): usesXML = true
            case (.word, let word) where Self.isOfCommonCrypto(word): usesCommonCrypto = true
            case (.attribute, "@_silgen_name"), (.attribute, "@_extern"):
                declaresForeignFunctions = true
            case (.string, let literal): noteGroup(literal)
            default: break
            }
        }
        // Of braces that do not match nobody knows what is in them; the compiler says so.
        if !braces.areClosed { innerClasses = [:] }
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
            outerClasses.formUnion(fact.outerClasses)
            innerClasses.merge(fact.innerClasses) { first, _ in first }
        }
        serviceClasses += inheritors(of: serviceClasses, besides: serviceClasses)
        contentClasses += inheritors(of: contentClasses, besides: contentClasses)
    }

    /// The class of a name that is in a type or in a function; nil where one of the name is in neither.
    func innerClass(_ name: String) -> InnerClass? {
        outerClasses.contains(name) ? nil : innerClasses[name]
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
            let parents = Self.typeNames(header.dropFirst())
            inherited[name, default: []].formUnion(parents)
            if parents.contains("UNNotificationServiceExtension") { serviceClasses.append(name) }
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

    /// Notes whether a class is in a type or in a function.
    private mutating func notePlace(
        _ words: [String],
        at position: Int,
        _ token: SwiftToken,
        _ braces: inout OpenBraces
    ) {
        guard position + 1 < words.count else { return }
        let name = words[position + 1]
        if braces.isEmpty {
            outerClasses.insert(name)
        } else if inherited[name] != nil, innerClasses[name] == nil {
            innerClasses[name] = braces.inner(name, at: token)
        }
    }

    /// The types that a header names, without their modules and without what is in angle brackets.
    private static func typeNames(_ header: ArraySlice<String>) -> [String] {
        var names: [String] = []
        var depth = 0
        for (index, word) in zip(header.indices, header) {
            if word == "where" { break }
            if word == "<" { depth += 1 }
            if word == ">" { depth = max(0, depth - 1) }
            let isQualifier = index + 1 < header.endIndex && header[index + 1] == "."
            if depth == 0, !isQualifier { names.append(word) }
        }
        return names
    }

    /// Takes the class of `class C: UIViewController, UNNotificationContentExtension` and of an extension
    /// that says so.
    private mutating func noteContentClass(_ words: [String], at position: Int) {
        guard position + 2 < words.count, words[position + 2] == ":" else { return }
        let header = words[(position + 3)...].prefix { $0 != "{" }
        guard Self.typeNames(header).contains("UNNotificationContentExtension") else { return }
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
