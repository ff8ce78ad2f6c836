// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryReport
internal import BelfryRuntime
internal import Testing

@Suite("What a measuring fails on")
struct GateExpressionTests {
    private static let parts: [MeasuredPart] = {
        let warm = PartPlan.warm(100).recorded(
            (1...100).map {
                .standIn($0 == 1 ? .fallback(.crash) : .delivered(.completed), wall: Double($0))
            }
        )
        var plan = PartPlan.warm(100)
        plan.name = "cold"
        plan.isCold = true
        let cold = [RunReport](
            repeating: .standIn(wall: 40, startUp: 30, footprint: 6 << 20),
            count: 100
        )
        return [plan.recorded(cold), warm]
    }()

    /// A clause, and the parts of which it comes true.
    static let cases: [(String, [String])] = [
        ("max.wall > 99ms", ["warm"]),
        ("max.wall >= 100 ms", ["warm"]),
        ("max.wall > 100ms", []),
        ("max.wall<0.2%", ["cold"]),
        ("p99.9.wall > 0.1s", []),
        ("p50.wall < 45ms", ["cold"]),
        ("cold:max.wall < 1s", ["cold"]),
        ("warm: max.wall < 1s", ["warm"]),
        ("mean.wall <= 50.5ms", ["cold", "warm"]),
        ("min.wall > 30ms", ["cold"]),
        ("p75.wall > 74ms", ["warm"]),
        ("p95.wall > 94ms", ["warm"]),
        ("p95.wall > 96ms", []),
        ("p99.start > 1%", ["cold"]),
        ("p99.startUp > 50%", []),
        ("max.memory >= 25%", ["cold"]),
        ("max.footprint > 6MB", []),
        ("max.queueWait > 200us", ["cold", "warm"]),
        ("fallback > 0", ["warm"]),
        ("fallback > 1", []),
        ("fallback >= 1%", ["warm"]),
        ("fallback:crash > 0", ["warm"]),
        ("fallback:timeout > 0", []),
        ("delivered < 100%", ["warm"]),
        ("runs < 101", ["cold", "warm"]),
    ]

    @Test(arguments: cases)
    func `comes true of a part or not`(_ text: String, _ expected: [String]) throws {
        let outcomes = try GateExpression.parse(text).outcomes(of: Self.parts)
        #expect(outcomes.filter(\.isFailed).map(\.part) == expected)
        #expect(outcomes.allSatisfy { $0.clause == text })
    }

