// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Someone in the address book; there is nobody here.
open class CNContact: NSObject, @unchecked Sendable {
    // Unchecked only because the class is open, as Apple's is: it cannot change.

    /// The system's own name of the contact.
    public let identifier = UUID().uuidString
    /// The given name.
    open var givenName: String { "" }
    /// The name between.
    open var middleName: String { "" }
    /// The family name.
    open var familyName: String { "" }
    /// The nickname.
    open var nickname: String { "" }
    /// The organisation's name.
    open var organizationName: String { "" }
    /// Whether there is a picture.
    open var imageDataAvailable: Bool { false }
    /// The picture.
    open var imageData: Data? { nil }
    /// The picture, small.
    open var thumbnailImageData: Data? { nil }
    /// The telephone numbers.
    open var phoneNumbers: [CNLabeledValue<CNPhoneNumber>] { [] }
    /// The mail addresses.
    open var emailAddresses: [CNLabeledValue<NSString>] { [] }

    /// Those whose name begins so.
    open class func predicateForContacts(matchingName name: String) -> NSPredicate { nobody }
    /// Those with a telephone number.
    open class func predicateForContacts(matching phoneNumber: CNPhoneNumber) -> NSPredicate {
        nobody
    }
    /// Those with a mail address.
    open class func predicateForContacts(matchingEmailAddress address: String) -> NSPredicate {
        nobody
    }
    /// Those with the system's names.
    open class func predicateForContacts(withIdentifiers identifiers: [String]) -> NSPredicate {
        nobody
    }

    private class var nobody: NSPredicate { NSPredicate(value: false) }
}

/// A telephone number.
public final class CNPhoneNumber: NSObject, Sendable {
    /// The number, as it was written.
    public let stringValue: String

    /// Takes a number as it is written.
    public init(stringValue string: String) {
        stringValue = string
    }
}

/// A value of a contact's, with what it is called.
public final class CNLabeledValue<Value: NSObject>: NSObject {
    /// What it is called.
    public let label: String?
    /// The value.
    public let value: Value

    /// Creates a value with what it is called.
    public init(label: String?, value: Value) {
        self.label = label
        self.value = value
    }
}

/// What can be asked for of a contact.
public protocol CNKeyDescriptor {}

// On Apple's systems the keys are such descriptors.
extension String: CNKeyDescriptor {}
extension NSString: CNKeyDescriptor {}

/// Makes one name of a contact's names.
open class CNContactFormatter: Formatter, @unchecked Sendable {
    // Unchecked as Foundation's Formatter is; it has nothing that changes.

    /// Which names, with Apple's numbers.
    public enum CNContactFormatterStyle: Int, Sendable {
        /// All.
        case fullName
        /// All, as they are spoken.
        case phoneticFullName
    }

    /// Returns the contact's name; nil without one.
    open class func string(
        from contact: CNContact,
        style: CNContactFormatterStyle
    ) -> String? {
        let names = [contact.givenName, contact.familyName].filter { !$0.isEmpty }
        return names.isEmpty ? nil : names.joined(separator: " ")
    }

    /// What has to be asked for, for a name.
    open class func descriptorForRequiredKeys(
        for style: CNContactFormatterStyle
    ) -> any CNKeyDescriptor {
        CNContactGivenNameKey
    }
}
