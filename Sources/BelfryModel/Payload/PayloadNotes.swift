// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What was odd in a payload so far, shared by those who read its parts.
final class PayloadNotes {
    /// What was odd, in the order of reading.
    private(set) var warnings: [PayloadWarning] = []

    private let toleratesFaults: Bool
    private var faultCount = 0

    /// Most faults that are noted.
    private static let faultLimit = 10

    /// - Parameter toleratesFaults: Whether values of a wrong type or out of range are left out; else
    ///   the first one is thrown.
    init(toleratesFaults: Bool) {
        self.toleratesFaults = toleratesFaults
    }

    func add(_ warning: PayloadWarning) { warnings.append(warning) }

    /// Throws a fault, or notes that the value is left out.
    func pass(_ fault: PayloadFault) throws(PayloadError) {
        guard toleratesFaults else { throw fault.error }
        faultCount += 1
        if faultCount <= Self.faultLimit { add(fault.warning) }
    }
}

/// A value of the wrong type, or one that is not allowed.
struct PayloadFault {
    let code: PayloadError.Code
    let keyPath: String

    /// What stands there.
    let found: String

    /// What is to stand there.
    let expected: String

    /// The fault of a payload that is refused.
    var error: PayloadError {
        PayloadError(
            code: code,
            keyPath: keyPath,
            message: "\(keyPath) is \(found); write \(expected), or leave the key out"
        )
    }

    /// The fault of a payload that is taken.
    var warning: PayloadWarning {
        PayloadWarning(
            keyPath: keyPath,
            problem: "is \(found)",
            effect: "it counts as absent",
            fix: "write \(expected), or leave the key out"
        )
    }
}
