// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryDesktop
import BelfryRandom
import BelfrySystem
import Testing

/// What is asked of a notification server, in which order, and what its answers do.
@Suite struct DesktopBoardTests {
    let now = MonotonicTime(nanoseconds: 1_000_000_000)

    func place(_ identifier: String, app: String = "app") -> DesktopPlace {
        DesktopPlace(app: app, identifier: identifier, device: "main")
    }

    @Test func `shows what is presented, once, in its order`() {
        var board = DesktopBoard()
        board.present(1, at: place("a"))
        board.present(2, at: place("b"))
        #expect(board.next(now) == .show(1, replacing: 0))
        #expect(board.next(now) == .show(2, replacing: 0))
        #expect(board.next(now) == nil && board.waitingCount == 2)
        board.note(1, shownAs: 7)
        board.note(2, shownAs: 8)
        #expect(board.next(now) == nil && board.waitingCount == 0 && board.shownCount == 2)
    }

    @Test func `has a newer one take the place of an older one`() {
        var board = DesktopBoard()
        board.present(1, at: place("a"))
        #expect(board.next(now) == .show(1, replacing: 0))
        board.supersede(1)
        board.present(2, at: place("a"))
        // The number is not known yet.
        #expect(board.next(now) == nil)
        board.note(1, shownAs: 7)
        #expect(board.next(now) == .show(2, replacing: 7))
        board.note(2, shownAs: 7)
        board.settle()
        #expect(board.next(now) == nil && board.take(7) == 2)
    }

    @Test func `takes away what was replaced by one that is not shown`() {
        var board = DesktopBoard()
        board.present(1, at: place("a"))
        _ = board.next(now)
        board.note(1, shownAs: 7)
        board.supersede(1)
        #expect(board.next(now) == nil)
        board.settle()
        #expect(board.next(now) == .close(7) && board.next(now) == nil && board.shownCount == 0)
    }

    @Test func `takes away what has left the list, also before the server has answered`() {
        var board = DesktopBoard()
        board.present(1, at: place("a"))
        _ = board.next(now)
        board.end(1)
        #expect(board.next(now) == nil)
        board.note(1, shownAs: 7)
        #expect(board.next(now) == .close(7))
        #expect(board.take(7) == nil && board.apps.isEmpty)
    }

    @Test func `asks for nothing that is over before its turn`() {
        var board = DesktopBoard()
        board.present(1, at: place("a"))
        board.end(1)
        #expect(board.next(now) == nil && board.waitingCount == 0)
        board.present(2, at: place("a"))
        _ = board.next(now)
        board.cancel(2)
        #expect(board.next(now) == nil && board.waitingCount == 0 && board.apps.isEmpty)
    }

    @Test func `keeps what a newer one replaces until that comes`() {
        var board = DesktopBoard()
        board.present(1, at: place("a"))
        _ = board.next(now)
        board.note(1, shownAs: 7)
        board.present(2, at: place("a"))
        #expect(board.next(now) == .show(2, replacing: 7))
        // The log has a third one, which is not read so far.
        board.cancel(2, isSuperseded: true)
        #expect(board.next(now) == nil)
        board.present(3, at: place("a"))
        #expect(board.next(now) == .show(3, replacing: 7))
    }

    @Test func `asks a server that hangs no more than its window`() {
        var board = DesktopBoard()
        for sequence in 1...40 { board.present(sequence, at: place("\(sequence)")) }
        for sequence in 1...DesktopBoard.window {
            #expect(board.next(now) == .show(sequence, replacing: 0))
        }
        #expect(board.next(now) == nil)
        board.note(3, shownAs: 3)
        #expect(board.next(now) == .show(17, replacing: 0))
        #expect(board.next(now) == nil)
        // Something that is shown can be taken away all the same.
        board.end(3)
        #expect(board.next(now) == .close(3) && board.next(now) == nil)
        let later = now + DesktopBoard.patience
        #expect(board.next(later) == .show(18, replacing: 0))
    }

    @Test func `asks again for what a server that has gone did not answer`() {
        var board = DesktopBoard()
        for sequence in 1...3 { board.present(sequence, at: place("\(sequence)")) }
        for _ in 1...3 { _ = board.next(now) }
        board.note(2, shownAs: 7)
        board.loseCalls()
        // An answer that comes after all is no answer to what is asked now.
        board.note(1, shownAs: 9)
        board.loseNumbers()
        #expect(board.take(7) == nil && board.shownCount == 0)
        #expect(board.next(now) == .show(1, replacing: 0))
        #expect(board.next(now) == .show(3, replacing: 0))
        #expect(board.next(now) == nil)
    }

    @Test func `shows an update of what an earlier server showed as a new one`() {
        var board = DesktopBoard()
        board.present(1, at: place("a"))
        _ = board.next(now)
        board.note(1, shownAs: 7)
        board.loseCalls()
        board.loseNumbers()
        board.present(2, at: place("a"))
        #expect(board.next(now) == .show(2, replacing: 0))
    }

    @Test func `knows a number until the server has said what became of it`() {
        var board = DesktopBoard()
        board.present(1, at: place("a"))
        _ = board.next(now)
        board.note(1, shownAs: 7)
        #expect(board.take(8) == nil && board.take(0) == nil)
        #expect(board.take(7) == 1)
        #expect(board.take(7) == nil && board.next(now) == nil && board.apps.isEmpty)
    }

