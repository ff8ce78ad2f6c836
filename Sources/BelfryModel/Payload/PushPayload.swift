// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The JSON body of a push, read by the rules of `aps`.
package struct PushPayload: Sendable {
    /// The payload as received, as JSON that everybody reads: where a program's has keys that come
    /// twice or halves of surrogate pairs, it is written anew.
    package let bytes: [UInt8]

    /// The whole payload.
    package let root: JSONObject

    /// What it shows; `userInfo` is the whole payload.
    package private(set) var content: NotificationContent

    /// Whether a service extension may change it: `mutable-content` is 1.
    package let isMutable: Bool

    /// Whether it wakes the app in the background: `content-available` is 1.
    package let isContentAvailable: Bool

    /// What it does to a Live Activity; nil when it is not about one.
    package let liveActivity: LiveActivityUpdate?

    /// The app that an `.apns` file of the simulator is for.
    package let simulatorTargetBundle: String?

    /// Where commas stand after last entries, which were passed over.
    package let trailingCommas: [TextPosition]

    /// What is odd about it, in the order of reading; those commas are among it.
    package let warnings: [PayloadWarning]

    /// Puts the tables' texts in the place of those that were made from their keys.
    ///
    /// - Parameter format: Finds a key's format; nil where no table has the key.
    package mutating func localize(_ format: (LocalizedText) -> String?) {
        content.localize(format)
    }

    /// Whether it has text to show.
    package var hasAlert: Bool { content.hasAlert }

    /// Reads a payload, or an `.apns` file of the simulator.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text. Its whole size counts, as APNs and `simctl push` count it.
    ///   - limit: How many bytes are accepted.
    ///   - isFromWire: Whether a program sent it: then it has no comma after last entries, and may
    ///     have no `aps`, as pushes to extensions other than those of notifications have none. What
    ///     APNs takes is taken: values of a wrong type or out of range are left out with a warning.
    ///   - isStrict: Whether commas after last entries are faults, as they are from a program.
    /// - Returns: The payload with its warnings.
    /// - Throws: The first fault, with its place and the way out.
    package static func parse(
        _ bytes: [UInt8],
        limit: PayloadLimit = .standard,
        isFromWire: Bool = false,
        isStrict: Bool = false
    ) throws(PayloadError) -> PushPayload {
        try checkSize(bytes, limit)
        guard isFromWire else {
            let (value, commas) = try json(of: bytes, isStrict ? strictly : handwritten)
            let warnings = commas.map { PayloadWarning(trailingComma: $0) }
            return try read(bytes, value, warnings, commas, isFromWire: false)
        }
        let (value, passedOver) = try json(of: bytes, leniently)
        return try read(
            passedOver.isEmpty ? bytes : value.serialized(),
            value,
            passedOver.map { PayloadWarning(passedOver: $0) },
            isFromWire: true
        )
    }

    /// Reads a payload that ``parse(_:limit:isFromWire:isStrict:)`` took once, by whichever rules.
    ///
    /// - Parameter bytes: Its ``bytes``.
    /// - Returns: What it says.
    /// - Throws: The first fault, of a payload that was never taken.
    package static func reread(_ bytes: [UInt8]) throws(PayloadError) -> PushPayload {
        let (value, commas) = try json(of: bytes, handwritten)
        let warnings = commas.map { PayloadWarning(trailingComma: $0) }
        return try read(bytes, value, warnings, commas, isFromWire: true)
    }

    private static func read(
        _ bytes: [UInt8],
        _ value: JSONValue,
        _ warnings: [PayloadWarning],
        _ commas: [TextPosition] = [],
        isFromWire: Bool
    ) throws(PayloadError) -> PushPayload {
        guard case .object(let root) = value else {
            throw PayloadError(
                code: .notAnObject,
                message: "the payload is \(value.kind); write an object, {\"aps\": {…}}"
            )
        }
        let reader = PayloadReader(root: root, toleratesFaults: isFromWire)
        reader.note(warnings)
        let aps = try reader.readAps(isOptional: isFromWire)
        let bundle = try reader.root.text(simulatorTargetBundleKey)
        return PushPayload(
            bytes: bytes,
            root: root,
            content: aps.content,
            isMutable: aps.isMutable,
            isContentAvailable: aps.isContentAvailable,
            liveActivity: aps.liveActivity,
            simulatorTargetBundle: bundle,
            trailingCommas: commas,
            warnings: reader.warnings
        )
    }

    /// The key that names the app in an `.apns` file.
    static let simulatorTargetBundleKey = "Simulator Target Bundle"

    private static func checkSize(_ bytes: [UInt8], _ limit: PayloadLimit) throws(PayloadError) {
        if bytes.isEmpty {
            throw PayloadError(
                code: .empty,
                message: "the payload is empty; APNs answers 400 PayloadEmpty; write {\"aps\": {…}}"
            )
        }
        guard bytes.count > limit.byteCount else { return }
        throw PayloadError(
            code: .tooLarge,
            message: "the payload is \(bytes.count) bytes, the limit is \(limit.byteCount); "
                + "APNs answers 413 PayloadTooLarge; shorten it by "
                + "\(bytes.count - limit.byteCount) bytes or more"
        )
    }

    private static func strictly(
        _ bytes: [UInt8]
    ) throws(JSONError) -> (JSONValue, [TextPosition]) {
        (try JSONValue.parse(bytes), [])
    }

    private static func handwritten(
        _ bytes: [UInt8]
    ) throws(JSONError) -> (JSONValue, [TextPosition]) {
        try JSONValue.parseHandwritten(bytes)
    }

    private static func leniently(
        _ bytes: [UInt8]
    ) throws(JSONError) -> (JSONValue, [JSONError]) {
        try JSONValue.parseLeniently(bytes)
    }

    private static func json<Parsed>(
        of bytes: [UInt8],
        _ parse: ([UInt8]) throws(JSONError) -> Parsed
    ) throws(PayloadError) -> Parsed {
        do throws(JSONError) {
            return try parse(bytes)
        } catch {
            let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
            throw PayloadError(code: isUTF8 ? .json : .notUTF8, message: error.description)
        }
    }
}
