// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreFoundation
public import Foundation

// The values are those of Apple's constants, which some wrappers write out.

/// The key of an item's class.
@safe nonisolated(unsafe) public let kSecClass: CFString = "class"
/// The class of passwords without a server.
@safe nonisolated(unsafe) public let kSecClassGenericPassword: CFString = "genp"
/// The class of passwords for servers.
@safe nonisolated(unsafe) public let kSecClassInternetPassword: CFString = "inet"
/// The class of cryptographic keys; what is stored is their data.
@safe nonisolated(unsafe) public let kSecClassKey: CFString = "keys"
/// The class of certificates; what is stored is their data.
@safe nonisolated(unsafe) public let kSecClassCertificate: CFString = "cert"
/// The class of identities; what is stored is their data.
@safe nonisolated(unsafe) public let kSecClassIdentity: CFString = "idnt"

/// The key of the group that an item belongs to.
@safe nonisolated(unsafe) public let kSecAttrAccessGroup: CFString = "agrp"
/// The key of when an item can be read.
///
/// - Note: Without effect: it is kept; nothing is locked here.
@safe nonisolated(unsafe) public let kSecAttrAccessible: CFString = "pdmn"
/// The key of what guards an item.
///
/// - Note: Without effect: it is not kept; there is nobody to be asked for a passcode or a face.
@safe nonisolated(unsafe) public let kSecAttrAccessControl: CFString = "accc"
/// The key of an item's account.
@safe nonisolated(unsafe) public let kSecAttrAccount: CFString = "acct"
/// The key of an item's service.
@safe nonisolated(unsafe) public let kSecAttrService: CFString = "svce"
/// The key of data of the program's own.
@safe nonisolated(unsafe) public let kSecAttrGeneric: CFString = "gena"
/// The key of a name that people see.
@safe nonisolated(unsafe) public let kSecAttrLabel: CFString = "labl"
/// The key of a description that people see.
@safe nonisolated(unsafe) public let kSecAttrDescription: CFString = "desc"
/// The key of a comment.
@safe nonisolated(unsafe) public let kSecAttrComment: CFString = "icmt"
/// The key of who made an item.
@safe nonisolated(unsafe) public let kSecAttrCreator: CFString = "crtr"
/// The key of a kind of the program's own.
@safe nonisolated(unsafe) public let kSecAttrType: CFString = "type"
/// The key of whether people are not shown an item.
@safe nonisolated(unsafe) public let kSecAttrIsInvisible: CFString = "invi"
/// The key of whether an item has no data on purpose.
@safe nonisolated(unsafe) public let kSecAttrIsNegative: CFString = "nega"
/// The key of whether an item goes to the user's other devices.
///
/// - Note: Without effect: there are none; items are told apart by it.
@safe nonisolated(unsafe) public let kSecAttrSynchronizable: CFString = "sync"
/// Matches items that go to other devices and items that do not.
@safe nonisolated(unsafe) public let kSecAttrSynchronizableAny: CFString = "syna"
/// The key of when an item was made.
@safe nonisolated(unsafe) public let kSecAttrCreationDate: CFString = "cdat"
/// The key of when an item was last changed.
@safe nonisolated(unsafe) public let kSecAttrModificationDate: CFString = "mdat"
/// The key of a server.
@safe nonisolated(unsafe) public let kSecAttrServer: CFString = "srvr"
/// The key of a protocol.
@safe nonisolated(unsafe) public let kSecAttrProtocol: CFString = "ptcl"
/// The key of a security domain.
@safe nonisolated(unsafe) public let kSecAttrSecurityDomain: CFString = "sdmn"
/// The key of a way to log in.
@safe nonisolated(unsafe) public let kSecAttrAuthenticationType: CFString = "atyp"
/// The key of a port.
@safe nonisolated(unsafe) public let kSecAttrPort: CFString = "port"
/// The key of a path on a server.
@safe nonisolated(unsafe) public let kSecAttrPath: CFString = "path"
/// The protocol HTTPS.
@safe nonisolated(unsafe) public let kSecAttrProtocolHTTPS: CFString = "htps"
/// The protocol HTTP.
@safe nonisolated(unsafe) public let kSecAttrProtocolHTTP: CFString = "http"

