// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem

/// Reads payloads from files.
enum PayloadFile {
    /// Reads and parses a payload.
    ///
    /// - Parameters:
    ///   - path: The file; `-` for standard input.
    ///   - limit: How many bytes are accepted.
    /// - Returns: The payload.
    /// - Throws: ``ToolFailure`` or ``PayloadError`` naming the file.
    static func read(
        _ path: String,
        limit: PayloadLimit = .standard
    ) throws -> PushPayload {
        let bytes: [UInt8]
        do throws(SystemError) {
            let file = try Descriptor.openInput(path)
            bytes = try file.readAll(limit: 1 << 20)
        } catch {
            throw ToolFailure(
                "\(path): \(SystemError.sentence(of: error.errno)); name a JSON file, or - for "
                    + "standard input",
                .noInput
            )
        }
        do throws(PayloadError) {
            return try PushPayload.parse(bytes, limit: limit)
        } catch {
            throw ToolFailure("\(path): \(error.message)", .badData)
        }
    }
}
