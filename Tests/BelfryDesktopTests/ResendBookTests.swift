// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryRandom
import Testing

@testable import BelfryDesktop

/// What a server is asked that shows notifications by itself, by the order in which all is said.
@Suite struct ResendBookTests {
    private func shown(
        _ book: inout ResendBook,
        _ ticket: ResendBook.Ticket,
        _ number: UInt32,
        replacing replaced: UInt32 = 0
    ) -> [ResendBook.Step] {
        book.called(ticket, replacing: replaced)
        return book.numbered(ticket, number)
    }

    @Test func `changes in place what the server has shown, whichever is known first`() {
        var book = ResendBook()
        #expect(shown(&book, 1, 7) == [])
        #expect(book.decided(1, .changed) == [.send(1, at: 7)])
        #expect(book.answered(7, .shown(7)) == [.end(1, .changed)])
        book.called(2, replacing: 0)
        #expect(book.decided(2, .changed) == [])
        #expect(book.numbered(2, 8) == [.send(2, at: 8)])
        #expect(book.answered(8, .shown(8)) == [.end(2, .changed)])
        #expect(book.isEmpty)
    }

    @Test func `leaves what is not changed, and closes what is dropped`() {
        var book = ResendBook()
        _ = shown(&book, 1, 7)
        #expect(book.decided(1, .asItCame) == [.end(1, .shownAsItCame)])
        _ = shown(&book, 2, 8)
        #expect(book.decided(2, .dropped) == [.close(8)])
        #expect(book.answered(8, .closed) == [.end(2, .dropped)])
        #expect(book.isEmpty)
    }

    @Test func `forgets a change once its program has shown something newer in its place`() {
        var book = ResendBook()
        _ = shown(&book, 1, 7)
        #expect(shown(&book, 2, 7, replacing: 7) == [.end(1, .replaced)])
        #expect(book.decided(1, .changed) == [])
        #expect(book.decided(2, .changed) == [.send(2, at: 7)])
    }

    @Test func `keeps a change that a refused newer one leaves in its place`() {
        var book = ResendBook()
        _ = shown(&book, 1, 7)
        book.called(2, replacing: 7)
        #expect(book.unshown(2) == [.end(2, .unshown)])
        #expect(book.decided(1, .changed) == [.send(1, at: 7)])
    }

    @Test func `sends again what a change of an older one may have overwritten`() {
        var book = ResendBook()
        _ = shown(&book, 1, 7)
        #expect(book.decided(1, .changed) == [.send(1, at: 7)])
        // The newer one may have come to the server before that.
        #expect(shown(&book, 2, 7, replacing: 7) == [])
        #expect(book.decided(2, .asItCame) == [])
        #expect(book.answered(7, .shown(7)) == [.end(1, .changed), .send(2, at: 7)])
        #expect(book.answered(7, .shown(7)) == [.end(2, .shownAsItCame)])
        #expect(book.isEmpty)
    }

    @Test func `sends again what the withdrawal of an older one may have taken away`() {
        var book = ResendBook()
        _ = shown(&book, 1, 7)
        #expect(book.decided(1, .dropped) == [.close(7)])
        #expect(shown(&book, 2, 7, replacing: 7) == [])
        #expect(book.answered(7, .closed) == [.end(1, .dropped)])
        #expect(book.decided(2, .asItCame) == [.send(2, at: 7)])
    }

    @Test func `shows nothing again that the user has dismissed`() {
        var book = ResendBook()
        _ = shown(&book, 1, 7)
        #expect(book.dismissed(7) == [.end(1, .closed)])
        #expect(book.decided(1, .changed) == [])
        // It was closed on the way: the server has shown it anew.
        _ = shown(&book, 2, 8)
        #expect(book.decided(2, .changed) == [.send(2, at: 8)])
        #expect(book.dismissed(8) == [])
        #expect(book.answered(8, .shown(9)) == [.end(2, .changed), .close(9)])
        #expect(book.answered(9, .closed) == [])
        #expect(book.isEmpty)
    }

    @Test func `shows nothing again that its program has closed`() {
        var book = ResendBook()
        _ = shown(&book, 1, 7)
        book.closeCalled(2, 7)
        #expect(book.numbered(2, 7) == [.end(1, .closed), .end(2, .closed)])
        #expect(book.decided(1, .changed) == [])
        // It was closed before the change came: that has shown it anew.
        _ = shown(&book, 3, 8)
        #expect(book.decided(3, .changed) == [.send(3, at: 8)])
        book.closeCalled(4, 8)
        #expect(book.numbered(4, 8) == [])
        #expect(book.answered(8, .shown(8)) == [.end(3, .changed), .close(8)])
        #expect(book.answered(8, .closed) == [.end(4, .dropped)])
        #expect(book.isEmpty)
    }

    @Test func `withdraws the original where the server does not replace it`() {
        var book = ResendBook()
        _ = shown(&book, 1, 7)
        #expect(book.decided(1, .changed) == [.send(1, at: 7)])
        #expect(book.answered(7, .shown(8)) == [.end(1, .changed), .close(7)])
        #expect(book.answered(7, .closed) == [])
        #expect(book.isEmpty)
    }

    @Test func `leaves the original where the server refuses`() {
        var book = ResendBook()
        for decision in [ResendBook.Decision.changed, .dropped] {
            _ = shown(&book, 1, 7)
            _ = book.decided(1, decision)
            #expect(book.answered(7, .refused) == [.end(1, .refused)])
        }
        // What is closed afterwards was closed by somebody else.
        _ = shown(&book, 2, 7, replacing: 7)
        #expect(book.dismissed(7) == [.end(2, .closed)])
        #expect(book.isEmpty)
    }

