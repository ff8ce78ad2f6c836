// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryMeasure
import Testing

@Suite struct BudgetLadderTests {
    @Test func `times have two digits, sizes are sixteenths`() {
        let times = [0, 89, 90, 91, 179, 180].map(BudgetLadder.time.value)
        #expect(times == [10, 99, 100, 110, 990, 1000])
        let sizes = [0, 1, 16, 17, 32].map { BudgetLadder.size.value(at: $0) / 1024 }
        #expect(sizes == [256, 272, 512, 544, 1024])
    }

    @Test(arguments: [BudgetLadder.time, .size])
    func `finds the lowest rung that is enough`(ladder: BudgetLadder) {
        #expect(ladder.rung(atLeast: 0) == 0)
        for rung in 0..<300 {
            let value = ladder.value(at: rung)
            #expect(ladder.rung(atLeast: value) == rung)
            #expect(ladder.rung(atLeast: value + 0.01) == rung + 1)
            #expect(ladder.value(at: rung + 1) / value <= 1.1 + 1e-9)
        }
    }
}

@Suite struct BudgetBracketTests {
    /// Tries rungs until there is nothing to learn.
    private func search(
        _ bracket: BudgetBracket,
        passesFrom threshold: Int
    ) -> (bracket: BudgetBracket, trials: Int) {
        var bracket = bracket
        var trials = 0
        while let rung = bracket.next, trials < 100 {
            bracket.record(rung, hasPassed: rung >= threshold)
            trials += 1
        }
        return (bracket, trials)
    }

    @Test(arguments: 0...120)
    func `finds the lowest rung that passes, wherever it is`(threshold: Int) {
        let (bracket, trials) = search(
            BudgetBracket(most: 60, usual: 50, ceiling: 120),
            passesFrom: threshold
        )
        #expect(bracket.passed == threshold)
        #expect(bracket.failed == (threshold > 0 ? threshold - 1 : nil))
        #expect(trials <= 16)
    }

    @Test func `says so where nothing passes`() {
        let (bracket, trials) = search(
            BudgetBracket(most: 60, usual: 50, ceiling: 120),
            passesFrom: 121
        )
        #expect(bracket.passed == nil && bracket.failed == 120 && trials < 10)
    }
}
