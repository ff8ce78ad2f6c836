// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import Testing

@Suite struct CenterDocumentTests {
    /// Documents with every member there is, as the host writes them.
    static let requests = [
        #"{"identifier":"a","content":{}}"#,
        #"{"identifier":"a","content":{"title":"t","subtitle":"s","body":"b","badge":0,"#
            + #""sound":{"kind":"criticalNamed","name":"p.wav","volume":0.5},"#
            + #""launchImageName":"l","categoryIdentifier":"c","threadIdentifier":"h","#
            + #""targetContentIdentifier":"w","filterCriteria":"f","summaryArgument":"Anna","#
            + #""summaryArgumentCount":2,"interruptionLevel":"timeSensitive","#
            + #""relevanceScore":0.5,"userInfo":{"k":[1,null,1.50]},"attachments":["#
            + #"{"identifier":"i","path":"p.png","type":"public.png","thumbnailHidden":true,"#
            + #""clippingRect":[0,0.25,1,0.5],"thumbnailTime":3},{"identifier":"j","path":"q"}]},"#
            + #""trigger":{"kind":"timeInterval","seconds":60,"repeats":true}}"#,
        #"{"identifier":"a","content":{},"trigger":{"kind":"push"}}"#,
        #"{"identifier":"a","content":{},"trigger":{"kind":"calendar","components":"#
            + #"{"year":2030,"hour":9,"weekday":2,"timeZone":"Europe/Berlin","calendar":"gregorian"},"#
            + #""repeats":true}}"#,
        #"{"identifier":"a","content":{},"trigger":{"kind":"location","region":{"identifier":"r","#
            + #""latitude":54.5,"longitude":-18.5,"radius":100,"notifyOnExit":false}}}"#,
    ]

    @Test(arguments: requests)
    func `a request is the same after a turn`(text: String) throws {
        let request = try NotificationRequest(document: Array(text.utf8))
        #expect(String(decoding: request.document.serialized(), as: UTF8.self) == text)
    }

    @Test(arguments: requests)
    func `no document is longer than the lengths of its texts say`(text: String) throws {
        let request = try NotificationRequest(document: Array(text.utf8))
        expectsLimit(of: DeliveredNotification(date: -.greatestFiniteMagnitude, request: request))
    }

    /// Every number and name is as long as there is one.
    @Test func `no document is longer than its limit where all of it is as long as can be`() {
        let most = -Double.greatestFiniteMagnitude
        let attachment = NotificationAttachment(
            identifier: "i",
            typeIdentifier: "t",
            url: "u",
            byteCount: .min,
            options: .init(
                isThumbnailHidden: true,
                thumbnailClippingRect: .init(x: most, y: most, width: most, height: most),
                thumbnailTime: most
            )
        )
        let content = NotificationContent(
            title: "t",
            subtitle: "s",
            body: "b",
            badge: .min,
            sound: Sound(kind: .defaultRingtone, name: "n", volume: most),
            launchImageName: "l",
            categoryIdentifier: "c",
            threadIdentifier: "h",
            targetContentIdentifier: "w",
            filterCriteria: "f",
            summaryArgument: "a",
            summaryArgumentCount: .min,
            interruptionLevel: .timeSensitive,
            relevanceScore: most,
            userInfo: ["n": .number(JSONNumber(.min)), "e": .array([]), "o": .object([:])],
            attachments: Array(repeating: attachment, count: 100)
        )
        let region = NotificationTrigger.Region(
            identifier: String(repeating: "r", count: 10_000),
            latitude: most,
            longitude: most,
            radius: most,
            notifiesOnEntry: false,
            notifiesOnExit: false
        )
        for trigger in [.push, .location(region, repeats: true)] as [NotificationTrigger] {
            let request = NotificationRequest(identifier: "r", content: content, trigger: trigger)
            expectsLimit(of: DeliveredNotification(date: most, request: request))
        }
    }

    @Test(arguments: ["x", "ü", "\"", "\u{0}", "\u{1F}"])
    func `no document is longer than its limit with much that is escaped`(character: String) {
        let text = String(repeating: character, count: 10_000)
        let content = NotificationContent(title: text, body: text, userInfo: [text: .string(text)])
        let request = NotificationRequest(identifier: text, content: content)
        expectsLimit(of: DeliveredNotification(date: 0, request: request))
    }

    /// Expects the lengths of texts to say how long a document can be, and not much more.
    private func expectsLimit(of notification: DeliveredNotification) {
        let document = notification.document.serialized()
        let limit = notification.plainByteLimit
        #expect(document.count <= limit * JSONValue.escapeGrowth)
        guard !document.contains(UInt8(ascii: "\\")) else { return }
        #expect(document.count <= limit)
        #expect(limit <= document.count * 2 + 2048)
    }

