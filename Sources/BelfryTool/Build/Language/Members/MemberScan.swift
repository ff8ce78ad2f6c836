// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Finds the members of a source's classes that Objective-C would find by name.
///
/// It reads tokens, not Swift. What it takes for a member is one; what it cannot describe so that it
/// compiles, it leaves out.
struct MemberScan {
    /// What was found, in order; blocks without members are left out.
    private(set) var blocks: [MemberBlock] = []

    /// The names of all classes that can be described, with those of the types that they are in.
    private(set) var classes: Set<String> = []

    /// The names of the others.
    private(set) var otherTypes: Set<String> = []

    /// What could not be taken: a line's number and a sentence.
    private(set) var oddities: [Oddity] = []

    struct Oddity: Equatable {
        let line: Int
        let message: String
    }

    /// What braces stand around the code that is read.
    private struct Scope {
        /// The type whose body it is; nil for everything else.
        var type: TypeHeader?
        var block: MemberBlock?
        var depth = 0
    }

    private struct TypeHeader {
        let path: [String]
        let isClass: Bool
        let isExtension: Bool
        /// Why its members cannot be described.
        let obstacle: String?
        let attributes: Set<String>
    }

    private let text: SwiftText
    private let code: [SwiftToken]
    private let words: [String]
    private var position = 0
    private var scopes: [Scope] = [Scope()]
    private var conditions = OpenConditions()
    private var heading = DeclarationHeading()

    init(_ text: SwiftText) {
        self.text = text
        code = text.code
        words = code.map { text[$0] }
        while position < code.count { step() }
    }

    private mutating func step() {
        let token = code[position]
        let word = words[position]
        switch token.kind {
        case .directive where ["#if", "#elseif", "#else", "#endif"].contains(word):
            conditional(word)
        case .symbol where word == "{":
            scopes.append(Scope())
            next()
        case .symbol where word == "}":
            close()
        case .attribute where isAmongDeclarations:
            position = heading.takeAttribute(words, at: position)
        case .word where isAmongDeclarations:
            declaration(word)
        default: next()
        }
    }

    private mutating func next() {
        heading = DeclarationHeading()
        position += 1
    }

    private var isAmongDeclarations: Bool { scopes.count == 1 || scopes.last?.type != nil }

    private mutating func close() {
        if scopes.count > 1, let block = scopes.removeLast().block, !block.isEmpty {
            blocks.append(block)
        }
        next()
    }

    private mutating func conditional(_ directive: String) {
        let start = code[position].range.upperBound
        let end = text.bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.bytes.count
        position += 1
        var condition: [SwiftToken] = []
        while position < code.count, code[position].range.lowerBound < end {
            condition.append(code[position])
            position += 1
        }
        let written = source(of: condition)
        switch directive {
        case "#if": conditions.begin(written)
        case "#elseif": conditions.goOn(written)
        case "#else": conditions.goOn(nil)
        default: conditions.end()
        }
    }

    private mutating func declaration(_ word: String) {
        let following = position + 1 < words.count ? words[position + 1] : ""
        switch word {
        case "class" where !DeclarationHeading.introducers.contains(following):
            beginType(isClass: true)
        case "struct", "enum", "protocol": beginType(isClass: false)
        case "actor" where !DeclarationHeading.isKeyword(following) && following.isName:
            beginType(isClass: false)
        case "extension": beginExtension()
        case "func": method()
        case "init": initialiser()
        case "var", "let": properties()
        case _ where DeclarationHeading.modifiers.contains(word):
            position = heading.takeModifier(words, at: position)
        default: next()
        }
    }

    // MARK: Types

    private mutating func beginType(isClass: Bool) {
        let outer = scopes.last?.type
        let name = position + 1 < words.count ? words[position + 1] : ""
        let path = (outer?.path ?? []) + [name]
        let isGeneric = position + 2 < words.count && words[position + 2] == "<"
        var obstacle = outer?.obstacle
        if isGeneric { obstacle = "is generic" }
        if outer != nil, heading.modifiers.contains("private") {
            obstacle = "is private to \(outer?.path.joined(separator: ".") ?? "")"
        }
        if let actor = heading.otherActor { obstacle = "belongs to \(actor)" }
        if isClass, obstacle == nil {
            classes.insert(path.joined(separator: "."))
        } else {
            otherTypes.insert(path.joined(separator: "."))
        }
        begin(
            TypeHeader(
                path: path,
                isClass: isClass,
                isExtension: false,
                obstacle: obstacle,
                attributes: Set(heading.attributes.keys)
            )
        )
    }

