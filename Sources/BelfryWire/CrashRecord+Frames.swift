// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension CrashRecord {
    /// Most frames that are looked for.
    package static let frameLimit = 32

    /// Where the thread was.
    package var programCounter: UInt64 { registers[Machine.programCounter] }

    /// The module that holds an address.
    package func module(at address: UInt64) -> Module? {
        modules.first { $0.begin <= address && address < $0.end }
    }

    /// Whether the address that was touched lies about where the thread's stack ends.
    ///
    /// The guard below a stack is a page or more; a function with large variables can step over a
    /// part of it.
    package var isStackOverflow: Bool {
        guard Self.accessSignals.contains(signal), code > 0, stackBottom > Self.guardReach,
            stackBottom < UInt64.max - Self.guardReach
        else { return false }
        let stackPointer = registers[Machine.stackPointer]
        let reach = stackBottom - Self.guardReach..<stackBottom + Self.pageReach
        return reach.contains(address) && stackPointer < stackBottom + Self.guardReach
    }

    /// SIGSEGV and SIGBUS.
    private static let accessSignals: [Int32] = [11, 7]
    private static let guardReach: UInt64 = 64 * 1024
    private static let pageReach: UInt64 = 4096

    /// The frames by their frame pointers: addresses of instructions, the innermost first, and of a
    /// caller one inside its call.
    ///
    /// Code without frame pointers, such as most of C's, breaks the chain; the files' call frame
    /// information knows better where it can be read.
    package var frames: [UInt64] {
        var frames = [programCounter]
        if module(at: programCounter) == nil, let caller = callerOfNowhere,
            module(at: caller) != nil
        {
            frames.append(caller &- 1)
        }
        var frame = registers[Machine.framePointer]
        while frames.count < Self.frameLimit, let next = word(at: frame),
            let caller = word(at: frame &+ 8), module(at: caller) != nil
        {
            frames.append(caller &- 1)
            // A chain leads up; one that does not could lead round for ever.
            guard next > frame else { break }
            frame = next
        }
        return frames
    }

    /// Where a jump to an address without code came from, if it was a call.
    private var callerOfNowhere: UInt64? {
        #if arch(x86_64)
        word(at: registers[Machine.stackPointer])
        #elseif arch(arm64)
        registers[Machine.linkRegister]
        #endif
    }

    /// A word of the stack; nil outside the copy.
    private func word(at address: UInt64) -> UInt64? {
        guard address >= stackAddress, address - stackAddress < UInt64(stack.count),
            stack.count - Int(address - stackAddress) >= 8
        else { return nil }
        let start = Int(address - stackAddress)
        return (0..<8).reduce(0) { $0 | UInt64(stack[start + $1]) << (8 * UInt64($1)) }
    }
}
