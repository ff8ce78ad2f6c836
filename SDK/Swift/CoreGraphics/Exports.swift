// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// `CGRect`, `CGSize`, `CGPoint` and `CGFloat` are Foundation's on Linux.
@_exported public import Foundation

/// Apple's name for a string where a C interface takes one; `as CFString` is then `as NSString`.
public typealias CFString = NSString
/// Apple's name for data where a C interface takes some.
public typealias CFData = NSData
/// Apple's name for data that a C interface fills.
public typealias CFMutableData = NSMutableData
/// Apple's name for a URL where a C interface takes one.
public typealias CFURL = NSURL
/// Apple's name for a dictionary where a C interface takes one.
public typealias CFDictionary = NSDictionary
