// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// What a worker prints, line by line.
final class WorkerOutput {
    private let descriptor: Descriptor
    private let reactor: Reactor
    private var token: EventToken?

    /// What was printed that is not a whole line yet.
    private var partialLine: [UInt8] = []

    /// Takes a line that was printed, without its end.
    private var take: (ArraySlice<UInt8>) -> Void = { _ in }

    /// The longest line that is waited for as a whole, in bytes.
    static let lineByteLimit = 4096

    /// Most output taken at a time: more than the pipe can hold.
    private static let readsAtOnce = 16
    private static let byteCount = 16 * 1024

    /// How long it is listened to at a time, and how long it is not when it has said as much as is
    /// taken at a time.
    private static let turn = Duration.milliseconds(1)
    private static let pause = Duration.milliseconds(5)

    /// Takes over the reading end of a pipe, and begins to listen.
    init(_ descriptor: consuming Descriptor, _ reactor: Reactor) throws(SystemError) {
        self.descriptor = descriptor
        self.reactor = reactor
        try self.descriptor.setNonblocking()
        try watch()
    }

    deinit { unwatch() }

    /// Says who takes the lines that are printed, each without its end.
    func give(to take: @escaping (ArraySlice<UInt8>) -> Void) {
        self.take = take
    }

    /// Takes everything that was printed, its last line with or without an end.
    func drain() {
        read()
        guard !partialLine.isEmpty else { return }
        partialLine.append(UInt8(ascii: "\n"))
        splitLines()
    }

    /// Listens no more.
    func unwatch() {
        if let token { reactor.cancel(token, watching: descriptor.raw) }
        token = nil
    }

    private func watch() throws(SystemError) {
        token = try reactor.whenReadable(descriptor.raw) { [weak self] in
            self?.read(until: .now + Self.turn)
        }
    }

    private func read(until end: MonotonicTime? = nil) {
        for _ in 0..<Self.readsAtOnce {
            if let end, .now > end { break }
            guard let bytes = try? descriptor.read(upTo: Self.byteCount) else { return }
            // At its end it is readable for ever.
            guard !bytes.isEmpty else { return unwatch() }
            partialLine += bytes
            splitLines()
        }
        rest()
    }

    /// Does not listen for a while: what is printed meanwhile waits in the pipe.
    private func rest() {
        guard token != nil else { return }
        unwatch()
        _ = reactor.call(at: .now + Self.pause) { [weak self] in
            // One that cannot be listened to any more is read when its worker ends.
            try? self?.watch()
        }
    }

    private func splitLines() {
        partialLine = Self.takeLines(of: partialLine, take)
    }

    /// Takes the whole lines out of what was printed.
    ///
    /// - Parameters:
    ///   - bytes: What was printed since the last whole line.
    ///   - body: Takes a line without its end. One that is longer than ``lineByteLimit`` is
    ///     not waited for for ever, and comes without.
    /// - Returns: What is no whole line yet.
    static func takeLines(of bytes: [UInt8], _ body: (ArraySlice<UInt8>) -> Void) -> [UInt8] {
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            body(bytes[start..<end])
            start = end + 1
        }
        let rest = bytes[start...]
        guard rest.count > lineByteLimit else { return Array(rest) }
        body(rest)
        return []
    }
}
