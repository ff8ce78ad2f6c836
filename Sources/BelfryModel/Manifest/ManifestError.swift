// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Why an `Info.plist` is refused.
package struct ManifestError: Error, Equatable, CustomStringConvertible {
    /// The kind of fault.
    package enum Code: String, Codable, Sendable, CaseIterable {
        /// No bytes.
        case empty
        /// No property list, or a damaged one.
        case notPropertyList
        /// A property list whose root is no dictionary.
        case notADictionary
        /// A key that has to be there is not.
        case missingKey
        /// A value of the wrong type.
        case wrongType
        /// A value of the right type that is not allowed.
        case outOfRange
        /// A build variable that cannot be read, or that lacks a value where one is needed.
        case unknownVariable
    }

    /// The kind of fault.
    package let code: Code

    /// The full path of the key; nil for the file as a whole.
    package let keyPath: String?

    /// One line: the key, what was found and the way out.
    package let message: String

    package init(code: Code, keyPath: String? = nil, message: String) {
        self.code = code
        self.keyPath = keyPath
        self.message = message
    }

    package var description: String { message }
}
