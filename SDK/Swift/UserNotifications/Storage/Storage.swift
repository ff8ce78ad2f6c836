// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Synchronization

/// The directories that outlive this process, as the host has given them.
///
/// Outside a host there are none, and Foundation's own ways hold.
final class Storage: Sendable {
    /// The one of the process.
    static let shared = Storage()

    private let state = Mutex(State())

    private struct State {
        var host: Host?
        var bundleIdentifier = ""
        var folders: [StorageFolder] = []
        var missed: Set<String> = []
    }

    private init() {}

    /// Whether a host has said what there is.
    var isHosted: Bool { state.withLock { $0.host != nil } }

    /// The identifier of the extension's bundle.
    var bundleIdentifier: String { state.withLock { $0.bundleIdentifier } }

    /// Takes over what the host gives.
    func take(_ folders: [StorageFolder], for bundle: HostedBundle, of host: Host) {
        state.withLock { state in
            state.host = host
            state.bundleIdentifier = bundle.identifier
            state.folders = folders
        }
    }

    /// The extension's own directory.
    var data: StorageFolder? {
        state.withLock { $0.folders.first { $0.kind == .data } }
    }

    /// The directory of an app group; where the bundle has no right to it, the log says once what
    /// is missing.
    func group(_ identifier: String) -> StorageFolder? {
        let (folder, host) = state.withLock { state -> (StorageFolder?, Host?) in
            let found = state.folders.first { $0.kind == .group && $0.identifier == identifier }
            let isNew = found == nil && state.missed.insert(identifier).inserted
            return (found, isNew ? state.host : nil)
        }
        host?.log(
            .warning,
            "The bundle is not in the app group “\(identifier)”. Add it to the array "
                + "com.apple.security.application-groups of the extension's .entitlements file, "
                + "or build with --app-group \(identifier)."
        )
        return folder
    }
}

/// A directory that outlives the process.
struct StorageFolder: Sendable, Equatable {
    let kind: ABI.FolderKind
    let identifier: String
    let path: String
}