    @Test func `reports every clause of every part, with what was measured`() throws {
        let text = " p50.wall > 60% ;fallback > 0;"
        let outcomes = try GateExpression.parse(text).outcomes(of: Self.parts)
        #expect(
            outcomes.map(\.clause) == [
                "p50.wall > 60%", "p50.wall > 60%", "fallback > 0", "fallback > 0",
            ]
        )
        #expect(outcomes[0].finding == "measured 40 ms, the limit is 18 s (60 % of 30 s)")
        #expect(outcomes[3].finding == "measured 1 of 100 runs, the limit is 0 runs")
    }

    @Test func `says nothing of a part without the value, and fails where no part has it`() throws {
        let start = try GateExpression.parse("p99.start > 90%")
        let outcomes = start.outcomes(of: Self.parts)
        #expect(outcomes.map(\.isSkipped) == [false, true])
        #expect(start.outcomes(of: [Self.parts[1]]).map(\.isFailed) == [true])
        let cold = try GateExpression.parse("cold:p99.wall > 90%").outcomes(of: [Self.parts[1]])
        #expect(cold.map(\.isFailed) == [true])
        #expect(cold.map(\.part) == ["cold"])
    }

    @Test func `is about one part of several of a kind when it names that`() throws {
        var parts = Self.parts
        parts[0].name = "cold, ios-small"
        parts[1].name = "warm, 4 at once"
        let outcomes = { try GateExpression.parse($0).outcomes(of: parts).map(\.part) }
        #expect(try outcomes("cold, ios-small: p99.wall > 1s") == ["cold, ios-small"])
        #expect(try outcomes("warm, 4 at once : fallback:crash > 9") == ["warm, 4 at once"])
        #expect(try outcomes("cold: fallback > 9") == ["cold, ios-small"])
    }

    /// What is about nothing that will be measured, when both kinds are, or warm runs only.
    static let pointless: [(String, [String], String)] = [
        ("cold: p99.wall > 1s", ["warm"], "there will be no part cold; there are: warm"),
        ("runs < 9; cold, ci: p99.wall > 1s", ["cold", "warm"], "there will be no part cold, ci"),
        ("change.p50.wall > 5%", ["cold", "warm"], "give --compare OLD.appex"),
    ]

    @Test(arguments: pointless)
    func `is refused when nothing will be measured that it is about`(
        _ text: String,
        _ names: [String],
        _ problem: String
    ) throws {
        let gates = try GateExpression.parse(text)
        let parts = names.map { (name: $0, isCold: $0 == "cold") }
        let error = #expect(throws: GateError.self) {
            try gates.check(against: parts, isCompared: false)
        }
        #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
        let known = try GateExpression.parse("warm: p99.wall > 1s; fallback > 0")
        try known.check(against: parts, isCompared: false)
    }

    @Test func `is refused about the start-up of warm runs, which is not compared`() throws {
        let gates = try GateExpression.parse("change.p50.start > 5%")
        try gates.check(against: [("cold", true), ("warm", false)], isCompared: true)
        #expect(throws: GateError.self) {
            try gates.check(against: [("warm", false)], isCompared: true)
        }
    }

    @Test func `names its part once`() {
        let title = { (clause: String) in
            GateOutcome(clause: clause, part: "cold", isFailed: true, measured: nil, limit: nil)
                .title
        }
        #expect(title("cold: p99.wall > 1s") == "cold: p99.wall > 1s")
        #expect(title("fallback:crash > 1") == "cold: fallback:crash > 1")
    }

    /// What cannot be read, where, and a part of what is said of it.
    static let faults: [(String, Int, String)] = [
        ("", 1, "is empty"),
        (";", 1, "expected what is looked at"),
        ("fallback > 0;; runs < 1", 14, "expected what is looked at"),
        ("p99.wal > 60%", 5, "there is no metric wal; there are latency, queueWait"),
        ("p42.wall > 60%", 1, "there is no statistic p42"),
        ("fallback >= 0", 1, "this is always so"),
        ("cold: fallback < 0", 7, "this can never be so"),
        ("delivered > 100%", 1, "this can never be so"),
        ("runs < 100%", 1, "runs are no share of anything"),
        ("p99.wall < 0ms", 1, "this can never be so"),
        ("fallbak > 0", 1, "did you mean fallback?"),
        ("wall > 60%", 1, "wall is neither a statistic of a metric, such as p99.wall"),
        ("fallback:tmeout > 0", 10, "fallback has no reason tmeout"),
        ("p99.wall", 9, "expected <, <=, > or >="),
        ("p99.wall = 3ms", 10, "in place of ="),
        ("p99.wall >", 11, "expected a time such as 250ms, or a share"),
        ("p99.wall > 3", 12, "3 is not a time such as 250ms"),
        ("p99.wall > -3ms", 12, "-3ms is not a time"),
        ("max.memory > 3ms", 14, "3ms is not a size such as 12MB"),
        ("fallback > 1.5", 12, "1.5 is not a number of runs"),
        ("fallback > 0 && runs > 1", 12, "0 && runs "),
        ("p99.latency > 5%", 15, "latency has no budget"),
        ("max.wall > 1ms; p99.latency > 5%", 31, "latency has no budget"),
    ]

    @Test(arguments: faults)
    func `names the place of what it cannot read`(
        _ text: String,
        _ column: Int,
        _ problem: String
    ) throws {
        let error = #expect(throws: GateError.self) { try GateExpression.parse(text) }
        #expect(error?.column == column)
        #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
    }
}
