// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryAttachments
package import BelfryEgress
package import BelfryReport
package import BelfrySandbox
package import CoreMetrics
internal import Foundation

/// What a host is made of.
package struct HostConfiguration: Sendable {
    /// Where Belfry's own parts are.
    package var sdk: SDKLocation

    /// Where attachments are stored.
    package var storePath: String

    /// How much may be stored there; what no notification shows goes first.
    package var storeQuota = StoreQuota()

    /// Where extensions keep what outlives them; nil for no longer than the host.
    package var statePath: String?

    /// The namespaces and the identity of the sandbox.
    package var isolation: IsolationPlan

    /// Where extensions that fail too often are noted; nil to try every one always.
    package var quarantine: QuarantineRegister?

    /// What keeps the host's counters and histograms (``HostMetric``); nil to count nothing.
    package var metrics: (any MetricsFactory)?

    /// Where workers get control groups of their own, or why they get none.
    package var controlGroup: Result<ControlGroup, ControlGroupError>

    /// What extensions of traced runs see of this process's environment; nil where none is traced.
    ///
    /// With it hashes of a Swift extension are the same in every process, so that what is replayed
    /// comes in the same order.
    package var tracedEnvironment: [String: String]?

    /// What the host may use as a whole; by default what suits the machine.
    package var limits: HostLimits

    /// Whether each worker is forked from a zygote of its own, which is executed for it alone.
    ///
    /// Workers of one zygote have its address space: the same places of libraries and stacks, the
    /// same stack canary. A cold start with one of its own takes as long as a host's first.
    package var execsWorkers = false

    /// Whether extensions' logs show values that are marked as private, as they do on iOS with a
    /// debugger.
    package var showsPrivateValues = false

    /// What looks names up for extensions, each on a thread that it may block; nil for the
    /// machine's resolver.
    package var lookUp: (@Sendable (String) throws -> [IPAddress])?

    package init(
        sdk: SDKLocation,
        storePath: String,
        isolation: IsolationPlan = .probe(),
        controlGroup: Result<ControlGroup, ControlGroupError> = ControlGroup.takeOver()
    ) {
        self.sdk = sdk
        self.storePath = storePath
        self.isolation = isolation
        self.controlGroup = controlGroup
        limits = HostLimits(for: .ofThisMachine())
    }

    /// What there is of control groups, as a layer of the sandbox.
    package var controlGroupLayer: RunReport.LayerSummary {
        switch controlGroup {
        case .success(let group):
            RunReport.LayerSummary(
                name: "cgroup",
                isEnforced: true,
                detail: "memory, swap and threads, in \(group.path)"
            )
        case .failure(let error):
            RunReport.LayerSummary(name: "cgroup", isEnforced: false, detail: error.description)
        }
    }

    /// The names of this process's environment that extensions see.
    static let passedNames = ["TZ", "LANG", "LC_ALL", "LC_MESSAGES"]

    /// What extensions see of this process's environment: time zone and languages.
    package static var passedEnvironment: [String: String] {
        ProcessInfo.processInfo.environment.filter { passedNames.contains($0.key) }
    }
}
