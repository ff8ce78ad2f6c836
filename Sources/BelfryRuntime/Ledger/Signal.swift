// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform
internal import Glibc

/// A signal by number, with the name people know it by.
package struct Signal: Equatable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    static let illegalInstruction = Signal(SIGILL)
    static let trap = Signal(SIGTRAP)
    static let badSystemCall = Signal(SIGSYS)
    static let cpuLimit = Signal(SIGXCPU)
    static let fileSizeLimit = Signal(SIGXFSZ)
    static let kill = Signal(SIGKILL)

    /// Whether a process that was refused memory can end so.
    var canFollowRefusedMemory: Bool {
        [SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP].contains(number)
    }

    /// The name of every signal that there is.
    package static let names = Set((1...Int32(64)).map { Signal($0).name })

    /// Such as `SIGSEGV`.
    var name: String {
        guard let name = unsafe belfry_signal_name(number) else { return "signal \(number)" }
        return unsafe "SIG" + String(cString: name)
    }
}
