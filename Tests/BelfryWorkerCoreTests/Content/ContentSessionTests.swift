// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfrySystem
import BelfryWire
import CBelfry
import Synchronization
import Testing

@testable import BelfryWorkerCore

extension HostInterfaceTests {
    /// A session from the first notification to the last callback, on a UI thread.
    @Suite struct ContentSessionTests {
        private let host: ContentHost
        private let calls = RecordedCalls()

        init() throws {
            host = try ContentHost(isOpen: false)
        }

        /// Runs the UI thread until the session is stopped, while the body is the host.
        private func withSession(
            answersResponses: Bool = true,
            _ body: () throws -> Void
        ) throws {
            let session = host.session
            let table = calls.table(answersResponses: answersResponses)
            let ended = Semaphore()
            try SystemThread.start(named: "ui") {
                session.run(table) {}
                ended.signal()
            }
            defer {
                session.stop()
                ended.wait()
            }
            try body()
        }

        /// Has the extension called, and waits until it has returned.
        private func perform(_ command: ContentCommand) {
            host.session.take(command, nil)
            host.returned.wait()
        }

        private func open() {
            perform(
                .open(
                    ContentOpening(
                        callback: 1,
                        width: 320,
                        height: 200,
                        actions: Array(#"[{"identifier":"a"}]"#.utf8),
                        notification: .sample()
                    )
                )
            )
        }

        /// Has a name of a callback do something with the host's tables.
        private func when(
            _ call: String,
            _ body: @escaping @Sendable (UInt64) -> Void
        ) {
            calls.action.withLock { action in
                action = { name, handle in if name == call { body(handle) } }
            }
        }

        private var contentEvents: [ContentEvent] {
            host.events.all.compactMap { if case .content(let event) = $0 { event } else { nil } }
        }

        @Test func `each command is a call, then its frame, then its return`() throws {
            when("load") { _ in _ = host.insert(host.make(.label), into: host.root) }
            try withSession {
                open()
                perform(.receive(callback: 2, .sample(2), actions: nil))
                perform(.media(callback: 3, isPlay: true))
                perform(.media(callback: 4, isPlay: false))
                perform(.close(callback: 5))
            }
            #expect(calls.all == ["load", "receive", "receive", "play", "pause", "stop"])
            #expect(
                contentEvents == [
                    .frame(
                        patches: [
                            .create(2, .label), .children(1, [2]),
                            .frame(1, ViewFrame(width: 320, height: 200)),
                        ],
                        isLast: true
                    ), .returned(callback: 1), .returned(callback: 2), .returned(callback: 3),
                    .returned(callback: 4), .returned(callback: 5),
                ]
            )
            // Nothing is taken any more.
            #expect(host.root.id == 0)
            #expect(unsafe host.presentation.dismiss(host.host) == BF_ERROR_STATE)
        }

        @Test func `the root has its size in load, so that views can be placed by it`() throws {
            let seen = Mutex<[Double]>([])
            when("load") { _ in seen.withLock { $0 = host.frame(host.root) ?? [] } }
            try withSession { open() }
            #expect(seen.withLock(\.self) == [0, 0, 320, 200])
        }

        @Test func `a notification is read like a request, and not decided`() throws {
            when("receive") { handle in
                let request = bf_request(id: handle)
                let table = unsafe host.host.pointee
                let content = unsafe table.request_content(host.host, request)
                var text = unsafe bf_string()
                #expect(unsafe table.request_identifier(host.host, request, &text) == BF_OK)
                #expect(unsafe HostTable.text(of: text) == "notification-1")
                #expect(unsafe table.get_text(host.host, content, BF_KEY_TITLE, &text) == BF_OK)
                #expect(unsafe HostTable.text(of: text) == "Hello")
                var date = 0.0
                #expect(unsafe host.presentation.date(host.host, request, &date) == BF_OK)
                #expect(date == 1001.5)
                let copy = unsafe table.content_copy(host.host, content)
                #expect(unsafe table.complete(host.host, request, copy) == BF_ERROR_STATE)
                #expect(unsafe table.checkpoint(host.host, request, copy) == BF_ERROR_STATE)
                let status = unsafe HostTable.withString(Array("spam".utf8)) {
                    unsafe table.drop(host.host, request, $0)
                }
                #expect(status == BF_ERROR_STATE)
                #expect(unsafe table.request_is_decided(host.host, request) == 0)
                #expect(host.registry.reachesCenter)
            }
            try withSession { open() }
            #expect(host.strikes == 0)
        }

        @Test func `attachments are told of, one by one`() throws {
            when("receive") { handle in
                let request = bf_request(id: handle)
                var info = unsafe bf_attachment_info()
                let attachment = unsafe host.presentation.attachment
                #expect(unsafe attachment?(host.host, request, 0, &info) == BF_OK)
                #expect(unsafe HostTable.text(of: info.identifier) == "picture")
                #expect(unsafe HostTable.text(of: info.type) == "public.png")
                #expect(unsafe HostTable.text(of: info.name) == "picture.png")
                #expect(unsafe info.byte_count == 70)
                #expect(unsafe attachment?(host.host, request, 1, &info) == BF_ERROR_NOT_FOUND)
                #expect(unsafe attachment?(host.host, request, 0, nil) == BF_ERROR_ARGUMENT)
                #expect(
                    unsafe attachment?(host.host, bf_request(id: 5), 0, &info) == BF_ERROR_HANDLE
                )
            }
            try withSession { open() }
            #expect(host.strikes == 1)
        }

