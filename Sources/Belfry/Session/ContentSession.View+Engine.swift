// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryWire

extension ContentSession.View.Kind {
    init(_ engine: ViewKind) {
        self =
            switch engine {
            case .plain: .plain
            case .label: .label
            case .image: .image
            case .stack: .stack
            case .button: .button
            case .slider: .slider
            case .switch: .switch
            case .textField: .textField
            case .textView: .textView
            case .progress: .progress
            case .activity: .activity
            case .scroll: .scroll
            }
    }
}

extension ContentSession.View.Event {
    init(_ engine: ViewEvent) {
        self =
            switch engine {
            case .tap: .tap
            case .valueChanged: .valueChanged
            case .editingBegan: .editingBegan
            case .editingChanged: .editingChanged
            case .editingEnded: .editingEnded
            case .returned: .returned
            }
    }
}

extension ContentSession.View.Image {
    init(_ engine: ViewImage, picture: String?) {
        source =
            switch engine.source {
            case .attachment: .attachment
            case .resource: .resource
            case .file: .file
            case .symbol: .symbol
            case .page: .page
            }
        name = engine.name
        self.picture = picture
        isTemplate = engine.isTemplate
        width = engine.width
        height = engine.height
    }
}

extension ContentSession.View.TextRun {
    init(_ engine: BelfryWire.TextRun) {
        start = Int(engine.start)
        count = Int(engine.count)
        color = engine.color == 0 ? nil : ContentSession.Color(engine.color)
        backgroundColor =
            engine.backgroundColor == 0 ? nil : ContentSession.Color(engine.backgroundColor)
        fontSize = engine.fontSize == 0 ? nil : engine.fontSize
        fontWeight = engine.fontWeight == 0 ? nil : Int(engine.fontWeight)
        isItalic = engine.flags & 1 != 0
        isFixedWidth = engine.flags & 2 != 0
        isUnderlined = engine.flags & 4 != 0
        isStruckThrough = engine.flags & 8 != 0
    }
}

extension ContentSession.View.Transform {
    init(_ engine: ViewTransform) {
        a = engine.a
        b = engine.b
        c = engine.c
        d = engine.d
        tx = engine.tx
        ty = engine.ty
    }
}

extension ContentSession.Rect {
    init(_ engine: ViewFrame) {
        x = engine.x
        y = engine.y
        width = engine.width
        height = engine.height
    }
}
