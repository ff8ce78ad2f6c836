// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// The user's address book: here every question is answered as on iOS without the user's leave.
public final class CNContactStore: NSObject, Sendable {
    /// Denied: nobody is here to allow it.
    public class func authorizationStatus(for entityType: CNEntityType) -> CNAuthorizationStatus {
        .denied
    }

    /// Asks nobody; the handler hears on another thread that it is denied.
    ///
    /// - Note: Without effect: nobody is here to allow it.
    public func requestAccess(
        for entityType: CNEntityType,
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        DispatchQueue.global().async { completionHandler(false, CNError(.authorizationDenied)) }
    }

    /// Asks nobody.
    ///
    /// - Note: Without effect: nobody is here to allow it.
    /// - Throws: ``CNError`` with the code `authorizationDenied`.
    public func requestAccess(for entityType: CNEntityType) async throws -> Bool {
        throw CNError(.authorizationDenied)
    }

    /// Looks nothing up.
    ///
    /// - Note: Without effect: there is no address book here.
    /// - Throws: ``CNError`` with the code `authorizationDenied`.
    public func unifiedContacts(
        matching predicate: NSPredicate,
        keysToFetch keys: [any CNKeyDescriptor]
    ) throws -> [CNContact] {
        throw CNError(.authorizationDenied)
    }

    /// Looks nothing up.
    ///
    /// - Note: Without effect: there is no address book here.
    /// - Throws: ``CNError`` with the code `authorizationDenied`.
    public func unifiedContact(
        withIdentifier identifier: String,
        keysToFetch keys: [any CNKeyDescriptor]
    ) throws -> CNContact {
        throw CNError(.authorizationDenied)
    }

    /// Looks nothing up.
    ///
    /// - Note: Without effect: there is no address book here.
    /// - Throws: ``CNError`` with the code `authorizationDenied`.
    public func enumerateContacts(
        with fetchRequest: CNContactFetchRequest,
        usingBlock block: (CNContact, UnsafeMutablePointer<ObjCBool>) -> Void
    ) throws {
        throw CNError(.authorizationDenied)
    }
}

/// What may be asked for.
public enum CNEntityType: Int, Sendable {
    /// Contacts.
    case contacts
}

/// Whether an app may read the address book, with Apple's numbers.
public enum CNAuthorizationStatus: Int, Sendable {
    /// The user was not asked.
    case notDetermined
    /// The app may not ask.
    case restricted
    /// The user said no.
    case denied
    /// Yes.
    case authorized
    /// Yes, for some of it.
    case limited
}

/// What is to be looked up.
public final class CNContactFetchRequest: NSObject {
    /// What is to be read of each.
    public var keysToFetch: [any CNKeyDescriptor]
    /// Which ones; all when nil.
    public var predicate: NSPredicate?

    /// Creates a request.
    public init(keysToFetch: [any CNKeyDescriptor]) {
        self.keysToFetch = keysToFetch
    }
}

/// Why there is no contact.
public struct CNError: Error, Hashable, Sendable {
    /// The reasons, with Apple's numbers.
    public enum Code: Int, Sendable {
        /// The address book cannot be reached.
        case communicationError = 1
        /// The user does not allow it.
        case authorizationDenied = 100
        /// There is no such contact.
        case recordDoesNotExist = 200
    }

    /// The reason.
    public let code: Code

    /// Creates an error.
    public init(_ code: Code) {
        self.code = code
    }

    /// The user does not allow it.
    public static var authorizationDenied: Code { .authorizationDenied }
    /// There is no such contact.
    public static var recordDoesNotExist: Code { .recordDoesNotExist }
}

extension CNError: CustomNSError {
    /// Apple's name of the domain.
    public static var errorDomain: String { "CNErrorDomain" }
    /// Apple's number.
    public var errorCode: Int { code.rawValue }
}
