// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CCoreFoundation
internal import Foundation
internal import Glibc

/// Looks a text of a bundle up, in the user's language and in string catalogues too.
///
/// `NSLocalizedString` and `Bundle.localizedString` ask CoreFoundation's function of this name, which
/// knows neither on Linux. The dynamic linker finds this one first, as it does those for defaults.
/// What it does not find it asks the other one for.
///
/// - Parameters:
///   - bundle: A `CFBundle`.
///   - key: A `CFString`, like those that follow.
///   - value: What stands for a text that is missing.
///   - table: The name of the file without its ending; `Localizable` where there is none.
/// - Returns: The text, which the caller owns.
@c(CFBundleCopyLocalizedString)
package func copyLocalizedString(
    _ bundle: UnsafeRawPointer?,
    _ key: UnsafeRawPointer?,
    _ value: UnsafeRawPointer?,
    _ table: UnsafeRawPointer?
) -> UnsafeMutableRawPointer? {
    if let bundle = unsafe bundle, let key = unsafe text(key), Storage.shared.isHosted,
        let url = unsafe CFBundleCopyBundleURL(bundle)
    {
        let folder = unsafe Unmanaged<NSURL>.fromOpaque(url).takeRetainedValue() as URL
        let strings = BundleStrings(
            folder: folder,
            environment: ProcessInfo.processInfo.environment
        )
        let name = unsafe text(table).flatMap { $0.isEmpty ? nil : $0 } ?? "Localizable"
        if let found = strings.text(forKey: key, table: name) {
            return unsafe Unmanaged.passRetained(found as NSString).toOpaque()
        }
    }
    typealias Original =
        @convention(c) (
            UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?
        ) -> UnsafeMutableRawPointer?
    // RTLD_NEXT of dlfcn.h, which Swift does not import.
    let following = unsafe UnsafeMutableRawPointer(bitPattern: -1)
    if let original = unsafe dlsym(following, "CFBundleCopyLocalizedString") {
        let call = unsafe unsafeBitCast(original, to: Original.self)
        return unsafe call(bundle, key, value, table)
    }
    // With the runtime linked in there is no other: the value stands for the text, else the key.
    let words = unsafe [text(value), text(key)].compactMap(\.self).first { !$0.isEmpty } ?? ""
    return unsafe Unmanaged.passRetained(words as NSString).toOpaque()
}

private func text(_ string: UnsafeRawPointer?) -> String? {
    unsafe string.map {
        unsafe Unmanaged<NSString>.fromOpaque($0).takeUnretainedValue() as String
    }
}