        @Test func `a response is answered once, whenever`() throws {
            when("response") { handle in
                let response = bf_response(id: handle)
                var text = unsafe bf_string()
                let (action, written) = unsafe (
                    host.presentation.response_action, host.presentation.response_text
                )
                #expect(unsafe action?(host.host, response, &text) == BF_OK)
                #expect(unsafe HostTable.text(of: text) == "comment")
                #expect(unsafe written?(host.host, response, &text) == BF_OK)
                #expect(unsafe HostTable.text(of: text) == "Hi")
                let shown = unsafe host.presentation.response_notification(host.host, response)
                #expect(unsafe host.presentation.date(host.host, shown, nil) == BF_ERROR_ARGUMENT)
                var date = 0.0
                #expect(unsafe host.presentation.date(host.host, shown, &date) == BF_OK)
                #expect(unsafe action?(host.host, bf_response(id: 1), &text) == BF_ERROR_HANDLE)
            }
            try withSession {
                open()
                let response = ContentResponse(
                    number: 7,
                    notification: 1,
                    action: "comment",
                    text: "Hi"
                )
                perform(.respond(callback: 2, response))
                calls.answer(2)
                calls.answer(1)
            }
            #expect(
                contentEvents.suffix(2) == [
                    .returned(callback: 2), .answered(response: 7, option: 2),
                ]
            )
            #expect(
                host.events.strikes == [
                    .strike(run: 0, kind: .badHandle), .strike(run: 0, kind: .secondCompletion),
                ]
            )
        }

        @Test func `a response is valid until it is answered and its callback has returned`()
            throws
        {
            let handle = Mutex<UInt64>(0)
            when("response") { response in
                handle.withLock { $0 = response }
                calls.answer(9)
                var text = unsafe bf_string()
                #expect(
                    unsafe host.presentation.response_text(
                        host.host,
                        bf_response(id: response),
                        &text
                    ) == BF_ERROR_NOT_FOUND
                )
            }
            try withSession {
                open()
                perform(
                    .respond(callback: 2, ContentResponse(number: 1, notification: 1, action: "a"))
                )
                var text = unsafe bf_string()
                let response = bf_response(id: handle.withLock { $0 })
                #expect(
                    unsafe host.presentation.response_text(host.host, response, &text)
                        == BF_ERROR_HANDLE
                )
            }
            #expect(host.events.strikes.first == .strike(run: 0, kind: .badOption))
            #expect(contentEvents.contains(.answered(response: 1, option: 0)))
        }

        @Test func `without a function for responses the app gets them`() throws {
            #expect(calls.table().abilities == [.answersResponses, .playsMedia])
            #expect(calls.table(answersResponses: false).abilities == .playsMedia)
            try withSession(answersResponses: false) {
                open()
                perform(
                    .respond(callback: 2, ContentResponse(number: 1, notification: 1, action: "a"))
                )
            }
            #expect(
                contentEvents.suffix(2) == [
                    .answered(response: 1, option: 2), .returned(callback: 2),
                ]
            )
        }

        @Test func `when completions are spent, responses stay without effect`() throws {
            try withSession {
                open()
                for number: UInt64 in 1...5 {
                    let response = ContentResponse(number: number, notification: 1, action: "a")
                    perform(.respond(callback: number + 1, response))
                }
            }
            #expect(calls.all.count { $0 == "response" } == 4)
            #expect(contentEvents.contains(.answered(response: 5, option: 0)))
            #expect(host.events.all.contains { if case .log(2, _) = $0 { true } else { false } })
        }

        @Test func `behind a slow handler only the newest value of a control counts`() throws {
            when("load") { _ in
                let handler = RecordedCalls.ofReal
                for _ in 0..<2 {
                    let slider = host.make(.slider)
                    _ = host.on(slider, .valueChanged, "dcvd", handler, calls)
                }
            }
            let gate = Semaphore()
            try withSession {
                open()
                calls.gate.withLock { $0 = gate }
                func slide(_ callback: UInt64, _ view: UInt32 = 2, _ value: Double) {
                    host.session.take(
                        .event(callback: callback, view: view, .valueChanged, .real(value)),
                        nil
                    )
                }
                slide(2, 2, 0.125)
                calls.isWaiting.wait()
                for callback: UInt64 in 3...6 { slide(callback, 2, Double(callback)) }
                slide(7, 3, 0.25)
                slide(8, 2, 0.5)
                calls.gate.withLock { $0 = nil }
                gate.signal()
                for _ in 2...8 { host.returned.wait() }
            }
            #expect(
                calls.all.dropFirst(2) == [
                    "real 0.125 0.125", "real 6.0 6.0", "real 0.25 0.25", "real 0.5 0.5",
                ]
            )
            let returned = contentEvents.compactMap {
                if case .returned(let callback) = $0 { callback } else { nil }
            }
            #expect(returned == Array(1...8))
        }

        @Test func `what changes at other times is shown without a callback`() throws {
            try withSession {
                open()
                host.shown.wait()
                let label = host.make(.label)
                host.shown.wait()
                _ = host.set(label, .text, "a")
                host.shown.wait()
            }
            #expect(
                contentEvents.suffix(2) == [
                    .frame(patches: [.create(2, .label)], isLast: true),
                    .frame(patches: [.text(2, .text, "a")], isLast: true),
                ]
            )
        }

        @Test func `frames at other times come 60 times a second at most`() throws {
            let begin = MonotonicTime.now
            try withSession {
                open()
                host.shown.wait()
                let label = host.make(.label)
                for round in 0..<20 {
                    _ = host.set(label, .text, "\(round)")
                    host.shown.wait()
                }
            }
            // The first comes at once; that the label is there may come apart.
            #expect(MonotonicTime.now - begin >= .nanoseconds(16_666_667 * 18))
        }
    }
}
