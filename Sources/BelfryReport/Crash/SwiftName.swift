// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The name of a Swift function as its author would write it.
///
/// The demangler writes types, modules and the compiler's own steps too: it gives
/// `merged T.Service.(word in _8F56)(_: Swift.Int, in: T.List) -> T.Word` for `Service.word(_:in:)`.
enum SwiftName {
    /// Shortens a demangled name; one that is not understood, or of another language, stays.
    ///
    /// - Parameters:
    ///   - name: The name, as the symboliser gives it.
    ///   - module: The Swift module that needs no mention.
    /// - Returns: The name without modules, types and the compiler's steps.
    static func short(_ name: String, in module: String? = nil) -> String {
        guard name.contains(" -> ") || name.contains(" : ") else { return name }
        var rest = name[...]
        while let range = rest.firstRange(of: compilerStep) { rest = rest[range.upperBound...] }
        if let range = rest.firstRange(of: closure) {
            let outer = short(String(rest[range.upperBound...]), in: module)
            return outer.hasPrefix("a closure in ") ? outer : "a closure in \(outer)"
        }
        let plain = String(rest).replacing(privateName) { $0.output.1 }
        let short = signature(plain.replacing(qualifier, with: ""))
        guard let module, short.hasPrefix(module + ".") else { return short }
        return String(short.dropFirst(module.utf8.count + 1))
    }

    /// What the compiler made of a function, before the function's own name.
    private static var compilerStep: Regex<Substring> {
        /^(?:(?:function signature|generic[\w -]*) specialization <.*?>+ of |merged |specialized |partial apply forwarder for |protocol witness for |vtable thunk for .* dispatching to )/
    }

    /// A closure; what it is in comes after it.
    private static var closure: Regex<Substring> {
        /^(?:implicit )?closure #\d+ .*? in (?=\S+\.|closure #|static )/
    }

    /// A private function, with a number for its file.
    private static var privateName: Regex<(Substring, Substring)> { /\(([^\s()]+) in _[0-9A-F]+\)/ }

    /// What comes before the name of a method of a type, or of an extension of another module's type.
    private static var qualifier: Regex<Substring> { /^(?:static )?(?:\(extension in \S+?\):)?/ }

    /// `Service.word(_:in:)` for `Service.word(_: Swift.Int, in: Swift.String) -> Swift.String`.
    private static func signature(_ text: String) -> String {
        guard let open = text.firstIndex(of: "(") else {
            return text.firstRange(of: " : ").map { String(text[..<$0.lowerBound]) } ?? text
        }
        let name = text[..<open]
        if let range = name.firstRange(of: " : ") { return String(name[..<range.lowerBound]) }
        if let range = name.firstRange(of: /\ (?:infix|prefix|postfix)$/) {
            return String(name[..<range.lowerBound])
        }
        guard let close = end(of: text[open...]) else { return text }
        let labels = arguments(of: text[text.index(after: open)..<close]).map { argument in
            let label = argument.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
            return argument.dropFirst(label.count).first == ":" ? "\(label):" : "_:"
        }
        let plain = name.firstIndex(of: "<").map { name[..<$0] } ?? name
        return "\(plain)(\(labels.joined()))"
    }

    /// Where the bracket that a text begins with is closed.
    private static func end(of text: Substring) -> String.Index? {
        var depth = 0
        for index in text.indices {
            depth += nesting(at: index, of: text)
            if depth == 0 { return index }
        }
        return nil
    }

    private static func arguments(of text: Substring) -> [Substring] {
        var depth = 0
        var begin = text.startIndex
        var arguments: [Substring] = []
        for index in text.indices {
            depth += nesting(at: index, of: text)
            guard depth == 0, text[index] == "," else { continue }
            arguments.append(text[begin..<index])
            begin = text.index(after: index)
        }
        arguments.append(text[begin...])
        return arguments.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    }

    /// 1 where a bracket opens, -1 where one closes; the point of an arrow closes nothing.
    private static func nesting(at index: String.Index, of text: Substring) -> Int {
        switch text[index] {
        case "(", "[", "<": 1
        case ")", "]": -1
        case ">": index > text.startIndex && text[text.index(before: index)] == "-" ? 0 : -1
        default: 0
        }
    }
}
