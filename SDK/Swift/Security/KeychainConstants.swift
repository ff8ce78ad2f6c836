// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreFoundation
public import Foundation

// The values are those of Apple's constants, which some wrappers write out. Each is made when it is
// asked for: a stored NSString would need to be declared safe to share.

/// The key of an item's class.
public var kSecClass: CFString { "class" }
/// The class of passwords without a server.
public var kSecClassGenericPassword: CFString { "genp" }
/// The class of passwords for servers.
public var kSecClassInternetPassword: CFString { "inet" }
/// The class of cryptographic keys; what is stored is their data.
public var kSecClassKey: CFString { "keys" }
/// The class of certificates; what is stored is their data.
public var kSecClassCertificate: CFString { "cert" }
/// The class of identities; what is stored is their data.
public var kSecClassIdentity: CFString { "idnt" }

/// The key of the group that an item belongs to.
public var kSecAttrAccessGroup: CFString { "agrp" }
/// The key of when an item can be read.
///
/// - Note: Without effect: it is kept; before the first unlock no item can be read, after it all can.
public var kSecAttrAccessible: CFString { "pdmn" }
/// The key of what guards an item.
///
/// - Note: Without effect: it is not kept; there is nobody to be asked for a passcode or a face.
public var kSecAttrAccessControl: CFString { "accc" }
/// The key of an item's account.
public var kSecAttrAccount: CFString { "acct" }
/// The key of an item's service.
public var kSecAttrService: CFString { "svce" }
/// The key of data of the program's own.
public var kSecAttrGeneric: CFString { "gena" }
/// The key of a name that people see.
public var kSecAttrLabel: CFString { "labl" }
/// The key of a description that people see.
public var kSecAttrDescription: CFString { "desc" }
/// The key of a comment.
public var kSecAttrComment: CFString { "icmt" }
/// The key of who made an item.
public var kSecAttrCreator: CFString { "crtr" }
/// The key of a kind of the program's own.
public var kSecAttrType: CFString { "type" }
/// The key of whether people are not shown an item.
public var kSecAttrIsInvisible: CFString { "invi" }
/// The key of whether an item has no data on purpose.
public var kSecAttrIsNegative: CFString { "nega" }
/// The key of whether an item goes to the user's other devices.
///
/// - Note: Without effect: there are none; items are told apart by it.
public var kSecAttrSynchronizable: CFString { "sync" }
/// Matches items that go to other devices and items that do not.
public var kSecAttrSynchronizableAny: CFString { "syna" }
/// The key of when an item was made.
public var kSecAttrCreationDate: CFString { "cdat" }
/// The key of when an item was last changed.
public var kSecAttrModificationDate: CFString { "mdat" }
/// The key of a server.
public var kSecAttrServer: CFString { "srvr" }
/// The key of a protocol.
public var kSecAttrProtocol: CFString { "ptcl" }
/// The key of a security domain.
public var kSecAttrSecurityDomain: CFString { "sdmn" }
/// The key of a way to log in.
public var kSecAttrAuthenticationType: CFString { "atyp" }
/// The key of a port.
public var kSecAttrPort: CFString { "port" }
/// The key of a path on a server.
public var kSecAttrPath: CFString { "path" }
/// The protocol HTTPS.
public var kSecAttrProtocolHTTPS: CFString { "htps" }
/// The protocol HTTP.
public var kSecAttrProtocolHTTP: CFString { "http" }

/// The key of a cryptographic key's tag.
public var kSecAttrApplicationTag: CFString { "atag" }
/// The key of a cryptographic key's label.
public var kSecAttrApplicationLabel: CFString { "klbl" }
/// The key of a cryptographic key's class.
public var kSecAttrKeyClass: CFString { "kcls" }
/// A public key.
public var kSecAttrKeyClassPublic: CFString { "0" }
/// A private key.
public var kSecAttrKeyClassPrivate: CFString { "1" }
/// A symmetric key.
public var kSecAttrKeyClassSymmetric: CFString { "2" }
/// The key of a cryptographic key's type.
public var kSecAttrKeyType: CFString { "type" }
/// A key of RSA.
public var kSecAttrKeyTypeRSA: CFString { "42" }
/// A key of an elliptic curve over a prime field.
public var kSecAttrKeyTypeECSECPrimeRandom: CFString { "73" }
/// A key of an elliptic curve.
public var kSecAttrKeyTypeEC: CFString { "73" }
/// The key of a cryptographic key's size in bits.
public var kSecAttrKeySizeInBits: CFString { "bsiz" }

