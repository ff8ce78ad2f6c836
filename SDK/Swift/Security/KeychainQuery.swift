// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CoreFoundation
internal import Foundation

/// An item of a keychain: attributes and data under the names of Apple's constants.
typealias KeychainItem = [String: Any]

/// Why a keychain cannot do what is asked.
struct KeychainError: Error {
    /// One of the `errSec` numbers.
    let status: OSStatus

    init(_ status: OSStatus) {
        self.status = status
    }
}

/// What one of the functions is asked, taken apart.
struct KeychainQuery {
    private let itemClass: String
    private let attributes: KeychainItem
    private let returned: Set<String>

    /// The group that is meant; nil for all of the bundle's, or to add, for its first.
    let accessGroup: String?

    /// How many items are wanted at most.
    let limit: Int

    private static let classes: Set<String> = ["genp", "inet", "keys", "cert", "idnt"]

    /// By which attributes items of a class are told apart.
    private static let identity: [String: [String]] = [
        "genp": ["acct", "svce", "sync"],
        "inet": ["acct", "sdmn", "srvr", "ptcl", "atyp", "port", "path", "sync"],
        "keys": ["kcls", "klbl", "atag", "type", "bsiz", "sync"],
        "cert": ["labl", "v_Data"],
        "idnt": ["labl", "v_Data"],
    ]

    /// Takes a dictionary apart.
    ///
    /// - Parameter dictionary: What the caller gave.
    /// - Throws: ``KeychainError`` for a class that there is not, or a value of no property list.
    init(_ dictionary: CFDictionary) throws(KeychainError) {
        let members = Self.members(of: dictionary)
        guard let itemClass = members["class"] as? String, Self.classes.contains(itemClass) else {
            throw KeychainError(members["class"] == nil ? errSecParam : errSecNoSuchClass)
        }
        self.itemClass = itemClass
        attributes = try Self.attributes(members)
        accessGroup = members["agrp"] as? String
        returned = Set(members.keys.filter { $0.hasPrefix("r_") && members[$0] as? Bool == true })
        switch members["m_Limit"] {
        case let text as String where text == "m_LimitAll": limit = .max
        case let number as Int: limit = max(1, number)
        default: limit = 1
        }
    }

    /// The attributes to set of a dictionary.
    static func attributes(of dictionary: CFDictionary) throws(KeychainError) -> KeychainItem {
        try attributes(members(of: dictionary))
    }

    /// Whether anything is to be answered with.
    var isAnswered: Bool { !returned.isEmpty }

    /// Whether an item is one of those that are meant.
    func matches(_ item: KeychainItem) -> Bool {
        guard item["class"] as? String == itemClass else { return false }
        return attributes.allSatisfy { key, value in
            if key == "sync", value as? String == "syna" { return true }
            // When an item can be read is no matter of which item it is.
            return key == "pdmn" || key == "v_Data" || Self.isEqual(item[key], value)
        }
    }

    /// A new item with the attributes.
    func newItem() -> KeychainItem {
        var item = attributes
        item["class"] = itemClass
        item["cdat"] = Date()
        item["mdat"] = item["cdat"]
        if item["pdmn"] == nil { item["pdmn"] = "ak" }
        return item
    }

    /// Whether two items cannot be in one keychain.
    static func isSame(_ item: KeychainItem, _ other: KeychainItem) -> Bool {
        guard let itemClass = item["class"] as? String, other["class"] as? String == itemClass
        else {
            return false
        }
        return (identity[itemClass] ?? []).allSatisfy { isEqual(item[$0], other[$0]) }
    }

    /// The items in the form that is asked for.
    func answer(with items: [KeychainItem]) -> CFTypeRef {
        let answers = items.map(answer)
        return limit == 1 ? answers[0] : answers as NSArray
    }

    private func answer(with item: KeychainItem) -> NSObject {
        let data = (item["v_Data"] as? Data ?? Data()) as NSData
        // An item of this keychain has no other object than its data.
        let wantsData = returned.contains("r_Data") || returned.contains("r_Ref")
        guard returned.contains("r_Attributes") || returned.contains("r_PersistentRef") else {
            return data
        }
        var members = item
        if !wantsData { members["v_Data"] = nil }
        guard returned.contains("r_Attributes") else {
            let reference = ["agrp", "acct", "svce"].map { item[$0] as? String ?? "" }
            return Data(reference.joined(separator: "\n").utf8) as NSData
        }
        return members as NSDictionary
    }

    private static func members(of dictionary: CFDictionary) -> [String: Any] {
        var members: [String: Any] = [:]
        for (key, value) in dictionary {
            if let key = key as? String ?? (key as? NSString).map({ $0 as String }) {
                members[key] = value
            }
        }
        return members
    }

    /// What of a dictionary belongs to an item.
    private static func attributes(
        _ members: [String: Any]
    ) throws(KeychainError) -> KeychainItem {
        var attributes: KeychainItem = [:]
        for (key, value) in members {
            let isOfSearch =
                ["class", "agrp", "accc", "nleg"].contains(key)
                || ["m_", "r_", "u_"].contains { key.hasPrefix($0) }
            if isOfSearch { continue }
            guard let plain = plain(value) else { throw KeychainError(errSecParam) }
            attributes[key] = plain
        }
        return attributes
    }

    /// A value that a property list can hold; nil for another.
    private static func plain(_ value: Any) -> Any? {
        switch value {
        case let text as String: text
        case let data as Data: data
        case let date as Date: date
        case let number as NSNumber: number
        default: nil
        }
    }

    private static func isEqual(_ one: Any?, _ other: Any?) -> Bool {
        // Absent and false are the same answer to whether an item goes to other devices.
        let (one, other) = (one ?? false, other ?? false)
        return (one as AnyObject as? NSObject)?.isEqual(other as AnyObject) ?? false
    }
}
