// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import Foundation

/// The extension that the host runs in this process, for the SDK's other modules.
package enum HostedExtension {
    /// The extension's bundle; the main one where there is no host.
    package static var bundle: Bundle {
        ServiceRuntime.shared.bundlePath.flatMap { Bundle(path: $0) } ?? .main
    }
}
