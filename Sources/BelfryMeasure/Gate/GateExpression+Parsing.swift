// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension GateExpression {
    /// Reads an expression.
    ///
    /// - Parameter text: Such as `p99.wall > 60%; fallback > 0`.
    /// - Returns: At least one clause.
    /// - Throws: ``GateError`` with the place of what cannot be read.
    package static func parse(_ text: String) throws(GateError) -> GateExpression {
        var clauses: [GateClause] = []
        var rest = text[...]
        while !rest.isEmpty {
            let clause = rest.prefix { $0 != ";" }
            rest = rest[clause.endIndex...].dropFirst()
            let isBlank = clause.allSatisfy(\.isWhitespace)
            // One semicolon may end it.
            if isBlank, rest.isEmpty, !clauses.isEmpty { break }
            clauses.append(try parse(clause, of: text))
        }
        guard !clauses.isEmpty else {
            throw GateError(text: text, column: 1, problem: "is empty; write `p99.wall > 60%`")
        }
        return GateExpression(clauses: clauses)
    }

    private static func parse(
        _ clause: Substring,
        of text: String
    ) throws(GateError) -> GateClause {
        var parser = GateParser(clause, of: text)
        return try parser.clause()
    }
}

/// Why an expression cannot be read.
package struct GateError: Error, Equatable, CustomStringConvertible {
    /// The whole expression.
    package let text: String

    /// Where in it, from 1 on, in characters.
    package let column: Int

    /// What is the matter there, and the way out.
    package let problem: String

    package var description: String { "column \(column) of \"\(text)\": \(problem)" }
}
