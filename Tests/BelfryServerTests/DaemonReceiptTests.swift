// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// What an app learns of the presentation of its notifications.
@Suite(.timeLimit(.minutes(3))) struct DaemonReceiptTests {
    private static let own = "/v1/apps/\(DaemonFixture.app)"

    private func token(_ app: String, _ daemon: LiveDaemon) async throws -> String {
        let answer = try await daemon.request("GET", "/v1/apps/\(app)/token").object
        return "Authorization: Bearer \(try #require(answer["token"]?.string))"
    }

    private func receipts(
        _ identifier: String,
        _ token: String,
        _ daemon: LiveDaemon
    ) async throws -> [JSONObject] {
        let answer = try await daemon.request(
            "GET",
            "/v1/app/receipts?identifier=\(identifier)",
            headers: [token]
        )
        try #require(answer.status == 200, "\(answer.text)")
        guard case .array(let all)? = answer.object["receipts"] else { return [] }
        return all.compactMap(\.object)
    }

    private func add(
        _ identifier: String,
        _ token: String,
        _ daemon: LiveDaemon
    ) async throws {
        let added = try await daemon.request(
            "POST",
            "/v1/app/requests",
            #"{"identifier":"\#(identifier)","content":{"title":"t"}}"#,
            headers: [token]
        )
        try #require(added.status == 204, "\(added.text)")
    }

    @Test func `tells an app that its notification was presented, and nothing of the user`()
        async throws
    {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let other = try await fixture.makeApp("Other", identifier: "com.example.other")
        let daemon = try LiveDaemon(in: fixture.folder)
        try await fixture.install(app, in: daemon)
        let installed = try await daemon.request("POST", "/v1/apps", #"{"path":"\#(other)"}"#)
        try #require(installed.status == 201, "\(installed.text)")
        let own = try await token(DaemonFixture.app, daemon)
        #expect(try await receipts("a", own, daemon).isEmpty)
        let focus = #"{"focus":{"name":"Work","allowedApps":[]}}"#
        #expect(try await daemon.request("PATCH", "/v1/device", focus).status == 200)
        try await add("a", own, daemon)
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "presented" } }
        let entry = try await daemon.request("GET", "/v1/notifications/1").object
        let listed: JSONObject = [
            "sequence": 1, "accepted": entry["accepted"] ?? .null, "isListed": true,
            "presented": try #require(entry["presented"]),
        ]
        #expect(try await receipts("a", own, daemon) == [listed])
        // Who has looked at it is not said, and of one that is put away that it is off the list.
        let seen = try await daemon.request("POST", "/v1/notifications/1/seen")
        #expect(seen.status == 200, "\(seen.text)")
        #expect(try await receipts("a", own, daemon) == [listed])
        let dismissal = #"{"action":"com.apple.UNNotificationDismissActionIdentifier"}"#
        let dismissed = try await daemon.request(
            "POST",
            "/v1/notifications/1/response",
            dismissal
        )
        #expect(dismissed.status == 201, "\(dismissed.text)")
        var unlisted = listed
        unlisted["isListed"] = false
        #expect(try await receipts("a", own, daemon) == [unlisted])
        // Another app's identifiers are its own.
        let others = try await token("com.example.other", daemon)
        #expect(try await receipts("a", others, daemon).isEmpty)
        let unnamed = try await daemon.request("GET", "/v1/app/receipts", headers: [own])
        #expect(unnamed.status == 400 && unnamed.text.contains("identifier="), "\(unnamed.text)")
        let stranger = try await daemon.request(
            "GET",
            "/v1/app/receipts?identifier=a",
            headers: ["Authorization: Bearer none"]
        )
        #expect(stranger.status == 401 || stranger.status == 403, "\(stranger.text)")
        #expect(daemon.stop() == 0)
    }

    @Test func `tells why a notification is not presented, and until when it waits`() async throws {
        let fixture = try DaemonFixture()
        let app = try await fixture.makeApp("Sample")
        let daemon = try LiveDaemon(in: fixture.folder, ["--virtual-clock"])
        try await fixture.install(app, in: daemon)
        let own = try await token(DaemonFixture.app, daemon)
        let summary = try await daemon.request(
            "PATCH",
            "/v1/device",
            #"{"summaryTimes":["08:30"]}"#
        )
        #expect(summary.status == 200)
        let waits = try await daemon.request(
            "PATCH",
            Self.own + "/settings",
            #"{"scheduledDelivery":"enabled"}"#
        )
        try #require(waits.status == 200, "\(waits.text)")
        try await add("held", own, daemon)
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "decided" } }
        let held = try #require(try await receipts("held", own, daemon).first)
        #expect(held["presented"] == nil && held["heldUntil"] != nil && held["isListed"] == false)
        let denied = try await daemon.request(
            "PUT",
            Self.own + "/authorization",
            #"{"status":"denied"}"#
        )
        #expect(denied.status == 200)
        let push = #"{"aps":{"alert":{"title":"x"}}}"#
        let pushed = try await daemon.request(
            "POST",
            Self.own + "/push",
            push,
            headers: ["apns-collapse-id: dropped"]
        )
        #expect(pushed.status == 200, "\(pushed.text)")
        _ = try await daemon.events(after: 0) { $0.contains { $0.kind == "dropped" } }
        let dropped = try #require(try await receipts("dropped", own, daemon).first)
        #expect(dropped["presented"] == nil && dropped["ended"] == "dropped")
        #expect(dropped["reason"]?.string?.isEmpty == false && dropped["isListed"] == false)
        #expect(daemon.stop() == 0)
    }
}
