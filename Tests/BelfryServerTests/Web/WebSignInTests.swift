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
        #expect(!codes.redeem("", at: start))
        #expect(!codes.redeem(code + "0", at: start))
        #expect(!codes.redeem(String(code.dropLast()), at: start))
        #expect(codes.redeem(code, at: start + .seconds(59)))
        #expect(!codes.redeem(code, at: start + .seconds(59)))
        let late = codes.make(at: start)
        #expect(!codes.redeem(late, at: start + .seconds(60)))
    }

    @Test func `holds no more codes than there may be`() {
        let codes = SignInCodes()
        let made = (0...SignInCodes.limit).map { _ in codes.make() }
        #expect(!codes.redeem(made[0]))
        #expect(made.dropFirst().allSatisfy { codes.redeem($0) })
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
