// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Synchronization

/// The most that this process held at once while something went on.
struct HeldMost: Sendable {
    /// Open descriptors.
    var descriptors = 0

    /// Threads.
    var threads = 0

    /// Memory of all the machine's TCP sockets in bytes.
    var socketBytes = 0

    /// Looks every two milliseconds, on a thread of its own, until a body returns.
    static func during<Value>(
        _ body: () async throws -> Value
    ) async throws -> (Value, HeldMost) {
        let watch = Watch()
        let thread = Thread { watch.look() }
        thread.start()
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        let most = await watch.end()
        return (try result.get(), most)
    }

    /// Adds a look.
    private mutating func look() throws {
        let files = FileManager.default
        descriptors = max(descriptors, try files.contentsOfDirectory(atPath: "/proc/self/fd").count)
        threads = max(threads, try files.contentsOfDirectory(atPath: "/proc/self/task").count)
        socketBytes = max(socketBytes, try Self.socketBytesNow())
    }

    /// Memory of all the machine's TCP sockets at present, by the kernel's count of pages.
    static func socketBytesNow() throws -> Int {
        let lines = try String(kernelFile: "/proc/net/sockstat").split(separator: "\n")
        let words = lines.first { $0.hasPrefix("TCP:") }?.split(separator: " ") ?? []
        return (words.last.flatMap { Int($0) } ?? 0) * Int(getpagesize())
    }

    private final class Watch: Sendable {
        private let most = Mutex(HeldMost())
        private let isOver = Mutex(false)
        private let end = AsyncStream.makeStream(of: Void.self)

        func look() {
            while !isOver.withLock({ $0 }) {
                most.withLock { try? $0.look() }
                usleep(2000)
            }
            end.continuation.finish()
        }

        func end() async -> HeldMost {
            isOver.withLock { $0 = true }
            for await _ in end.stream {}
            return most.withLock { $0 }
        }
    }
}
