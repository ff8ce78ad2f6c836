// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import CBelfryPlatform
internal import Glibc

/// A Landlock ruleset in the making (man 7 landlock): all that is not allowed is refused.
///
/// It binds the calling thread and what it starts, so it is enforced while there is one thread.
package struct LandlockRuleset: ~Copyable {
    private let ruleset: Descriptor
    private let handled: UInt64
    private let version: Int32

    /// The number, for a process that is forked while this is kept.
    package var raw: Int32 { ruleset.raw }

    /// What a path may be used for.
    package enum Access: Sendable {
        /// Reading files and listing directories.
        case read
        /// Reading, and running or loading code.
        case readAndExecute
        /// Reading and writing an existing file, such as a device.
        case readAndWriteFile
        /// Everything but running code and making special files.
        case container
        /// Reading, and removing what is there.
        case readAndRemove
    }

    /// The version of the running kernel's Landlock; nil when it has none or it is off.
    package static var kernelVersion: Int32? {
        let version = belfry_landlock_version()
        return version > 0 ? version : nil
    }

    /// The first version that knows TCP ports.
    package static let networkVersion: Int32 = 4

    /// The first version that keeps signals and abstract sockets inside.
    package static let scopeVersion: Int32 = 6

    /// Starts a ruleset that handles every right the running kernel knows.
    ///
    /// - Throws: ``SystemError`` with `ENOSYS` or `EOPNOTSUPP` where Landlock is absent or off.
    package init() throws(SystemError) {
        let version = try Self.requireVersion()
        var rules = belfry_landlock_rules()
        rules.handled_fs = Self.fileRights(version: version)
        if version >= Self.networkVersion { rules.handled_net = 0b11 }
        if version >= Self.scopeVersion { rules.scoped = 0b11 }
        let made = try checked("landlock_create_ruleset") { unsafe belfry_landlock_create(&rules) }
        self.init(Descriptor(owning: made), version: version)
    }

    /// Takes over a ruleset that the forking process has begun, and has given up by now: rules that
    /// one of them adds are the other's as well.
    ///
    /// - Parameter number: Its number here.
    /// - Throws: ``SystemError`` where Landlock is off.
    package init(begunAs number: Int32) throws(SystemError) {
        self.init(Descriptor(owning: number), version: try Self.requireVersion())
    }

    private init(_ ruleset: consuming Descriptor, version: Int32) {
        self.ruleset = ruleset
        handled = Self.fileRights(version: version)
        self.version = version
    }

    private static func requireVersion() throws(SystemError) -> Int32 {
        try checked("landlock_create_ruleset") { belfry_landlock_version() }
    }

    /// Allows a use of a path and all beneath it; a path that does not exist is skipped.
    package borrowing func allow(_ access: Access, _ path: String) throws(SystemError) {
        let opened = unsafe belfry_open_path(path)
        guard opened >= 0 else {
            // What is not shown inside cannot be used: nothing to allow.
            if errno == ENOENT || errno == EACCES { return }
            throw SystemError(call: "open", subject: path, errno: errno)
        }
        let target = Descriptor(owning: opened)
        let isDirectory = try target.status().st_mode & S_IFMT == S_IFDIR
        let rights = Self.rights(for: access) & handled & (isDirectory ? .max : Self.ofFiles)
        let raw = ruleset.raw
        try checked("landlock_add_rule", path) {
            belfry_landlock_allow_path(raw, target.raw, rights)
        }
    }

    /// Allows TCP connections to a port; needs ``networkVersion``.
    package borrowing func allowConnect(port: UInt16) throws(SystemError) {
        guard version >= Self.networkVersion else {
            throw SystemError(call: "landlock_add_rule", subject: "port \(port)", errno: ENOSYS)
        }
        let raw = ruleset.raw
        try checked("landlock_add_rule", "port \(port)") {
            belfry_landlock_allow_connect(raw, port)
        }
    }

    /// Leaves the ruleset to the processes that were forked while it was kept.
    package consuming func giveUp() {}

    /// Puts the ruleset in force for this thread and all it starts; needs `no_new_privs`.
    package consuming func enforce() throws(SystemError) {
        let raw = ruleset.raw
        try checked("landlock_restrict_self") { belfry_landlock_restrict(raw) }
    }

    // The rights as bits of linux/landlock.h, where they are an append-only list.
    private static let execute: UInt64 = 1 << 0
    private static let writeFile: UInt64 = 1 << 1
    private static let readFile: UInt64 = 1 << 2
    private static let readDirectory: UInt64 = 1 << 3
    private static let remove: UInt64 = 1 << 4 | 1 << 5
    private static let makeDirectory: UInt64 = 1 << 7
    private static let makeRegular: UInt64 = 1 << 8
    private static let refer: UInt64 = 1 << 13
    private static let truncate: UInt64 = 1 << 14
    private static let ofFiles = execute | writeFile | readFile | truncate | 1 << 15

    static func rights(for access: Access) -> UInt64 {
        switch access {
        case .read: readFile | readDirectory
        case .readAndExecute: readFile | readDirectory | execute
        case .readAndWriteFile: readFile | writeFile
        case .readAndRemove: readFile | readDirectory | remove
        case .container:
            readFile | readDirectory | writeFile | remove | makeDirectory | makeRegular | refer
                | truncate
        }
    }

    /// All file-system rights of a Landlock version.
    static func fileRights(version: Int32) -> UInt64 {
        let count =
            switch version {
            case ...1: 13
            case 2: 14
            case 3, 4: 15
            default: 16
            }
        return (1 << UInt64(count)) - 1
    }
}
