// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

extension FuzzTarget {
    /// A push's payload, which anybody with the app's key may send.
    ///
    /// What is accepted is the same JSON when it is written and read again, in either layout; its
    /// content gets to a worker; and what is said about it is one line.
    static let payload = FuzzTarget(
        "payload",
        byteLimit: PayloadLimit.voip.byteCount,
        check: { bytes in
            try checkJSON(bytes)
            let payload: PushPayload
            do throws(PayloadError) {
                payload = try PushPayload.parse(bytes, limit: .voip)
            } catch {
                return try holdOneLine(error.description)
            }
            for warning in payload.warnings { try holdOneLine(warning.description) }
            try hold(payload.content.badge.map { $0 >= 0 } ?? true, "a badge below 0")
            try ContentProperties.checkTransport(payload.content)
        }
    )

    private static func checkJSON(_ bytes: [UInt8]) throws {
        guard let value = try? JSONValue.parse(bytes) else { return }
        let written = value.serialized()
        let again = try JSONValue.parse(written)
        try hold(again == value, "JSON changes when it is written")
        try hold(again.serialized() == written, "JSON is written in two ways")
        let pretty = try JSONValue.parse(value.serialized(isPretty: true))
        try hold(pretty == value, "JSON changes when it is written on lines")
    }
}
