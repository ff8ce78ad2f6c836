// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDrawing
internal import BelfryModel
internal import BelfryRuntime
internal import BelfryTerminal
internal import BelfryWire

/// What a view that is no mere box shows: lines of text, and where they want to be.
struct ViewPiece: Equatable {
    let view: ShownView
    var lines: [String]
    /// Where it is, and then where it was placed.
    var rect: CellRect
    /// What its text is written in; nil for the notification's own colour.
    var color: Int64?
    var attributes: CellStyle.Attributes = []
    /// Whether it gets a background of the tint colour.
    var isFilled = false

    /// Makes the piece of a view; nil for one that shows nothing of its own.
    ///
    /// - Parameters:
    ///   - view: The view.
    ///   - scene: What is drawn.
    ///   - scale: How points become cells.
    ///   - lineLimit: The most lines, at least 1.
    init?(_ view: ShownView, in scene: TerminalScene, _ scale: CellScale, lineLimit: Int) {
        guard view.frame.width > 0, view.frame.height > 0, view.isInClip else { return nil }
        self.init(view: view, lines: [], rect: scale.cells(view.frame))
        let isFocused = scene.focus == .view(view.node.number)
        switch view.node.kind {
        case .label: takeLabel(scale, isFocused, lineLimit)
        case .button: takeButton(isFocused)
        // The words that are behind it stay to be read.
        case .image where view.node.showsPage: lines = []
        case .image: lines = [Self.name(of: view.node.image, label: label)]
        case .slider: takeTrack(scale, isFocused, knob: "●")
        case .progress: takeTrack(scale, false, knob: nil)
        case .switch:
            lines = [Self.marked(view.node.integers[.isOn] == 1 ? "( ●)" : "(● )", isFocused)]
        case .textField, .textView:
            takeField(scene.text(of: view), scale, isFocused, lineLimit)
        case .activity:
            guard view.node.integers[.isAnimating] == 1 else { return nil }
            lines = [Self.spinner[scene.tick % Self.spinner.count]]
        case .plain, .stack, .scroll: lines = []
        }
        takeRotation()
        guard !lines.isEmpty else { return nil }
        if view.node.integers[.isEnabled] == 0 { attributes.insert(.faint) }
        fit(scale)
    }

    private init(view: ShownView, lines: [String], rect: CellRect) {
        self.view = view
        self.lines = lines
        self.rect = rect
        color = view.node.integers[.textColor]
        if view.node.integers[.fontWeight] ?? 400 >= 600 { attributes.insert(.bold) }
        if (view.node.integers[.fontTraits] ?? 0) & 1 != 0 { attributes.insert(.italic) }
    }

    private var label: String { view.node.texts[.accessibilityLabel] ?? "" }

    private mutating func takeLabel(_ scale: CellScale, _ isFocused: Bool, _ lineLimit: Int) {
        let text = view.node.texts[.text] ?? ""
        guard !text.isEmpty else { return }
        takeRun(of: text)
        let lineCount = Int(view.node.integers[.lineCount] ?? 1)
        let width = scale.width(of: view, text: text)
        // What fits into the frame as it is, in characters narrower than a cell, is not cut off here.
        let fits = text.cellCount <= scale.capacity(of: view)
        let limit = fits || lineCount < 1 ? lineLimit : min(lineCount, lineLimit)
        lines = TextLines.broken(text, width: width, limit: limit)
        if view.takesInput { lines[0] = Self.marked(lines[0], isFocused) }
    }

    /// Takes the looks of a run that is all of the text.
    private mutating func takeRun(of text: String) {
        guard let run = view.node.runs.first, run.start == 0, run.count >= text.utf8.count else {
            return
        }
        if run.color != 0 { color = run.color }
        if run.fontWeight >= 600 { attributes.insert(.bold) }
        let traits: [CellStyle.Attributes] = [.italic, [], .underline, .strikethrough]
        for (bit, trait) in traits.enumerated() where run.flags & (1 << bit) != 0 {
            attributes.formUnion(trait)
        }
    }

    private mutating func takeButton(_ isFocused: Bool) {
        let title = (view.node.texts[.text] ?? "").safeLine
        let symbol = view.node.image.map { Self.name(of: $0, label: "") }
        let shown = title.isEmpty ? (label.isEmpty ? symbol : label.safeLine) : title
        let isSelected = view.node.integers[.isSelected] == 1
        let text = (isSelected ? "✓ " : "") + (shown ?? "button")
        lines = [isFocused ? "[›\(text)‹]" : "[ \(text) ]"]
        isFilled = view.node.integers[.buttonStyle] == 3
        if color == nil { color = view.node.integers[.tintColor] }
    }

