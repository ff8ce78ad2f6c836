// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import Testing

@testable import BelfryRuntime

/// What views do with what the user does.
@Suite struct ViewInputTests {
    private var tree = ViewTree()

    init() throws {
        try tree.apply([
            .create(2, .plain), .create(3, .label), .create(4, .button), .create(5, .slider),
            .create(6, .switch), .create(7, .textField), .create(8, .textView),
            .create(9, .scroll), .create(10, .button), .children(1, [2]),
            .children(2, [3, 4, 5, 6, 7, 8, 9]), .events(2, ViewEvent.tap.bit),
            .frame(9, ViewFrame(x: 0, y: 0, width: 100, height: 50)),
            .real(9, .contentHeight, 80), .real(5, .maximum, 10),
        ])
    }

    private func taking(
        _ input: ContentInput,
        after patches: [ViewPatch] = []
    ) -> (effect: ViewTree.Effect?, refusal: String?) {
        var tree = tree
        do {
            try tree.apply(patches)
            return (try tree.take(input), nil)
        } catch {
            return (nil, "\(error)")
        }
    }

    @Test func `a touch is a control's own, or of the nearest view with a handler`() {
        let tap = ViewPatch.events(4, ViewEvent.tap.bit)
        #expect(taking(.tap(view: 3)).effect?.view == 2)
        #expect(taking(.tap(view: 4), after: [tap]).effect?.view == 4)
        #expect(taking(.tap(view: 4)).refusal == "nothing happens when view 4 is touched")
        #expect(taking(.tap(view: 99)).refusal == "there is no view 99")
        #expect(taking(.tap(view: 10)).refusal == "view 10 is not to be seen")
        let disabled = [tap, .integer(4, .isEnabled, 0)]
        #expect(taking(.tap(view: 4), after: disabled).refusal == "view 4 is disabled")
    }

    @Test func `what is shown with the keyboard takes input, though it is not in the root`() throws
    {
        var tree = tree
        try tree.apply([
            .create(11, .plain), .create(12, .textField), .create(13, .button),
            .children(11, [12, 13]), .events(13, ViewEvent.tap.bit),
        ])
        #expect(throws: InputRefusal.self) { try tree.take(.tap(view: 13)) }
        tree.docked = 11
        #expect(try tree.take(.tap(view: 13))?.view == 13)
        #expect(try tree.take(.edit(view: 12, text: "a"))?.value == .text("a"))
        #expect(try tree.take(.toggle(view: 6, isOn: true))?.view == 6)
        // Nothing else that is outside is to be seen.
        #expect(throws: InputRefusal.self) { try tree.take(.tap(view: 10)) }
        try tree.apply([.integer(11, .isHidden, 1)])
        #expect(throws: InputRefusal.self) { try tree.take(.tap(view: 13)) }
    }

    @Test func `what is hidden, faint or deaf takes nothing, nor does what is in it`() {
        for patch in [ViewPatch.integer(2, .isHidden, 1), .real(2, .alpha, 0)] {
            let result = taking(.toggle(view: 6, isOn: true), after: [patch])
            #expect(result.refusal == "view 6 is not to be seen")
        }
        let result = taking(.toggle(view: 6, isOn: true), after: [.integer(1, .isInteractive, 0)])
        #expect(result.refusal == "view 6 takes no input")
    }

    @Test func `a control has its new value at once`() throws {
        var tree = tree
        let slid = try tree.take(.slide(view: 5, value: 11, isLast: false))
        #expect(slid == ViewTree.Effect(view: 5, event: .valueChanged, value: .real(10)))
        #expect(tree.nodes[5]?.reals[.value] == 10)
        let thrown = try tree.take(.toggle(view: 6, isOn: true))
        #expect(thrown?.value == .bool(true))
        #expect(tree.nodes[6]?.integers[.isOn] == 1)
        let written = try tree.take(.edit(view: 7, text: "hey"))
        #expect(written == ViewTree.Effect(view: 7, event: .editingChanged, value: .text("hey")))
        #expect(try tree.take(.endEditing(view: 7))?.value == .text("hey"))
        #expect(try tree.take(.pressReturn(view: 7))?.event == .returned)
        #expect(try tree.take(.scroll(view: 9, x: 5, y: 1000)) == nil)
        #expect(tree.nodes[9]?.reals[.offsetX] == 0)
        #expect(tree.nodes[9]?.reals[.offsetY] == 30)
    }

    @Test func `a slider that is not continuous tells of its last place alone`() throws {
        let patch = ViewPatch.integer(5, .isContinuous, 0)
        #expect(taking(.slide(view: 5, value: 1, isLast: false), after: [patch]).effect == nil)
        #expect(taking(.slide(view: 5, value: 1, isLast: true), after: [patch]).effect != nil)
    }

    @Test func `each input has its kinds of views`() {
        #expect(
            taking(.slide(view: 6, value: 1, isLast: true)).refusal
                == "view 6 is a switch, which does not take that"
        )
        #expect(taking(.slide(view: 5, value: .nan, isLast: true)).refusal != nil)
        #expect(taking(.edit(view: 3, text: "")).refusal != nil)
        #expect(taking(.pressReturn(view: 8)).refusal != nil)
        let fixed = ViewPatch.integer(8, .isEditable, 0)
        #expect(
            taking(.edit(view: 8, text: "x"), after: [fixed]).refusal
                == "view 8 is not to be written in"
        )
        let long = String(repeating: "x", count: 16 * 1024 + 1)
        #expect(taking(.edit(view: 7, text: long)).refusal == "a text has 16 KB at most")
    }
}
