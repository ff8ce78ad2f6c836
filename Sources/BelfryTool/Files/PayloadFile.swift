// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem

/// Reads payloads from files.
enum PayloadFile {
    /// Reads and parses a payload, and warns of commas after last entries.
    ///
    /// - Parameters:
    ///   - path: The file; `-` for standard input.
    ///   - limit: How many bytes are accepted.
    ///   - isStrict: Whether those commas are faults.
    ///   - warns: Whether to warn of them here; a caller that shows all of the payload's warnings does
    ///     so itself.
    /// - Returns: The payload.
    /// - Throws: ``ToolFailure`` or ``PayloadError`` naming the file.
    static func read(
        _ path: String,
        limit: PayloadLimit = .standard,
        isStrict: Bool = false,
        warns: Bool = true
    ) throws -> PushPayload {
        let bytes: [UInt8]
        do throws(SystemError) {
            let file = try Descriptor.openInput(path, for: "the payload")
            bytes = try file.readAll(limit: 1 << 20)
        } catch {
            throw ToolFailure(
                "\(path): \(SystemError.sentence(of: error.errno)); name a JSON file, or - for "
                    + "standard input",
                .noInput
            )
        }
        do throws(PayloadError) {
            let payload = try PushPayload.parse(bytes, limit: limit, isStrict: isStrict)
            if warns {
                JSONFile.warn(
                    of: payload.trailingCommas.map { PayloadWarning(trailingComma: $0) },
                    in: path
                )
            }
            return payload
        } catch {
            throw ToolFailure("\(path): \(error.message)", .badData)
        }
    }
}
