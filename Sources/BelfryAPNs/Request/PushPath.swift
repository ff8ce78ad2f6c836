// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// The path of a request: `/3/device/TOKEN`.
enum PushPath {
    private static let prefix = "/3/device"

    /// Bytes of a device token; Apple's have 32, and its reference tells apps not to count on that.
    private static let byteLimit = 100

    /// The device token of a request.
    ///
    /// - Parameters:
    ///   - method: The request's method.
    ///   - path: The request's path.
    /// - Returns: The token, with its letters in lower case.
    /// - Throws: ``PushRefusal``.
    static func deviceToken(_ method: String, _ path: String) throws(PushRefusal) -> String {
        guard path == prefix || path.hasPrefix(prefix + "/") else {
            throw PushRefusal(
                .badPath,
                "the path is \(path.quoted); pushes go to /3/device/TOKEN"
            )
        }
        guard method == "POST" else {
            throw PushRefusal(.methodNotAllowed, "the method is \(method.quoted); use POST")
        }
        let token = path.dropFirst(prefix.count + 1)
        guard !token.isEmpty else {
            throw PushRefusal(
                .missingDeviceToken,
                "the path ends before the device token; write /3/device/TOKEN"
            )
        }
        let count = token.utf8.count
        guard count % 2 == 0, count <= byteLimit * 2,
            token.utf8.allSatisfy(CanonicalUUID.isDigit)
        else {
            throw PushRefusal(
                .badDeviceToken,
                "the device token is \(String(token).quoted); it is written in hexadecimal"
            )
        }
        return token.lowercased()
    }
}
