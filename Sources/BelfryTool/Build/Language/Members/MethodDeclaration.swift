// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A method as its declaration says, as far as it can be called by name.
struct MethodDeclaration {
    private struct Parameter {
        let label: String
        let type: String
        /// Whether a value of any kind can be handed over for it.
        let isPlain: Bool
    }

    /// The name without its labels.
    let base: String
    private let parameters: [Parameter]
    private let isAsync: Bool
    private let isThrowing: Bool

    /// Reads a declaration; nil for an operator and for a generic one.
    ///
    /// - Parameters:
    ///   - text: The source.
    ///   - code: Its tokens.
    ///   - words: What they say.
    ///   - position: Where `func` stands.
    init?(_ text: SwiftText, _ code: [SwiftToken], _ words: [String], at position: Int) {
        let open = position + 2
        guard open < words.count, words[position + 1].isName, words[open] == "(",
            let close = words.closing(of: open)
        else { return nil }
        base = words[position + 1]
        var parameters: [Parameter] = []
        for range in Self.parts(words, (open + 1)..<close) {
            guard let parameter = Self.parameter(text, code, words, range) else { return nil }
            parameters.append(parameter)
        }
        self.parameters = parameters
        let effects = words[(close + 1)...].prefix { ["async", "throws", "rethrows"].contains($0) }
        isAsync = effects.contains("async")
        isThrowing = effects.contains("throws") || effects.contains("rethrows")
    }

    /// The Swift that describes it, where it is found by name.
    ///
    /// - Parameters:
    ///   - heading: What stands before it.
    ///   - path: The class that it is in.
    ///   - isExposed: Whether all members of the class are Objective-C's too.
    /// - Returns: The Swift, and whether it is there as a content extension's method; else nil.
    func member(
        _ heading: DeclarationHeading,
        in path: [String],
        isExposed: Bool
    ) -> (code: String, isImplied: Bool)? {
        guard !heading.isOfType, !isUnavailable(heading), !heading.marks(in: ["@nonobjc"]) else {
            return nil
        }
        let type = path.joined(separator: ".")
        if !heading.isPrivate, !isThrowing, let code = optionalMethod(of: type) {
            return (code, true)
        }
        let isMarked = heading.marks(in: ["@IBAction", "@IBSegueAction", "@objc"])
        guard isMarked || (isExposed && !heading.isPrivate), !isAsync, !isThrowing,
            parameters.allSatisfy(\.isPlain)
        else { return nil }
        let plain = base.filter { $0 != "`" }
        let ordinary = SelectorName.method(plain, labels: parameters.map(\.label))
        var names = [heading.objectiveCName ?? ordinary]
        for name in [ordinary, plain] where !names.contains(name) { names.append(name) }
        let listed = names.map { "\"\($0)\"" }.joined(separator: ", ")
        let inputs = parameters.enumerated().map { ", a\($0): \($1.type)" }.joined()
        let arguments = parameters.enumerated().map { index, parameter in
            (parameter.label == "_" ? "" : "\(parameter.label): ") + "a\(index)"
        }
        let call = "o.\(base)(\(arguments.joined(separator: ", ")))"
        return (".method(\(listed)) { (o: \(type)\(inputs)) in \(call) }", false)
    }

    /// What describes it where it is one of a content extension's optional methods.
    private func optionalMethod(of type: String) -> String? {
        let labels = parameters.map(\.label)
        switch (base, labels, isAsync) {
        case ("mediaPlay", [], false), ("mediaPause", [], false):
            return ".method(\"\(base)\") { (o: \(type)) in o.\(base)() }"
        case ("didReceive", ["_", "completionHandler"], false):
            return ContentExtensionMembers.response(of: type)
        case ("didReceive", ["_"], true) where parameters[0].type.hasSuffix("Response"):
            return ContentExtensionMembers.awaitedResponse(of: type)
        default: return nil
        }
    }

    private func isUnavailable(_ heading: DeclarationHeading) -> Bool {
        heading.attributes["@available"]?.contains("unavailable") == true
    }

    /// The parts of a list, split at its commas.
    private static func parts(_ words: [String], _ range: Range<Int>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        var depth = 0
        for position in range {
            switch words[position] {
            case "(", "[", "{", "<": depth += 1
            case ")", "]", "}": depth -= 1
            case ">" where words[position - 1] != "-": depth -= 1
            case "," where depth == 0:
                parts.append(start..<position)
                start = position + 1
            default: break
            }
        }
        if start < range.upperBound { parts.append(start..<range.upperBound) }
        return parts
    }

    private static func parameter(
        _ text: SwiftText,
        _ code: [SwiftToken],
        _ words: [String],
        _ range: Range<Int>
    ) -> Parameter? {
        guard let colon = words[range].firstIndex(of: ":"), colon > range.lowerBound else {
            return nil
        }
        let rest = words[(colon + 1)..<range.upperBound]
        let end = rest.firstIndex(of: "=") ?? range.upperBound
        guard colon + 1 < end else { return nil }
        let span = code[colon + 1].range.lowerBound..<code[end - 1].range.upperBound
        var type = text.source(span)
        if type.hasSuffix("!") { type = type.dropLast() + "?" }
        let isPlain =
            words[range.lowerBound].isName
            && !words[(colon + 1)..<end].contains(where: special.contains)
            && !code[(colon + 1)..<end].contains { $0.kind == .attribute }
            && !type.contains("...") && !type.contains("->")
        return Parameter(label: words[range.lowerBound], type: type, isPlain: isPlain)
    }

    /// What makes a parameter's type one that only a call in the source can satisfy.
    private static let special: Set<String> = [
        "borrowing", "consuming", "inout", "isolated", "sending", "some",
    ]
}
