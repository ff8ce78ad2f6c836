// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfrySystem
internal import Foundation
internal import Glibc

/// The headers with which a payload is sent to APNs, as far as a device heeds them.
///
/// They are in a file beside the payload, `push.headers` for `push.json`, in the form of HTTP: one
/// `name: value` a line. Source: Apple, "Sending notification requests to APNs".
struct PushHeaders: Equatable {
    /// `apns-id`, a UUID: the request's identifier where there is no collapse identifier.
    var identifier: String?

    /// `apns-collapse-id`, 1 to 64 bytes: the request's identifier.
    var collapseIdentifier: String?

    /// `apns-push-type`; only `alert` brings a push to a service extension.
    var type: PushType?

    /// `apns-expiration`, seconds of UNIX time: after it the push is not delivered any more.
    var expiration: Int?

    /// The request's identifier, as far as the headers say it.
    var requestIdentifier: String? { collapseIdentifier ?? identifier }

    /// More than any list of headers has.
    private static let byteLimit = 1 << 16

    /// APNs answers `BadCollapseId` to a longer one.
    static let collapseByteLimit = 64

    init() {}

    /// Reads the headers beside a payload.
    ///
    /// - Parameter payload: The payload's file; `-` for standard input, which has none beside it.
    /// - Returns: The headers; none where there is no such file.
    /// - Throws: ``ToolFailure`` naming the file and the line.
    static func beside(_ payload: String) throws(ToolFailure) -> PushHeaders {
        guard let path = path(beside: payload) else { return PushHeaders() }
        let bytes: [UInt8]
        do throws(FileFault) {
            bytes = try Descriptor.readRegularFile(path, limit: byteLimit)
        } catch  where error.errno == ENOENT || error.errno == ENOTDIR {
            return PushHeaders()
        } catch {
            throw ToolFailure(
                "\(path): \(error.sentence); it holds the headers of \(payload), one a line",
                .noInput
            )
        }
        return try PushHeaders(String(decoding: bytes, as: UTF8.self), in: path)
    }

    /// The file with the headers of a payload, which need not be there.
    ///
    /// - Parameter payload: The payload's file; `-` for standard input.
    /// - Returns: The path; nil where a payload can have no headers beside it.
    static func path(beside payload: String) -> String? {
        guard payload != "-" else { return nil }
        let path = (payload as NSString).deletingPathExtension + ".headers"
        return path == payload ? nil : path
    }

    /// Reads headers, one a line; empty lines and lines that begin with `#` are skipped.
    ///
    /// - Parameters:
    ///   - text: The lines.
    ///   - path: The file, for messages.
    /// - Throws: ``ToolFailure`` naming the line.
    init(_ text: String, in path: String) throws(ToolFailure) {
        var seen: Set<String> = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            do throws(ToolFailure) {
                try add(line, after: &seen)
            } catch {
                throw ToolFailure("\(path):\(index + 1): \(error.message)", error.status)
            }
        }
    }

    private mutating func add(_ line: String, after seen: inout Set<String>) throws(ToolFailure) {
        let parts = line.split(separator: ":", maxSplits: 1).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard parts.count == 2 else {
            throw ToolFailure("there is no value; write apns-collapse-id: NAME", .badData)
        }
        let (name, value) = (parts[0].lowercased(), parts[1])
        guard seen.insert(name).inserted else {
            throw ToolFailure("\(name) is there twice; leave one out", .badData)
        }
        switch name {
        case "apns-id": identifier = try Self.checked(identifier: value)
        case "apns-collapse-id":
            collapseIdentifier = try Self.checked(collapseIdentifier: value, from: name)
        case "apns-push-type": type = try Self.type(value)
        case "apns-expiration": expiration = try Self.expiration(value)
        case _ where Self.otherNames.contains(name): break
        default:
            let known = (Self.names + Self.otherNames).joined(separator: ", ")
            throw ToolFailure("\(name) is not a header of APNs, which are \(known)", .badData)
        }
    }

    /// Headers that decide what becomes of a push.
    private static let names = [
        "apns-id", "apns-collapse-id", "apns-push-type", "apns-expiration",
    ]

    /// Headers of a request to APNs that a device does not see.
    private static let otherNames = [
        "apns-priority", "apns-topic", "authorization", "content-type",
    ]

    private static func checked(identifier: String) throws(ToolFailure) -> String {
        guard UUID(uuidString: identifier) != nil else {
            throw ToolFailure(
                "apns-id: \(identifier) is not a UUID; APNs answers BadMessageId",
                .badData
            )
        }
        return identifier
    }

    /// Checks a collapse identifier as APNs does.
    ///
    /// - Parameters:
    ///   - collapseIdentifier: The value.
    ///   - place: The header or option, for the message.
    /// - Returns: The value.
    /// - Throws: ``ToolFailure`` for a length that APNs refuses.
    static func checked(
        collapseIdentifier: String,
        from place: String
    ) throws(ToolFailure) -> String {
        let count = collapseIdentifier.utf8.count
        guard (1...collapseByteLimit).contains(count) else {
            throw ToolFailure(
                "\(place) has \(count) bytes and may have 1 to \(collapseByteLimit); APNs answers "
                    + "BadCollapseId",
                .badData
            )
        }
        return collapseIdentifier
    }

    private static func expiration(_ value: String) throws(ToolFailure) -> Int {
        guard let seconds = Int(value), seconds >= 0 else {
            throw ToolFailure(
                "apns-expiration: \(value) is not in seconds of UNIX time; APNs answers "
                    + "BadExpirationDate",
                .badData
            )
        }
        return seconds
    }

    private static func type(_ value: String) throws(ToolFailure) -> PushType {
        guard let type = PushType(rawValue: value) else {
            let known = PushType.allCases.map(\.rawValue).joined(separator: ", ")
            throw ToolFailure("apns-push-type: \(value) is not one of \(known)", .badData)
        }
        return type
    }
}
