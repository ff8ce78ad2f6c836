// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// What can be asked for of a contact, with Apple's texts.

/// The system's own name of the contact.
public let CNContactIdentifierKey = "identifier"
/// The given name.
public let CNContactGivenNameKey = "givenName"
/// The name between.
public let CNContactMiddleNameKey = "middleName"
/// The family name.
public let CNContactFamilyNameKey = "familyName"
/// The nickname.
public let CNContactNicknameKey = "nickname"
/// The organisation's name.
public let CNContactOrganizationNameKey = "organizationName"
/// The telephone numbers.
public let CNContactPhoneNumbersKey = "phoneNumbers"
/// The mail addresses.
public let CNContactEmailAddressesKey = "emailAddresses"
/// The picture.
public let CNContactImageDataKey = "imageData"
/// Whether there is a picture.
public let CNContactImageDataAvailableKey = "imageDataAvailable"
/// The picture, small.
public let CNContactThumbnailImageDataKey = "thumbnailImageData"
