// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime
@testable internal import BelfryTool
internal import Testing

/// By which names the page is served: this machine's, and those that the user gives.
@Suite(.timeLimit(.minutes(2))) struct PageHostsTests {
    @Test(
        arguments: [
            ([], "127.0.0.1:8080", true), ([], "localhost:8080", true),
            ([], "LOCALHOST:8080", true),
            ([], "localhost:9000", false), ([], "localhost", false),
            ([], "box.example:8080", false),
            (["localhost:9000"], "localhost:9000", true),
            (["localhost:9000"], "localhost:8080", true),
            (["localhost:9000"], "127.0.0.1:9000", false),
            (["Box.Example"], "box.example:8080", true), (["box.example"], "box.example", true),
            (["box.example"], "box.example:9000", false), (["box.example"], "a.box.example", false),
            (["192.0.2.7:9000"], "192.0.2.7:9000", true),
            (["192.0.2.7:9000"], "192.0.2.8:9000", false),
            (["192.0.2.7"], "192.0.2.7:8080", true), (["192.0.2.7"], "192.0.2.8:8080", false),
            (["::1"], "[::1]:8080", true), (["[::1]"], "[::1]:8080", true),
            (["0.0.0.0"], "192.0.2.9:8080", true), (["0.0.0.0"], "[2001:db8::1]:8080", true),
            (["0.0.0.0"], "192.0.2.9:9000", false), (["0.0.0.0"], "evil.test:8080", false),
            (["0.0.0.0"], "localhost:8080", true), (["0.0.0.0"], "", false),
        ] as [([String], String, Bool)]
    )
    func `answers to these names`(
        arguments: [String],
        host: String,
        isAllowed: Bool
    ) throws {
        #expect(try PageHosts(arguments).allows(host, port: 8080) == isAllowed)
    }

    @Test func `on HTTP's own port a browser leaves it out`() {
        #expect(PageHosts.loopback.allows("localhost", port: 80))
        #expect(PageHosts.loopback.allows("127.0.0.1:80", port: 80))
        #expect(!PageHosts.loopback.allows("evil.test", port: 80))
    }

    @Test(arguments: [
        "http://box.example", "box.example/page", "box example", "", "box.example:0",
        "box.example:70000", ":8080", "bóx.example", "a@box.example", "box.example:80:80",
    ])
    func `says how a name is written`(argument: String) {
        let failure = #expect(throws: ToolFailure.self) { try PageHosts([argument]) }
        #expect(failure?.status == .usage)
        #expect(failure?.message.hasPrefix("--host \(argument) is no name; write NAME") == true)
    }

    @Test func `listens on one address`() throws {
        #expect(try PageHosts(["192.0.2.7", "box.example"]).address == "192.0.2.7")
        #expect(try PageHosts(["box.example"]).address == "127.0.0.1")
        #expect(throws: ToolFailure.self) { try PageHosts(["192.0.2.7", "0.0.0.0"]) }
        #expect(try PageHosts(["0.0.0.0"]).isOpen)
        #expect(try !PageHosts(["box.example", "127.0.0.1"]).isOpen)
    }

    @Test func `its addresses are those that browsers are given`() throws {
        let hosts = try PageHosts(["0.0.0.0", "box.example", "localhost:9000"])
        let expected = ["127.0.0.1:8080", "box.example:8080", "localhost:9000"]
        #expect(hosts.authorities(port: 8080) == expected)
        #expect(try PageHosts(["::1"]).authorities(port: 8080) == ["[::1]:8080"])
    }

    @Test func `a page of a forwarder's name can act, one of another name cannot`() throws {
        let hosts = try PageHosts(["box.example"])
        #expect(hosts.isOrigin("http://box.example:8080", of: "box.example:8080"))
        #expect(hosts.isOrigin("https://box.example", of: "box.example"))
        #expect(!hosts.isOrigin("https://localhost:8080", of: "localhost:8080"))
        #expect(!hosts.isOrigin("http://evil.test", of: "box.example"))
    }

    @Test func `a browser that comes by a forwarded port is served`() async throws {
        let hosts = try PageHosts(["localhost:9000"])
        try await PageServer.serve(StandInStage(StandInScene.snapshot), hosts: hosts) { server in
            #expect(server.addresses.count == 2)
            #expect(server.addresses[1].hasPrefix("http://localhost:9000/"))
            var page = RawRequest("", address: server.address)
            page.host = "localhost:9000"
            #expect(try await RawClient.exchange(page).hasPrefix("HTTP/1.1 200 "))
            var input = RawRequest.input(#"{"input": "open"}"#, address: server.address)
            input.host = "localhost:9000"
            input.set("Origin", "http://localhost:9000")
            #expect(try await RawClient.exchange(input).hasPrefix("HTTP/1.1 204 "))
            page.host = "localhost:9001"
            let refused = try await RawClient.exchange(page)
            #expect(refused.hasPrefix("HTTP/1.1 421 "))
            #expect(refused.contains("give it to belfry show as --host NAME:PORT"))
        }
    }

    @Test func `an address of another machine is refused with the way out`() async throws {
        let hosts = try PageHosts(["192.0.2.7"])
        let failure = await #expect(throws: ToolFailure.self) { () async throws in
            try await PageServer.serve(StandInStage(StandInScene.snapshot), hosts: hosts) { _ in }
        }
        #expect(failure?.message.contains("192.0.2.7 is no address of this machine") == true)
        #expect(failure?.status == .usage)
    }
}
