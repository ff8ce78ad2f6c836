// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable import Belfry
import BelfryModel
import BelfryRuntime
import BelfryWire
import Testing

/// Each value of the engine's has one of the library's, and back.
@Suite struct NotificationTests {
    @Test func `a payload is what a notification shows, with what is odd about it`() throws {
        let payload = try PushPayload(
            #"{"aps":{"alert":{"title":"T","subtitle":"S","body":"B"},"badge":3,"sound":"ping.wav","#
                + #""category":"c","thread-id":"t","mutable-content":"1"},"key":[1.50]}"#
        )
        let content = payload.content
        #expect([content.title, content.subtitle, content.body] == ["T", "S", "B"])
        #expect(content.badge == 3)
        #expect(content.sound == Belfry.Sound(.named, name: "ping.wav"))
        #expect(content.categoryIdentifier == "c")
        #expect(content.threadIdentifier == "t")
        // The numbers are as they were written.
        #expect(content.userInfoJSON.contains(#""key":[1.50]"#))
        #expect(payload.isMutable)
        #expect(payload.warnings.contains { $0.contains("aps.mutable-content") })
    }

    @Test func `a content keeps what is set`() {
        var content = Belfry.NotificationContent(title: "T", body: "B")
        content.subtitle = "S"
        content.badge = 0
        content.sound = Belfry.Sound(.criticalNamed, name: "x.wav", volume: 0.5)
        content.categoryIdentifier = "c"
        content.threadIdentifier = "t"
        content.targetContentIdentifier = "w"
        content.filterCriteria = "f"
        content.launchImageName = "l"
        content.interruptionLevel = .timeSensitive
        content.relevanceScore = 0.25
        let expected = BelfryModel.NotificationContent(
            title: "T",
            subtitle: "S",
            body: "B",
            badge: 0,
            sound: BelfryModel.Sound(kind: .criticalNamed, name: "x.wav", volume: 0.5),
            launchImageName: "l",
            categoryIdentifier: "c",
            threadIdentifier: "t",
            targetContentIdentifier: "w",
            filterCriteria: "f",
            interruptionLevel: .timeSensitive,
            relevanceScore: 0.25
        )
        #expect(content.engine == expected)
        let read = Belfry.NotificationContent(expected)
        #expect(read == content)
        #expect(read.sound?.volume == 0.5)
        #expect(read.interruptionLevel == .timeSensitive)
    }

    @Test func `an attachment's file is a path, whether it came as one or as a URL`() {
        func path(_ url: String) -> String {
            Belfry.NotificationContent.Attachment(
                NotificationAttachment(
                    identifier: "a",
                    typeIdentifier: "public.png",
                    url: url,
                    byteCount: 1
                )
            ).path
        }
        #expect(path("/tmp/a b.png") == "/tmp/a b.png")
        #expect(path("file:///tmp/a%20b.png") == "/tmp/a b.png")
        let given = Belfry.NotificationContent.Attachment(identifier: "a", path: "/tmp/a.png")
        #expect(given.typeIdentifier == nil)
    }

    @Test func `sounds, levels and push types lead to the engine's and back`() {
        for kind in BelfryModel.Sound.Kind.allCases {
            #expect(Belfry.Sound.Kind(kind).engine == kind)
        }
        #expect(Belfry.Sound.Kind.allCases.count == BelfryModel.Sound.Kind.allCases.count)
        for level in BelfryModel.InterruptionLevel.allCases {
            #expect(Belfry.InterruptionLevel(level).engine == level)
        }
        for type in Belfry.PushType.allCases { #expect(type.engine.rawValue == type.rawValue) }
        #expect(Belfry.PushType.allCases.count == BelfryModel.PushType.allCases.count)
    }

    @Test func `a request without an identifier gets one of its own`() throws {
        let payload = try PushPayload(#"{"aps":{"alert":"x"}}"#)
        let first = Belfry.NotificationRequest.push(payload)
        let second = Belfry.NotificationRequest.push(payload)
        #expect(first.identifier != second.identifier)
        #expect(Belfry.NotificationRequest.push(payload, identifier: "i").identifier == "i")
        #expect(first.content.body == "x")
    }

    @Test func `categories and actions lead to the engine's and back`() {
        let action = Belfry.NotificationAction(
            identifier: "reply",
            title: "Reply",
            options: [.authenticationRequired, .destructive, .foreground],
            textInput: Belfry.NotificationAction.TextInput(buttonTitle: "Send", placeholder: "Text")
        )
        #expect(Belfry.NotificationAction(action.engine) == action)
        for option in BelfryModel.NotificationAction.Option.allCases {
            #expect(Belfry.NotificationAction.Option(option).engine == option)
        }
        let category = Belfry.NotificationCategory(
            identifier: "invite",
            actions: [action],
            reportsDismissal: true
        )
        #expect(category.engine.actions == [action.engine])
        #expect(category.engine.options == [.customDismissAction])
    }

    @Test func `each kind of view, event and picture has its own word`() {
        #expect(
            Set(ViewKind.allCases.map(Belfry.ContentSession.View.Kind.init)).count
                == ViewKind.allCases.count
        )
        #expect(
            Set(ViewEvent.allCases.map(Belfry.ContentSession.View.Event.init)).count
                == ViewEvent.allCases.count
        )
        let sources = ViewImage.Source.allCases.map { source in
            let image = ViewImage(source: source, name: "n", width: 1, height: 2)
            return Belfry.ContentSession.View.Image(image, picture: nil).source
        }
        #expect(Set(sources).count == ViewImage.Source.allCases.count)
    }

    @Test func `a colour has both appearances`() {
        let color = Belfry.ContentSession.Color(0x1122_3344_5566_7788)
        #expect(color.light == 0x5566_7788)
        #expect(color.dark == 0x1122_3344)
    }

    @Test func `each input is the engine's`() {
        let pairs: [(Belfry.ContentSession.Input, ContentInput)] = [
            (.tap(2), .tap(view: 2)),
            (.slide(2, value: 0.5, isLast: true), .slide(view: 2, value: 0.5, isLast: true)),
            (.toggle(2, isOn: true), .toggle(view: 2, isOn: true)),
            (.beginEditing(2), .beginEditing(view: 2)),
            (.edit(2, text: "t"), .edit(view: 2, text: "t")),
            (.endEditing(2), .endEditing(view: 2)),
            (.pressReturn(2), .pressReturn(view: 2)),
            (.scroll(2, x: 1, y: 3), .scroll(view: 2, x: 1, y: 3)),
            (.action("a"), .action("a", text: nil)),
            (.action("a", text: "t"), .action("a", text: "t")),
            (.open, .open), (.dismiss, .dismiss), (.media, .media),
        ]
        for (input, engine) in pairs { #expect(input.engine == engine) }
    }
}
