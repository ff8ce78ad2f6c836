// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfryWire
internal import Foundation

/// An expanded notification with views of every kind, each known by its number.
enum StandInScene {
    static let title: UInt32 = 2
    static let markup: UInt32 = 3
    static let picture: UInt32 = 4
    static let template: UInt32 = 5
    static let rotated: UInt32 = 6
    static let button: UInt32 = 7
    static let slider: UInt32 = 8
    static let toggle: UInt32 = 9
    static let field: UInt32 = 10
    static let progress: UInt32 = 11
    static let spinner: UInt32 = 12
    static let scroll: UInt32 = 13
    static let plain: UInt32 = 14
    static let runs: UInt32 = 15
    static let symbol: UInt32 = 16
    static let unknownSymbol: UInt32 = 17
    static let textView: UInt32 = 18
    static let filled: UInt32 = 19
    static let inScroll: UInt32 = 20

    /// What a page that takes text for markup would run.
    static let attack = "<img src=x onerror=\"document.title='taken'\"><b>bold</b> &amp;"

    static let pictures = [
        "4-1": (bytes: try? gradient(), mediaType: "image/png")
    ].compactMapValues { file in file.bytes.map { (bytes: $0, mediaType: file.mediaType) } }

    static var snapshot: ContentSnapshot {
        var content = NotificationContent()
        content.title = "Ada invites you"
        content.subtitle = "Friday, 19:00"
        content.body =
            "Dinner at the old lighthouse. Bring an umbrella, the forecast speaks of rain."
        var snapshot = ContentSnapshot(
            header: "Monkey Chat",
            date: Date().timeIntervalSince1970,
            content: content,
            isInteractive: true,
            width: 375,
            height: 480
        )
        snapshot.revision = 1
        snapshot.phase = .open
        snapshot.tree = tree
        snapshot.actions = [
            NotificationAction(
                identifier: "accept",
                title: "Accept",
                icon: NotificationAction.Icon(kind: .system, name: "checkmark.circle")
            ),
            NotificationAction(
                identifier: "comment",
                title: "Comment",
                icon: NotificationAction.Icon(kind: .system, name: "bubble.left"),
                textInput: NotificationAction.TextInput(buttonTitle: "Send", placeholder: "Say it")
            ),
            NotificationAction(
                identifier: "decline",
                title: "Decline",
                options: [.destructive, .authenticationRequired],
                icon: NotificationAction.Icon(kind: .system, name: "xmark.circle")
            ),
        ]
        return snapshot
    }

    private static var tree: ViewTree {
        var tree = ViewTree()
        addTexts(to: &tree)
        addPictures(to: &tree)
        addControls(to: &tree)
        tree.add(progress, .progress, 16, 402, 300, 4) { $0.reals[.value] = 0.4 }
        tree.add(spinner, .activity, 330, 392, 24, 24) { $0.integers[.isAnimating] = 1 }
        tree.add(scroll, .scroll, 16, 420, 343, 48) {
            $0.reals[.contentWidth] = 343
            $0.reals[.contentHeight] = 160
            $0.integers[.backgroundColor] = StandInColor.fill
            $0.reals[.cornerRadius] = 10
        }
        tree.add(inScroll, .label, in: scroll, 12, 4, 300, 150) {
            $0.texts[.text] =
                "One line\nand another\nand a third\nand the fourth\nand so on\nto the end"
            $0.integers[.lineCount] = 0
        }
        return tree
    }

    private static func addTexts(to tree: inout ViewTree) {
        tree.add(title, .label, 16, 12, 240, 28) {
            $0.texts[.text] = "You are invited"
            $0.reals[.fontSize] = 22
            $0.integers[.fontWeight] = 700
            $0.integers[.textColor] = StandInColor.label
        }
        tree.add(markup, .label, 16, 44, 343, 40) {
            $0.texts[.text] = attack
            $0.reals[.fontSize] = 13
            $0.integers[.lineCount] = 2
            $0.integers[.textColor] = StandInColor.secondary
        }
        tree.add(runs, .label, 16, 196, 343, 24) {
            $0.texts[.text] = "Grün, struck and mono"
            $0.reals[.fontSize] = 15
            $0.runs = [
                TextRun(start: 0, count: 5, color: StandInColor.green, fontWeight: 700),
                TextRun(start: 7, count: 6, flags: 8), TextRun(start: 18, count: 4, flags: 2),
            ]
        }
    }

