// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A function of a C table as a proxy must know it: enough to pass a call on, and to check it.
struct Slot: Sendable {
    /// An argument by its meaning, from which its C type follows.
    enum Argument: Sendable {
        /// The table itself, the first argument of every host function.
        case table
        /// The extension's own context, the first argument of every function of its tables.
        case context
        /// A `bf_request`.
        case request
        /// A `bf_content`.
        case content
        /// A `bf_content` that may be {0}, for the original.
        case answer
        /// A 32-bit key, level or reason.
        case key
        /// A `bf_string` by value.
        case text
        /// A signed or unsigned 64-bit number.
        case integer
        case size
        /// A `double`.
        case real
        /// Where the function writes what it gives.
        case out
        /// A `const bf_attachment *`.
        case attachment
        /// A pointer to code or to a table of the host's.
        case pointer
    }

    /// What a function gives back.
    enum Result: Sendable {
        case nothing, status, flag, number, pointer
    }

    /// Where a function may be called (ABI-8).
    enum Threads: String, Sendable {
        case any = "any-thread"
        case main = "main-thread"
        case work = "work-thread"
        case expiry = "expiry-thread"
    }

    /// What a function makes of a handle that is not live.
    enum Leniency: Sendable {
        /// It is an error.
        case none
        /// It is an error, unless the request is only decided.
        case decided
        /// The function is there to be asked about such handles.
        case all
    }

    let name: String
    let arguments: [Argument]
    let result: Result
    let threads: Threads
    let leniency: Leniency

    /// The minor of ABI 1 that the function came with.
    let since: UInt32

    init(
        _ name: String,
        _ arguments: [Argument],
        _ result: Result = .status,
        on threads: Threads = .any,
        lenient leniency: Leniency = .none,
        since: UInt32 = 0
    ) {
        self.name = name
        self.arguments = arguments
        self.result = result
        self.threads = threads
        self.leniency = leniency
        self.since = since
    }

    /// Where a table's function is in memory: tables begin with two 32-bit numbers, and every member
    /// after them is a pointer.
    static func offset(of index: Int) -> Int {
        8 + index * MemoryLayout<UInt>.size
    }
}
