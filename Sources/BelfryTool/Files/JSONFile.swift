// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryTerminal

/// JSON that a person has written into a file.
enum JSONFile {
    /// Reads a text as payloads are read: a comma after the last entry is passed over with a warning.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - path: The file it is from, for messages.
    ///   - isStrict: Whether such a comma is a fault.
    ///   - others: Who else may read the file, and refuse it.
    /// - Returns: The value.
    /// - Throws: ``ToolFailure`` naming the file, the line and the column.
    static func parse(
        _ bytes: [UInt8],
        from path: String,
        isStrict: Bool,
        others: String
    ) throws(ToolFailure) -> JSONValue {
        do throws(JSONError) {
            guard !isStrict else { return try JSONValue.parse(bytes) }
            let (value, commas) = try JSONValue.parseHandwritten(bytes)
            warn(of: commas.map { PayloadWarning(trailingComma: $0, others: others) }, in: path)
            return value
        } catch {
            throw ToolFailure("\(path): \(error)", .badData)
        }
    }

    /// Says on standard error what is odd in a file.
    static func warn(of warnings: [PayloadWarning], in path: String) {
        for warning in warnings {
            let line = "\(path): \(warning)".neutralised()
            Terminal.standardError.write("belfry: warning: \(line)\n")
        }
    }
}
