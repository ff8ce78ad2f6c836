// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryDesktop
import BelfryRandom
import BelfrySystem
import Testing

/// Texts that a locked device hides on a screen that shows them already.
extension DesktopBoardTests {
    /// A board that shows notifications under their own numbers, each in a place of its own.
    private func board(showing sequences: ClosedRange<Int>, app: String = "app") -> DesktopBoard {
        var board = DesktopBoard()
        for sequence in sequences {
            board.present(sequence, at: place("\(sequence)", app: app))
            _ = board.next(now)
            _ = board.sends(sequence, isHidden: false)
            board.note(sequence, shownAs: UInt32(sequence))
        }
        return board
    }

    @Test func `hides the texts on the screen, and shows them again`() {
        var board = board(showing: 1...2)
        board.hideTexts(of: [])
        #expect(board.next(now) == nil)
        board.hideTexts(of: ["app"])
        for sequence in 1...2 {
            #expect(board.next(now) == .redraw(sequence, UInt32(sequence)))
            let isSent = board.sends(sequence, isHidden: true)
            #expect(isSent)
            board.note(sequence, shownAs: UInt32(sequence))
        }
        board.hideTexts(of: ["app"])
        #expect(board.next(now) == nil && board.shown.map(\.isHidden) == [true, true])
        board.hideTexts(of: ["another"])
        #expect(board.next(now) == .redraw(1, 1))
        let isSent = board.sends(1, isHidden: false)
        board.note(1, shownAs: 1)
        #expect(isSent && board.shown.map(\.isHidden) == [false, true])
        #expect(board.next(now) == .redraw(2, 2))
    }

    @Test func `does not send what was made before the device was locked`() {
        var board = DesktopBoard()
        board.present(1, at: place("a"))
        #expect(board.next(now) == .show(1, replacing: 0))
        // Its texts are read, its picture is decoded, and the device is locked.
        board.hideTexts(of: ["app"])
        let isSent = board.sends(1, isHidden: false)
        #expect(!isSent && board.next(now) == .show(1, replacing: 0))
        let isSentThen = board.sends(1, isHidden: true)
        board.note(1, shownAs: 7)
        #expect(isSentThen && board.next(now) == nil && board.shown.map(\.isHidden) == [true])
    }

    @Test func `hides what the server was asked for before, once it has answered`() {
        var board = DesktopBoard()
        board.present(1, at: place("a"))
        _ = board.next(now)
        _ = board.sends(1, isHidden: false)
        board.hideTexts(of: ["app"])
        #expect(board.next(now) == nil)
        board.note(1, shownAs: 7)
        #expect(board.next(now) == .redraw(1, 7))
    }

    @Test func `sends nothing where the screen has the texts already`() {
        var board = board(showing: 1...1)
        board.hideTexts(of: ["app"])
        #expect(board.next(now) == .redraw(1, 1))
        // It is unlocked again before it is sent.
        let isSent = board.sends(1, isHidden: false)
        #expect(!isSent && board.next(now) == nil && board.waitingCount == 0)
    }

    @Test func `hides a text again whose hiding was refused for a while, or lost`() {
        var board = board(showing: 1...1)
        board.hideTexts(of: ["app"])
        _ = board.next(now)
        _ = board.sends(1, isHidden: true)
        board.refuse(1, isPassing: true)
        #expect(board.next(now) == .redraw(1, 1))
        _ = board.sends(1, isHidden: true)
        board.loseCalls()
        #expect(board.next(now) == .redraw(1, 1))
        _ = board.sends(1, isHidden: true)
        // What cannot be hidden is taken away.
        board.refuse(1, isPassing: false)
        #expect(board.next(now) == .close(1) && board.next(now) == nil)
    }

    @Test func `knows after a restart which texts the screen has`() {
        var board = board(showing: 1...1)
        board.hideTexts(of: ["app"])
        _ = board.next(now)
        _ = board.sends(1, isHidden: true)
        board.note(1, shownAs: 1)
        var second = DesktopBoard(shown: board.shown, waiting: board.waiting)
        second.hideTexts(of: ["app"])
        #expect(second.next(now) == nil)
        second.hideTexts(of: [])
        #expect(second.next(now) == .redraw(1, 1))
    }

    @Test func `draws nothing again that the user has put away`() {
        var board = board(showing: 1...2)
        #expect(board.take(1) == 1)
        board.hideTexts(of: ["app"])
        #expect(board.next(now) == .redraw(2, 2))
        _ = board.sends(2, isHidden: true)
        // The answer comes after the user's word.
        #expect(board.take(2) == 2)
        board.note(2, shownAs: 3)
        #expect(board.next(now) == .close(3) && board.next(now) == nil && board.apps.isEmpty)
    }

    /// A device that is locked and unlocked while notifications come and go.
    @Test(arguments: 0..<100) func `shows in the end what the device lets be read`(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var board = DesktopBoard()
        var isLocked = false
        var made: [(sequence: Int, replaced: UInt32, isHidden: Bool)] = []
        var asked: [(sequence: Int, replaced: UInt32, isHidden: Bool)] = []
        var onScreen: [UInt32: Bool] = [:]
        var (sequence, number) = (0, UInt32(0))
        func ask() {
            while let step = board.next(now) {
                switch step {
                case .show(let one, let replaced), .redraw(let one, let replaced):
                    made.append((one, replaced, isLocked))
                case .close(let one): onScreen[one] = nil
                }
            }
        }
        func send() {
            guard !made.isEmpty else { return }
            let one = made.removeFirst()
            if board.sends(one.sequence, isHidden: one.isHidden) { asked.append(one) }
        }
        func answer() {
            guard !asked.isEmpty else { return }
            let one = asked.removeFirst()
            number += 1
            let given = onScreen[one.replaced] != nil ? one.replaced : number
            onScreen[given] = one.isHidden
            board.note(one.sequence, shownAs: given)
        }
        for _ in 0..<300 {
            switch random.next() % 10 {
            case 0, 1:
                sequence += 1
                board.present(sequence, at: place("\(random.next() % 8)"))
            case 2:
                isLocked.toggle()
                board.hideTexts(of: isLocked ? ["app"] : [])
            case 3, 4: ask()
            case 5, 6: send()
            case 7, 8: answer()
            default:
                guard let shown = onScreen.keys.sorted().randomElement(using: &random) else {
                    break
                }
                onScreen[shown] = nil
                _ = board.take(shown)
            }
        }
        repeat {
            ask()
            send()
            answer()
        } while !made.isEmpty || !asked.isEmpty || board.waitingCount > 0
        #expect(onScreen.values.allSatisfy { $0 == isLocked })
        #expect(board.shown.allSatisfy { $0.isHidden == isLocked })
        #expect(onScreen.count == board.shownCount)
    }
}
