// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryInlets

/// Headers, queries and where senders put their tokens.
@Suite struct InletFieldsTests {
    private func ntfy(_ header: String?, query: String? = nil) -> String? {
        let headers = header.map { [(name: "Authorization", value: $0)] } ?? []
        return InletCredentials.ntfy(InletFields(headers: headers, query: query))
    }

    @Test func `takes a query apart`() {
        let pairs = FormText.pairs(of: "a=1&b=x+y%20z&c&=d&%C3%A4=%zz&e=%ff&f=%4&g=1=2")
        #expect(pairs.map(\.name) == ["a", "b", "c", "", "ä", "e", "f", "g"])
        #expect(pairs.map(\.value) == ["1", "x y z", "", "d", "%zz", "%ff", "%4", "1=2"])
        #expect(FormText.pairs(of: String(repeating: "a=b&", count: 1000)).count == 100)
    }

    @Test func `has the first of what comes twice`() {
        let fields = InletFields(
            headers: [("Title", "  "), ("title", "b"), ("X-TITLE", " c ")],
            query: "title=d&title=e"
        )
        #expect(fields.text("x-title", "title") == "c" && fields.text("title") == "d")
        #expect(fields.header("title") == "  " && fields.parameter("title") == "d")
    }

    @Test(arguments: [
        ("Bearer tk_a", "tk_a"), ("bearer  tk_a ", "tk_a"), ("Basic OnRrX2E=", "tk_a"),
        ("Basic dXNlcjp0a19h", "tk_a"), ("Basic OnRrX2E", "tk_a"), ("Basic !", nil),
        ("Basic dXNlcg==", nil),
        ("tk_a", nil), ("Digest tk_a", nil), ("", nil),
    ])
    func `finds the token of a header`(_ header: String, _ token: String?) {
        #expect(ntfy(header) == token)
    }

    @Test func `finds the token of the query, but not beside a header`() {
        // Base64 of "Bearer tk_a" and of "Basic OnRrX2E=".
        #expect(ntfy(nil, query: "auth=QmVhcmVyIHRrX2E") == "tk_a")
        #expect(ntfy(nil, query: "auth=QmFzaWMgT25SclgyRT0") == "tk_a")
        #expect(ntfy(nil, query: "auth=tk_a") == nil)
        #expect(ntfy("Bearer tk_b", query: "auth=QmVhcmVyIHRrX2E") == "tk_b")
        #expect(ntfy(nil) == nil)
    }

    @Test func `finds the token where Gotify's senders put it`() {
        func token(_ name: String, _ value: String, query: String? = nil) -> String? {
            InletCredentials.gotify(InletFields(headers: [(name, value)], query: query))
        }
        #expect(token("X-Gotify-Key", "tk_a") == "tk_a")
        #expect(token("Authorization", "Bearer tk_a") == "tk_a")
        #expect(token("Accept", "*", query: "token=tk_a") == "tk_a")
        #expect(token("Accept", "*") == nil)
    }
}
