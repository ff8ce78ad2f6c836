// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import EndToEndSupport
import Foundation
import Testing

@testable import BelfryServer

/// The codes and sessions of browsers, without a browser.
@Suite(.timeLimit(.minutes(1))) struct WebSignInTests {
    @Test func `takes a code once, and for a minute`() {
        let codes = SignInCodes()
        let start = ContinuousClock.now
        let code = codes.make(at: start)
        #expect(code.utf8.count == 64)
        for wrong in ["", code + "0", String(code.dropLast())] {
            #expect(codes.redeem(wrong, at: start) == .unknown)
        }
        #expect(codes.redeem(code, at: start + .seconds(59)) == .taken)
        #expect(codes.redeem(code, at: start + .seconds(59)) == .unknown)
        let late = codes.make(at: start)
        #expect(codes.redeem(late, at: start + .seconds(60)) == .unknown)
    }

    @Test func `takes a code for one user's browser from no other, to whom it is no use`() {
        let codes = SignInCodes()
        let code = codes.make(for: 1000)
        for other: uid_t? in [0, 1001, nil] {
            #expect(codes.redeem(code, by: { other }) == .other(1000))
        }
        #expect(codes.redeem(code, by: { 1000 }) == .taken)
        #expect(codes.redeem(code, by: { 1000 }) == .unknown)
        // Whose the browser is does not count for one for anybody.
        #expect(codes.redeem(codes.make(), by: { 1001 }) == .taken)
    }

    @Test func `finds the user of a socket in the kernel's lists`() {
        // As Linux 6.1 writes them: a server, the two ends of a connection, and one of an IPv6 socket.
        let tcp = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:201E 00000000:0000 0A 00000000:00000000 00:00000000 00000000     7        0 10 1
               1: 0100007F:201E 0100007F:A1B2 01 00000000:00000000 00:00000000 00000000     7        0 11 1
               2: 0100007F:A1B2 0100007F:201E 01 00000000:00000000 02:000003E8 00000000  1000        0 12 2
            """
        let tcp6 = """
              sl  local_address                         remote_address                        st tx_queue
               0: 0000000000000000FFFF00000100007F:A1B3 0000000000000000FFFF00000100007F:201E 01 00000000:00000000 00:00000000 00000000  1001 0 13 1
            """
        let users = LoopbackUser(lists: [tcp, tcp6])
        #expect(users.user(of: "0100007F:A1B2", to: "0100007F:201E") == 1000)
        #expect(users.user(of: "0100007F:A1B3", to: "0100007F:201E") == 1001)
        #expect(users.user(of: "0100007F:A1B4", to: "0100007F:201E") == nil)
        #expect(users.user(of: "0100007F:A1B2", to: "0100007F:201F") == nil)
        #expect(LoopbackUser(lists: ["", "none"]).user(of: "0100007F:A1B2", to: "") == nil)
    }

    @Test func `holds no more codes than there may be`() {
        let codes = SignInCodes()
        let made = (0...SignInCodes.limit).map { _ in codes.make() }
        #expect(codes.redeem(made[0]) == .unknown)
        #expect(made.dropFirst().allSatisfy { codes.redeem($0) == .taken })
    }

    @Test func `knows a session by its whole text until it ends`() throws {
        let workshop = try Workshop()
        let sessions = WebSessions(path: workshop.folder.appendingPathComponent("sessions").path)
        let session = try sessions.begin()
        #expect(sessions.isOpen(session))
        // Another process of the daemon finds it.
        #expect(WebSessions(path: sessions.path).isOpen(session))
        let name = String(session.prefix(16))
        let wrong = [
            "", ".", name, "\(name).", session + "0", String(session.dropLast()),
            "../\(session)", "0000000000000000.\(session.dropFirst(17))", session.uppercased(),
        ]
        for text in wrong { #expect(!sessions.isOpen(text), "\(text)") }
        for text in wrong { sessions.end(text) }
        #expect(sessions.isOpen(session))
        let later = Date() + Double(WebSessions.lifetime) + 60
        #expect(!sessions.isOpen(session, at: later))
        sessions.end(session)
        #expect(!sessions.isOpen(session))
    }

    @Test func `keeps a session's file from other users, and no more files than there may be`()
        throws
    {
        let workshop = try Workshop()
        let path = workshop.folder.appendingPathComponent("sessions").path
        let sessions = WebSessions(path: path)
        let made = try (0..<WebSessions.limit + 3).map { _ in try sessions.begin() }
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(names.count == WebSessions.limit)
        #expect(made.filter { sessions.isOpen($0) }.count == WebSessions.limit)
        #expect(made.last.map { sessions.isOpen($0) } == true)
        let file = "\(path)/\(try #require(made.last).prefix(16))"
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try DaemonFixture.change(file, mode: 0o644)
        #expect(made.last.map { sessions.isOpen($0) } == false)
    }
}
