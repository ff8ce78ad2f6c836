// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@testable import BelfryDesktop

/// What an extension is shown of a program's notification, and what the server is told of its changes.
@Suite struct NotifyChangeTests {
    private func server(_ capabilities: [String] = ["body", "body-markup"]) -> DesktopServer {
        DesktopServer(information: ["mock", "Belfry", "1", "1.2"], capabilities: capabilities)
    }

    private func change(
        _ request: NotifyRequest,
        for server: DesktopServer? = nil,
        picture: PictureChange = .kept,
        _ edit: (inout NotificationContent) -> Void
    ) -> NotifyChange {
        let server = server ?? self.server()
        let before = request.content(hasMarkup: server.has(.bodyMarkup))
        var after = before
        edit(&after)
        return NotifyChange(request, from: before, to: after, picture: picture, for: server)
    }

    // MARK: What is shown

    @Test func `shows an extension what a program has sent`() {
        let request = NotifyRequest(
            app: "Mail",
            replaced: 3,
            icon: "mail",
            summary: "Koko",
            body: "<b>Bananas</b> &amp; figs",
            actions: ["default", "Open", "reply", "Reply"],
            hints: [
                .init("urgency", .number(2)), .init("category", .text("email.arrived")),
                .init("desktop-entry", .text("org.example.Mail")), .init("x-flag", .flag(true)),
            ],
            timeout: 500
        )
        let content = request.content(hasMarkup: true)
        #expect(content.title == "Koko" && content.body == "Bananas & figs")
        #expect(content.interruptionLevel == .critical && content.sound == .default)
        #expect(content.categoryIdentifier == "email.arrived")
        #expect(content.threadIdentifier == "org.example.Mail")
        let details = content.userInfo["desktop"]?.object
        #expect(details?["app"] == "Mail" && details?["icon"] == "mail")
        #expect(details?["body"] == "<b>Bananas</b> &amp; figs" && details?["timeout"] == 500)
        #expect(
            details?["actions"]
                == [["key": "default", "title": "Open"], ["key": "reply", "title": "Reply"]]
        )
        #expect(
            details?["hints"]
                == [
                    "urgency": 2, "category": "email.arrived",
                    "desktop-entry": "org.example.Mail", "x-flag": true,
                ]
        )
    }

    @Test func `takes a text for what it is where the server reads no markup`() {
        let request = NotifyRequest(summary: "S", body: "<b>x</b> &amp;")
        #expect(request.content(hasMarkup: false).body == "<b>x</b> &amp;")
    }

    @Test func `has no sound and no button where a program says so, or half a one`() {
        let request = NotifyRequest(
            app: "A",
            actions: ["odd"],
            hints: [.init("suppress-sound", .flag(true)), .init("urgency", .text("2"))]
        )
        let content = request.content(hasMarkup: true)
        #expect(content.sound == nil && content.interruptionLevel == .active)
        #expect(content.threadIdentifier == "A")
        #expect(content.userInfo["desktop"]?.object?["actions"] == [])
    }

    @Test(
        arguments: [
            ("a < b & c", "a < b & c"),
            ("<i>x</i> <a href=\"https://x.example\">y</a>", "x y"),
            ("a<br/>b<script>c</script>", "ab<script>c</script>"),
            ("&lt;b&gt;&#65;&#x42;&quot;&apos;&#0;&nope;", "<b>AB\"'&#0;&nope;"),
            ("<b", "<b"), ("<", "<"), ("&", "&"), ("&#;", "&#;"), ("<b>", ""),
            ("&#xD800;", "&#xD800;"),
        ]
    )
    func `reads markup as servers do`(_ written: String, _ read: String) {
        #expect(written.withoutMarkup == read)
    }

    // MARK: What the server is told

    @Test func `leaves alone what an extension has left alone`() {
        let request = NotifyRequest(summary: "S\u{7}", body: "<b>x</b>")
        #expect(change(request) { _ in }.isEmpty)
        let titled = change(request) { $0.title = "T" }
        #expect(titled.summary == "T" && titled.body == nil && titled.leftOut.isEmpty)
    }

    @Test func `escapes a text of the extension's where the server reads markup`() {
        let request = NotifyRequest(summary: "S", body: "<b>x</b>")
        let changed = change(request) { content in
            content.body = "1 < 2"
            content.subtitle = "<i>"
        }
        #expect(changed.body == "<b>&lt;i&gt;</b>\n1 &lt; 2")
        let plain = change(request, for: server(["body"])) { content in
            content.body = "1 < 2"
            content.subtitle = "<i>"
        }
        #expect(plain.body == "<i>\n1 < 2")
    }

    @Test func `keeps a program's markup below a subtitle`() {
        let changed = change(NotifyRequest(summary: "S", body: "<b>x</b>")) { $0.subtitle = "new" }
        #expect(changed.body == "<b>new</b>\n<b>x</b>")
    }

    @Test func `says another level, silence and a picture by hints`() throws {
        let picture = try #require(DesktopPicture(width: 1, height: 1, pixels: [1, 2, 3, 4]))
        let changed = change(NotifyRequest(summary: "S"), picture: .replaced(picture)) { content in
            content.interruptionLevel = .passive
            content.sound = nil
        }
        #expect(
            changed.hints.map(\.name) == ["urgency", "suppress-sound", "image-data"]
        )
        #expect(changed.hints.map(\.value) == [.byte(0), .flag(true), .picture(picture)])
        #expect(
            changed.leftOut.isSuperset(of: ["urgency", "sound-file", "image-path", "icon_data"])
        )
    }

    @Test func `cuts what an extension writes, and drops what the bus refuses`() {
        let changed = change(NotifyRequest(summary: "S", body: "B")) { content in
            content.title = String(repeating: "t", count: 4000)
            content.body = "a\u{0}b\u{FFFF}c"
        }
        #expect(changed.summary?.utf8.count == 515 && changed.body == "abc")
    }

    // MARK: Buttons

    private func offering(_ buttons: [(key: String, title: String)]) -> JSONValue {
        .array(
            buttons.map { .object(["key": .string($0.key), "title": .string($0.title)]) }
        )
    }

    private func buttons(
        _ request: NotifyRequest,
        _ buttons: JSONValue,
        _ capabilities: [String] = ["actions", "body"]
    ) -> NotifyChange {
        change(request, for: server(capabilities)) { content in
            content.userInfo["desktop"] = ["actions": buttons]
        }
    }

    @Test func `gives an extension's buttons keys that the program has not offered`() {
        let request = NotifyRequest(actions: ["default", "Open", "no", "No"])
        let changed = buttons(
            request,
            offering([("copy", "Copy\u{7}"), ("no", "Never"), ("copy", "Again"), ("belfry:x", "X")])
        )
        #expect(
            changed.actions
                == ["belfry:copy", "Copy", "no", "Never", "belfry:belfry:x", "X"]
        )
        #expect(changed.ownKeys == ["belfry:copy": "copy", "belfry:belfry:x": "belfry:x"])
        #expect(!changed.isEmpty)
        let bare = buttons(request, [])
        #expect(bare.actions == [] && bare.ownKeys.isEmpty && !bare.isEmpty)
    }

    @Test func `refuses a button with a key of the program, and a value that describes no button`()
    {
        let request = NotifyRequest(actions: ["belfry:copy", "Mine"])
        let changed = buttons(
            request,
            [["key": "copy", "title": "Copy"], ["key": "", "title": "E"], ["key": "n"], "x"]
        )
        #expect(changed.actions == [] && changed.ownKeys.isEmpty)
        let many = buttons(request, offering((0..<99).map { ("k\($0)", "t") }))
        #expect(many.actions?.count == 32 && many.ownKeys.count == 16)
    }

    @Test func `leaves the buttons as they are that the extension leaves, or that no server shows`()
    {
        let request = NotifyRequest(actions: ["default", "Open"])
        #expect(buttons(request, offering([("default", "Open")])).isEmpty)
        #expect(buttons(request, offering([("copy", "Copy")]), ["body"]).isEmpty)
        #expect(change(request, for: server(["actions"])) { $0.userInfo = [:] }.isEmpty)
        let odd = buttons(request, "none")
        #expect(odd.isEmpty)
    }
}
