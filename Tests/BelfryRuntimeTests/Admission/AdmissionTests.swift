// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryReport
import Foundation
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

    @Test func `a bundle takes the place of another version of its app, and of no other bundle`()
        throws
    {
        let bundles = try SimulatedBundles()
        defer { bundles.remove() }
        let bundle = bundles.all[0]
        let folder = try TemporaryFolder()
        let copy = folder("Copy.appex")
        try FileManager.default.copyItem(atPath: bundle.path, toPath: copy)
        let other = try ExtensionBundle(at: copy)
        var register = IdentityRegister()
        #expect(register.claim(for: bundle, of: "com.example") == nil)
        #expect(register.claim(for: other, of: "com.example") == nil)
        // What was claimed by the old version may begin later.
        #expect(register.claim(for: bundle, of: "com.example") == nil)
        for app in [nil, "com.other"] {
            #expect(register.claim(for: other, of: app) == bundle.path)
        }
        register = IdentityRegister()
        #expect(register.claim(for: bundle, of: nil) == nil)
        #expect(register.claim(for: other, of: nil) == bundle.path)
        #expect(register.claim(for: other, of: "com.example") == bundle.path)
        try FileManager.default.removeItem(atPath: bundle.path)
        #expect(register.claim(for: other, of: nil) == nil)
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
