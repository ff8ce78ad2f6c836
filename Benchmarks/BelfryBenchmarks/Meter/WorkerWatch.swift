// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc

/// A worker as any other process sees it, by files of the kernel that the host does not read.
struct WorkerWatch {
    private let process: Int32

    /// The one worker that comes from this process; nil when there is none, or more than one.
    init?() {
        let workers = Self.all
        guard workers.count == 1, let worker = workers.first else { return nil }
        self = worker
    }

    private init(_ process: Int32) {
        self.process = process
    }

    /// Every worker that comes from this process.
    static var all: [WorkerWatch] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let parents = Dictionary(
            uniqueKeysWithValues: names.compactMap(Int32.init).compactMap { process in
                parent(of: process).map { (process, $0) }
            }
        )
        return parents.keys.filter { process in
            text("/proc/\(process)/comm") == "belfry-ext\n"
                && comes(process, from: getpid(), parents)
        }.map { WorkerWatch($0) }
    }

    /// CPU time of all its threads in milliseconds, by the scheduler's count (`schedstat`).
    var cpu: Double? {
        let folder = "/proc/\(process)/task"
        guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            return nil
        }
        let times = threads.compactMap { thread in
            Self.text("\(folder)/\(thread)/schedstat")?.split(separator: " ").first
                .flatMap { Double($0) }
        }
        return times.isEmpty ? nil : times.reduce(0, +) / 1e6
    }

    /// How many threads it has; 0 once it has ended.
    var threadCount: Double {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
        return Double(names?.count ?? 0)
    }

    /// Private memory in kilobytes, counted page by page (`smaps_rollup`); nil where this user may
    /// not know.
    var memory: Double? { kilobytes("Anonymous:") }

    /// What would be free if it ended, in kilobytes, likewise: pages that no other process has.
    var own: Double? {
        guard let clean = kilobytes("Private_Clean:"), let dirty = kilobytes("Private_Dirty:")
        else {
            return nil
        }
        return clean + dirty
    }

    private func kilobytes(_ label: String) -> Double? {
        Self.text("/proc/\(process)/smaps_rollup")?.split(separator: "\n")
            .first { $0.hasPrefix(label) }
            .flatMap { Double($0.filter(\.isNumber)) }
    }

    private static func parent(of process: Int32) -> Int32? {
        guard let stat = text("/proc/\(process)/stat"), let end = stat.lastIndex(of: ")") else {
            return nil
        }
        let fields = stat[end...].split(separator: " ")
        return fields.count > 2 ? Int32(fields[2]) : nil
    }

    private static func comes(
        _ process: Int32,
        from ancestor: Int32,
        _ parents: [Int32: Int32]
    ) -> Bool {
        var current = process
        while let parent = parents[current], parent > 0 {
            if parent == ancestor { return true }
            current = parent
        }
        return false
    }

    private static func text(_ path: String) -> String? {
        try? String(contentsOfFile: path, encoding: .utf8)
    }
}
