// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreFoundation
public import Foundation

/// Adds an item to a keychain.
///
/// - Parameters:
///   - attributes: Its class, attributes and data, and what to answer with.
///   - result: Takes what was asked for.
/// - Returns: `errSecSuccess`; `errSecDuplicateItem` where there is one of the same class, account,
///   service and so on; `errSecMissingEntitlement` for a group that the bundle is not in.
@discardableResult
public func SecItemAdd(
    _ attributes: CFDictionary,
    _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    answer { () throws(KeychainError) in
        let query = try KeychainQuery(attributes)
        let keychain = try Keychains.shared.keychain(for: query.accessGroup)
        var item = query.newItem()
        item["agrp"] = keychain.group
        try keychain.change { items throws(KeychainError) in
            guard !items.contains(where: { KeychainQuery.isSame($0, item) }) else {
                throw KeychainError(errSecDuplicateItem)
            }
            items.append(item)
        }
        if query.isAnswered { unsafe result?.pointee = query.answer(with: [item]) }
    }
}

/// Looks for items in the keychains that the bundle has.
///
/// - Parameters:
///   - query: The class, the attributes that must match, and what to answer with.
///   - result: Takes one item, or with `kSecMatchLimitAll` an array.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` where none matches.
@discardableResult
public func SecItemCopyMatching(
    _ query: CFDictionary,
    _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    answer { () throws(KeychainError) in
        let query = try KeychainQuery(query)
        var found: [KeychainItem] = []
        for keychain in try Keychains.shared.keychains(for: query.accessGroup) {
            found += keychain.items.filter(query.matches)
            if found.count >= query.limit { break }
        }
        guard !found.isEmpty else { throw KeychainError(errSecItemNotFound) }
        let wanted = Array(found.prefix(query.limit))
        if query.isAnswered { unsafe result?.pointee = query.answer(with: wanted) }
    }
}

/// Changes all items that match.
///
/// - Parameters:
///   - query: The class, and the attributes that must match.
///   - attributesToUpdate: The attributes and the data to set.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` where none matches.
@discardableResult
public func SecItemUpdate(
    _ query: CFDictionary,
    _ attributesToUpdate: CFDictionary
) -> OSStatus {
    answer { () throws(KeychainError) in
        let query = try KeychainQuery(query)
        let changes = try KeychainQuery.attributes(of: attributesToUpdate)
        try eachKeychain(of: query) { items throws(KeychainError) in
            for index in items.indices where query.matches(items[index]) {
                var item = items[index].merging(changes) { $1 }
                item["mdat"] = Date()
                let others = items.indices.filter { $0 != index }
                guard !others.contains(where: { KeychainQuery.isSame(items[$0], item) }) else {
                    throw KeychainError(errSecDuplicateItem)
                }
                items[index] = item
            }
        }
    }
}

/// Removes all items that match.
///
/// - Parameter query: The class, and the attributes that must match.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` where none matches.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    answer { () throws(KeychainError) in
        let query = try KeychainQuery(query)
        try eachKeychain(of: query) { items in items.removeAll(where: query.matches) }
    }
}

/// Changes the keychains that have a match; where none has, that is the error.
private func eachKeychain(
    of query: KeychainQuery,
    _ change: (inout [KeychainItem]) throws(KeychainError) -> Void
) throws(KeychainError) {
    var hasMatch = false
    for keychain in try Keychains.shared.keychains(for: query.accessGroup)
    where keychain.items.contains(where: query.matches) {
        hasMatch = true
        try keychain.change(change)
    }
    guard hasMatch else { throw KeychainError(errSecItemNotFound) }
}

private func answer(_ body: () throws(KeychainError) -> Void) -> OSStatus {
    do throws(KeychainError) {
        try body()
        return errSecSuccess
    } catch {
        return error.status
    }
}
