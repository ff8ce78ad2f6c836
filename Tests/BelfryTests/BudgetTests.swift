// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import Belfry
import BelfryRuntime
import Testing

@Suite struct BudgetTests {
    /// One change to each member.
    static let changes: [@Sendable (inout Belfry.Budget, Int) -> Void] = [
        { $0.start = .milliseconds($1) }, { $0.wall = .milliseconds($1) },
        { $0.cpu = .milliseconds($1) }, { $0.memoryByteCount = $1 }, { $0.outputByteCount = $1 },
        { $0.networkByteCount = $1 }, { $0.requestCount = $1 }, { $0.connectionCount = $1 },
    ]

    @Test func `the defaults are the engine's`() {
        #expect(Belfry.Budget().engine == BelfryRuntime.Budget())
    }

    @Test(arguments: changes)
    func `a budget goes to the engine and back`(
        change: @Sendable (inout Belfry.Budget, Int) -> Void
    ) {
        var budget = Belfry.Budget()
        change(&budget, 7)
        #expect(budget != Belfry.Budget())
        #expect(budget.engine != BelfryRuntime.Budget())
        #expect(Belfry.Budget(budget.engine) == budget)
    }

    @Test(arguments: changes)
    func `a ceiling holds for each member`(
        change: @Sendable (inout Belfry.Budget, Int) -> Void
    ) {
        var ceiling = Belfry.Budget()
        change(&ceiling, 1)
        #expect(Belfry.Budget().limited(to: ceiling) == ceiling)
        #expect(ceiling.limited(to: Belfry.Budget()) == ceiling)
    }

    @Test(arguments: changes, [0, -1, Int.min / 2_000_000])
    func `a member out of its range is named`(
        change: @Sendable (inout Belfry.Budget, Int) -> Void,
        number: Int
    ) throws {
        var budget = Belfry.Budget()
        change(&budget, number)
        let error = try failure {
            _ = try budget.checked(from: "RunOptions.budget")
        }
        #expect(error.code == .limitInvalid)
        #expect(error.place.hasPrefix("RunOptions.budget."))
        #expect(error.message.contains("out of range; set "))
    }

    @Test func `sizes and times beyond what there is are refused`() throws {
        var budget = Belfry.Budget()
        budget.memoryByteCount = .max
        #expect(try failure(of: { _ = try budget.checked(from: "") }).code == .limitInvalid)
        budget = Belfry.Budget()
        budget.wall = .seconds(Int64.max / 4)
        #expect(try failure(of: { _ = try budget.checked(from: "") }).code == .limitInvalid)
    }
}
