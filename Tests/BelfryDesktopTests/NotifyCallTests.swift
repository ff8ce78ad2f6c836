// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryDesktop
import Testing

/// What a server is told of a notification, by what it says that it can do.
@Suite struct NotifyCallTests {
    private func server(
        _ capabilities: [String] = ["actions", "body", "body-markup"],
        specification: String = "1.2"
    ) -> DesktopServer {
        DesktopServer(
            information: ["mock", "Belfry", "1", specification],
            capabilities: capabilities
        )
    }

    private func note(_ title: String = "Title", _ body: String = "Body") -> DesktopNotification {
        DesktopNotification(app: "App", title: title, body: body)
    }

    private func hint(_ name: String, _ call: NotifyCall) -> NotifyCall.Hint.Value? {
        call.hints.first { $0.name == name }?.value
    }

    // MARK: Texts

    @Test func `escapes texts where the server reads markup`() {
        var notification = note("A <b>", "1 < 2 & \"x\" <a href='https://x.example'>y</a>")
        notification.subtitle = "<i>"
        let call = NotifyCall(notification, for: server())
        // A title is never markup.
        #expect(call.summary == "A <b>")
        #expect(
            call.body
                == "<b>&lt;i&gt;</b>\n1 &lt; 2 &amp; &quot;x&quot; &lt;a href=&#39;https://x.example"
                + "&#39;&gt;y&lt;/a&gt;"
        )
    }

    @Test func `leaves texts as they are where the server reads no markup`() {
        var notification = note("A", "1 < 2 & <b>x</b>")
        notification.subtitle = "S"
        let call = NotifyCall(notification, for: server(["body"]))
        #expect(call.body == "S\n1 < 2 & <b>x</b>")
    }

    @Test func `puts all texts into the title where the server shows nothing else`() {
        var notification = note("A", "B\nC")
        notification.subtitle = "S"
        let call = NotifyCall(notification, for: server([]))
        #expect(call.summary == "A: S: B C" && call.body.isEmpty)
    }

    @Test func `has the app's name for a title where there is none`() {
        #expect(NotifyCall(note("", "B"), for: server()).summary == "App")
    }

    @Test func `drops what the bus refuses in a text`() {
        // A literal cannot have noncharacters.
        let refused = [0xFFFF, 0xFDD0, 0xFDEF, 0x1FFFE, 0x10FFFF].compactMap(Unicode.Scalar.init)
            .map { String($0) }.joined()
        #expect(refused.unicodeScalars.count == 5)
        let text = "a\u{0}b\(refused)c\u{1B}d\u{85}e\tf\r\ng"
        let call = NotifyCall(note(text, text), for: server())
        #expect(call.summary == "abcde f g")
        #expect(call.body == "abcde f\ng")
    }

    @Test func `cuts texts that are long`() {
        let call = NotifyCall(
            note(String(repeating: "é", count: 600), String(repeating: "x", count: 100_000)),
            for: server()
        )
        #expect(call.summary == String(repeating: "é", count: 256) + "…")
        #expect(call.body.utf8.count == 8192 + "…".utf8.count)
    }

    @Test func `never sends a link or a progress bar`() {
        let call = NotifyCall(
            note("https://x.example", "https://x.example 50 %"),
            for: server(["actions", "body", "body-markup", "body-hyperlinks"])
        )
        #expect(call.body == "https://x.example 50 %")
        #expect(hint("value", call) == nil)
    }

    // MARK: Buttons

    @Test func `offers actions under keys that no specification has`() {
        var notification = note()
        notification.actions = [
            .init(identifier: "default", title: "Delete\nall"),
            .init(identifier: "inline-reply", title: "B"),
        ]
        let call = NotifyCall(notification, for: server())
        #expect(
            call.actions
                == ["default", "Open", "app:default", "Delete all", "app:inline-reply", "B"]
        )
        #expect(NotifyCall(notification, for: server(["body"])).actions.isEmpty)
    }

    @Test func `offers a field for an answer where the server has one`() {
        var notification = note()
        notification.reply = .init(title: "Comment", placeholder: "Enter…", button: "Send")
        let plain = NotifyCall(notification, for: server())
        #expect(plain.actions == ["default", "Open"])
        #expect(hint("x-kde-reply-placeholder-text", plain) == nil)
        let call = NotifyCall(notification, for: server(["actions", "inline-reply"]))
        #expect(call.actions == ["default", "Open", "inline-reply", "Comment"])
        #expect(hint("x-kde-reply-placeholder-text", call) == .text("Enter…"))
        #expect(hint("x-kde-reply-submit-button-text", call) == .text("Send"))
    }

    // MARK: Hints

    @Test(arguments: [
        (DesktopNotification.Urgency.low, UInt8(0)), (.normal, 1), (.critical, 2),
    ])
    func `says how much it presses`(_ urgency: DesktopNotification.Urgency, _ byte: UInt8) {
        var notification = note()
        notification.urgency = urgency
        #expect(hint("urgency", NotifyCall(notification, for: server())) == .byte(byte))
    }

    @Test func `has what is critical stay, and leaves all else to the server's own time`() {
        var notification = note()
        for (urgency, timeout) in [
            (DesktopNotification.Urgency.low, Int32(-1)), (.normal, -1), (.critical, 0),
        ] {
            notification.urgency = urgency
            #expect(NotifyCall(notification, for: server()).timeout == timeout)
        }
    }

    @Test(arguments: [
        ("1.2", "image-data"), ("1.3", "image-data"), ("2.0", "image-data"), ("1.1", "image_data"),
        ("1.0", "icon_data"), ("", "icon_data"),
    ])
    func `names a picture as the server's specification does`(_ version: String, _ name: String) {
        let picture = DesktopPicture(width: 1, height: 1, pixels: [1, 2, 3, 4])
        var notification = note()
        notification.picture = picture
        let call = NotifyCall(notification, for: server(specification: version))
        #expect(hint(name, call) == picture.map { .picture($0) })
        #expect(call.hints.count { if case .picture = $0.value { true } else { false } } == 1)
    }

    @Test func `takes no picture whose bytes are not its size's`() {
        #expect(DesktopPicture(width: 2, height: 1, pixels: [1, 2, 3, 4]) == nil)
        #expect(DesktopPicture(width: 0, height: 0, pixels: []) == nil)
        #expect(
            DesktopPicture(width: 257, height: 1, pixels: Array(repeating: 0, count: 1028)) == nil
        )
    }

    @Test func `has a server play what the centre plays, and nothing else`() {
        let able = server(["sound"])
        var notification = note()
        #expect(hint("suppress-sound", NotifyCall(notification, for: able)) == .flag(true))
        notification.sound = .file("/apps/ping.wav")
        let file = NotifyCall(notification, for: able)
        #expect(hint("sound-file", file) == .text("/apps/ping.wav"))
        #expect(hint("suppress-sound", file) == nil)
        notification.sound = .themed("message-new-instant")
        #expect(
            hint("sound-name", NotifyCall(notification, for: able)) == .text("message-new-instant")
        )
        #expect(NotifyCall(notification, for: server()).hints.map(\.name) == ["urgency"])
    }

    @Test func `asks for silence of every server, and for a sound only of one that plays some`() {
        for capabilities in [["body"], ["body", "sound"]] {
            let server = server(capabilities)
            var notification = note()
            let quiet = NotifyCall(notification, for: server)
            #expect(quiet.hints.map(\.name) == ["urgency", "suppress-sound"])
            let hasSound = server.has(.sound)
            notification.sound = .themed("dialog-warning")
            let named = NotifyCall(notification, for: server).hints.map(\.name)
            #expect(named == ["urgency"] + (hasSound ? ["sound-name"] : []))
            notification.sound = .file("/apps/ping.wav")
            let file = NotifyCall(notification, for: server).hints.map(\.name)
            #expect(file == ["urgency"] + (hasSound ? ["sound-file"] : []))
            // A path that the bus does not take, or that is cut, would be another file's.
            for path in ["/apps/\u{1}.wav", "/" + String(repeating: "x", count: 5000)] {
                notification.sound = .file(path)
                let hints = NotifyCall(notification, for: server).hints.map(\.name)
                #expect(hints == ["urgency"], "\(path.prefix(20))")
            }
        }
    }

    @Test func `makes what a server says of itself safe to hold`() {
        let server = DesktopServer(
            information: ["a\u{0}b", String(repeating: "x", count: 1000)],
            capabilities: Array(repeating: "body", count: 1000)
        )
        #expect(server.name == "ab" && server.vendor.utf8.count < 200 && server.version.isEmpty)
        #expect(server.capabilities.count == 64)
    }
}
