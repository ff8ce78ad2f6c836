// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CCoreFoundation
internal import Foundation
internal import Glibc

/// Makes `Bundle.main` the extension's bundle and the process its executable's, as on iOS.
///
/// Foundation finds the main bundle by the path of the program, which is the worker's, and asks for
/// it once; so the path is replaced before that.
enum MainBundle {
    /// Lets the main bundle be this one.
    static func become(_ bundle: HostedBundle) {
        let name = bundle.executableName ?? "Extension"
        guard let path = unsafe strdup("\(bundle.path)/\(name)") else { return }
        unsafe _CFGetProcessPath()?.pointee = unsafe UnsafePointer(path)
        unsafe _CFGetProgname()?.pointee = unsafe UnsafePointer(path + bundle.path.utf8.count + 1)
        ProcessInfo.processInfo.processName = name
    }
}
