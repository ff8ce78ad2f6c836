// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryInlets
internal import BelfryModel

extension FuzzTarget {
    /// What programs send to the inlet; the first byte says in which form.
    ///
    /// What is accepted becomes a push that its reader takes, within the inlet's limit; what is
    /// refused is refused in one line.
    static let inlet = FuzzTarget(
        "inlet",
        byteLimit: 2048,
        seeds: {
            [
                [0]
                    + Array(
                        #"{"topic":"a","actions":[{"action":"view","label":"l","url":"https://x"}]}"#
                            .utf8
                    ),
                [1]
                    + Array(
                        "view, Open, https://x, clear=true; http, Stop, https://y, body='a'".utf8
                    ),
                [2]
                    + Array(
                        "title=%C3%A4&tags=warning,+1&delay=tomorrow,+10am&message=m&priority=5"
                            .utf8
                    ),
                [3]
                    + Array(
                        "--x\r\nContent-Disposition: form-data; name=\"message\"\r\n\r\nm\r\n--x--"
                            .utf8
                    ),
                [4] + Array(#"{"message":"m","priority":5,"extras":{"a":1}}"#.utf8),
                [5] + Array("=?UTF-8?B?8J+OiQ==?= =?utf-8?q?=C3=A4?=".utf8),
            ]
        },
        check: { bytes in
            guard let form = bytes.first else { return }
            let rest = Array(bytes.dropFirst())
            do {
                guard let push = try push(form % 6, rest) else { return }
                let payload = push.payload().serialized()
                let read = try PushPayload.parse(payload, limit: InletPush.limit, isStrict: true)
                try hold(read.isMutable && read.hasAlert, "the push shows nothing")
            } catch let error as InletError {
                try hold((400..<500).contains(error.status), "the status is \(error.status)")
                try holdOneLine(error.message)
            } catch let error as PayloadError {
                // Extras may be as deep as JSON may be, and a payload has them deeper.
                try hold(error.code == .json, "the push is refused: \(error.message)")
            }
        }
    )

    private static func push(_ form: UInt8, _ bytes: [UInt8]) throws -> InletPush? {
        let text = String(decoding: bytes, as: UTF8.self)
        switch form {
        case 0: return try pushed(NtfyMessage(json: bytes, InletFields()))
        case 1: return try pushed(NtfyMessage(topic: "a", fields("Actions", text)))
        case 2:
            let message = try NtfyMessage(topic: "a", InletFields(query: text))
            if let delay = message.delay {
                let due = try NtfyDelay.due(delay, now: 1_678_186_800, timeZone: "Europe/Berlin")
                try hold(due >= 1_678_186_810 && due <= 1_678_446_000, "the delay is \(due)")
            }
            return try pushed(message)
        case 3: return try gotify(bytes, "multipart/form-data; boundary=x")
        case 4: return try gotify(bytes, "application/json")
        default: return try pushed(NtfyMessage(topic: "a", fields("Title", text)))
        }
    }

    private static func pushed(_ message: NtfyMessage) throws -> InletPush {
        message.push(message.document(identifier: "id", time: 0))
    }

    private static func gotify(_ bytes: [UInt8], _ type: String) throws -> InletPush {
        try GotifyMessage(bytes, fields("Content-Type", type)).push(topic: "a")
    }

    private static func fields(_ name: String, _ value: String) -> InletFields {
        InletFields(headers: [(name, value)])
    }
}
