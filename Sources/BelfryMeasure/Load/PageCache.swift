// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryPlot
package import BelfryRuntime
internal import BelfrySystem
internal import Foundation
internal import Glibc

/// What the kernel keeps in memory of the files that a new worker reads: of the bundle and the SDK.
///
/// Nothing else of the machine is forgotten, as `/proc/sys/vm/drop_caches` would have it: that is
/// everybody's, and what a process has mapped stays there as well.
package struct PageCache: Sendable {
    private let paths: [String]

    /// The files of a bundle and of the SDK, written to the disk if they were not.
    package init(of bundle: ExtensionBundle, sdk: SDKLocation) {
        let parts = [sdk.workerPath, sdk.swiftLibraryPath].compactMap(\.self)
        paths = Self.files(beneath: bundle.path) + parts
        forEach { file in try? file.synchronise() }
    }

    /// Has the kernel forget the files, as far as nobody has them mapped.
    package func drop() {
        forEach { file in try? file.dropCachedPages() }
    }

    /// What stays in memory nevertheless, in one sentence; nil where nothing does.
    ///
    /// Call it while the host has its workers: what they have mapped cannot be dropped.
    package func shortfall() -> String? {
        drop()
        var all = 0
        var cached = 0
        forEach { file in
            all += Int((try? file.status().st_size) ?? 0)
            cached += (try? file.cachedByteCount()) ?? 0
        }
        guard cached > 0 else { return nil }
        return "--cold-cache: \(MeasuredText.size(Double(cached))) of the "
            + "\(MeasuredText.size(Double(all))) of bundle and SDK stayed in memory, since running "
            + "processes (the zygote is one) have them mapped; only the rest was read from the disk"
    }

    private func forEach(_ body: (borrowing Descriptor) -> Void) {
        for path in paths {
            guard let file = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK) else { continue }
            body(file)
        }
    }

    private static func files(beneath folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String }
        return (names ?? []).map { "\(folder)/\($0)" }.filter { path in
            var status = stat()
            return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }
    }
}
