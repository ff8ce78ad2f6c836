// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport

/// Decides whether a request may run at all; runs and open notifications ask the same question.
///
/// It is pure: what it needs to know of the machine and of other bundles it is told.
enum Admission {
    /// What is known of a bundle beyond its own manifest.
    struct Facts {
        /// The bundle that has its identifier already; nil where none has.
        var identityHolder: String?

        /// What the quarantine register says of it; nil where none is kept.
        var standing: QuarantineLedger.Standing?

        /// Whether the host takes no further requests.
        var isShutDown = false
    }

    /// What becomes of a request.
    enum Decision: Equatable {
        /// It runs.
        case run
        /// It is delivered as it is, and why in a sentence where the verdict alone does not say.
        case declined(Verdict, why: String?)
    }

    /// Decides, the first obstacle in this order: the conditions for being called, the notification's
    /// length, the bundle's identity, its quarantine, the host's end.
    static func decide(_ plan: RunPlan, _ facts: Facts) -> Decision {
        if let reason = plan.gate.reason { return .declined(.notCalled(reason), why: nil) }
        if let excess = plan.request.excess { return .declined(.notCalled(.tooLong), why: excess) }
        if let holder = facts.identityHolder {
            return .declined(
                .rejected(.identity),
                why: "\(holder) is \(plan.bundle.manifest.identifier) already; give one of them "
                    + "another CFBundleIdentifier"
            )
        }
        if let standing = facts.standing, standing.isQuarantined, let entry = standing.entry {
            return .declined(.rejected(.quarantined), why: entry.sentence)
        }
        if facts.isShutDown { return .declined(.fallback(.hostShutdown), why: nil) }
        return .run
    }
}
