// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

// Foundation's function of this name knows the directories of a Linux desktop, of which Library is
// none; what iOS always answers, extensions take without a question. A library's own function comes
// before the one of a library that it needs, so that they find this one.

/// The directories of a kind, as `NSSearchPathForDirectoriesInDomains`.
///
/// - Parameters:
///   - directory: The kind.
///   - domainMask: Whose; of the user's, Library is one.
///   - expandTilde: Whether the home directory is written out.
/// - Returns: The paths.
@_silgen_name(
    "$s10Foundation35NSSearchPathForDirectoriesInDomainsySaySSG0A10Essentials11FileManagerC06SearchC9DirectoryO_AF0kC10DomainMaskVSbtF"
)
public func searchPathForDirectoriesInDomains(
    _ directory: FileManager.SearchPathDirectory,
    _ domainMask: FileManager.SearchPathDomainMask,
    _ expandTilde: Bool
) -> [String] {
    FileManager.default.urls(for: directory, in: domainMask).map { url in
        let path = url.path
        let home = NSHomeDirectory()
        guard !expandTilde, path.hasPrefix(home) else { return path }
        return "~" + path.dropFirst(home.count)
    }
}
