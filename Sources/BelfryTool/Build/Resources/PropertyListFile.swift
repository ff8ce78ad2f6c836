// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Property lists that are changed and written again, with Foundation's reader and writer.
///
/// Only for lists that `PropertyList` has read before: see there for what Foundation does not stand
/// up to. It keeps dates and data, which `PropertyList` does not.
enum PropertyListFile {
    /// The members of a list whose root is a dictionary; nil for another one.
    static func members(of bytes: [UInt8]) throws -> [String: Any]? {
        let data = Data(bytes)
        let list = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
        return list as? [String: Any]
    }

    /// A list as XML.
    static func bytes(of members: [String: Any]) throws(ToolFailure) -> [UInt8] {
        do {
            let data = try PropertyListSerialization.data(
                fromPropertyList: members,
                format: .xml,
                options: 0
            )
            return Array(data)
        } catch {
            throw ToolFailure("a property list could not be written: \(error)", .software)
        }
    }

    /// A value with its texts changed, however deep they are.
    static func expanded(_ value: Any, _ expand: (String) -> String) -> Any {
        switch value {
        case let text as String: expand(text)
        case let elements as [Any]: elements.map { expanded($0, expand) }
        case let members as [String: Any]: members.mapValues { expanded($0, expand) }
        default: value
        }
    }
}
