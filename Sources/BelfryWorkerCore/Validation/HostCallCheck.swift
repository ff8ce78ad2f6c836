// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire
internal import CBelfry

/// Holds one call of the host's table against the header.
struct HostCallCheck {
    /// A broken rule.
    struct Violation {
        let kind: Finding.Kind
        let detail: String
    }

    let slot: Slot
    let arguments: CallArguments
    let registry: RequestRegistry

    /// Whether a request, or with nil any, has been told that its time ends: then another thread may
    /// decide it at any moment, and nobody can be blamed for using it a moment longer.
    let isExpiring: (UInt64?) -> Bool

    /// What is wrong with the handles and texts of the call; nil for nothing.
    func violation() -> Violation? {
        requestViolation() ?? contentViolation() ?? pointerViolation() ?? textViolation()
    }

    private func requestViolation() -> Violation? {
        guard slot.leniency != .all, let handle = arguments.number(.request) else { return nil }
        switch registry.state(of: handle) {
        case .request(let isDecided): return decisionViolation(handle, isDecided)
        case .content: return handleViolation("a content where it takes a request")
        case .gone where handle == 0: return handleViolation("no request, {0}")
        case .gone where isExpiring(handle): return nil
        case .gone: return handleViolation("a request that is gone or never was")
        }
    }

    private func contentViolation() -> Violation? {
        let answer = arguments.number(.answer)
        guard let handle = arguments.number(.content) ?? answer, answer != 0 else { return nil }
        switch registry.state(of: handle) {
        case .content(let request, let isDecided):
            if let given = arguments.number(.request), given != request {
                return handleViolation("a content of another request")
            }
            return decisionViolation(request, isDecided)
        case .request: return handleViolation("a request where it takes a content")
        case .gone where handle == 0: return handleViolation("no content, {0}")
        case .gone where isExpiring(nil): return nil
        case .gone: return handleViolation("a content that is gone or never was")
        }
    }

    private func decisionViolation(_ request: UInt64, _ isDecided: Bool) -> Violation? {
        guard isDecided, slot.leniency == .none, !isExpiring(request) else { return nil }
        return handleViolation("what belongs to a request that it has decided")
    }

    private func handleViolation(_ what: String) -> Violation {
        Violation(
            kind: .handle,
            detail: "was given \(what) (ABI-6: a handle is valid until its request is decided)"
        )
    }

    private func pointerViolation() -> Violation? {
        for (kind, name) in [(Slot.Argument.out, "out"), (.attachment, "attachment")]
        where arguments.number(kind) == 0 {
            return Violation(kind: .argument, detail: "was given a null `\(name)`")
        }
        return nil
    }

    private func textViolation() -> Violation? {
        unsafe arguments.texts().compactMap { unsafe Self.violation(of: $0) }.first
    }

    private static func violation(of text: bf_string) -> Violation? {
        guard unsafe text.count > 0 else { return nil }
        guard let start = unsafe text.bytes else {
            return Violation(
                kind: .argument,
                detail: "was given a null string with a count of \(unsafe text.count) "
                    + "(ABI-4: bytes may be null only when count is 0)"
            )
        }
        let address = UInt(bitPattern: start)
        if unsafe PoisonedTexts.keeper?.contains(address) == true { return borrowed }
        guard unsafe text.count <= 1 << 20 else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: start, count: Int(text.count))
        return unsafe PoisonedTexts.isCopied(into: bytes) ? borrowed : nil
    }

    private static let borrowed = Violation(
        kind: .borrow,
        detail: "was given a string that the host had lent and has taken back (ABI-4: it is "
            + "borrowed until the field is set or the request is decided; copy what is kept)"
    )
}
