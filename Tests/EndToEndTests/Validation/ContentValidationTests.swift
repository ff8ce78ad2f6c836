// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfryValidation
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// A content extension is opened, and each fault of what it draws is found by its check.
@Suite(.timeLimit(.minutes(5)))
struct ContentValidationTests {
    /// What the fixture does wrong, and what is to be found.
    struct Fault: Sendable, CustomTestStringConvertible {
        let flag: String
        let check: CheckName
        let status: CheckResult.Status
        let says: String
        var cause: String?
        var testDescription: String { flag }
    }

    static let faults = [
        Fault(
            flag: "CRASHES",
            check: .draws,
            status: .fail,
            says: "SIGSEGV",
            cause: "It crashed in did_receive of DrawsWrong"
        ),
        Fault(flag: "SPINS", check: .draws, status: .fail, says: "fallback: cpu"),
        Fault(flag: "DRAWS_NOTHING", check: .draws, status: .warn, says: "it drew no view"),
        Fault(flag: "HAS_NO_PICTURE", check: .draws, status: .warn, says: "the picture \"none\""),
        Fault(
            flag: "HAS_NO_AREA",
            check: .seen,
            status: .warn,
            says: #"304 points wide the label view with the text "Dinner" has no area: 0 × 0"#
        ),
        Fault(
            flag: "LIES_OUTSIDE",
            check: .seen,
            status: .warn,
            says: "304 points wide the label view with the text \"Dinner\" lies outside of what is"
        ),
        Fault(
            flag: "LEAVES_PARENT",
            check: .seen,
            status: .warn,
            says: "lies outside of the view that it is in: 200 × 20 points"
        ),
        Fault(
            flag: "TAP_LOSES_AREA",
            check: .responds,
            status: .warn,
            says: #"after a tap on the label view with the text "Dinner" the label view with the "#
                + #"text "Dinner" has no area: 0 × 0 points at 16, 16"#
        ),
        Fault(
            flag: "TAP_CRASHES",
            check: .responds,
            status: .fail,
            says: #"after a tap on the label view with the text "Dinner": fallback: crash [SIGABRT"#
        ),
        Fault(
            flag: "RESPONSE_LOSES_AREA",
            check: .responds,
            status: .warn,
            says: #"after the action "stay" the label view with the text "Dinner" has no area"#
        ),
        Fault(
            flag: "RESPONSE_CRASHES",
            check: .responds,
            status: .fail,
            says: #"after the action "stay": fallback: crash [SIGABRT"#
        ),
        Fault(
            flag: "DIES_OF_LONG_TEXT",
            check: .payloads,
            status: .fail,
            says: "payload \"long title\": fallback: crash [SIGABRT"
        ),
        Fault(
            flag: "CRASHES_LATER",
            check: .repeats,
            status: .fail,
            says: "one of 5 in a session: fallback: crash [SIGABRT"
        ),
    ]

    @Test(arguments: faults)
    func `finds a fault by its check and by no other`(_ fault: Fault) async throws {
        let workshop = try Workshop()
        let report = try await validate(workshop, ["-D\(fault.flag)"], budget: "cpu=300ms")
        let odd = report.checks.filter { $0.status == .fail || $0.status == .warn }
        #expect(odd.map(\.name) == [fault.check], "\(odd)")
        let found = try #require(odd.first)
        #expect(found.status == fault.status)
        #expect(found.reason.contains(fault.says), "\(found.reason)")
        let cause = fault.cause ?? ""
        #expect(found.reason.hasPrefix(cause), "\(found.reason)")
    }

    @Test func `one that draws well passes all checks of its kind, and is asked no other`()
        async throws
    {
        let workshop = try Workshop()
        let report = try await validate(workshop, [])
        let names: [CheckName] = [
            .manifest, .library, .exports, .start, .draws, .seen, .responds, .payloads, .repeats,
        ]
        #expect(report.checks.map(\.name) == names)
        #expect(report.checks.allSatisfy { $0.status == .pass }, "\(report.checks)")
        let reasons = report.checks.suffix(5).map(\.reason)
        #expect(
            reasons == [
                "1 view in 359 × 180 points", "every text, 304, 359, 424 points wide",
                "1 touch or action", "16 payloads",
                "5 notifications in one session",
            ]
        )
    }

    @Test func `a check of the other kind is skipped with a reason`() async throws {
        let workshop = try Workshop()
        let content = try await validate(workshop, [], only: [.completes])
        #expect(content.checks.map(\.reason) == ["a content extension completes no request"])
        #expect(content.checks.map(\.status) == [.skip])
    }

    @Test func `counts the notifications of each check from nothing on`() async throws {
        let workshop = try Workshop()
        var counts: [Int] = []
        var tally: RunTally?
        let report = try await validate(workshop, [], only: [.draws, .repeats]) { progress in
            counts.append(progress.runs.count)
            tally = progress.runs
        }
        #expect(report.checks.map(\.reason).last == "5 notifications in one session")
        #expect(counts == [0, 0] && tally?.count == 5)
    }

    /// Compiles the fixture and validates it, each check that repeats as seldom as it may.
    private func validate(
        _ workshop: borrowing Workshop,
        _ flags: [String],
        budget: String? = nil,
        only: Set<CheckName> = [],
        progress: (ValidationProgress) -> Void = { _ in }
    ) async throws -> ValidationReport {
        let path = try await workshop.faulty("DrawsWrong", flags: flags)
        try ContentStand.makeContent(at: path, "DrawsWrong")
        var options = Validator.Options(seed: 1)
        options.runs = 4
        options.only = only
        options.categories = [
            NotificationCategory(
                identifier: "invite",
                actions: [NotificationAction(identifier: "stay", title: "Stay")]
            )
        ]
        if let budget {
            var combined = Budget()
            try combined.apply(budget)
            options.budget = combined
        }
        let validator = Validator(
            path: path,
            sdk: try SDKLocation(executableDirectory: Workshop.products.path),
            options: options
        )
        return try await validator.validate(progress: progress)
    }
}
