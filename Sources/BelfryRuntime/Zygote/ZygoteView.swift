// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import BelfryWire

/// What a zygote's workers see besides what all see: bundles, and what outlives workers.
struct ZygoteView {
    /// Most directories of one zygote: what is shown stays for as long as the zygote lives.
    static let limit = 4096

    /// Whether there is a root of its own; without one everything of the machine is seen.
    let isBounded: Bool

    /// Says which directory is at a path.
    private let identify: (String) throws(SystemError) -> FileIdentity

    private var shown: [String: FileIdentity] = [:]
    private var shownCount = 0
    private var asked: [UInt64: [MountRequest.Folder]] = [:]

    /// Makes a view of what all workers see.
    ///
    /// - Parameters:
    ///   - isBounded: Whether there is a root of its own.
    ///   - identify: Says which directory is at a path; the simulation's disk has no paths.
    init(
        isBounded: Bool,
        identify: @escaping (String) throws(SystemError) -> FileIdentity = FileIdentity.init(at:)
    ) {
        self.isBounded = isBounded
        self.identify = identify
    }

    /// Whether no further worker's directories are to be shown.
    var isFull: Bool { shownCount >= Self.limit || isOutdated }

    /// Whether something is to be seen that it does not show: another zygote is to serve what comes.
    var isOutdated = false

    /// The workers for which something has been asked, in the order of their numbers.
    var waiting: [UInt64] { asked.keys.sorted() }

    /// What is needed before a worker is forked.
    enum Need: Equatable {
        /// It sees everything.
        case nothing
        /// The mounter is to be asked, which is noted.
        case mounts(MountRequest)
        /// Another directory is at a path than the one that its workers see there, or one around it: they
        /// are not to lose theirs.
        case anotherZygote
    }

    /// What a worker needs to be shown.
    ///
    /// - Parameters:
    ///   - worker: The worker's number.
    ///   - bundle: The path of its bundle.
    ///   - storage: What it has that outlives it.
    /// - Returns: What is to be done.
    /// - Throws: ``SystemError`` when one of them is not there.
    mutating func need(
        of worker: UInt64,
        bundle: String,
        storage: [StorageFolder]
    ) throws(SystemError) -> Need {
        guard isBounded else { return .nothing }
        var folders: [MountRequest.Folder] = []
        // What is full is a matter of Landlock.
        for (path, isWritable) in [(bundle, false)] + storage.map({ ($0.path, true) }) {
            let identity = try identify(path)
            if let known = shown[path] {
                guard known == identity else { return .anotherZygote }
                continue
            }
            guard !shown.keys.contains(where: { $0.hasPrefix(path + "/") }) else {
                return .anotherZygote
            }
            folders.append(
                MountRequest.Folder(
                    path: path,
                    device: identity.device,
                    inode: identity.inode,
                    isWritable: isWritable
                )
            )
        }
        guard !folders.isEmpty else { return .nothing }
        asked[worker] = folders
        return .mounts(MountRequest(worker: worker, folders: folders))
    }

    /// Takes a question back that has not gone out, as the mounter had no room for it.
    mutating func takeBack(_ worker: UInt64) {
        asked[worker] = nil
    }

    /// Takes an answer of the mounter.
    ///
    /// - Returns: Whether what was asked for the worker is seen now; nil where nothing was asked.
    mutating func note(_ answer: MountAnswer) -> Bool? {
        guard let folders = asked.removeValue(forKey: answer.worker) else { return nil }
        shownCount += folders.count
        guard answer.failure.isEmpty else { return false }
        for folder in folders {
            shown[folder.path] = FileIdentity(device: folder.device, inode: folder.inode)
        }
        return true
    }

    /// Notes that a worker is gone; one that still waited may have waited for a file system that does not
    /// answer, and so would all behind it.
    mutating func workerEnded(_ worker: UInt64) {
        if asked.removeValue(forKey: worker) != nil { isOutdated = true }
    }
}
