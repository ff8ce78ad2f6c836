// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import CBelfryPlatform
internal import CSeccomp
internal import Glibc

/// Owns a libseccomp filter while rules are added to it (man 3 seccomp_init).
@safe
struct FilterContext: ~Copyable {
    private let context: scmp_filter_ctx

    init() throws(SystemError) {
        guard
            let context = unsafe seccomp_init(
                Self.code(of: FilterRules.otherwise, isListening: false)
            )
        else {
            throw SystemError(call: "seccomp_init", errno: ENOMEM)
        }
        unsafe self.context = context
        // A binary tree instead of a list: fewer comparisons before the common calls.
        unsafe seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2)
        unsafe seccomp_attr_set(
            context,
            SCMP_FLTATR_ACT_BADARCH,
            Self.code(of: .kill, isListening: false)
        )
    }

    deinit {
        unsafe seccomp_release(context)
    }

    /// The finished program, read back from where libseccomp writes it.
    borrowing func export() throws(SystemError) -> [UInt8] {
        let file = Descriptor(
            owning: try checked("memfd_create") { unsafe belfry_memfd("belfry-filter") }
        )
        let result = unsafe seccomp_export_bpf(context, file.raw)
        guard result == 0 else { throw SystemError(call: "seccomp_export_bpf", errno: -result) }
        try checked("lseek") { lseek(file.raw, 0, SEEK_SET) }
        return try file.readAll(limit: 8 * Int(UInt16.max))
    }

    /// Adds a rule; what happens anyway needs none, and libseccomp refuses it.
    ///
    /// - Parameters:
    ///   - rule: What becomes of the call, and when.
    ///   - name: The call.
    ///   - isListening: Whether the filter will have the listener of calls that the host is told of.
    /// - Throws: ``SystemError`` naming the call.
    borrowing func add(
        _ rule: FilterRules.Rule,
        for name: String,
        isListening: Bool
    ) throws(SystemError) {
        guard rule.action != FilterRules.otherwise, let number = Self.number(of: name) else {
            return
        }
        let comparisons = rule.comparisons.map {
            scmp_arg_cmp(
                arg: $0.argument,
                op: SCMP_CMP_MASKED_EQ,
                datum_a: $0.mask,
                datum_b: $0.equals
            )
        }
        let result = unsafe seccomp_rule_add_array(
            context,
            Self.code(of: rule.action, isListening: isListening),
            number,
            UInt32(comparisons.count),
            comparisons
        )
        guard result == 0 else {
            throw SystemError(call: "seccomp_rule_add", subject: name, errno: -result)
        }
    }

    /// A call's number; nil for one that this architecture or this libseccomp does not know.
    static func number(of name: String) -> Int32? {
        let number = unsafe seccomp_syscall_resolve_name(name)
        return number >= 0 ? number : nil
    }

    /// A program that leads into the one behind it for some calls, and allows all others.
    ///
    /// It looks at no architecture: a call of another one is either allowed here and killed by the
    /// filter below, or killed by what is behind.
    ///
    /// - Parameter numbers: Those calls, fewer than a jump is long (linux/filter.h).
    /// - Returns: The program, eight bytes an instruction.
    static func passing(allBut numbers: [Int32]) -> [UInt8] {
        precondition(numbers.count < 255)
        var program = instruction(code: 0x20, operand: 0)
        for (index, number) in numbers.enumerated() {
            program += instruction(
                code: 0x15,
                whenTrue: UInt8(numbers.count - index),
                operand: UInt32(number)
            )
        }
        return program + instruction(code: 0x06, operand: code(of: .allow, isListening: false))
    }

    private static func instruction(
        code: UInt16,
        whenTrue: UInt8 = 0,
        operand: UInt32
    ) -> [UInt8] {
        [UInt8(truncatingIfNeeded: code), UInt8(code >> 8), whenTrue, 0]
            + (0..<4).map { UInt8(truncatingIfNeeded: operand >> (8 * $0)) }
    }

    /// The action as seccomp.h has it, in macros.
    private static func code(of action: FilterRules.Action, isListening: Bool) -> UInt32 {
        switch action {
        case .allow: 0x7fff_0000
        case .errno(let errno): 0x0005_0000 | UInt32(errno)
        case .kill: 0x8000_0000
        case .tell: isListening ? 0x7fc0_0000 : 0x7ff0_0000
        }
    }
}
