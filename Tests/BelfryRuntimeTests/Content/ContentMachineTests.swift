// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import BelfryWire
import Testing

@testable import BelfryRuntime

@Suite struct ContentMachineTests {
    private typealias Action = ContentMachine.Action

    /// A session whose extension has drawn its first frame.
    private static func open(_ abilities: ContentAbilities = [.answersResponses]) -> ContentMachine
    {
        var machine = ContentMachine(identifier: "first")
        _ = machine.ready(abilities)
        _ = machine.returned(1)
        return machine
    }

    private static func response(
        _ action: String,
        text: String? = nil,
        of notification: String = "first"
    ) -> Action {
        .forward(.response(notification: notification, action: action, text: text))
    }

    private static func calls(_ actions: [Action]) -> [String] {
        actions.compactMap { if case .call(let callback) = $0 { callback.word } else { nil } }
    }

    private static func closes(_ actions: [Action]) -> Bool {
        actions.contains { if case .close = $0 { true } else { false } }
    }

    private static func breaks(_ actions: [Action]) -> Bool {
        actions.contains { if case .breakProtocol = $0 { true } else { false } }
    }

    @Test func `the extension is called once it is loaded, and one callback at a time`() {
        var machine = ContentMachine(identifier: "first")
        #expect(machine.receive(number: 2, identifier: "second") == [])
        #expect(!machine.isSettled)
        #expect(Self.calls(machine.ready([.answersResponses])) == ["open"])
        #expect(machine.act(on: 2, .tap, .none) == [])
        #expect(Self.calls(machine.returned(1)) == ["didReceive"])
        #expect(Self.calls(machine.returned(2)) == ["tap"])
        #expect(!machine.isSettled)
        #expect(Self.calls(machine.returned(3)) == [])
        #expect(machine.isSettled)
    }

    @Test func `what is answered at once or later becomes of the notification`() {
        for (option, isClosed, isForwarded) in [
            (UInt32(0), false, false), (1, true, false), (2, true, true),
        ] {
            for isLate in [false, true] {
                var machine = Self.open()
                #expect(Self.calls(machine.take("accept", text: "t")) == ["didReceiveResponse"])
                if isLate { _ = machine.returned(2) }
                #expect(machine.unanswered.map(\.action) == ["accept"])
                let actions = machine.answered(1, option: option)
                #expect(Self.closes(actions) == isClosed)
                #expect(actions.contains(Self.response("accept", text: "t")) == isForwarded)
                #expect((machine.state == .closed) == isClosed)
            }
        }
    }

    @Test func `two responses are answered each by itself, in any order`() {
        var machine = Self.open()
        _ = machine.take("one", text: nil)
        _ = machine.returned(2)
        _ = machine.take("two", text: nil)
        _ = machine.returned(3)
        #expect(machine.unanswered.map(\.action) == ["one", "two"])
        #expect(!Self.closes(machine.answered(2, option: 0)))
        #expect(machine.unanswered.map(\.action) == ["one"])
        let actions = machine.answered(1, option: 2)
        #expect(actions.contains(Self.response("one")))
        #expect(!actions.contains(Self.response("two")))
        #expect(machine.answered(2, option: 2) == [])
    }

    @Test func `an answer that was not asked for breaks the protocol, a second one is a strike`() {
        var machine = Self.open()
        #expect(Self.breaks(machine.answered(1, option: 1)))
        _ = machine.act(on: 2, .tap, .none)
        // It waits for the tap's handler, so the extension does not know of it.
        _ = machine.take("accept", text: nil)
        #expect(Self.breaks(machine.answered(1, option: 1)))
        _ = machine.returned(2)
        #expect(Self.breaks(machine.answered(0, option: 1)))
        #expect(machine.answered(1, option: 0).count == 1)
        #expect(machine.answered(1, option: 1) == [.strike(.secondCompletion)])
        #expect(machine.state == .open)
    }

    @Test func `an option that is none keeps the notification, and is a strike`() {
        var machine = Self.open()
        _ = machine.take("accept", text: nil)
        let actions = machine.answered(1, option: 3)
        #expect(actions.first == .strike(.badOption))
        #expect(!Self.closes(actions))
    }

    @Test func `a return that was not due breaks the protocol`() {
        var machine = Self.open()
        #expect(Self.breaks(machine.returned(1)))
        _ = machine.act(on: 2, .tap, .none)
        #expect(Self.breaks(machine.returned(3)))
    }

    @Test func `without did_receive_response the app gets the response, and it closes`() {
        var machine = Self.open([])
        let actions = machine.take("accept", text: "x")
        #expect(actions.first == Self.response("accept", text: "x"))
        #expect(Self.closes(actions))
        // So too when it was taken before the extension was loaded.
        var early = ContentMachine(identifier: "first")
        #expect(early.take("accept", text: nil) == [])
        _ = early.ready([])
        #expect(early.returned(1).contains(Self.response("accept")))
        #expect(early.state == .closed)
    }

