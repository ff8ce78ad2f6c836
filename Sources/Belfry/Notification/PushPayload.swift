// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// The JSON body of a push, read by the rules of APNs.
public struct PushPayload: Sendable {
    let engine: Engine.Payload

    /// Reads a payload, or an `.apns` file as Xcode's simulator takes it.
    ///
    /// - Parameter json: The JSON text in UTF-8, 4096 bytes at most.
    /// - Throws: ``BelfryError/Code/payloadInvalid`` with the first fault, its place and the way out.
    public init(_ json: some Sequence<UInt8>) throws(BelfryError) {
        do throws(PayloadError) {
            engine = try Engine.Payload.parse(Array(json))
        } catch {
            throw BelfryError(error)
        }
    }

    /// Reads a payload from a string.
    ///
    /// - Parameter json: The JSON text, 4096 bytes of UTF-8 at most.
    /// - Throws: ``BelfryError/Code/payloadInvalid`` with the first fault, its place and the way out.
    public init(_ json: String) throws(BelfryError) {
        try self.init(json.utf8)
    }

    /// The notification as it would be shown without an extension.
    public var content: NotificationContent { NotificationContent(engine.content) }

    /// Whether a service extension may change it: `mutable-content` is 1.
    public var isMutable: Bool { engine.isMutable }

    /// What is odd and accepted all the same, one sentence each.
    public var warnings: [String] { engine.warnings.map(\.description) }
}