/// Readable while the device is unlocked.
///
/// - Note: Without effect: before the first unlock no item can be read, after it all can.
public var kSecAttrAccessibleWhenUnlocked: CFString { "ak" }
/// Readable once the device was unlocked.
///
/// - Note: Without effect: before the first unlock no item can be read, after it all can.
public var kSecAttrAccessibleAfterFirstUnlock: CFString { "ck" }
/// Readable always.
///
/// - Note: Without effect: before the first unlock no item can be read, after it all can.
public var kSecAttrAccessibleAlways: CFString { "dk" }
/// Readable while the device is unlocked, and not copied to another.
///
/// - Note: Without effect: before the first unlock no item can be read, after it all can.
public var kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString { "aku" }
/// Readable once the device was unlocked, and not copied to another.
///
/// - Note: Without effect: before the first unlock no item can be read, after it all can.
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { "cku" }
/// Readable always, and not copied to another device.
///
/// - Note: Without effect: before the first unlock no item can be read, after it all can.
public var kSecAttrAccessibleAlwaysThisDeviceOnly: CFString { "dku" }
/// Readable while the device is unlocked and has a passcode.
///
/// - Note: Without effect: before the first unlock no item can be read, after it all can.
public var kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString { "akpu" }

/// The key of an item's secret data.
public var kSecValueData: CFString { "v_Data" }
/// The key of an item as an object.
public var kSecValueRef: CFString { "v_Ref" }
/// The key of an item as a reference that can be kept.
public var kSecValuePersistentRef: CFString { "v_PersistentRef" }

/// The key of whether a search answers with data.
public var kSecReturnData: CFString { "r_Data" }
/// The key of whether a search answers with attributes.
public var kSecReturnAttributes: CFString { "r_Attributes" }
/// The key of whether a search answers with an object.
public var kSecReturnRef: CFString { "r_Ref" }
/// The key of whether a search answers with a reference that can be kept.
public var kSecReturnPersistentRef: CFString { "r_PersistentRef" }

/// The key of how many items a search answers with.
public var kSecMatchLimit: CFString { "m_Limit" }
/// One item, which is the default.
public var kSecMatchLimitOne: CFString { "m_LimitOne" }
/// All items.
public var kSecMatchLimitAll: CFString { "m_LimitAll" }
/// The key of whether letters match in either case.
///
/// - Note: Without effect: they match in their own case.
public var kSecMatchCaseInsensitive: CFString { "m_CaseInsensitive" }

/// The key of whether a Mac's newer keychain is meant.
///
/// - Note: Without effect: it always is.
public var kSecUseDataProtectionKeychain: CFString { "nleg" }
/// The key of what people are asked with.
///
/// - Note: Without effect: nobody is asked here.
public var kSecUseOperationPrompt: CFString { "u_OpPrompt" }
/// The key of whether people may be asked.
///
/// - Note: Without effect: nobody is asked here.
public var kSecUseAuthenticationUI: CFString { "u_AuthUI" }
/// Fails rather than ask.
///
/// - Note: Without effect: nobody is asked here.
public var kSecUseAuthenticationUIFail: CFString { "u_AuthUIF" }
/// Leaves out rather than ask.
///
/// - Note: Without effect: nobody is asked here.
public var kSecUseAuthenticationUISkip: CFString { "u_AuthUIS" }
/// The key of a context of authentication.
///
/// - Note: Without effect: nobody is asked here.
public var kSecUseAuthenticationContext: CFString { "u_AuthCtx" }
