// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryTool
internal import Testing

/// Where the tool looks for the daemon, and what it asks there.
@Suite struct CenterAddressTests {
    private func address(
        socket: String? = nil,
        url: String? = nil,
        tokenFile: String? = nil,
        _ environment: [String: String] = [:]
    ) throws(ToolFailure) -> CenterAddress {
        try CenterAddress(
            socket: socket,
            url: url,
            tokenFile: tokenFile,
            environment: environment,
            home: "/users/me"
        )
    }

    @Test func `finds the socket where the daemon makes it`() throws {
        let home = "/users/me/.local/state/belfry"
        let rows: [([String: String], String)] = [
            ([:], home + "/run/api"),
            (["XDG_RUNTIME_DIR": "/run/user/7"], "/run/user/7/belfry/api"),
            (["BELFRY_STATE": "/s"], "/s/run/api"),
            (["BELFRY_SOCKET": "/a", "XDG_RUNTIME_DIR": "/run/user/7"], "/a"),
        ]
        for (environment, path) in rows {
            #expect(try address(environment) == .socket(path: path), "\(environment)")
        }
        #expect(try address(socket: "/b", ["BELFRY_SOCKET": "/a"]) == .socket(path: "/b"))
    }

    @Test func `gives the token to this machine alone`() throws {
        let folder = try TemporaryFolder()
        try folder.write("secret\n", to: "token")
        let file = folder("token")
        #expect(
            try address(url: "http://127.0.0.1:8222", tokenFile: file)
                == .loopback(port: 8222, token: "secret")
        )
        for url in [
            "http://example.com:8222", "https://127.0.0.1:8222", "http://127.0.0.1",
            "http://127.0.0.1:8222@example.com:80", "http://127.0.0.1:0", "127.0.0.1:8222", "",
        ] {
            let failure = #expect(throws: ToolFailure.self) {
                try address(url: url, tokenFile: file)
            }
            #expect(failure?.status == .usage, "\(url)")
        }
        try folder.write("a b\r\nX: y\n", to: "token")
        let failure = #expect(throws: ToolFailure.self) {
            try address(url: "http://127.0.0.1:1", tokenFile: file)
        }
        #expect(failure?.status == .badData)
    }

    @Test func `refuses a socket that cannot be`() {
        for path in ["", "/" + String(repeating: "x", count: 200)] {
            let failure = #expect(throws: ToolFailure.self) { try address(socket: path) }
            #expect(failure?.status == .usage)
        }
    }

    @Test func `keeps every text of a request in its place`() {
        let request = CenterRequest(
            "GET",
            ["apps", "../a b?x#y%é\r\n"],
            query: [("app", "a&b=c"), ("none", nil)]
        )
        #expect(
            request.target == "/v1/apps/..%2Fa%20b%3Fx%23y%25%C3%A9%0D%0A?app=a%26b%3Dc"
        )
    }
}
