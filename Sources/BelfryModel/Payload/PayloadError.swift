// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why a payload is refused.
package struct PayloadError: Error, Equatable, CustomStringConvertible {
    /// The kind of fault.
    package enum Code: String, Codable, Sendable, CaseIterable {
        /// More bytes than APNs accepts.
        case tooLarge
        /// No bytes.
        case empty
        /// Bytes that are not UTF-8.
        case notUTF8
        /// A text that is not JSON.
        case json
        /// JSON, but no object.
        case notAnObject
        /// No `aps` dictionary.
        case missingAps
        /// A value of the wrong type.
        case wrongType
        /// A value of the right type that is not allowed.
        case outOfRange
    }

    /// The kind of fault.
    package let code: Code

    /// Where it is, such as `aps.alert.title`; nil for the payload as a whole.
    package let keyPath: String?

    /// One line: the place, what was found and the way out.
    package let message: String

    package init(code: Code, keyPath: String? = nil, message: String) {
        self.code = code
        self.keyPath = keyPath
        self.message = message
    }

    package var description: String { message }
}