    private static func addPictures(to tree: inout ViewTree) {
        tree.add(picture, .image, 16, 92, 130, 96) {
            $0.image = ViewImage(source: .attachment, name: "map", width: 260, height: 120)
            $0.picture = "4-1"
            $0.integers[.contentMode] = 2
            $0.integers[.clips] = 1
            $0.reals[.cornerRadius] = 12
            $0.texts[.accessibilityLabel] = "A map"
        }
        tree.add(template, .image, 158, 92, 44, 44) {
            $0.image = ViewImage(source: .resource, name: "dot", isTemplate: true)
            $0.picture = "4-1"
            $0.integers[.tintColor] = StandInColor.red
        }
        tree.add(symbol, .image, 158, 144, 44, 44) {
            $0.image = ViewImage(source: .symbol, name: "heart.fill", width: 30, height: 30)
            $0.integers[.contentMode] = 4
            $0.integers[.tintColor] = StandInColor.red
        }
        tree.add(unknownSymbol, .image, 214, 144, 44, 44) {
            $0.image = ViewImage(source: .symbol, name: "constructor", width: 30, height: 30)
            $0.integers[.contentMode] = 1
        }
        tree.add(rotated, .plain, 280, 104, 64, 64) {
            $0.integers[.backgroundColor] = StandInColor.green
            $0.integers[.borderColor] = StandInColor.blue
            $0.reals[.borderWidth] = 3
            $0.reals[.cornerRadius] = 8
            let angle = Double.pi / 9
            $0.transform.a = cos(angle)
            $0.transform.b = sin(angle)
            $0.transform.c = -sin(angle)
            $0.transform.d = cos(angle)
        }
        tree.add(plain, .plain, 214, 92, 44, 44) {
            $0.integers[.backgroundColor] = StandInColor.blue
            $0.reals[.cornerRadius] = 22
            $0.reals[.alpha] = 0.6
            $0.texts[.accessibilityLabel] = "Ping"
            $0.events = ViewEvent.tap.bit
        }
    }

    private static func addControls(to tree: inout ViewTree) {
        tree.add(button, .button, 16, 228, 165, 40) {
            $0.texts[.text] = "Rotate"
            $0.integers[.buttonStyle] = 2
            $0.events = ViewEvent.tap.bit
        }
        tree.add(filled, .button, 194, 228, 165, 40) {
            $0.texts[.text] = "Open map"
            $0.integers[.buttonStyle] = 3
            $0.integers[.fontWeight] = 600
            $0.image = ViewImage(source: .symbol, name: "mappin", width: 18, height: 18)
            $0.events = ViewEvent.tap.bit
        }
        tree.add(slider, .slider, 16, 282, 270, 30) {
            $0.reals[.value] = 0.25
            $0.events = ViewEvent.valueChanged.bit
            $0.texts[.accessibilityLabel] = "Opacity"
        }
        tree.add(toggle, .switch, 308, 281, 51, 31) {
            $0.integers[.isOn] = 1
            $0.events = ViewEvent.valueChanged.bit
            $0.texts[.accessibilityLabel] = "Remind me"
        }
        tree.add(field, .textField, 16, 326, 165, 56) {
            $0.texts[.placeholder] = "Your name"
            $0.integers[.backgroundColor] = StandInColor.fill
            $0.reals[.cornerRadius] = 8
            $0.reals[.insetLeft] = 10
            $0.reals[.insetRight] = 10
            $0.events = ViewEvent.editingChanged.bit
        }
        tree.add(textView, .textView, 194, 326, 165, 56) {
            $0.texts[.text] = "A text of lines,\nwhich can be edited."
            $0.reals[.fontSize] = 14
            $0.integers[.backgroundColor] = StandInColor.fill
            $0.reals[.cornerRadius] = 8
            $0.reals[.insetTop] = 6
            $0.reals[.insetLeft] = 8
        }
    }

    /// A PNG of 8 by 8 pixels, of one colour after another, drawn here.
    private static func gradient() throws -> [UInt8] {
        let base64 = """
            iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGNk+M/AwMDAxAADMAYjAAAJTQEDtJ+1RwAAAABJRU5ErkJggg==
            """
        return Array(Data(base64Encoded: base64) ?? Data())
    }
}
