// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// Gathers what ``Admission/decide(_:_:)`` has to know of a bundle; its state is the host's thread's.
final class AdmissionController {
    private let standing: (ExtensionBundle) async -> QuarantineLedger.Standing?
    private var identities = IdentityRegister()

    /// Makes one to which no bundle is known.
    ///
    /// - Parameter standing: How a bundle stands with the quarantine; nil where none is kept.
    init(standing: @escaping (ExtensionBundle) async -> QuarantineLedger.Standing?) {
        self.standing = standing
    }

    /// Looks at the bundle of a request; what is not called claims no identifier.
    ///
    /// - Parameter plan: The request, its bundle and what is different this time.
    /// - Returns: What is known of the bundle.
    func facts(for plan: RunPlan) async -> Admission.Facts {
        var facts = Admission.Facts()
        guard plan.gate.isCalled else { return facts }
        facts.identityHolder = identities.claim(for: plan.bundle, of: plan.app)
        if facts.identityHolder == nil { facts.standing = await standing(plan.bundle) }
        return facts
    }
}
