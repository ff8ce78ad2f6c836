// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc
internal import Synchronization
internal import Testing

/// A terminal of the test's own (man 7 pty): keys go in, and what is on the screen comes out.
final class PseudoTerminal: Sendable {
    /// The side of the program.
    let program: Int32
    private let user: Int32
    private let screen: Mutex<ScreenReader>
    private let changes: AsyncStream<Void>

    init(rows: Int, columns: Int) throws {
        user = try Descriptor.open("/dev/ptmx", O_RDWR | O_NOCTTY).release()
        var (isLocked, number) = (Int32(0), Int32(0))
        try checked("ioctl") { [user] in unsafe ioctl(user, Self.setLock, &isLocked) }
        try checked("ioctl") { [user] in unsafe ioctl(user, Self.getNumber, &number) }
        program = try Descriptor.open("/dev/pts/\(number)", O_RDWR | O_NOCTTY).release()
        screen = Mutex(ScreenReader(rows: rows, columns: columns))
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        self.changes = changes
        try resize(rows: rows, columns: columns)
        try SystemThread.start(named: "pty") { [weak self, user] in
            var bytes: [UInt8] = []
            let master = Descriptor(owning: dup(user))
            while let more = try? master.read(upTo: 4096), !more.isEmpty {
                bytes += more
                // A character may be cut in two.
                guard let text = String(validating: bytes, as: UTF8.self) else { continue }
                bytes = []
                self?.screen.withLock { $0.feed(text) }
                change.yield()
            }
            change.finish()
        }
    }

    /// TIOCSPTLCK and TIOCGPTN (man 2 ioctl_tty), whose macros Swift does not see.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    deinit {
        close(program)
        close(user)
    }

    /// Gives it another size.
    func resize(rows: Int, columns: Int) throws {
        var size = winsize()
        size.ws_row = UInt16(rows)
        size.ws_col = UInt16(columns)
        try checked("ioctl") { unsafe ioctl(user, UInt(TIOCSWINSZ), &size) }
    }

    /// Presses keys.
    func type(_ keys: String) throws {
        let bytes = Array(keys.utf8)
        let count = try checked("write") { unsafe write(user, bytes, bytes.count) }
        #expect(count == bytes.count)
    }

    /// What is on the screen.
    var text: String { screen.withLock { $0.text } }

    var modes: Set<String> { screen.withLock { $0.modes } }

    /// Whether the program reads each key as it comes.
    var isRaw: Bool {
        var mode = termios()
        guard unsafe tcgetattr(program, &mode) == 0 else { return false }
        return mode.c_lflag & tcflag_t(ICANON) == 0
    }

    /// Waits until the screen is as a test wants it.
    func wait(until isMet: (String) -> Bool) async {
        if isMet(text) { return }
        for await _ in changes where isMet(text) { return }
    }
}