    @Test func `categories are the same after a turn`() throws {
        let text =
            #"[{"identifier":"c","actions":[{"identifier":"x","title":"X","options":"#
            + #"["authenticationRequired","destructive","foreground"],"#
            + #""icon":{"kind":"system","name":"star"},"#
            + #""textInput":{"buttonTitle":"Send","placeholder":"…"}},"#
            + #"{"identifier":"y","title":"","textInput":{}}],"#
            + #""intentIdentifiers":["i"],"options":["customDismissAction","allowAnnouncement"],"#
            + #""hiddenPreviewsBodyPlaceholder":"%u","categorySummaryFormat":"%u more"},"#
            + #"{"identifier":"d"}]"#
        let categories = try NotificationCategory.parse(document: Array(text.utf8))
        let written = JSONValue.array(categories.map(\.document)).serialized()
        #expect(String(decoding: written, as: UTF8.self) == text)
    }

    @Test func `what is not listed is ignored, and null is absent`() throws {
        let text = #"{"x":1,"identifier":"a","trigger":null,"content":{"title":null,"y":{}}}"#
        let request = try NotificationRequest(document: Array(text.utf8))
        #expect(request == NotificationRequest(identifier: "a", content: NotificationContent()))
    }

    @Test func `of two categories with one identifier the later counts`() throws {
        let text =
            #"[{"identifier":"a"},{"identifier":"b"},{"identifier":"a","intentIdentifiers":["i"]}]"#
        let categories = try NotificationCategory.parse(document: Array(text.utf8))
        #expect(categories.map(\.identifier) == ["a", "b"])
        #expect(categories.first?.intentIdentifiers == ["i"])
    }

    /// Documents that are none, and what is said of them.
    static let faults = [
        ("", "the text is empty"), ("[]", "the document is an array; write an object"),
        (#"{"content":{}}"#, "identifier is missing; write a string of 1 to 1024 bytes"),
        (#"{"identifier":"","content":{}}"#, "identifier is not a string of 1 to 1024 bytes"),
        (
            #"{"identifier":"a\u0000b","content":{}}"#,
            #"identifier is the string "a\0b"; write a string without the character U+0000"#
        ),
        (
            #"{"identifier":"a","content":{"threadIdentifier":"\u0000"}}"#,
            "content.threadIdentifier"
        ),
        (#"{"identifier":"a","content":{"categoryIdentifier":"\u0000"}}"#, "content.categoryId"),
        (
            #"{"identifier":"a","content":{"attachments":[{"identifier":"\u0000","path":"p"}]}}"#,
            "content.attachments[0].identifier"
        ),
        (#"{"identifier":"a"}"#, "content is missing"),
        (#"{"identifier":"a","content":{"title":1}}"#, "content.title is 1; write a string"),
        (#"{"identifier":"a","content":{"badge":-1}}"#, "content.badge is -1"),
        (#"{"identifier":"a","content":{"badge":1.5}}"#, "content.badge is 1.5"),
        (
            #"{"identifier":"a","content":{"sound":{"kind":"loud"}}}"#,
            #"content.sound.kind is the string "loud"; write one of "default""#
        ),
        (
            #"{"identifier":"a","content":{"relevanceScore":2}}"#,
            "content.relevanceScore is 2; write a number from 0.0 to 1.0"
        ),
        (
            #"{"identifier":"a","content":{"attachments":[{"identifier":"i"}]}}"#,
            "content.attachments[0].path is missing"
        ),
        (
            #"{"identifier":"a","content":{"attachments":[{"identifier":"i","path":"p","clippingRect":[0,1]}]}}"#,
            "content.attachments[0].clippingRect is no rectangle"
        ),
        (
            #"{"identifier":"a","content":{},"trigger":{"kind":"tomorrow"}}"#,
            #"trigger.kind is the string "tomorrow""#
        ),
        (
            #"{"identifier":"a","content":{},"trigger":{"kind":"timeInterval"}}"#,
            "trigger.seconds is missing"
        ),
        (
            #"{"identifier":"a","content":{},"trigger":{"kind":"location","region":{"identifier":"r","latitude":91}}}"#,
            "trigger.region.latitude is 91"
        ),
    ]

    @Test(arguments: faults)
    func `what is wrong is named with its place`(text: String, sentence: String) {
        do {
            let request = try NotificationRequest(document: Array(text.utf8))
            Issue.record("\(request)")
        } catch {
            #expect(error.description.contains(sentence))
        }
    }

    @Test func `a fault in categories is named with its place`() {
        for (text, sentence) in [
            ("{}", "the document is an object; write an array"),
            (#"[{"identifier":"a"},1]"#, "[1] is 1; write an object"),
            (
                #"[{"identifier":"a","actions":[{"identifier":"x"}]}]"#,
                "[0].actions[0].title is missing"
            ),
            (#"[{"identifier":"a","options":["no"]}]"#, #"[0].options[0] is the string "no""#),
        ] {
            do {
                let categories = try NotificationCategory.parse(document: Array(text.utf8))
                Issue.record("\(categories)")
            } catch {
                #expect(error.description.contains(sentence))
            }
        }
    }

    @Test(
        arguments: [
            ("com.example.app.service", "com.example.app"), ("com.example", "com.example"),
            ("one", "one"), (".one", ".one"), ("", ""),
        ]
    )
    func `an extension's app has its identifier without the last component, where two are left`(
        identifier: String,
        app: String
    ) {
        #expect(Manifest.appIdentifier(of: identifier) == app)
    }
}
