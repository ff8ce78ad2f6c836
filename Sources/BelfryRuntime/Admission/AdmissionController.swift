// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Gathers what ``Admission/decide(_:_:)`` has to know of a host; its state is the host's thread's.
final class AdmissionController {
    private let quarantine: QuarantineLedger
    private var identities = IdentityRegister()

    /// Whether the host takes no further requests.
    private(set) var isClosed = false

    /// Makes one that admits requests.
    ///
    /// - Parameter quarantine: What knows the bundles that fail too often.
    init(_ quarantine: QuarantineLedger) {
        self.quarantine = quarantine
    }

    /// Decides whether a request may run; what is not called claims no identifier.
    ///
    /// - Parameter plan: The request, its bundle and what is different this time.
    /// - Returns: The decision, and how the bundle stands with the quarantine; nil where it was not
    ///   looked at.
    func admit(
        _ plan: RunPlan
    ) async -> (decision: Admission.Decision, standing: QuarantineLedger.Standing?) {
        var facts = Admission.Facts()
        if plan.gate.isCalled {
            facts.identityHolder = identities.claim(for: plan.bundle)
            if facts.identityHolder == nil {
                facts.standing = await quarantine.standing(of: plan.bundle)
            }
        }
        facts.isShutDown = isClosed
        return (Admission.decide(plan, facts), facts.standing)
    }

    /// Admits nothing from now on.
    func close() {
        isClosed = true
    }
}
