// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// What a bundle's library says of itself, as far as the host chooses a zygote and a network by it.
///
/// Whether it may be loaded is not among that: the worker reads the file it is handed.
struct LibraryFacts: Equatable, Sendable {
    let runtime: ExtensionBundle.Runtime
    let record: SDKRecord
}

extension LibraryFacts {
    /// Reads the ELF headers of a bundle's open library.
    init(of library: borrowing Descriptor, in bundle: ExtensionBundle) throws(BundleError) {
        let image = try bundle.image(of: library)
        runtime = ExtensionBundle.runtime(of: image)
        record = SDKRecord(of: image)
    }
}

/// The facts of libraries that were read before, and are not read again while they are the same files.
struct LibraryRegistry: Sendable {
    private var known: [String: (mark: LibraryMark, facts: LibraryFacts)] = [:]

    /// The facts of a bundle's open library.
    ///
    /// - Parameters:
    ///   - library: The library, as ``ExtensionBundle/openLibrary()`` opens it.
    ///   - bundle: The bundle.
    ///   - time: UNIX time in nanoseconds, by which a change is recent.
    /// - Returns: Its facts, read or known.
    /// - Throws: ``BundleError`` when it is no library.
    mutating func facts(
        of library: borrowing Descriptor,
        in bundle: ExtensionBundle,
        at time: UInt64 = MonotonicTime.read(CLOCK_REALTIME) ?? 0
    ) throws(BundleError) -> LibraryFacts {
        let mark = (try? library.status()).map { LibraryMark($0) }
        if let mark, let entry = known[bundle.path], entry.mark == mark { return entry.facts }
        let facts = try LibraryFacts(of: library, in: bundle)
        // One more change within a tick of the kernel's clock for files would not show in the mark.
        known[bundle.path] = mark.flatMap { $0.isSettled(at: time) ? ($0, facts) : nil }
        return facts
    }
}

/// Which library is at a bundle's place, and since when: a worker that was prewarmed with another
/// is not the one that the next run asks for.
struct LibraryMark: Equatable, Sendable {
    private let file: FileIdentity
    private let changedAt: UInt64

    init(_ status: stat) {
        file = FileIdentity(status)
        // Nobody can set it.
        changedAt =
            UInt64(clamping: status.st_ctim.tv_sec) * 1_000_000_000
            + UInt64(clamping: status.st_ctim.tv_nsec)
    }

    /// Looks at the library; nil where there is none.
    init?(of bundle: ExtensionBundle) {
        guard let library = try? bundle.openLibrary(), let status = try? library.status() else {
            return nil
        }
        self.init(status)
    }

    /// Whether the last change is old enough for one more to have another time.
    func isSettled(at time: UInt64) -> Bool { changedAt + 1_000_000_000 < time }
}
