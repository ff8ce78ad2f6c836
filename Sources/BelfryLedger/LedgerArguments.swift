// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import GRDB

/// What a statement's question marks stand for.
///
/// GRDB gives SQLite each text as a C string, which ends at U+0000: `x\0one` and `x\0two` would be one
/// key, and all that follows of a note would be lost. Here that character becomes U+2400, the symbol for
/// it. What is no key has it in documents, which are JSON and keep it.
struct LedgerArguments: ExpressibleByArrayLiteral {
    /// GRDB takes values of any type as they are; those of one type it reads by a key path, which Swift
    /// makes anew for each statement.
    private var values: [(any DatabaseValueConvertible)?]

    init(arrayLiteral elements: (any DatabaseValueConvertible)?...) {
        values = elements.map { Self.whole($0?.databaseValue ?? .null) }
    }

    /// Takes texts, in order.
    init(_ texts: [String]) {
        values = texts.map { Self.whole($0.databaseValue) }
    }

    static func + (left: LedgerArguments, right: LedgerArguments) -> LedgerArguments {
        var sum = left
        sum += right
        return sum
    }

    static func += (left: inout LedgerArguments, right: LedgerArguments) {
        left.values += right.values
    }

    /// The same for GRDB.
    var statement: StatementArguments { StatementArguments(values) }

    private static func whole(_ value: DatabaseValue) -> DatabaseValue {
        guard case .string(let text) = value.storage, text.utf8.contains(0) else { return value }
        return text.replacing("\0", with: "\u{2400}").databaseValue
    }
}
