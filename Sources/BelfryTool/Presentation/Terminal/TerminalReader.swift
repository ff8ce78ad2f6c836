// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem

/// Reads what a user types, on a thread of its own, until it is let go of.
final class TerminalReader: Sendable {
    enum Event: Sendable {
        case bytes([UInt8])
        /// Nothing has come for a moment: a lone escape byte is a key.
        case pause
        case end
    }

    /// Closed when the reader is let go of, which ends the thread.
    private let isWanted: Descriptor

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - descriptor: The terminal, borrowed.
    ///   - take: Takes what comes, on the thread.
    /// - Throws: ``SystemError`` when there can be no thread.
    init(_ descriptor: Int32, _ take: @escaping @Sendable (Event) -> Void) throws(SystemError) {
        let borrowed = Descriptor(owning: descriptor)
        let terminal: Descriptor
        do throws(SystemError) {
            terminal = try borrowed.duplicate()
            _ = borrowed.release()
        } catch {
            _ = borrowed.release()
            throw error
        }
        let ends = try Descriptor.pipe().split { ($0.release(), $1.release()) }
        isWanted = Descriptor(owning: ends.1)
        let (input, wake) = (terminal.release(), ends.0)
        try SystemThread.start(named: "terminal") {
            Self.read(Descriptor(owning: input), until: Descriptor(owning: wake), take)
        }
    }

    private static func read(
        _ terminal: consuming Descriptor,
        until wake: consuming Descriptor,
        _ take: (Event) -> Void
    ) {
        var limit: Int32 = -1
        while let ready = try? terminal.waitToRead(or: wake, milliseconds: limit), !ready.other {
            guard ready.this else {
                take(.pause)
                limit = -1
                continue
            }
            // A terminal that was hung up answers EIO.
            let bytes = (try? terminal.read(upTo: 4096)) ?? []
            guard !bytes.isEmpty else { break }
            take(.bytes(bytes))
            limit = escapeMilliseconds
        }
        take(.end)
    }

    /// How soon the rest of a sequence follows its escape byte.
    private static let escapeMilliseconds: Int32 = 40
}
