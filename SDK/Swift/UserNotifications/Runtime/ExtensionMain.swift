// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import CBelfry

// Not public, so that extensions see nothing of the C ABI, and not internal, which would hide the
// symbol.

/// The one symbol of the C ABI: `bf_extension_main` of `belfry/extension.h`.
///
/// - Parameter version: In, the newest version the host speaks; out, the version chosen.
/// - Returns: The descriptor; null for a host of another major version.
@c @implementation
package func bf_extension_main(
    _ version: UnsafeMutablePointer<UInt32>?
) -> UnsafePointer<bf_extension>? {
    guard let version = unsafe version,
        unsafe version.pointee >> 16 == ABI.version >> 16
    else { return nil }
    unsafe version.pointee = min(version.pointee, ABI.version)
    return unsafe ExtensionTables.descriptor
}
