// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySandbox
import CBelfryPlatform
import CSeccomp

/// The kernel's part of seccomp: runs a classic BPF program over one system call (linux/filter.h).
struct FilterMachine {
    /// What the kernel would do with a call.
    enum Verdict: Equatable {
        case allow
        case errno(Int32)
        case killProcess
        /// The host is told, and the call waits.
        case notify
        /// Left to a filter below; without one the call is not made.
        case leave
        case other(UInt32)
    }

    /// `AUDIT_ARCH_X86_64` and `AUDIT_ARCH_AARCH64`.
    #if arch(x86_64)
    static let native: UInt32 = 0xc000_003e
    #else
    static let native: UInt32 = 0xc000_00b7
    #endif

    private struct Instruction {
        let code: UInt16
        let whenTrue: UInt8
        let whenFalse: UInt8
        let operand: UInt32
    }

    private let program: [Instruction]

    init(_ filter: SystemCallFilter) {
        let bytes = filter.program
        program = stride(from: 0, to: bytes.count, by: 8).map { start in
            Instruction(
                code: UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8,
                whenTrue: bytes[start + 2],
                whenFalse: bytes[start + 3],
                operand: (0..<4).reduce(0) { $0 | UInt32(bytes[start + 4 + $1]) << (8 * $1) }
            )
        }
    }

    init(stage: SystemCallPolicy.Stage, hasNetwork: Bool) throws {
        self.init(try SystemCallFilter(SystemCallPolicy(stage: stage, hasNetwork: hasNetwork)))
    }

    init(_ policy: SystemCallPolicy) throws {
        self.init(try SystemCallFilter(policy))
    }

    /// The number of a call; -1 for a name that libseccomp does not know, below that for one that
    /// other architectures have.
    static func number(of name: String) -> Int32 {
        unsafe seccomp_syscall_resolve_name(name)
    }

    /// What becomes of a call by name.
    func verdict(_ name: String, _ arguments: UInt64...) -> Verdict {
        verdict(number: UInt32(bitPattern: Self.number(of: name)), arguments)
    }

    /// What becomes of a call by number.
    func verdict(
        number: UInt32,
        _ arguments: [UInt64] = [],
        architecture: UInt32 = Self.native
    ) -> Verdict {
        let words = Self.words(number, architecture, arguments)
        var accumulator: UInt32 = 0
        var counter = 0
        while program.indices.contains(counter) {
            let instruction = program[counter]
            let operand = instruction.operand
            counter += 1
            switch instruction.code {
            case 0x20: accumulator = words[Int(operand / 4)]
            case 0x54: accumulator &= operand
            case 0x05: counter += Int(operand)
            case 0x15: counter += jump(instruction, accumulator == operand)
            case 0x25: counter += jump(instruction, accumulator > operand)
            case 0x35: counter += jump(instruction, accumulator >= operand)
            case 0x45: counter += jump(instruction, accumulator & operand != 0)
            case 0x06: return Self.verdict(of: operand)
            default: return .other(UInt32(instruction.code))
            }
        }
        return .other(.max)
    }

    private func jump(_ instruction: Instruction, _ condition: Bool) -> Int {
        Int(condition ? instruction.whenTrue : instruction.whenFalse)
    }

    /// `struct seccomp_data` as the words that a program can load.
    private static func words(
        _ number: UInt32,
        _ architecture: UInt32,
        _ arguments: [UInt64]
    ) -> [UInt32] {
        let padded = arguments + [UInt64](repeating: 0, count: 6 - arguments.count)
        return [number, architecture, 0, 0]
            + padded.flatMap { [UInt32(truncatingIfNeeded: $0), UInt32($0 >> 32)] }
    }

    private static func verdict(of action: UInt32) -> Verdict {
        switch action & 0xffff_0000 {
        case 0x7fff_0000: .allow
        case 0x0005_0000: .errno(Int32(action & 0xffff))
        case 0x8000_0000: .killProcess
        case 0x7fc0_0000: .notify
        case 0x7ff0_0000: .leave
        default: .other(action)
        }
    }
}
