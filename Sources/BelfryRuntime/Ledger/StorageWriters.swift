// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryWire

/// Which workers can write to directories that several bundles have, and how long each has computed.
///
/// A worker that has not computed has made nothing. So what is too much in a shared directory is one
/// bundle's doing when the workers of all others have not computed since it was counted before, whether
/// they had a run or not.
struct StorageWriters {
    /// How long the workers of a directory had computed at a moment.
    struct Mark {
        fileprivate var times: [UInt64: Time] = [:]

        fileprivate struct Time {
            let bundle: String

            /// In nanoseconds; nil for a worker of which it was not known.
            let cpu: UInt64?
        }
    }

    private struct Writer {
        let number: UInt64
        let bundle: String
        let readClock: () -> UInt64?
    }

    /// The workers that can write to each directory, by its path.
    private var writers: [String: [Writer]] = [:]

    /// How long a core takes at least to make a file or a directory, in nanoseconds.
    ///
    /// A quarter of what the fastest takes that was seen, since it decides on blame.
    private static let nanosecondsPerFile: UInt64 = 500

    /// Notes a worker.
    ///
    /// - Parameters:
    ///   - number: The worker.
    ///   - bundle: The path of its bundle.
    ///   - folders: What it has; only shared directories that it can write to count.
    ///   - readClock: Reads how many nanoseconds it has computed; nil when that is not known.
    mutating func add(
        _ number: UInt64,
        of bundle: String,
        _ folders: [StorageFolder],
        _ readClock: @escaping () -> UInt64?
    ) {
        for folder in folders where folder.isSharedAndWritable {
            let writer = Writer(number: number, bundle: bundle, readClock: readClock)
            writers[folder.path, default: []].append(writer)
        }
    }

    /// Notes that a worker's process is gone.
    mutating func remove(_ number: UInt64, _ folders: [StorageFolder]) {
        for folder in folders where folder.isSharedAndWritable {
            writers[folder.path]?.removeAll { $0.number == number }
            if writers[folder.path]?.isEmpty == true { writers[folder.path] = nil }
        }
    }

    /// Reads the clocks of all workers that can write to a directory.
    func mark(_ path: String) -> Mark {
        var mark = Mark()
        for writer in writers[path] ?? [] {
            mark.times[writer.number] = Mark.Time(bundle: writer.bundle, cpu: writer.readClock())
        }
        return mark
    }

    /// How many files the workers of other bundles can have made in a directory since a moment.
    ///
    /// - Returns: The number; 0 when none of them has computed, the largest when that is not known, as of
    ///   one that has ended meanwhile.
    func mostFiles(in path: String, besides bundle: String, since mark: Mark) -> UInt64 {
        var gone = mark.times.filter { $0.value.bundle != bundle }
        var computed: UInt64 = 0
        for writer in writers[path] ?? [] where writer.bundle != bundle {
            guard let cpu = writer.readClock() else { return .max }
            let before = gone.removeValue(forKey: writer.number)?.cpu ?? 0
            computed = computed.addingSaturated(cpu - min(cpu, before))
        }
        return gone.isEmpty ? computed / Self.nanosecondsPerFile : .max
    }
}

extension StorageFolder {
    /// Whether other bundles can have it too, and this worker can write to it.
    fileprivate var isSharedAndWritable: Bool { kind != .data && isWritable }
}
