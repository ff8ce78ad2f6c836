// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

// On Apple's systems each of these is bridged to the Foundation class of its name. Here it is that
// class, so that `as CFString`, `as String` and `Unmanaged<CFString>` compile and do the same.

/// Any object of Core Foundation.
public typealias CFTypeRef = AnyObject
/// A text.
public typealias CFString = NSString
/// A text that changes.
public typealias CFMutableString = NSMutableString
/// Bytes.
public typealias CFData = NSData
/// Bytes that change.
public typealias CFMutableData = NSMutableData
/// A list.
public typealias CFArray = NSArray
/// A list that changes.
public typealias CFMutableArray = NSMutableArray
/// A dictionary.
public typealias CFDictionary = NSDictionary
/// A dictionary that changes.
public typealias CFMutableDictionary = NSMutableDictionary
/// A set.
public typealias CFSet = NSSet
/// A number.
public typealias CFNumber = NSNumber
/// A Boolean.
public typealias CFBoolean = NSNumber
/// A URL.
public typealias CFURL = NSURL
/// A moment.
public typealias CFDate = NSDate
/// An error.
public typealias CFError = NSError
/// A Unicode locale.
public typealias CFLocale = NSLocale
/// A time zone.
public typealias CFTimeZone = NSTimeZone
/// A property list, of any of its types.
public typealias CFPropertyList = AnyObject

/// A status of Apple's older interfaces: 0 is no error.
public typealias OSStatus = Int32

/// The status of success.
public let noErr: OSStatus = 0
/// A count or a place.
public typealias CFIndex = Int
/// Seconds since the first of January 2001.
public typealias CFAbsoluteTime = Double
/// Seconds.
public typealias CFTimeInterval = Double
/// A number that stands for a type of object.
public typealias CFTypeID = UInt
/// Bits with a meaning.
public typealias CFOptionFlags = UInt
/// The number of a text's encoding.
public typealias CFStringEncoding = UInt32

/// What makes an object's memory; there is only the one of the language.
public final class CFAllocator: NSObject, Sendable {}

/// The allocator of the language.
public let kCFAllocatorDefault: CFAllocator? = nil

/// The Boolean true.
public let kCFBooleanTrue: CFBoolean? = NSNumber(value: true)
/// The Boolean false.
public let kCFBooleanFalse: CFBoolean? = NSNumber(value: false)