    @Test func `the default action and the dismissal are the app's`() {
        for abilities in [ContentAbilities(), [.answersResponses, .playsMedia]] {
            var tapped = Self.open(abilities)
            let actions = tapped.tap()
            #expect(actions.first == Self.response(ContentMachine.defaultAction))
            #expect(Self.closes(actions))
            var dismissed = Self.open(abilities)
            #expect(dismissed.dismiss(isForwarded: false) == [.close("the user")])
            var told = Self.open(abilities)
            #expect(
                told.dismiss(isForwarded: true).first == Self.response(ContentMachine.dismissAction)
            )
        }
    }

    @Test func `the extension's own wish closes it`() {
        var dismissed = Self.open()
        #expect(dismissed.dismissalWanted() == [.close("the extension")])
        var performed = Self.open()
        let actions = performed.defaultActionWanted()
        #expect(actions.first == Self.response(ContentMachine.defaultAction))
        #expect(Self.closes(actions))
    }

    @Test func `nothing happens once it is closed`() {
        var machine = Self.open()
        _ = machine.take("accept", text: nil)
        _ = machine.close("its host")
        #expect(machine.answered(1, option: 2) == [])
        #expect(machine.returned(2) == [])
        #expect(machine.take("accept", text: nil) == [])
        #expect(machine.tap() == [])
        #expect(machine.dismiss(isForwarded: true) == [])
        #expect(machine.receive(number: 2, identifier: "x") == [])
        #expect(machine.act(on: 2, .tap, .none) == [])
        #expect(machine.close("again") == [])
        #expect(machine.failed() == [])
    }

    @Test func `a response is to the notification that was shown`() {
        var machine = Self.open()
        _ = machine.take("one", text: nil)
        #expect(machine.receive(number: 2, identifier: "second") == [])
        _ = machine.take("two", text: nil)
        _ = machine.returned(2)
        _ = machine.returned(3)
        #expect(machine.unanswered.map(\.notification) == [1, 2])
        #expect(machine.answered(1, option: 2).contains(Self.response("one")))
        #expect(machine.shown == 2)
    }

    @Test func `after a failure everything is the app's, and nothing is given twice`() {
        var machine = Self.open()
        _ = machine.take("accept", text: nil)
        _ = machine.take("decline", text: nil)
        #expect(machine.failed() == ["accept", "decline"])
        #expect(machine.isSettled)
        #expect(machine.answered(1, option: 2) == [])
        #expect(machine.act(on: 2, .tap, .none) == [])
        #expect(machine.receive(number: 2, identifier: "second") == [])
        let actions = machine.take("accept", text: nil)
        #expect(actions.first == Self.response("accept", of: "second"))
        #expect(Self.closes(actions))
    }

    @Test func `what the extension opens is the notification that it was given`() {
        var machine = Self.open()
        _ = machine.act(on: 2, .tap, .none)
        // The next one has come, and waits for the handler.
        _ = machine.receive(number: 2, identifier: "second")
        #expect(machine.shown == 2)
        #expect(machine.heard == 1)
        let event = Self.response(ContentMachine.defaultAction, of: "first")
        var other = machine
        #expect(machine.defaultActionWanted().first == event)
        _ = other.returned(2)
        #expect(other.heard == 2)
        #expect(
            other.defaultActionWanted().first
                == Self.response(ContentMachine.defaultAction, of: "second")
        )
    }

    @Test func `an answer that closes it says whose answer is not known any more`() {
        var machine = Self.open()
        _ = machine.take("first", text: nil)
        _ = machine.take("second", text: nil)
        let actions = machine.answered(1, option: 1)
        #expect(actions.contains(.lose(["second"])))
        #expect(Self.closes(actions))
        #expect(machine.close("again") == [])
    }

    @Test func `responses have an end while the extension is asked, not after`() {
        var machine = Self.open()
        for number in 1...UInt64(ContentMachine.responseLimit) {
            _ = machine.take("stay", text: nil)
            _ = machine.answered(number, option: 0)
            _ = machine.returned(number + 1)
        }
        #expect(machine.hasNoResponseLeft)
        _ = machine.failed()
        #expect(!machine.hasNoResponseLeft)
        #expect(machine.take("go", text: nil).first == Self.response("go"))
    }

    @Test func `what was done to views and not told yet is known`() {
        var machine = Self.open()
        _ = machine.act(on: 2, .valueChanged, .real(0.25))
        #expect(machine.waitingEvents.isEmpty)
        _ = machine.act(on: 3, .editingChanged, .text("a"))
        _ = machine.act(on: 2, .valueChanged, .real(0.5))
        #expect(machine.waitingEvents.map(\.view) == [3, 2])
        #expect(machine.waitingEvents.map(\.value) == [.text("a"), .real(0.5)])
    }

    @Test func `a slider behind a slow handler has one place alone`() {
        var machine = Self.open()
        _ = machine.act(on: 2, .tap, .none)
        for value in 1...1000 {
            _ = machine.act(on: 3, .valueChanged, .real(Double(value)))
        }
        #expect(!machine.isFull)
        guard case .call(let callback)? = machine.returned(2).last else {
            Issue.record("nothing was called")
            return
        }
        #expect(callback.kind == .event(view: 3, .valueChanged, .real(1000)))
        #expect(Self.calls(machine.returned(3)) == [])
    }

    @Test func `there is an end to what can wait`() {
        var machine = Self.open()
        for _ in 0...ContentMachine.waitingLimit { _ = machine.act(on: 2, .tap, .none) }
        #expect(machine.isFull)
    }
}
