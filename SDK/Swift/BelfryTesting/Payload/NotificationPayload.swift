// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
public import Foundation

/// A push as a server sends it, read as Belfry reads it.
public struct NotificationPayload: Sendable {
    let push: PushPayload

    /// Reads JSON text, `{"aps": …}`.
    ///
    /// - Parameter json: The text; commas after last entries are taken, as in `.apns` files.
    /// - Throws: ``InvalidPayload`` that says where it is wrong.
    public init(json: String) throws {
        try self.init(Array(json.utf8), name: "the payload")
    }

    /// Takes the values that JSON would have.
    ///
    /// - Parameter values: Strings, numbers, booleans, `NSNull`, arrays and dictionaries.
    /// - Throws: ``InvalidPayload`` for anything else.
    public init(_ values: [String: Any]) throws {
        guard JSONSerialization.isValidJSONObject(values) else {
            throw InvalidPayload("the payload has a value that JSON has no form for")
        }
        let data = try JSONSerialization.data(withJSONObject: values)
        try self.init(Array(data), name: "the payload")
    }

    /// Reads a JSON file, or an `.apns` file as Xcode's simulator takes it.
    ///
    /// - Parameter file: Where it is.
    /// - Throws: ``InvalidPayload``, or Foundation's error where it cannot be read.
    public init(contentsOf file: URL) throws {
        try self.init(Array(try Data(contentsOf: file)), name: file.lastPathComponent)
    }

    private init(_ bytes: [UInt8], name: String) throws {
        do throws(PayloadError) {
            push = try PushPayload.parse(bytes)
        } catch {
            throw InvalidPayload("\(name): \(error.message)")
        }
    }

    /// What is odd about it, one line each, with what Apple does with it.
    public var warnings: [String] { push.warnings.map(\.description) }
}

extension NotificationPayload {
    /// A payload that is none.
    public struct InvalidPayload: Error, Equatable, CustomStringConvertible {
        /// What is wrong, where, and what to write.
        public let description: String

        init(_ description: String) {
            self.description = description
        }
    }

    /// Why no extension is called for it, as the code that reports have; nil when one is.
    var refusal: String? {
        if !push.hasAlert { return GateReport.Reason.noAlert.rawValue }
        return push.isMutable ? nil : GateReport.Reason.notMutable.rawValue
    }

    /// The request that an extension is shown.
    func request() -> UNNotificationRequest {
        UNNotificationRequest(
            identifier: UUID().uuidString,
            content: UNMutableNotificationContent(push.content, payload: push.bytes),
            trigger: UNPushNotificationTrigger()
        )
    }
}
