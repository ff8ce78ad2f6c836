// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryTool
internal import Testing

/// What `belfry show` takes its arguments for.
@Suite struct ShowQuestionTests {
    /// There are two directories, one of them with an odd name.
    private static func isDirectory(_ path: String) -> Bool { ["A.appex", "12"].contains(path) }

    @Test(arguments: [
        (["A.appex", "push.json"], "A.appex push.json"), (["12", "push.json"], "12 push.json"),
        (["Missing.appex", "-"], "Missing.appex -"),
    ])
    func `two arguments are a bundle and a payload`(arguments: [String], expected: String) throws {
        let reading = try ShowQuestion.reading(of: arguments, isDirectory: Self.isDirectory)
        guard case .drawing(let bundle, let payload) = reading.question else {
            Issue.record("\(reading)")
            return
        }
        #expect("\(bundle) \(payload)" == expected)
        #expect(reading.note == nil)
    }

    @Test(arguments: [("7", false), ("12", true)])
    func `digits alone are a notification's number`(argument: String, hasNote: Bool) throws {
        let number = try #require(NotificationNumber(argument: argument))
        let reading = try ShowQuestion.reading(of: [argument], isDirectory: Self.isDirectory)
        #expect(reading.question == .notification(number))
        #expect((reading.note != nil) == hasNote)
    }

    @Test(arguments: [
        (["A.appex"], "A.appex is a bundle: say which payload"),
        (["0"], "0 is no notification's number; expected `belfry show BUNDLE PAYLOAD`"),
        (["-1"], "which `belfry list` numbers"), (["seven"], "seven is no notification's number"),
        ([], "expected `belfry show BUNDLE PAYLOAD`"),
        (["a", "b", "c"], "`belfry show ID` for a notification of the daemon's"),
    ])
    func `says what it expected`(arguments: [String], message: String) {
        let failure = #expect(throws: ToolFailure.self) {
            try ShowQuestion.reading(of: arguments, isDirectory: Self.isDirectory)
        }
        #expect(failure?.status == .usage)
        #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "")")
    }
}
