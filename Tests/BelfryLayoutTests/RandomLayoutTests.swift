// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryLayout
import BelfryRandom
import BelfryWire
import Testing

@Suite(.timeLimit(.minutes(1))) struct RandomLayoutTests {
    @Test(arguments: 0..<60)
    func `keeps all that must hold where it can`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let views = Int.random(in: 2...14, using: &random)
        let problem = RandomLayout.satisfiable(views: views, constraints: views * 3, using: &random)
        let solution = problem.solve()
        #expect(solution.conflicts.isEmpty)
        let residual = Residual(frames: solution.frames, nodes: problem.nodes)
        for constraint in problem.constraints where constraint.priority == 1000 {
            #expect(residual.violation(of: constraint) < 0.01, "\(constraint)")
        }
    }

    @Test(arguments: 0..<40)
    func `keeps all that must hold but what it says it let go of`(_ seed: UInt64) {
        var random = SeededGenerator(seed: 1000 + seed)
        let views = Int.random(in: 2...14, using: &random)
        let problem = RandomLayout.problem(views: views, constraints: views * 3, using: &random)
        let solution = problem.solve()
        let residual = Residual(frames: solution.frames, nodes: problem.nodes)
        let broken = Set(solution.conflicts.compactMap(\.constraint))
        for (index, constraint) in problem.constraints.enumerated() {
            guard constraint.priority == 1000, !broken.contains(index) else { continue }
            #expect(residual.violation(of: constraint) < 0.01, "\(constraint)")
        }
    }
}
