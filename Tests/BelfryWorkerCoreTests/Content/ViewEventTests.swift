// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import CBelfry
import Testing

@testable import BelfryWorkerCore

extension HostInterfaceTests {
    /// What the user does to views, as the extension is called for it.
    @Suite struct ViewEventTests {
        private let calls = RecordedCalls()

        private func happen(
            _ host: ContentHost,
            _ event: ViewEvent,
            to view: UInt32,
            _ value: ControlValue = .none
        ) {
            host.session.views.happened(event, to: view, value)?.make()
        }

        @Test func `a handler gets what its signature says`() throws {
            let host = try ContentHost()
            let (button, slider) = (host.make(.button), host.make(.slider))
            let (onOff, field) = (host.make(.switch), host.make(.textField))
            #expect(
                host.on(button, .tap, "cv", RecordedCalls.ofView, calls)
                    == BF_OK
            )
            #expect(
                host.on(
                    slider,
                    .valueChanged,
                    "dcvd",
                    RecordedCalls.ofReal,
                    calls
                ) == BF_OK
            )
            #expect(
                host.on(
                    onOff,
                    .valueChanged,
                    "cb",
                    RecordedCalls.ofBool,
                    calls
                ) == BF_OK
            )
            #expect(
                host.on(
                    field,
                    .returned,
                    "vscs",
                    RecordedCalls.ofText,
                    calls
                ) == BF_OK
            )
            happen(host, .tap, to: 2)
            happen(host, .valueChanged, to: 3, .real(0.25))
            happen(host, .valueChanged, to: 4, .bool(true))
            happen(host, .returned, to: 5, .text("Grüße"))
            #expect(
                calls.all == [
                    "view \(button.id & 0xffff_ffff)", "real 0.25 0.25", "bool 1",
                    #"text ["Grüße", "Grüße"]"#,
                ]
            )
        }

        @Test func `a handler has eight parameters, or none`() throws {
            let host = try ContentHost()
            let slider = host.make(.slider)
            let eight = RecordedCalls.ofEight
            #expect(host.on(slider, .valueChanged, "dvdvdvdc", eight, calls) == BF_OK)
            happen(host, .valueChanged, to: 2, .real(0.5))
            #expect(calls.all == ["eight 0.5 0.5 true"])
            let bare = RecordedCalls.bare
            #expect(host.on(slider, .valueChanged, "", bare) == BF_OK)
            happen(host, .valueChanged, to: 2, .real(0.5))
            #expect(calls.all.count == 1)
        }

        @Test(
            arguments: [
                (ViewKind.button, ViewEvent.tap, "d"), (.button, .tap, "s"), (.button, .tap, "x"),
                (.button, .tap, "vvvvvvvvv"), (.slider, .valueChanged, "b"),
                (.slider, .tap, "d"), (.switch, .valueChanged, "d"),
                (.textField, .editingChanged, "d"), (.label, .valueChanged, "d"),
                (.button, .tap, "é"),
            ]
        )
        func `a signature asks for what there is`(
            kind: ViewKind,
            event: ViewEvent,
            signature: String
        ) throws {
            let host = try ContentHost()
            let bare = RecordedCalls.bare
            #expect(host.on(host.make(kind), event, signature, bare) == BF_ERROR_ARGUMENT)
        }

        @Test func `an event is one of those there are`() throws {
            let host = try ContentHost()
            let bare = RecordedCalls.bare
            for event: UInt32 in [0, 7] {
                let status = unsafe HostTable.withString([]) {
                    unsafe host.views.on(host.host, host.root, event, $0, bare, nil)
                }
                #expect(status == BF_ERROR_ARGUMENT)
            }
        }

        @Test func `the host hears which events a view has handlers for`() throws {
            let host = try ContentHost()
            let bare = RecordedCalls.bare
            let field = host.make(.textField)
            _ = host.frames()
            #expect(host.on(field, .tap, "", bare) == BF_OK)
            #expect(host.on(field, .returned, "", bare) == BF_OK)
            #expect(host.patches() == [.events(2, 1 << 1 | 1 << 6)])
            #expect(host.on(field, .tap, "c", bare) == BF_OK)
            #expect(host.frames().isEmpty)
            #expect(host.on(field, .tap, "nonsense", nil) == BF_OK)
            #expect(host.patches() == [.events(2, 1 << 6)])
            happen(host, .tap, to: 2)
        }

        @Test func `what the user did is in what is read, and said again once`() throws {
            let host = try ContentHost()
            let (slider, onOff) = (host.make(.slider), host.make(.switch))
            let field = host.make(.textField)
            _ = host.set(field, .text, "old")
            _ = host.frames()
            happen(host, .valueChanged, to: 2, .real(0.75))
            happen(host, .valueChanged, to: 3, .bool(true))
            happen(host, .editingChanged, to: 4, .text("new"))
            #expect(host.real(slider, .value) == 0.75)
            #expect(host.integer(onOff, .isOn) == 1)
            #expect(host.text(field, .text) == "new")
            // A frame that was on its way has other values, which the host may have taken.
            #expect(
                host.patches() == [
                    .real(2, .value, 0.75), .integer(3, .isOn, 1), .text(4, .text, "new"),
                ]
            )
            #expect(host.frames().isEmpty)
            // What the extension makes of it is said.
            _ = host.set(field, .text, "old")
            _ = host.set(slider, .value, real: 0.5)
            #expect(host.patches() == [.real(2, .value, 0.5), .text(4, .text, "old")])
        }

        @Test func `a value that the extension puts back is said`() throws {
            let host = try ContentHost()
            let (slider, field) = (host.make(.slider), host.make(.textField))
            _ = host.set(slider, .value, real: 0.5)
            _ = host.frames()
            happen(host, .valueChanged, to: 2, .real(0.75))
            happen(host, .editingChanged, to: 3, .text("new"))
            _ = host.set(slider, .value, real: 0.5)
            #expect(unsafe host.views.clear(host.host, field, ViewKey.text.rawValue) == BF_OK)
            #expect(host.patches() == [.real(2, .value, 0.5), .clear(3, .text)])
        }

        @Test func `a text that was lent is there while the user writes`() throws {
            let host = try ContentHost()
            let field = host.make(.textField)
            _ = host.set(field, .text, "lent")
            var lent = unsafe bf_string()
            let key = ViewKey.text.rawValue
            let status = unsafe host.views.get_text(host.host, field, key, &lent)
            #expect(status == BF_OK)
            for count in 1...7 {
                let text = String(repeating: "x", count: count)
                happen(host, .editingChanged, to: 2, .text(text))
            }
            let bytes = unsafe UnsafeBufferPointer(start: lent.bytes, count: Int(lent.count))
            #expect(unsafe String(decoding: bytes, as: UTF8.self) == "lent")
        }

        @Test func `an event of a view that is gone, or with a value of another, is nothing`()
            throws
        {
            let host = try ContentHost()
            let slider = host.make(.slider)
            _ = host.frames()
            happen(host, .valueChanged, to: 2, .real(.nan))
            happen(host, .valueChanged, to: 2, .text("a"))
            happen(host, .tap, to: 99)
            #expect(host.real(slider, .value) == nil)
            #expect(host.frames().isEmpty)
        }

        @Test func `keys go to a text field that the host knows by then`() throws {
            let host = try ContentHost()
            let (field, label, accessory) = (
                host.make(.textField), host.make(.label), host.make()
            )
            let become = unsafe host.presentation.become_first_responder
            #expect(unsafe become?(host.host, label, bf_view()) == BF_ERROR_ARGUMENT)
            #expect(unsafe become?(host.host, bf_view(id: 7), bf_view()) == BF_ERROR_HANDLE)
            #expect(unsafe become?(host.host, field, bf_view(id: 7)) == BF_ERROR_HANDLE)
            #expect(unsafe become?(host.host, field, accessory) == BF_OK)
            #expect(host.frames().last == .firstResponder(view: 2, accessory: 4))
            #expect(unsafe become?(host.host, bf_view(), bf_view()) == BF_OK)
            #expect(host.frames() == [.firstResponder(view: 0, accessory: 0)])
            #expect(unsafe host.presentation.resign_first_responder(host.host) == BF_OK)
            #expect(host.frames() == [.resigned])
            _ = unsafe become?(host.host, field, bf_view())
            _ = unsafe host.views.release(host.host, field)
            #expect(host.frames() == [.frame(patches: [.remove(2)], isLast: true)])
        }
    }
}
