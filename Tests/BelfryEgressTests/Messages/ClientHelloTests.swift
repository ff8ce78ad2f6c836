// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryEgress

@Suite struct ClientHelloTests {
    @Test(arguments: [16384, 100, 3, 1])
    func `finds the name, however the message is cut into records`(recordLength: Int) {
        let hello = TLSGreeting.naming(["a.example"], recordLength: recordLength)
        #expect(ClientHello.read(hello) == .names(["a.example"]))
    }

    @Test func `finds every name, or none`() {
        let both = TLSGreeting.naming(["a.example", "b.example"])
        #expect(ClientHello.read(both) == .names(["a.example", "b.example"]))
        #expect(ClientHello.read(TLSGreeting.naming([])) == .names([]))
    }

    @Test func `does not mind what follows the message`() {
        let hello = TLSGreeting.naming(["a.example"]) + [20, 3, 3, 0, 1, 1]
        #expect(ClientHello.read(hello) == .names(["a.example"]))
    }

    @Test func `waits for a message that is not whole`() {
        let hello = TLSGreeting.naming(["a.example"])
        for count in hello.indices {
            #expect(ClientHello.read(Array(hello.prefix(count))) == .incomplete)
        }
    }

    @Test(arguments: ["GET / HTTP/1.1", "SSH-2.0-x", "\u{16}GET", "\u{0}"])
    func `leaves other protocols alone`(text: String) {
        #expect(ClientHello.read(Array(text.utf8)) == .foreign)
    }

    @Test(
        arguments: [
            [22, 3, 1, 0, 0], [22, 3, 1, 0xff, 0xff], [22, 3, 1, 0, 1, 2],
            [22, 3, 1, 0, 4, 1, 0, 0, 0], [22, 3, 1, 0, 1, 1, 21, 3, 1, 0, 1, 0],
        ] as [[UInt8]]
    )
    func `refuses what no server could read`(bytes: [UInt8]) {
        #expect(ClientHello.read(bytes) == .malformed)
    }

    /// Such as an alert, of which some servers take no notice.
    @Test(arguments: [
        [20, 3, 3, 0, 1, 1], [21, 3, 1, 0, 2, 1, 90], [23, 3, 3, 0, 0], [24, 3, 1, 0, 1, 0],
    ])
    func `refuses another record before the message`(record: [UInt8]) {
        let bytes = record + TLSGreeting.naming(["a.example"])
        #expect(ClientHello.read(bytes) == .malformed)
        for count in 1..<5 {
            #expect(ClientHello.read(Array(bytes.prefix(count))) == .incomplete)
        }
    }

    /// Another protocol would pass unread.
    @Test func `takes no damaged message for another protocol or for two names`() {
        let hello = TLSGreeting.naming(["a.example"])
        for index in hello.indices.dropFirst(2) {
            for byte in [0x00, 0x01, 0x7f, 0xff] as [UInt8] {
                var damaged = hello
                damaged[index] = byte
                switch ClientHello.read(damaged) {
                case .foreign: Issue.record("byte \(index) made it foreign")
                case .names(let names): #expect(names.count <= 1)
                case .incomplete, .malformed: break
                }
            }
        }
    }
}
