// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// What the daemon answered, as it came.
package struct CenterAnswer: Sendable {
    private let status: Int
    private let bytes: [UInt8]

    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - bytes: The body.
    package init(status: Int, _ bytes: [UInt8]) {
        self.status = status
        self.bytes = bytes
    }

    /// The answer's object; an empty one where there is no body.
    ///
    /// - Parameter address: Who answered, for messages.
    /// - Returns: The object.
    /// - Throws: ``ToolFailure`` with the daemon's own sentence, or one that says that what answers is
    ///   no daemon.
    package func object(from address: CenterAddress) throws(ToolFailure) -> JSONObject {
        if bytes.isEmpty, (200..<300).contains(status) { return JSONObject() }
        let object = (try? JSONValue.parseWrapped(bytes))?.object
        if (200..<300).contains(status), let object { return object }
        guard let error = object?["error"]?.object, let message = error["message"]?.string else {
            throw ToolFailure(
                "\(address.text): what answers there is no belfryd (HTTP status \(status)); name "
                    + "the daemon with --socket or --url",
                .unavailable
            )
        }
        throw ToolFailure(message.neutralised(byteLimit: Self.messageByteLimit), exitStatus)
    }

    private static let messageByteLimit = 4096

    private var exitStatus: ExitStatus {
        switch status {
        case 401, 403, 421: .noPermission
        case 404: .noInput
        case 503: .temporary
        case 500...: .software
        default: .badData
        }
    }
}
