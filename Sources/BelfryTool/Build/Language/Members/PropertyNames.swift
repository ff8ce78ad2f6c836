// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The names that one `var` or `let` declares.
struct PropertyNames {
    let names: [String]

    /// Reads `a: UILabel!, b: UILabel!` and its like, up to a value or a body.
    ///
    /// - Parameters:
    ///   - words: A source's words.
    ///   - code: Its tokens.
    ///   - start: Where the first name stands.
    init(_ words: [String], _ code: [SwiftToken], at start: Int) {
        var names: [String] = []
        var isName = true
        var depth = 0
        for position in start..<max(start, words.count) {
            let word = words[position]
            if isName {
                guard code[position].kind == .word else { break }
                names.append(word)
                isName = false
                continue
            }
            switch word {
            case "(", "[", "<": depth += 1
            case ")", "]", ">": depth -= 1
            default: break
            }
            isName = depth == 0 && word == ","
            let isOver = ["{", "}", "=", ";"].contains(word) || DeclarationHeading.isKeyword(word)
            if isOver || [.attribute, .directive].contains(code[position].kind) { break }
        }
        self.names = names
    }
}
