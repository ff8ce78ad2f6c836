// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryCenter
internal import BelfryModel
internal import BelfrySystem
internal import Synchronization

/// Copies the files of requests, each request's on a thread of its own.
///
/// A file may lie on a disk that never answers (FUSE, NFS), and whoever adds the request chooses the
/// file. So nobody waits for longer than a time, and few threads are held at once, of one app fewer
/// still; a thread that the disk holds goes when the disk answers.
final class RequestCopies: Sendable {
    /// What came of the files.
    struct Result: Sendable {
        /// The requests, which show the copies.
        let requests: Swift.Result<[NotificationRequest], any Error>

        /// The copies, also where one has failed; they stay in the store until they are let go.
        let paths: [String]
    }

    /// Whether anybody waits still.
    private final class Wait: Sendable {
        let isOver = Atomic(false)
    }

    /// What copies files, on their thread: the requests, the store and for whom, and whether nobody
    /// waits any more.
    typealias Copier =
        @Sendable (
            [NotificationRequest], AttachmentStore, StoreUse, @escaping @Sendable () -> Bool
        ) -> Result

    private let timeLimit: Duration
    private let copyFiles: Copier
    private let threads = Mutex<[String: Int]>([:])

    /// Most threads at once, and most of one app.
    static let threadLimit = 16
    static let appThreadLimit = 4

    /// - Parameters:
    ///   - timeLimit: How long the files of one call may take.
    ///   - copyFiles: What copies them.
    init(
        timeLimit: Duration = .seconds(30),
        copyFiles: @escaping Copier = { RequestFiles.copy($0, to: $1, for: $2, isLate: $3) }
    ) {
        self.timeLimit = timeLimit
        self.copyFiles = copyFiles
    }

    /// Copies the files of requests into a store.
    ///
    /// - Parameters:
    ///   - requests: The requests, of one app.
    ///   - store: The store.
    ///   - use: For whom the store keeps them.
    ///   - discard: Frees copies that came too late for anybody; it is called on their thread.
    /// - Returns: What came of them within the time.
    func copy(
        _ requests: [NotificationRequest],
        to store: AttachmentStore,
        for use: StoreUse,
        discard: @escaping @Sendable ([String]) -> Void
    ) async -> Result {
        guard begin(for: use.owner) else {
            return .failed(
                .full,
                "the files of other requests are being copied still; try again in a while"
            )
        }
        let (results, result) = AsyncStream.makeStream(of: Result.self)
        let wait = Wait()
        let begun: Void? = try? SystemThread.start(named: "belfry-copy") { [self] in
            let copied = copyFiles(requests, store, use) { wait.isOver.load(ordering: .relaxed) }
            end(for: use.owner)
            if case .terminated = result.yield(copied) { discard(copied.paths) }
            result.finish()
        }
        guard begun != nil else {
            end(for: use.owner)
            return .failed(.full, "no thread can be had to copy the files; try again in a while")
        }
        let timer = Task { [timeLimit] in
            try? await Task.sleep(for: timeLimit)
            result.finish()
        }
        defer { timer.cancel() }
        for await result in results { return result }
        wait.isOver.store(true, ordering: .relaxed)
        return .failed(
            .attachment,
            "the files of the request could not be read within \(timeLimit.components.seconds) s"
        )
    }

    private func begin(for owner: String) -> Bool {
        threads.withLock { threads in
            guard threads.values.reduce(0, +) < Self.threadLimit,
                threads[owner, default: 0] < Self.appThreadLimit
            else { return false }
            threads[owner, default: 0] += 1
            return true
        }
    }

    private func end(for owner: String) {
        threads.withLock { threads in
            let rest = threads[owner, default: 1] - 1
            threads[owner] = rest > 0 ? rest : nil
        }
    }
}

extension RequestCopies.Result {
    fileprivate static func failed(_ code: CenterError.Code, _ message: String) -> Self {
        Self(requests: .failure(CenterError(code, message)), paths: [])
    }
}
