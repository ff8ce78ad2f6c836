// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CCoreFoundation
internal import Foundation
internal import Glibc

// The functions that Foundation's `UserDefaults` is made of, put before its own: an extension finds
// this library's symbols first, and Foundation, which is loaded for this library, does too. Not
// public, so that extensions do not see them, and not internal, which would hide the symbols.

/// Copies a value of a domain; `CFPreferencesCopyAppValue` of CoreFoundation.
@c(CFPreferencesCopyAppValue)
package func copyDefaultsValue(
    _ key: UnsafeRawPointer,
    _ domain: UnsafeRawPointer
) -> UnsafeMutableRawPointer? {
    typealias Original =
        @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UnsafeMutableRawPointer?
    guard Storage.shared.isHosted else {
        let original = unsafe next("CFPreferencesCopyAppValue", as: Original.self)
        return unsafe original?(key, domain)
    }
    let value = unsafe Defaults.domain(suite(domain)).copyValue(text(key))
    return unsafe value.flatMap { unsafe UnsafeMutableRawPointer(bitPattern: $0) }
}

/// Copies several values of a domain, or all; `CFPreferencesCopyMultiple` of CoreFoundation.
@c(CFPreferencesCopyMultiple)
package func copyDefaultsValues(
    _ keys: UnsafeRawPointer?,
    _ domain: UnsafeRawPointer,
    _ user: UnsafeRawPointer,
    _ host: UnsafeRawPointer
) -> UnsafeMutableRawPointer? {
    typealias Original =
        @convention(c) (UnsafeRawPointer?, UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer) ->
        UnsafeMutableRawPointer?
    guard Storage.shared.isHosted else {
        let original = unsafe next("CFPreferencesCopyMultiple", as: Original.self)
        return unsafe original?(keys, domain, user, host)
    }
    let names = unsafe keys.map { keys in
        let array = unsafe Unmanaged<NSArray>.fromOpaque(keys).takeUnretainedValue()
        return array.compactMap { $0 as? String }
    }
    let values = unsafe Defaults.domain(suite(domain)).copyValues(names)
    return unsafe UnsafeMutableRawPointer(bitPattern: values)
}

/// Sets or removes a value of a domain; `CFPreferencesSetAppValue` of CoreFoundation.
@c(CFPreferencesSetAppValue)
package func setDefaultsValue(
    _ key: UnsafeRawPointer,
    _ value: UnsafeRawPointer?,
    _ domain: UnsafeRawPointer
) {
    typealias Original =
        @convention(c) (UnsafeRawPointer, UnsafeRawPointer?, UnsafeRawPointer) -> Void
    guard Storage.shared.isHosted else {
        let original = unsafe next("CFPreferencesSetAppValue", as: Original.self)
        unsafe original?(key, value, domain)
        return
    }
    let object = unsafe value.map { UInt(bitPattern: $0) }
    unsafe Defaults.domain(suite(domain)).set(object, for: text(key))
}

/// Does what is left to do about a domain; `CFPreferencesAppSynchronize` of CoreFoundation.
///
/// Nothing is: what was set is written, and what others write is seen.
@c(CFPreferencesAppSynchronize)
package func synchronizeDefaults(_ domain: UnsafeRawPointer) -> UInt8 {
    typealias Original = @convention(c) (UnsafeRawPointer) -> UInt8
    guard Storage.shared.isHosted else {
        let original = unsafe next("CFPreferencesAppSynchronize", as: Original.self)
        return unsafe original?(domain) ?? 0
    }
    return 1
}

/// A function of the library that comes next in the order of search; nil where there is one library.
private func next<Function>(_ name: String, as type: Function.Type) -> Function? {
    // RTLD_NEXT of dlfcn.h, which Swift does not import.
    let following = unsafe UnsafeMutableRawPointer(bitPattern: -1)
    return unsafe dlsym(following, name).map { unsafe unsafeBitCast($0, to: type) }
}

/// The name of a suite; nil for the bundle's own defaults.
private func suite(_ domain: UnsafeRawPointer) -> String? {
    unsafe domain == kCFPreferencesCurrentApplication ? nil : unsafe text(domain)
}

private func text(_ string: UnsafeRawPointer) -> String {
    unsafe Unmanaged<NSString>.fromOpaque(string).takeUnretainedValue() as String
}
