// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfrySystem
internal import Foundation
internal import Glibc
internal import Synchronization

/// An output stream, and what may be shown on it.
package struct Terminal: Sendable {
    private let descriptor: Int32

    /// Whether colours and a wide screen may be used: only on a terminal, and not where `NO_COLOR`
    /// asks for none.
    package let isStyled: Bool

    package init(descriptor: Int32) {
        self.descriptor = descriptor
        let environment = ProcessInfo.processInfo.environment
        isStyled =
            isatty(descriptor) == 1 && environment["NO_COLOR"] == nil
            && environment["TERM"] != "dumb"
    }

    /// Where results go; colours are left out where it is not a terminal.
    package static let standardOutput = Terminal(descriptor: STDOUT_FILENO)

    /// Where what a person reads besides goes, so that results can be piped on.
    package static let standardError = Terminal(descriptor: STDERR_FILENO)

    /// The terminal that a person sits at, open for as long as the process lives; nil where output goes
    /// elsewhere.
    package static var controlling: Int32? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        return (try? Descriptor.open("/dev/tty", O_RDWR | O_NOCTTY))?.release()
    }

    /// Whether a person sees what is written at once, and a line can be written anew.
    package var isLive: Bool {
        isatty(descriptor) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    /// How many columns there are; nil where nobody can say.
    package var columns: Int? { TerminalMode.size(of: descriptor)?.columns }

    /// Why standard output could not be written; nil while all of it was.
    ///
    /// A reader that is gone does not count: it has what it wanted, as `head` has.
    package static var outputFailure: SystemError? { failure.withLock { $0 } }

    /// Whether the reader of standard output is gone, as `head` is after its lines.
    package static var isReaderGone: Bool { hasLostReader.load(ordering: .relaxed) }

    private static let failure = Mutex<SystemError?>(nil)
    private static let hasLostReader = Atomic(false)

    /// Writes text; what fails on standard output is kept for the end of the command.
    package func write(_ text: String) {
        let stream = Descriptor(owning: descriptor)
        do throws(SystemError) {
            try stream.writeAll(Array(text.utf8))
        } catch {
            if descriptor == STDOUT_FILENO {
                if error.errno == EPIPE {
                    Self.hasLostReader.store(true, ordering: .relaxed)
                } else {
                    Self.failure.withLock { $0 = $0 ?? error }
                }
            }
        }
        _ = stream.release()
    }

    /// Opens the standard streams that the process was started without, so that no file of the
    /// command's gets their numbers; reading or writing such a stream fails (EBADF).
    package static func openMissingStreams() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY)]
            + [(STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) == -1 {
            _ = try? Descriptor.open("/dev/null", mode).release()
        }
    }

    /// A style of text, as the number of its escape sequence (ECMA-48, SGR).
    package enum Style: Int, Sendable {
        case bold = 1
        case faint = 2
        case red = 31
        case green = 32
        case yellow = 33
        case cyan = 36
    }

    /// The text in a style, or as it is.
    package func styled(_ text: String, _ style: Style) -> String {
        isStyled ? "\u{1b}[\(style.rawValue)m\(text)\u{1b}[0m" : text
    }
}
