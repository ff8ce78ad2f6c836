// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire
import CBelfry
import Testing

@testable import BelfryWorkerCore

extension HostInterfaceTests {
    /// How a notification is shown.
    @Suite struct PresentationTests {
        private func set(_ host: ContentHost, actions: String) -> bf_status {
            unsafe HostTable.withString(Array(actions.utf8)) {
                unsafe host.presentation.set_actions(host.host, $0)
            }
        }

        @Test func `the actions are those that were set last`() throws {
            let host = try ContentHost()
            var text = unsafe bf_string()
            #expect(unsafe host.presentation.actions(host.host, &text) == BF_OK)
            #expect(unsafe HostTable.text(of: text) == "[]")
            let document = #" [ {"identifier":"ä\"]","title":"A","n":[-1.5e+3,0,true]} , {} ] "#
            #expect(set(host, actions: document) == BF_OK)
            #expect(unsafe host.presentation.actions(host.host, &text) == BF_OK)
            #expect(unsafe HostTable.text(of: text) == document)
            #expect(host.events.all == [.content(.actions(Array(document.utf8)))])
            #expect(unsafe host.presentation.actions(host.host, nil) == BF_ERROR_ARGUMENT)
        }

        @Test(
            arguments: [
                "", "{}", "[", "[1]", "[{}", "[{},]", "[{}] x", #"[{"a"}]"#, #"[{"a":}]"#,
                #"[{"a":1 2}]"#, #"[{"a":"b}]"#, #"[{"a":1.}]"#, #"[{"a":nul}]"#, "[[]]",
                "[{\"a\":\"\u{1}\"}]",
                #"[{"a":"# + String(repeating: "[", count: 20) + String(repeating: "]", count: 20)
                    + "}]",
            ]
        )
        func `actions are an array of objects`(document: String) throws {
            let host = try ContentHost()
            #expect(set(host, actions: document) == BF_ERROR_ARGUMENT)
            #expect(host.events.all.isEmpty)
        }

        @Test func `actions are so long and no longer`() throws {
            let host = try ContentHost()
            let count = ViewLimit.actionsByteCount
            let spaces = String(repeating: " ", count: count - 4)
            #expect(set(host, actions: "[{}\(spaces)]") == BF_OK)
            #expect(set(host, actions: "[{}\(spaces) ]") == BF_ERROR_LIMIT)
        }

        @Test func `the host is told what is to be done`() throws {
            let host = try ContentHost()
            let (table, at) = unsafe (host.presentation, host.host)
            #expect(unsafe table.perform_default_action(at) == BF_OK)
            #expect(unsafe table.dismiss(at) == BF_OK)
            #expect(unsafe table.media_playing(at, 1) == BF_OK)
            #expect(unsafe table.media_playing(at, 0) == BF_OK)
            let status = unsafe HostTable.withString(Array("Title".utf8)) {
                unsafe table.set_title(at, $0)
            }
            #expect(status == BF_OK)
            #expect(
                host.events.all == [
                    .content(.performDefaultAction), .content(.dismiss),
                    .content(.mediaPlaying(true)), .content(.mediaPlaying(false)),
                    .content(.title("Title")),
                ]
            )
            let long = unsafe HostTable.withString(Array(repeating: 0x61, count: 4097)) {
                unsafe table.set_title(at, $0)
            }
            #expect(long == BF_ERROR_LIMIT)
        }

        @Test func `a media button is of a kind and somewhere`() throws {
            let host = try ContentHost()
            func set(_ kind: UInt32, x: Double = 1) -> bf_status {
                var button = bf_media_button()
                button.kind = kind
                (button.x, button.y, button.width, button.height) = (x, 2, 3, 4)
                button.tint_color = 5
                return unsafe host.presentation.set_media_button(host.host, &button)
            }
            #expect(set(BF_MEDIA_BUTTON_OVERLAY) == BF_OK)
            #expect(set(BF_MEDIA_BUTTON_NONE, x: .nan) == BF_OK)
            #expect(unsafe host.presentation.set_media_button(host.host, nil) == BF_OK)
            #expect(set(3) == BF_ERROR_ARGUMENT)
            #expect(set(1, x: .nan) == BF_ERROR_ARGUMENT)
            let frame = ViewFrame(x: 1, y: 2, width: 3, height: 4)
            #expect(
                host.events.all == [
                    .content(
                        .mediaButton(MediaButton(kind: .overlay, frame: frame, tintColor: 5))
                    ), .content(.mediaButton(nil)), .content(.mediaButton(nil)),
                ]
            )
        }
    }
}
