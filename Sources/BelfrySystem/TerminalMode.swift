// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// A terminal that gives every byte as it comes and prints nothing by itself, while this lives
/// (man 3 termios, `cfmakeraw`).
package struct TerminalMode: ~Copyable {
    private let descriptor: Int32
    private let before: termios

    /// Changes a terminal's mode.
    ///
    /// - Parameter descriptor: The terminal, borrowed; it has to stay open as long as this lives.
    /// - Throws: ``SystemError`` with `ENOTTY` for what is no terminal.
    package init(rawOf descriptor: Int32) throws(SystemError) {
        var mode = termios()
        try checked("tcgetattr") { unsafe tcgetattr(descriptor, &mode) }
        var raw = mode
        unsafe cfmakeraw(&raw)
        try checked("tcsetattr") { unsafe tcsetattr(descriptor, TCSAFLUSH, &raw) }
        self.descriptor = descriptor
        before = mode
    }

    deinit {
        var mode = before
        unsafe _ = tcsetattr(descriptor, TCSAFLUSH, &mode)
    }

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
