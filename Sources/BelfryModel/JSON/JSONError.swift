// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What is wrong with a JSON text, where, and the way out.
package struct JSONError: Error, Equatable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int

    /// The column in characters, from 1.
    package let column: Int

    /// The offset in bytes, from 0.
    package let offset: Int

    /// What was found, such as `a key without quotes`.
    package let message: String

    /// What to write instead, such as `keys are quoted: "aps"`.
    package let hint: String

    /// Describes the fault at a byte.
    ///
    /// - Parameters:
    ///   - message: What was found.
    ///   - offset: The byte at which it was found.
    ///   - bytes: The whole text.
    ///   - hint: What to write instead.
    package init(_ message: String, at offset: Int, in bytes: [UInt8], hint: String) {
        let position = TextPosition(of: offset, in: bytes)
        line = position.line
        column = position.column
        self.offset = offset
        self.message = message
        self.hint = hint
    }

    /// One line: place, fault and way out.
    package var description: String {
        "line \(line), column \(column) (offset \(offset)): \(message); \(hint)"
    }
}
