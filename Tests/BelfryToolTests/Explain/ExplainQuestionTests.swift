// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime
internal import BelfryTool
internal import Testing

/// What `belfry explain` takes its arguments for.
@Suite struct ExplainQuestionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let question: ExplainQuestion
        var hasNote = false
        var testDescription: String { arguments.joined(separator: " ") }
    }

    /// There are two directories, one of them with an odd name.
    private static func isDirectory(_ path: String) -> Bool {
        ["A.appex", "timeout", "fallback"].contains(path)
    }

    static let cases = [
        Case(
            arguments: ["A.appex", "push.json"],
            question: .gate(bundle: "A.appex", payload: "push.json")
        ),
        Case(
            arguments: ["Missing.appex", "push.json"],
            question: .gate(bundle: "Missing.appex", payload: "push.json")
        ),
        Case(
            arguments: ["17"],
            question: NotificationNumber(argument: "17").map { .notification($0) } ?? .verdict([])
        ),
        Case(arguments: ["fallback:cpu"], question: .verdict([.fallback(.cpu)])),
        Case(arguments: ["rejected:", "elf"], question: .verdict([.rejected(.elf)])),
        Case(arguments: ["rejected", "elf"], question: .verdict([.rejected(.elf)])),
        Case(
            arguments: ["memory"],
            question: .verdict([.fallback(.memory), .retirement(.memory)]),
            hasNote: true
        ),
        Case(arguments: ["timeout"], question: .verdict([.fallback(.timeout)]), hasNote: true),
        Case(
            arguments: ["fallback", "timeout"],
            question: .gate(bundle: "fallback", payload: "timeout"),
            hasNote: true
        ),
    ]

    @Test(arguments: cases)
    func `a directory with a payload is a bundle, a name a verdict`(_ expected: Case) throws {
        let reading = try ExplainQuestion.reading(
            of: expected.arguments,
            isDirectory: Self.isDirectory
        )
        #expect(reading.question == expected.question)
        #expect((reading.note != nil) == expected.hasNote)
    }

    @Test(arguments: [
        (["A.appex"], "A.appex is a bundle: say which payload"),
        (["tiemout"], "tiemout: neither a bundle nor a verdict; fallback:timeout?"),
        (["fallback:", "tiemout"], "neither a bundle nor a verdict; fallback:timeout?"),
        (["nonsense"], "belfry explain --verdicts lists them"),
        (["a", "b", "c"], "belfry explain BUNDLE PAYLOAD"),
    ])
    func `what is neither is said, with what comes near`(arguments: [String], message: String) {
        let failure = #expect(throws: ToolFailure.self) {
            try ExplainQuestion.reading(of: arguments, isDirectory: Self.isDirectory)
        }
        #expect(failure?.status == .usage)
        #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
    }
}
