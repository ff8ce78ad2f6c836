// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfryTerminal
internal import BelfryWire

/// Draws an expanded notification in cells.
struct NotificationRenderer {
    let scene: TerminalScene
    let options: DrawingOptions
    private let scale: CellScale
    var drawing: NotificationDrawing

    /// Draws a scene.
    ///
    /// - Parameters:
    ///   - scene: The notification and where the user is.
    ///   - columns: The width of the screen.
    ///   - options: How to draw.
    /// - Returns: As many rows as it takes.
    static func drawing(
        of scene: TerminalScene,
        columns: Int,
        _ options: DrawingOptions
    ) -> NotificationDrawing {
        var renderer = NotificationRenderer(scene, columns, options)
        renderer.draw()
        return renderer.drawing
    }

    private init(_ scene: TerminalScene, _ columns: Int, _ options: DrawingOptions) {
        self.scene = scene
        self.options = options
        scale = CellScale(width: scene.snapshot.width, limit: columns - 4)
        let width = scale.columns + 4
        drawing = NotificationDrawing(
            grid: CellGrid(width: width, height: 0),
            footer: CellGrid(width: max(width, columns), height: 0)
        )
    }

    var snapshot: ContentSnapshot { scene.snapshot }
    private var isFallback: Bool { if case .fallback = snapshot.phase { true } else { false } }

    private mutating func draw() {
        addHeader()
        if snapshot.phase == .loading {
            addLoading()
        } else if !isFallback {
            add(ViewArea(snapshot.shownViews, height: snapshot.height, scale, in: scene, options))
        }
        addMedia()
        addTexts()
        addAccessory()
        addActions()
        addRule("╰", "╯")
        addFooter()
    }

    // MARK: Rows

    /// Adds a row between the sides of the box.
    private mutating func add(_ line: String, _ style: CellStyle = CellStyle()) {
        var row = emptyRows(1)
        row.write(line.truncated(cells: scale.columns), row: 0, column: 0, style)
        add(row)
    }

    private func emptyRows(_ count: Int) -> CellGrid {
        let style = CellStyle(foreground: options.foreground, background: options.background)
        return CellGrid(width: scale.columns, height: count, filledWith: Cell(style: style))
    }

    /// Adds rows between the sides of the box.
    private mutating func add(_ inner: CellGrid) {
        let style = CellStyle(foreground: options.foreground, background: options.background)
        var rows = CellGrid(
            width: scale.columns + 4,
            height: inner.height,
            filledWith: Cell(style: style)
        )
        for row in 0..<inner.height {
            rows.write("│", row: row, column: 0)
            rows.write("│", row: row, column: scale.columns + 3)
            for column in 0..<inner.width {
                guard let cell = inner[row, column] else { continue }
                let place = CellRect(row: row, column: column + 2, height: 1, width: 1)
                rows.update(place) { $0 = cell }
            }
        }
        drawing.grid.append(rows)
    }

    private mutating func add(_ area: ViewArea) {
        let top = drawing.grid.height
        add(area.grid)
        for target in area.targets { add(target.target, target.rect, below: top) }
        drawing.scrollers += area.scrollers.map { place($0.target, $0.rect, below: top) }
    }

    private mutating func add(_ target: FocusTarget, _ rect: CellRect, below top: Int) {
        drawing.targets.append(place(target, rect, below: top))
    }

    /// A target of a part of the drawing, where it is in all of it.
    private func place(
        _ target: FocusTarget,
        _ rect: CellRect,
        below top: Int
    ) -> NotificationDrawing.Target {
        var rect = rect
        rect.row += top
        rect.column += 2
        return NotificationDrawing.Target(target: target, rect: rect)
    }

    private mutating func addRule(_ left: String, _ right: String, title: String = "") {
        let inner = title.isEmpty ? "" : " \(title) "
        let count = max(0, scale.columns + 2 - inner.cellCount)
        let line = left + inner + String(repeating: "─", count: count) + right
        let style = CellStyle(foreground: options.foreground, background: options.background)
        var row = CellGrid(width: scale.columns + 4, height: 1, filledWith: Cell(style: style))
        row.write(line, row: 0, column: 0)
        drawing.grid.append(row)
    }

    // MARK: Parts