    @Test func `ends all with the server`() {
        var book = ResendBook()
        _ = shown(&book, 1, 7)
        _ = book.decided(1, .changed)
        book.called(2, replacing: 7)
        #expect(book.serverEnded() == [.end(1, .unshown), .end(2, .unshown)])
        #expect(book.answered(7, .shown(7)) == [] && book.isEmpty)
    }

    // MARK: Random courses

    /// A server with a screen, to which calls and from which answers take their time, in order.
    private struct Server {
        enum Call {
            case notify(ResendBook.Ticket, UInt32, isChanged: Bool, isOurs: Bool)
            case close(UInt32, ResendBook.Ticket?)
        }

        enum Word {
            case number(ResendBook.Ticket, UInt32)
            case answer(UInt32, ResendBook.Answer)
            case dismissed(UInt32)
        }

        var calls: [Call] = []
        var words: [Word] = []
        var screen: [UInt32: (ticket: ResendBook.Ticket, isChanged: Bool)] = [:]

        /// The newest that a program has shown of each number, and whether that was closed.
        var newest: [UInt32: ResendBook.Ticket] = [:]
        var closed: Set<UInt32> = []
        var last: UInt32 = 0

        mutating func work() {
            guard !calls.isEmpty else { return }
            switch calls.removeFirst() {
            case .notify(let ticket, let replaced, let isChanged, let isOurs):
                if replaced == 0 { last += 1 }
                let number = replaced == 0 ? last : replaced
                screen[number] = (ticket, isChanged)
                if isOurs {
                    words.append(.answer(number, .shown(number)))
                } else {
                    newest[number] = ticket
                    closed.remove(number)
                    words.append(.number(ticket, number))
                }
            case .close(let number, let ticket):
                if ticket != nil { closed.insert(number) }
                words.append(ticket.map { .number($0, number) } ?? .answer(number, .closed))
                screen[number] = nil
            }
        }

        /// The user can dismiss what is on the screen.
        mutating func dismiss(_ number: UInt32) {
            guard screen.removeValue(forKey: number) != nil else { return }
            closed.insert(number)
            words.append(.dismissed(number))
        }
    }

    @Test(arguments: 0..<300)
    func `ends with what came last, as it was decided, whatever comes in between`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (book, server) = (ResendBook(), Server())
        var decisions: [ResendBook.Ticket: ResendBook.Decision] = [:]
        var undecided: [ResendBook.Ticket] = []
        var ended: [ResendBook.Ticket] = []

        func follow(_ steps: [ResendBook.Step]) {
            for step in steps {
                switch step {
                case .send(let ticket, let number):
                    let isChanged = decisions[ticket] == .changed
                    server.calls.append(
                        .notify(ticket, number, isChanged: isChanged, isOurs: true)
                    )
                case .close(let number): server.calls.append(.close(number, nil))
                case .end(let ticket, _): ended.append(ticket)
                }
            }
        }
        func listen() {
            guard !server.words.isEmpty else { return }
            switch server.words.removeFirst() {
            case .number(let ticket, let number): follow(book.numbered(ticket, number))
            case .answer(let number, let answer): follow(book.answered(number, answer))
            case .dismissed(let number): follow(book.dismissed(number))
            }
        }
        func decide() {
            guard let index = undecided.indices.randomElement(using: &random) else { return }
            let ticket = undecided.remove(at: index)
            let decision = decisions[ticket] ?? .asItCame
            follow(book.decided(ticket, decision))
        }

        var closeCount: UInt64 = 0
        for ticket in (1...12 as ClosedRange<UInt64>).map({ $0 * 100 }) {
            closeCount = 0
            decisions[ticket] = [.asItCame, .changed, .dropped].randomElement(using: &random)
            let replaced = server.screen.keys.sorted().randomElement(using: &random) ?? 0
            let isNew = Bool.random(using: &random)
            book.called(ticket, replacing: isNew ? 0 : replaced)
            server.calls.append(
                .notify(ticket, isNew ? 0 : replaced, isChanged: false, isOurs: false)
            )
            undecided.append(ticket)
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                switch Int.random(in: 0..<8, using: &random) {
                case 0...2: server.work()
                case 3...4: listen()
                case 5: decide()
                case 6 where server.last > 0:
                    let number = UInt32.random(in: 1...server.last, using: &random)
                    closeCount += 1
                    book.closeCalled(ticket + closeCount, number)
                    server.calls.append(.close(number, ticket + closeCount))
                case 7 where server.last > 0:
                    server.dismiss(UInt32.random(in: 1...server.last, using: &random))
                default: break
                }
            }
        }
        while !(undecided.isEmpty && server.calls.isEmpty && server.words.isEmpty) {
            server.work()
            listen()
            decide()
        }
        #expect(book.isEmpty && Set(ended).count == ended.count)
        #expect(ended.filter { $0 % 100 == 0 }.count == 12)
        for (number, ticket) in server.newest {
            let shown = server.screen[number]
            if server.closed.contains(number) {
                #expect(shown == nil, "\(number) was closed, and \(ticket) is there")
                continue
            }
            switch decisions[ticket] ?? .asItCame {
            case .asItCame: #expect(shown?.ticket == ticket && shown?.isChanged == false)
            case .changed: #expect(shown?.ticket == ticket && shown?.isChanged == true)
            case .dropped: #expect(shown == nil)
            }
        }
    }
}
