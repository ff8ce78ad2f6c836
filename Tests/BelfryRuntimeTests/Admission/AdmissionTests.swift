// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryReport
import Testing

@testable import BelfryRuntime

/// Which of several obstacles decides, without a host.
@Suite struct AdmissionTests {
    @Test func `the first obstacle decides: conditions, identity, quarantine, the host's end`()
        throws
    {
        let bundles = try SimulatedBundles()
        defer { bundles.remove() }
        let refused = DeviceState(alertsEnabled: false, anyVisibleNotificationsEnabled: false)
        let unwanted = try plan(in: bundles.all[0], refused)
        let wanted = try plan(in: bundles.all[0], DeviceState())
        var quarantine = Quarantine()
        for second in 1...10 {
            quarantine.strike(
                "digest",
                identifier: "com.example.Single",
                path: "/Single.appex",
                reason: "fallback: crash",
                at: Int64(second)
            )
        }
        let entry = try #require(quarantine.entries["digest"])
        var facts = Admission.Facts()
        (facts.identityHolder, facts.isShutDown) = ("/Other.appex", true)
        facts.standing = QuarantineLedger.Standing(
            digest: "digest",
            entry: entry,
            isQuarantined: true
        )
        #expect(
            Admission.decide(unwanted, facts) == .declined(.notCalled(.alertsDisabled), why: nil)
        )
        guard case .declined(.rejected(.identity), let why?) = Admission.decide(wanted, facts)
        else {
            Issue.record("the bundle's identity does not decide")
            return
        }
        #expect(why.contains("/Other.appex is com.example.Single already"))
        facts.identityHolder = nil
        #expect(
            Admission.decide(wanted, facts)
                == .declined(.rejected(.quarantined), why: entry.sentence)
        )
        // A bundle on probation has an entry, and is tried.
        facts.standing?.isQuarantined = false
        #expect(
            Admission.decide(wanted, facts) == .declined(.fallback(.hostShutdown), why: nil)
        )
        facts.isShutDown = false
        #expect(Admission.decide(wanted, facts) == .run)
        #expect(Admission.decide(wanted, Admission.Facts()) == .run)
    }

    @Test(arguments: [(0, true), (-1, true), (1, false)])
    func `a notification that a worker cannot be handed is delivered without a worker`(
        excess: Int,
        isCalled: Bool
    ) throws {
        let bundles = try SimulatedBundles()
        defer { bundles.remove() }
        var content = NotificationContent()
        content.title = "A title"
        // The identifier and userInfo are handed as well.
        let rest = "request".utf8.count + content.title.utf8.count + "{}".utf8.count
        content.body = String(repeating: "x", count: RunRequest.byteLimit - rest + excess)
        let request = RunRequest(identifier: "request", source: .local(content))
        let plan = try RunPlan(request, in: bundles.all[0], RunOptions())
        let decision = Admission.decide(plan, Admission.Facts())
        if isCalled { return #expect(decision == .run) }
        guard case .declined(.notCalled(.tooLong), let why?) = decision else {
            Issue.record("\(decision)")
            return
        }
        #expect(why.contains("has \(RunRequest.byteLimit + excess) bytes"))
    }

    private func plan(in bundle: ExtensionBundle, _ device: DeviceState) throws -> RunPlan {
        var content = NotificationContent()
        content.title = "A title"
        let request = RunRequest(identifier: "request", source: .local(content))
        var options = RunOptions()
        options.device = device
        return try RunPlan(request, in: bundle, options)
    }
}
