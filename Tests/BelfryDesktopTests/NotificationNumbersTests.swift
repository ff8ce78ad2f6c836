// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryDesktop

/// What programs are told that a notification's number is.
@Suite struct NotificationNumbersTests {
    @Test func `has the server's own numbers as long as there is one server`() {
        var numbers = NotificationNumbers()
        #expect(numbers.note(7, replacing: 0) == 7)
        #expect(numbers.server(7) == 7 && numbers.program(7) == 7)
        // Scripts make up numbers that they go on with, and servers take them.
        #expect(numbers.server(2593) == 2593 && numbers.note(2593, replacing: 2593) == 2593)
        // A server that shows a new one in place of what it does not know says so.
        #expect(numbers.note(8, replacing: 5000) == 8)
    }

    @Test func `gives no number of an ended server to another notification`() {
        var numbers = NotificationNumbers()
        for number in 1...3 as ClosedRange<UInt32> { _ = numbers.note(number, replacing: 0) }
        _ = numbers.note(4_000_000_000, replacing: 4_000_000_000)
        numbers.serverEnded()
        #expect(numbers.server(2) == 0)
        #expect(numbers.note(1, replacing: 0) == 4 && numbers.note(2, replacing: 0) == 5)
        #expect(numbers.server(4) == 1 && numbers.program(2) == 5)
        numbers.serverEnded()
        #expect(numbers.server(5) == 0 && numbers.note(1, replacing: 0) == 6)
    }

    @Test func `lets a program go on with the number of a notification that an ended server had`() {
        var numbers = NotificationNumbers()
        for number in 1...3 as ClosedRange<UInt32> { _ = numbers.note(number, replacing: 0) }
        numbers.serverEnded()
        // It replaces 2, of which the server knows nothing, and is told 2 all the same.
        #expect(numbers.note(1, replacing: 2) == 2)
        #expect(numbers.server(2) == 1 && numbers.program(1) == 2)
        // What would be the new number's own is not another way to the same notification.
        #expect(numbers.server(4) == 0)
        #expect(numbers.note(1, replacing: 2) == 2)
        #expect(numbers.note(2, replacing: 0) == 5)
        numbers.close(1)
        #expect(numbers.server(2) == 0)
    }

    @Test func `keeps so many numbers of an ended server, and no more`() {
        var numbers = NotificationNumbers()
        for number in 1...6000 as ClosedRange<UInt32> { _ = numbers.note(number, replacing: 0) }
        numbers.serverEnded()
        for number in 1...6000 as ClosedRange<UInt32> {
            #expect(numbers.note(number, replacing: number) == number)
        }
        #expect(numbers.server(1) == 0 && numbers.server(6000) == 6000)
    }

    @Test func `has numbers from the other end for what is not shown`() {
        var numbers = NotificationNumbers()
        let (one, two) = (numbers.numberOfUnshown(), numbers.numberOfUnshown())
        #expect(one == Int32.max && two == Int32.max - 1)
        #expect(numbers.note(1, replacing: 0) == 1)
    }
}
