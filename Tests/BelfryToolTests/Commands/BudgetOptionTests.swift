// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
@testable internal import BelfryTool
internal import Testing

/// What `--budget` says of limits that it takes.
@Suite struct BudgetOptionTests {
    @Test func `a limit that is surprisingly small is warned of, once`() throws {
        var budget = Budget()
        var said: [String] = []
        try BudgetOption.apply("output=12B,network=1023B", to: &budget, from: "--budget") {
            said.append($0)
        }
        #expect(
            said == [
                "belfry: warning: --budget: output=12B is less than 1KB; check its unit\n",
                "belfry: warning: --budget: network=1023B is less than 1KB; check its unit\n",
            ]
        )
        said = []
        try BudgetOption.apply("wall=9ms,cpu=10ms", to: &budget, from: "--profile") {
            said.append($0)
        }
        #expect(
            said == ["belfry: warning: --profile: wall=9ms is less than 10ms; check its unit\n"]
        )
        #expect(budget.network.byteCount == 1023)
    }
}
