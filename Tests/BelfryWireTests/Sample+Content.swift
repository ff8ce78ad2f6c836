// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryWire

extension Sample {
    private static let notification = ContentNotification(
        number: 1,
        identifier: "request-é",
        date: 1_800_000_000.5,
        content: content,
        attachments: [
            ContentAttachment(
                identifier: "photo",
                type: "public.png",
                name: "photo.png",
                byteCount: .max
            )
        ]
    )

    private static let opening = ContentOpening(
        callback: 1,
        width: 375,
        height: 200.5,
        isDark: true,
        actions: Array("[]".utf8),
        notification: notification
    )

    /// A command of every kind, and an event with a value of every kind.
    static let contentCommands: [ContentCommand] =
        [
            .open(opening),
            .receive(callback: 2, notification, actions: nil),
            .receive(callback: 3, notification, actions: Array("[]".utf8)),
            .respond(callback: 4, ContentResponse(number: 1, notification: 1, action: "reply")),
            .respond(
                callback: 5,
                ContentResponse(number: 2, notification: 1, action: "reply", text: "é")
            ),
            .media(callback: 6, isPlay: true),
            .access(number: 7, isGranted: false),
            .close(callback: 8),
        ]
        + [ControlValue.none, .real(0.5), .bool(true), .text("é")].map {
            .event(callback: 9, view: 2, .valueChanged, $0)
        }
        + ViewEvent.allCases.map { .event(callback: 10, view: 3, $0, .none) }

    private static let frame = ViewFrame(x: 1, y: -2, width: 3.5, height: 4)

    /// A change of every kind.
    static let viewPatches: [ViewPatch] =
        ViewKind.allCases.map { .create(2, $0) } + [
            .remove(2),
            .children(1, [3, 2]),
            .frame(2, frame),
            .text(2, .text, "é"),
            .integer(2, .lineCount, 2),
            .real(2, .alpha, 0.5),
            .clear(2, .fontSize),
            .runs(2, [TextRun(start: 1, count: 2, color: 3, fontSize: 17, flags: 9)]),
            .image(2, nil),
            .transform(2, ViewTransform()),
            .events(2, ViewEvent.tap.bit | ViewEvent.returned.bit),
        ]
        + ViewImage.Source.allCases.map {
            .image(2, ViewImage(source: $0, name: "photo", isTemplate: true, width: 1, height: 2))
        }

    /// An event of every kind.
    static let contentEvents: [ContentEvent] = [
        .frame(patches: viewPatches, isLast: true),
        .frame(patches: [], isLast: false),
        .returned(callback: 1),
        .answered(response: 2, option: 1),
        .actions(Array("[]".utf8)),
        .performDefaultAction,
        .dismiss,
        .mediaPlaying(true),
        .mediaButton(nil),
        .mediaButton(MediaButton(kind: .default)),
        .mediaButton(MediaButton(kind: .overlay, frame: frame, tintColor: -1)),
        .preferredSize(width: 0, height: 320),
        .title("é"),
        .firstResponder(view: 2, accessory: 0),
        .resigned,
        .beginAccess(number: 1, notification: 1, attachment: "photo"),
        .endAccess(notification: 1, attachment: "photo"),
    ]
}