/// The key of a cryptographic key's tag.
@safe nonisolated(unsafe) public let kSecAttrApplicationTag: CFString = "atag"
/// The key of a cryptographic key's label.
@safe nonisolated(unsafe) public let kSecAttrApplicationLabel: CFString = "klbl"
/// The key of a cryptographic key's class.
@safe nonisolated(unsafe) public let kSecAttrKeyClass: CFString = "kcls"
/// A public key.
@safe nonisolated(unsafe) public let kSecAttrKeyClassPublic: CFString = "0"
/// A private key.
@safe nonisolated(unsafe) public let kSecAttrKeyClassPrivate: CFString = "1"
/// A symmetric key.
@safe nonisolated(unsafe) public let kSecAttrKeyClassSymmetric: CFString = "2"
/// The key of a cryptographic key's type.
@safe nonisolated(unsafe) public let kSecAttrKeyType: CFString = "type"
/// A key of RSA.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeRSA: CFString = "42"
/// A key of an elliptic curve over a prime field.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandom: CFString = "73"
/// A key of an elliptic curve.
@safe nonisolated(unsafe) public let kSecAttrKeyTypeEC: CFString = "73"
/// The key of a cryptographic key's size in bits.
@safe nonisolated(unsafe) public let kSecAttrKeySizeInBits: CFString = "bsiz"

/// Readable while the device is unlocked.
///
/// - Note: Without effect: nothing is locked here.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlocked: CFString = "ak"
/// Readable once the device was unlocked.
///
/// - Note: Without effect: nothing is locked here.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlock: CFString = "ck"
/// Readable always.
///
/// - Note: Without effect: nothing is locked here.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlways: CFString = "dk"
/// Readable while the device is unlocked, and not copied to another.
///
/// - Note: Without effect: nothing is locked here.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString = "aku"
/// Readable once the device was unlocked, and not copied to another.
///
/// - Note: Without effect: nothing is locked here.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString =
    "cku"
/// Readable always, and not copied to another device.
///
/// - Note: Without effect: nothing is locked here.
@safe nonisolated(unsafe) public let kSecAttrAccessibleAlwaysThisDeviceOnly: CFString = "dku"
/// Readable while the device is unlocked and has a passcode.
///
/// - Note: Without effect: nothing is locked here.
@safe nonisolated(unsafe) public let kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString =
    "akpu"

/// The key of an item's secret data.
@safe nonisolated(unsafe) public let kSecValueData: CFString = "v_Data"
/// The key of an item as an object.
@safe nonisolated(unsafe) public let kSecValueRef: CFString = "v_Ref"
/// The key of an item as a reference that can be kept.
@safe nonisolated(unsafe) public let kSecValuePersistentRef: CFString = "v_PersistentRef"

/// The key of whether a search answers with data.
@safe nonisolated(unsafe) public let kSecReturnData: CFString = "r_Data"
/// The key of whether a search answers with attributes.
@safe nonisolated(unsafe) public let kSecReturnAttributes: CFString = "r_Attributes"
/// The key of whether a search answers with an object.
@safe nonisolated(unsafe) public let kSecReturnRef: CFString = "r_Ref"
/// The key of whether a search answers with a reference that can be kept.
@safe nonisolated(unsafe) public let kSecReturnPersistentRef: CFString = "r_PersistentRef"

/// The key of how many items a search answers with.
@safe nonisolated(unsafe) public let kSecMatchLimit: CFString = "m_Limit"
/// One item, which is the default.
@safe nonisolated(unsafe) public let kSecMatchLimitOne: CFString = "m_LimitOne"
/// All items.
@safe nonisolated(unsafe) public let kSecMatchLimitAll: CFString = "m_LimitAll"
/// The key of whether letters match in either case.
///
/// - Note: Without effect: they match in their own case.
@safe nonisolated(unsafe) public let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"

/// The key of whether a Mac's newer keychain is meant.
///
/// - Note: Without effect: it always is.
@safe nonisolated(unsafe) public let kSecUseDataProtectionKeychain: CFString = "nleg"
/// The key of what people are asked with.
///
/// - Note: Without effect: nobody is asked here.
@safe nonisolated(unsafe) public let kSecUseOperationPrompt: CFString = "u_OpPrompt"
/// The key of whether people may be asked.
///
/// - Note: Without effect: nobody is asked here.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUI: CFString = "u_AuthUI"
/// Fails rather than ask.
///
/// - Note: Without effect: nobody is asked here.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"
/// Leaves out rather than ask.
///
/// - Note: Without effect: nobody is asked here.
@safe nonisolated(unsafe) public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"
/// The key of a context of authentication.
///
/// - Note: Without effect: nobody is asked here.
@safe nonisolated(unsafe) public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