    private mutating func takeTrack(_ scale: CellScale, _ isFocused: Bool, knob: Character?) {
        let width = max(3, min(rect.width, scale.columns) - 2)
        let place = Int((view.fraction * Double(width - (knob == nil ? 0 : 1))).rounded())
        var track = String(repeating: "━", count: place)
        if let knob { track.append(knob) }
        track += String(repeating: "─", count: max(0, width - track.count))
        lines = [Self.marked(track, isFocused)]
    }

    private mutating func takeField(
        _ text: String,
        _ scale: CellScale,
        _ isFocused: Bool,
        _ lineLimit: Int
    ) {
        let width = max(4, min(rect.width, scale.columns) - 2)
        let isSecret = view.node.integers[.isSecure] == 1
        let placeholder = text.isEmpty && !isFocused ? view.node.texts[.placeholder] ?? "" : ""
        let shown = isSecret ? String(repeating: "•", count: text.count) : text
        let isLong = view.node.kind == .textView
        let broken = TextLines.broken(shown.isEmpty ? placeholder : shown, width: width - 1)
        // The end is where one writes.
        let count = isLong ? max(1, min(rect.height, lineLimit)) : 1
        let kept = isLong ? broken.suffix(count) : [String(shown.safeLine.suffix(width - 1))]
        let texts = !isLong && shown.isEmpty ? [placeholder.safeLine.truncated(cells: width)] : kept
        if !placeholder.isEmpty { attributes.insert(.faint) }
        attributes.insert(.underline)
        let padded = Array(texts) + Array(repeating: "", count: max(0, count - texts.count))
        lines = padded.enumerated().map { index, line in
            let cursor = isFocused && index == max(0, texts.count - 1) ? "▏" : ""
            let gap = max(0, width - line.cellCount - cursor.cellCount)
            let filled = line + cursor + String(repeating: "_", count: gap)
            return Self.marked(filled, isFocused && index == 0)
        }
    }

    /// Says how far the view is turned, which cells cannot show.
    private mutating func takeRotation() {
        let degrees = Int(view.node.transform.degrees.rounded())
        guard degrees != 0 else { return }
        let mark = degrees > 0 ? "↻\(degrees)°" : "↺\(-degrees)°"
        guard let last = lines.last else {
            lines = view.node.integers[.backgroundColor] == nil ? [] : [mark]
            return
        }
        lines[lines.count - 1] = last + " " + mark
    }
}

extension ViewPiece {
    /// A line with the cells in which focus is shown.
    private static func marked(_ line: String, _ isFocused: Bool) -> String {
        isFocused ? "›\(line)‹" : " \(line) "
    }

    private static func name(of image: ViewImage?, label: String) -> String {
        guard let image else { return "▨ " + (label.isEmpty ? "no image" : label.safeLine) }
        if image.source == .symbol { return "◇ " + image.name.safeLine }
        let size = image.width > 0 ? " \(Int(image.width))×\(Int(image.height))" : ""
        return "▨ " + image.name.safeLine + size
    }

    private static let spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

    /// Makes the rectangle as large as the lines, where the view's alignment wants it.
    private mutating func fit(_ scale: CellScale) {
        let width = min(lines.map(\.cellCount).max() ?? 0, scale.columns)
        lines = lines.map { $0.truncated(cells: width) }
        let room = rect.width - width
        let shift =
            switch view.node.kind {
            case .label where view.node.integers[.textAlignment] == 2: room
            case .label where view.node.integers[.textAlignment] != 1: 0
            case .image: room > 2 ? 1 : 0
            default: room / 2
            }
        rect.column = max(0, min(rect.column + shift, scale.columns - width))
        rect.row += max(0, (rect.height - lines.count) / 2)
        rect.width = width
        rect.height = lines.count
    }
}

extension ShownView {
    /// How far a slider or progress view is, from 0 to 1.
    var fraction: Double {
        let isSlider = node.kind == .slider
        let minimum = isSlider ? node.reals[.minimum] ?? 0 : 0
        let maximum = isSlider ? node.reals[.maximum] ?? 1 : 1
        let value = node.reals[.value] ?? 0
        guard maximum > minimum else { return 0 }
        return max(0, min(1, (value - minimum) / (maximum - minimum)))
    }
}
