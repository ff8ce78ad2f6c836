// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
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

    /// A list with its texts changed, however deep they are.
    ///
    /// - Parameters:
    ///   - members: The list.
    ///   - subject: What it is, for the error.
    ///   - expand: What becomes of a text.
    /// - Returns: The list.
    /// - Throws: ``ToolFailure`` where the texts come to more than a list may hold.
    static func expanded(
        _ members: [String: Any],
        _ subject: String,
        _ expand: (String) throws(ToolFailure) -> String
    ) throws(ToolFailure) -> [String: Any] {
        var rest = PropertyList.maximumTextByteCount
        var result = members
        for (key, value) in members { result[key] = try expanded(value, &rest, subject, expand) }
        return result
    }

    private static func expanded(
        _ value: Any,
        _ rest: inout Int,
        _ subject: String,
        _ expand: (String) throws(ToolFailure) -> String
    ) throws(ToolFailure) -> Any {
        switch value {
        case let text as String:
            let changed = try expand(text)
            rest -= changed.utf8.count
            guard rest >= 0 else {
                throw ToolFailure(
                    "\(subject) has more than \(PropertyList.maximumTextByteCount) bytes of text once "
                        + "its build variables have their values; make these shorter",
                    .badManifest
                )
            }
            return changed
        case let elements as [Any]:
            var result: [Any] = []
            for element in elements {
                result.append(try expanded(element, &rest, subject, expand))
            }
            return result
        case let members as [String: Any]:
            var result = members
            for (key, value) in members {
                result[key] = try expanded(value, &rest, subject, expand)
            }
            return result
        default: return value
        }
    }
}