    private mutating func beginExtension() {
        var end = position + 1
        while end < words.count, words[end].isName || words[end] == ".", words[end] != "where" {
            end += 1
        }
        let path = words[(position + 1)..<end].filter { $0 != "." }
        let isPlain = end < words.count && [":", "{"].contains(words[end])
        begin(
            TypeHeader(
                path: path,
                isClass: isPlain,
                isExtension: true,
                obstacle: heading.otherActor.map { "belongs to \($0)" },
                attributes: Set(heading.attributes.keys)
            )
        )
    }

    /// Goes on to the body of a type, which is the next brace.
    private mutating func begin(_ type: TypeHeader) {
        next()
        let start = position
        while position < words.count, words[position] != "{" { position += 1 }
        guard position < words.count else { return }
        var scope = Scope(type: type, depth: conditions.depth)
        if type.isClass {
            scope.block = MemberBlock(
                path: type.path.joined(separator: "."),
                isExtension: type.isExtension,
                conditions: conditions.texts(from: 0)
            )
            // A superclass of the author's may have other initialisers.
            let isPlain = type.obstacle == nil && !type.isExtension
            let header = words[start..<position].dropFirst()
            if isPlain, header.first == ":", let parent = header.dropFirst().first {
                scope.block?.superclass = MemberBlock.isMade(parent) ? parent : nil
            }
        }
        scopes.append(scope)
        position += 1
    }

    // MARK: Members

    private mutating func method() {
        defer { next() }
        guard let type = scopes.last?.type, type.isClass,
            let method = MethodDeclaration(text, code, words, at: position),
            let member = method.member(heading, in: type.path, isExposed: isExposed(type))
        else { return }
        add(member.code, isImplied: member.isImplied, type, named: method.base)
    }

    private mutating func initialiser() {
        defer { next() }
        guard !heading.modifiers.contains("convenience"),
            let open = words[position...].prefix(3).firstIndex(of: "("),
            let close = words.closing(of: open)
        else { return }
        let labels = ((open + 1)..<max(close, open + 1)).filter { index in
            index + 1 < close && ["(", ","].contains(words[index - 1])
                && (words[index + 1] == ":" || words[index + 2] == ":")
        }
        let names = heading.isPrivate ? ["private"] : labels.map { words[$0] }
        scopes[scopes.count - 1].block?.initialisers.append(names)
    }

    private mutating func properties() {
        defer { next() }
        guard let type = scopes.last?.type, type.isClass, !heading.isOfType else { return }
        let isMarked = heading.marks(in: ["@IBOutlet", "@IBInspectable", "@objc"])
        let path = type.path.joined(separator: ".")
        for name in PropertyNames(words, code, at: position + 1).names {
            let isImplied = !isMarked && ContentExtensionMembers.properties.contains(name)
            let isOpen = !heading.isPrivate && !heading.marks(in: ["@nonobjc"])
            guard isMarked || (isOpen && (isImplied || isExposed(type))) else { continue }
            let known = heading.objectiveCName ?? name.filter { $0 != "`" }
            add(
                ".property(\"\(known)\") { \\\(path).\(name) }",
                isImplied: isImplied,
                type,
                named: name
            )
        }
    }

    /// Whether all members of a type's body are Objective-C's too.
    private func isExposed(_ type: TypeHeader) -> Bool {
        type.attributes.contains(type.isExtension ? "@objc" : "@objcMembers")
    }

    private mutating func add(
        _ description: String,
        isImplied: Bool,
        _ type: TypeHeader,
        named name: String
    ) {
        let path = type.path.joined(separator: ".")
        if let obstacle = type.obstacle ?? heading.otherActor.map({ "belongs to \($0)" }) {
            let line = 1 + text.bytes[..<code[position].range.lowerBound].count { $0 == 0x0A }
            let message = "\(path) \(obstacle), so its member \(name) is not found by name"
            oddities.append(Oddity(line: line, message: message))
            return
        }
        let depth = scopes[scopes.count - 1].depth
        scopes[scopes.count - 1].block?.members.append(
            MemberBlock.Member(
                conditions: conditions.texts(from: depth),
                code: description,
                isImplied: isImplied
            )
        )
    }

    private func source(of tokens: [SwiftToken]) -> String {
        guard let first = tokens.first, let last = tokens.last else { return "" }
        return text.source(first.range.lowerBound..<last.range.upperBound)
    }
}
