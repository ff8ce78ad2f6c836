// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import EndToEndSupport
import Foundation
import Testing

/// Callers that send a request byte by byte, and never all of it.
@Suite(.timeLimit(.minutes(5))) struct DaemonStopTests {
    /// Sends a request byte by byte, without an end.
    ///
    /// Its argument is the socket. It prints a line once the request has begun, and another one once the
    /// connection is closed.
    private static let slowCaller = #"""
        import socket, sys, time
        line = socket.socket(socket.AF_UNIX)
        line.connect(sys.argv[1])
        line.sendall(b"POST /v1/apps HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n")
        line.settimeout(1)
        print("sent", flush=True)
        while True:
            try:
                line.sendall(b" ")
                if line.recv(1) == b"":
                    break
            except TimeoutError:
                pass
            except OSError:
                break
        print("closed", flush=True)
        """#

    @Test func `gives up a request that takes more than a minute to come`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder)
        let caller = try PythonScript(Self.slowCaller, [daemon.socket])
        #expect(try await caller.line() == Data("sent\n".utf8))
        #expect(try await caller.line() == Data("closed\n".utf8))
        #expect(try await daemon.request("GET", "/healthz").status == 200)
        #expect(daemon.stop() == 0)
    }

    @Test func `ends without waiting for a request that is still sent`() async throws {
        let fixture = try DaemonFixture()
        let daemon = try LiveDaemon(in: fixture.folder)
        let caller = try PythonScript(Self.slowCaller, [daemon.socket])
        #expect(try await caller.line() == Data("sent\n".utf8))
        #expect(daemon.stop() == 0)
        #expect(try await caller.line() == Data("closed\n".utf8))
    }
}
