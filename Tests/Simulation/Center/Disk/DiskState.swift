// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What was changed, and not waited for yet.
struct DiskState {
    /// When each file's bytes were changed last.
    private var bytes: [String: Int] = [:]

    /// When each name came into its directory.
    private var names: [String: Int] = [:]

    /// When each name that the disk has was removed.
    private var removals: [String: Int] = [:]

    /// What is there already.
    private var known: Set<String> = []

    /// What a power loss could take now, with the part of it.
    var pending: [(path: String, part: String)] {
        bytes.keys.map { ($0, "bytes") } + names.keys.map { ($0, "name") }
            + removals.keys.map { ($0, "removal") }
    }

    /// Takes a call that has succeeded into account.
    mutating func note(_ call: TracedCall) {
        switch call.name {
        case "open", "openat", "openat2":
            if call.arguments.contains("O_CREAT"), let path = call.opened { add(path, call.end) }
        case "mkdir", "mkdirat": call.places.first.map { add($0, call.end) }
        case "link", "linkat", "rename", "renameat", "renameat2":
            guard let from = call.places.first, let to = call.places.last else { return }
            move(from, to, call.end, leaves: call.name.hasPrefix("link"))
        case "unlink", "unlinkat", "rmdir":
            guard let path = call.places.first else { return }
            // What never was on the disk is not there again after a power loss.
            if names[path] == nil { removals[path] = call.end }
            remove(path)
        case "fsync", "fdatasync":
            if let path = call.file { settle(path, changedBefore: call.start) }
        default:
            if let path = call.file { bytes[path] = call.end }
        }
    }

    private mutating func add(_ path: String, _ time: Int) {
        if known.insert(path).inserted { names[path] = time }
        removals[path] = nil
    }

    private mutating func move(_ from: String, _ to: String, _ time: Int, leaves: Bool) {
        func moved(_ path: String) -> String {
            path == from || path.hasPrefix(from + "/") ? to + path.dropFirst(from.count) : path
        }
        remove(to)
        known.formUnion(known.map(moved))
        for (path, time) in bytes where moved(path) != path { bytes[moved(path)] = time }
        for (path, time) in names where moved(path) != path { names[moved(path)] = time }
        names[to] = time
        removals[to] = nil
        if !leaves { remove(from) }
    }

    private mutating func remove(_ path: String) {
        func isPart(_ other: String) -> Bool { other == path || other.hasPrefix(path + "/") }
        known = known.filter { !isPart($0) }
        bytes = bytes.filter { !isPart($0.key) }
        names = names.filter { !isPart($0.key) }
    }

    private mutating func settle(_ path: String, changedBefore start: Int) {
        if let time = bytes[path], time < start { bytes[path] = nil }
        for (name, time) in names where time < start && Self.directory(of: name) == path {
            names[name] = nil
        }
        for (name, time) in removals where time < start && Self.directory(of: name) == path {
            removals[name] = nil
        }
    }

    private static func directory(of path: String) -> Substring {
        path.lastIndex(of: "/").map { path[..<$0] } ?? ""
    }
}