    private mutating func addHeader() {
        addRule("╭", "╮")
        let time = Self.time(snapshot.date, options.secondsFromUTC)
        let name = snapshot.header.safeLine.truncated(cells: scale.columns - time.cellCount - 1)
        let gap = max(1, scale.columns - name.cellCount - time.cellCount)
        add(name + String(repeating: " ", count: gap) + time, CellStyle(attributes: .bold))
        addRule("├", "┤")
    }

    /// Hours and minutes.
    private static func time(_ seconds: Double, _ offset: Int) -> String {
        guard seconds.isFinite, abs(seconds) < 1e12 else { return "" }
        let minutes = ((Int(seconds) + offset) % 86400 + 86400) % 86400 / 60
        let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }

    private mutating func addLoading() {
        var rows = emptyRows(max(1, scale.rows(snapshot.height)))
        let text = "loading…"
        let column = (scale.columns - text.cellCount) / 2
        rows.write(text, row: rows.height / 2, column: column, CellStyle(attributes: .faint))
        add(rows)
    }

    private mutating func addMedia() {
        guard snapshot.mediaButton != nil, !isFallback else { return }
        let isFocused = scene.focus == .media
        let title = snapshot.isPlaying ? "‖ Pause" : "▶ Play"
        let line = isFocused ? "[›\(title)‹]" : "[ \(title) ]"
        let column = (scale.columns - line.cellCount) / 2
        let rect = CellRect(row: 0, column: column, height: 1, width: line.cellCount)
        add(.media, rect, below: drawing.grid.height)
        var row = emptyRows(1)
        let style = CellStyle(
            foreground: options.tint,
            attributes: isFocused ? [.bold, .reverse] : .bold
        )
        row.write(line, row: 0, column: column, style)
        add(row)
    }

    /// The notification's own texts, as they are shown without an extension.
    private mutating func addTexts() {
        guard !snapshot.isDefaultContentHidden || isFallback else { return }
        let content = snapshot.content
        let parts: [(text: String, attributes: CellStyle.Attributes)] = [
            (content.title, .bold), (content.subtitle, []), (content.body, []),
        ]
        if !isFallback, parts.contains(where: { !$0.text.isEmpty }) { addRule("├", "┤") }
        for part in parts where !part.text.isEmpty {
            for line in TextLines.broken(part.text, width: scale.columns, limit: 20) {
                add(line, CellStyle(attributes: part.attributes))
            }
        }
        guard isFallback else { return }
        for file in content.attachments {
            let size = HumanText.size(file.byteCount)
            let name = "\(file.identifier) (\(file.typeIdentifier), \(size))"
            add("▨ " + name.safeLine, CellStyle(attributes: .faint))
        }
    }

    private mutating func addAccessory() {
        let views = snapshot.shownAccessory
        guard !isFallback, snapshot.firstResponder != nil, let first = views.first else { return }
        addRule("├", "┤")
        add(ViewArea(views, height: first.frame.height, scale, in: scene, options))
    }

    private mutating func addActions() {
        guard !snapshot.actions.isEmpty else { return }
        addRule("├", "┤")
        for (index, action) in snapshot.actions.enumerated() {
            let target = FocusTarget.action(action.identifier)
            let rect = CellRect(row: 0, column: 0, height: 1, width: scale.columns)
            add(target, rect, below: drawing.grid.height)
            let key = index < 9 ? "\(index + 1)" : " "
            let isFocused = scene.focus == target
            let mark = isFocused ? "›" : " "
            let notes = action.notes.isEmpty ? "" : "  (\(action.notes.joined(separator: ", ")))"
            let isDestructive = action.options.contains(.destructive)
            let style = CellStyle(
                foreground: isDestructive ? options.destructive : options.tint,
                attributes: isFocused ? .reverse : []
            )
            add("\(mark) \(key)  \(action.title.safeLine)\(notes)", style)
        }
    }
}

extension NotificationAction {
    /// What is special about it, in words.
    fileprivate var notes: [String] {
        var notes: [String] = []
        if textInput != nil { notes.append("writes a text") }
        if options.contains(.foreground) { notes.append("opens the app") }
        if options.contains(.destructive) { notes.append("destroys") }
        if options.contains(.authenticationRequired) { notes.append("asks to unlock") }
        return notes
    }
}
