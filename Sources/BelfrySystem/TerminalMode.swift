// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

/// A terminal that gives every byte as it comes and prints nothing by itself, while this lives
/// (man 3 termios, `cfmakeraw`).
///
/// It is given back too when the process is ended by a fault, an abort or SIGQUIT; SIGKILL alone
/// leaves it as it is.
package struct TerminalMode: ~Copyable {
    private let descriptor: Int32
    private let before: termios
    private let end: String

    /// Changes a terminal's mode.
    ///
    /// - Parameters:
    ///   - descriptor: The terminal, borrowed; it has to stay open as long as this lives.
    ///   - end: What is written when the terminal is given back, 127 bytes at most.
    /// - Throws: ``SystemError`` with `ENOTTY` for what is no terminal.
    package init(rawOf descriptor: Int32, end: String) throws(SystemError) {
        var mode = termios()
        try checked("tcgetattr") { unsafe tcgetattr(descriptor, &mode) }
        var raw = mode
        unsafe cfmakeraw(&raw)
        // Of several terminals, which only tests have, signals give the first back.
        _ = unsafe belfry_terminal_keep(descriptor, end)
        do throws(SystemError) {
            try checked("tcsetattr") { unsafe tcsetattr(descriptor, TCSAFLUSH, &raw) }
        } catch {
            belfry_terminal_let_go(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.end = end
        before = mode
    }

    deinit {
        let stream = Descriptor(owning: descriptor)
        // A terminal that is gone needs nothing.
        try? stream.writeAll(Array(end.utf8))
        _ = stream.release()
        var mode = before
        unsafe _ = tcsetattr(descriptor, TCSAFLUSH, &mode)
        belfry_terminal_let_go(descriptor)
    }

    /// Gives back the terminal of whatever lives, for who is about to end the process.
    package static func giveBack() { belfry_terminal_give_back() }

    /// How many rows and columns a terminal has (man 2 ioctl_tty, `TIOCGWINSZ`); nil where it does not
    /// say.
    package static func size(of descriptor: Int32) -> (rows: Int, columns: Int)? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0,
            size.ws_col > 0
        else { return nil }
        return (Int(size.ws_row), Int(size.ws_col))
    }
}

extension Descriptor {
    /// Waits until there is something to read, here or in another descriptor (man 2 poll).
    ///
    /// - Parameters:
    ///   - other: The other descriptor.
    ///   - milliseconds: How long at most; -1 for ever.
    /// - Returns: Which of them can be read, or has ended.
    /// - Throws: ``SystemError`` when there is no waiting for them.
    package borrowing func waitToRead(
        or other: borrowing Descriptor,
        milliseconds: Int32
    ) throws(SystemError) -> (this: Bool, other: Bool) {
        var polled = [
            pollfd(fd: raw, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other.raw, events: Int16(POLLIN), revents: 0),
        ]
        try checked("poll") { unsafe poll(&polled, 2, milliseconds) }
        return (polled[0].revents != 0, polled[1].revents != 0)
    }
}
