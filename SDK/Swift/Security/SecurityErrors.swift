// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import CoreFoundation
public import Foundation

/// Done.
public let errSecSuccess: OSStatus = 0
/// The function or a part of it is not there.
public let errSecUnimplemented: OSStatus = -4
/// A disk is full.
public let errSecDiskFull: OSStatus = -34
/// Reading or writing failed.
public let errSecIO: OSStatus = -36
/// A parameter is not valid.
public let errSecParam: OSStatus = -50
/// Memory could not be had.
public let errSecAllocate: OSStatus = -108
/// The user has cancelled.
public let errSecUserCanceled: OSStatus = -128
/// Something that has to be there is not.
public let errSecMissingEntitlement: OSStatus = -34018
/// There is no keychain.
public let errSecNotAvailable: OSStatus = -25291
/// The keychain may only be read.
public let errSecReadOnly: OSStatus = -25292
/// The user could not be authenticated.
public let errSecAuthFailed: OSStatus = -25293
/// There is no such keychain.
public let errSecNoSuchKeychain: OSStatus = -25294
/// The keychain is not valid.
public let errSecInvalidKeychain: OSStatus = -25295
/// There is such an item already.
public let errSecDuplicateItem: OSStatus = -25299
/// There is no such item.
public let errSecItemNotFound: OSStatus = -25300
/// There is no such attribute.
public let errSecNoSuchAttr: OSStatus = -25303
/// There is no such class.
public let errSecNoSuchClass: OSStatus = -25306
/// The device was not unlocked since its start, or people would have to be asked and may not be.
public let errSecInteractionNotAllowed: OSStatus = -25308
/// What was found cannot be read.
public let errSecDecode: OSStatus = -26275
/// Something inside has failed.
public let errSecInternalError: OSStatus = -26276
/// The call is not valid.
public let errSecBadReq: OSStatus = -909

/// Describes a status.
///
/// - Parameters:
///   - status: What a function answered.
///   - reserved: Nil.
/// - Returns: A sentence; for an unknown status its number.
public func SecCopyErrorMessageString(
    _ status: OSStatus,
    _ reserved: UnsafeMutableRawPointer?
) -> CFString? {
    let sentence = messages[status] ?? "OSStatus \(status)"
    return sentence as NSString
}

private let messages: [OSStatus: String] = [
    errSecSuccess: "No error.",
    errSecUnimplemented: "Function or operation not implemented.",
    errSecDiskFull: "The disk is full.",
    errSecIO: "I/O error.",
    errSecParam: "One or more parameters passed to a function were not valid.",
    errSecMissingEntitlement: "A required entitlement isn't present.",
    errSecNotAvailable: "No keychain is available.",
    errSecReadOnly: "This keychain cannot be modified.",
    errSecDuplicateItem: "The specified item already exists in the keychain.",
    errSecItemNotFound: "The specified item could not be found in the keychain.",
    errSecNoSuchClass: "The specified item does not appear to be a valid keychain item.",
    errSecInteractionNotAllowed: "User interaction is not allowed.",
    errSecDecode: "Unable to decode the provided data.",
]