    @Test func `takes nothing for an answer to a newer one`() {
        var board = DesktopBoard()
        board.present(1, at: place("a"))
        _ = board.next(now)
        board.note(1, shownAs: 7)
        board.present(2, at: place("a"))
        #expect(board.take(7) == nil)
        #expect(board.next(now) == .show(2, replacing: 0))
    }

    @Test func `bears a server that gives one number twice, or none`() {
        var board = DesktopBoard()
        for sequence in 1...3 { board.present(sequence, at: place("\(sequence)")) }
        for _ in 1...3 { _ = board.next(now) }
        board.note(1, shownAs: 7)
        board.note(2, shownAs: 7)
        board.note(3, shownAs: 0)
        // It answers what it was not asked.
        board.note(4, shownAs: 9)
        board.note(2, shownAs: 10)
        #expect(board.shownCount == 1 && board.waitingCount == 0)
        #expect(board.take(7) == 2 && board.take(9) == nil && board.take(10) == nil)
        #expect(board.next(now) == nil && board.apps.isEmpty)
    }

    @Test func `asks a few times for what is refused for a while`() {
        var board = DesktopBoard()
        board.present(1, at: place("a"))
        var count = 0
        while case .show = board.next(now) {
            count += 1
            board.refuse(1, isPassing: true)
        }
        #expect(count == 6 && board.apps.isEmpty)
        board.present(2, at: place("a"))
        _ = board.next(now)
        board.refuse(2, isPassing: false)
        #expect(board.next(now) == nil && board.waitingCount == 0)
    }

    @Test func `takes away all of an app that was removed`() {
        var board = DesktopBoard()
        board.present(1, at: place("a", app: "gone"))
        board.present(2, at: place("a"))
        for sequence in 1...2 {
            _ = board.next(now)
            board.note(sequence, shownAs: UInt32(sequence))
        }
        board.present(3, at: place("b", app: "gone"))
        board.end(app: "gone")
        #expect(board.next(now) == .close(1) && board.next(now) == nil)
        #expect(board.apps == ["app"])
    }

    @Test func `goes on where an earlier process has left`() {
        var board = DesktopBoard()
        for sequence in 1...3 { board.present(sequence, at: place("\(sequence)")) }
        _ = board.next(now)
        _ = board.next(now)
        board.note(1, shownAs: 7)
        board.present(4, at: place("1"))
        var second = DesktopBoard(shown: board.shown, waiting: board.waiting)
        #expect(second.next(now) == .show(2, replacing: 0))
        #expect(second.next(now) == .show(3, replacing: 0))
        #expect(second.next(now) == .show(4, replacing: 7))
        second.note(4, shownAs: 7)
        var third = DesktopBoard(shown: second.shown, waiting: second.waiting)
        #expect(third.shownCount == 1 && third.take(7) == 4)
    }

    /// A server that loses, refuses and goes, and users who close things, in many orders.
    @Test(arguments: 0..<200) func `shows each one that stays, whatever comes between`(
        _ seed: Int
    ) {
        var random = SeededGenerator(seed: UInt64(seed))
        var board = DesktopBoard()
        var wanted: [DesktopPlace: Int] = [:]
        var onScreen: [UInt32: Int] = [:]
        var asked: [(sequence: Int, replaced: UInt32)] = []
        var everShown: [Int: Int] = [:]
        var sequence = 0
        var number: UInt32 = 0
        func answer() {
            guard !asked.isEmpty else { return }
            let (one, replaced) = asked.removeFirst()
            number += 1
            let given = replaced != 0 && onScreen[replaced] != nil ? replaced : number
            onScreen[given] = one
            everShown[one, default: 0] += 1
            board.note(one, shownAs: given)
        }
        func ask() {
            while let step = board.next(now) {
                switch step {
                case .show(let one, let replaced), .redraw(let one, let replaced):
                    asked.append((one, replaced))
                case .close(let one): onScreen[one] = nil
                }
            }
        }
        for _ in 0..<400 {
            let at = place("\(random.next() % 12)")
            switch random.next() % 10 {
            case 0...3:
                sequence += 1
                if let older = wanted[at] { board.supersede(older) }
                board.present(sequence, at: at)
                wanted[at] = sequence
            case 4:
                if let one = wanted.removeValue(forKey: at) { board.end(one) }
            case 5: ask()
            case 6, 7: answer()
            case 8:
                guard let (shown, one) = onScreen.randomElement(using: &random) else { break }
                onScreen[shown] = nil
                if board.take(shown) != nil {
                    wanted = wanted.filter { $0.value != one }
                }
            default:
                guard random.next() % 8 == 0 else { break }
                // The server has gone; what it showed is not shown again.
                wanted = wanted.filter { !onScreen.values.contains($0.value) }
                onScreen = [:]
                asked = []
                board.loseCalls()
                board.loseNumbers()
            }
        }
        board.settle()
        repeat {
            ask()
            answer()
        } while !asked.isEmpty || board.waitingCount > 0
        ask()
        #expect(Set(onScreen.values) == Set(wanted.values))
        #expect(onScreen.count == wanted.count && board.shownCount == wanted.count)
        #expect(everShown.values.allSatisfy { $0 == 1 })
    }
}
