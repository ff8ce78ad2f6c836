// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfryPlatform

/// How a zygote gets its namespaces and who it becomes, decided from what this process may do.
///
/// The decision is apart from the attempts, so that it is tested without them.
package struct IsolationPlan: Equatable, Sendable {
    /// The namespaces to start a zygote in.
    package var namespaces: NamespaceSet

    /// The user and group to become inside; nil where the user namespace maps to nobody else.
    package var identity: UInt32?

    /// Why namespaces are missing; nil when none is.
    package var shortfall: String?

    /// The user id that a privileged host's workers run as: `nobody`.
    package static let unprivilegedIdentity: UInt32 = 65534

    /// What this process may do.
    package struct Authority: Equatable, Sendable {
        /// It may make namespaces and change its ids without a user namespace: root, in practice.
        package var isPrivileged: Bool

        /// It may make user namespaces.
        package var mayMakeUserNamespaces: Bool

        /// It may become another user: root in a container that is refused namespaces, say.
        package var mayBecomeNobody: Bool

        package init(
            isPrivileged: Bool,
            mayMakeUserNamespaces: Bool,
            mayBecomeNobody: Bool = false
        ) {
            self.isPrivileged = isPrivileged
            self.mayMakeUserNamespaces = mayMakeUserNamespaces
            self.mayBecomeNobody = mayBecomeNobody
        }
    }

    /// Chooses a plan.
    package init(authority: Authority) {
        if authority.isPrivileged {
            namespaces = .isolating
            identity = Self.unprivilegedIdentity
        } else if authority.mayMakeUserNamespaces {
            namespaces = NamespaceSet.isolating.union(.user)
        } else {
            namespaces = []
            identity = authority.mayBecomeNobody ? Self.unprivilegedIdentity : nil
            shortfall =
                "user namespaces are refused here (see user.max_user_namespaces, "
                + "kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns)"
        }
    }

    /// The plan for this process, found by trying; what a first answer settles is not asked again,
    /// as every attempt is a fork.
    package static func probe() -> IsolationPlan {
        let isolating = NamespaceSet.isolating
        let isPrivileged =
            belfry_may_unshare(isolating.cloneFlags, unprivilegedIdentity) == 1
        let mayMakeUserNamespaces =
            !isPrivileged && belfry_may_unshare(isolating.union(.user).cloneFlags, .max) == 1
        let mayBecomeNobody =
            !isPrivileged && !mayMakeUserNamespaces
            && belfry_may_unshare(0, unprivilegedIdentity) == 1
        return IsolationPlan(
            authority: Authority(
                isPrivileged: isPrivileged,
                mayMakeUserNamespaces: mayMakeUserNamespaces,
                mayBecomeNobody: mayBecomeNobody
            )
        )
    }
}
