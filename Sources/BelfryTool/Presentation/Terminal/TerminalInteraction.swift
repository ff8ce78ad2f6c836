// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import BelfryWire

/// What keys and the mouse do to a notification: a state machine without a terminal.
struct TerminalInteraction {
    enum Effect: Equatable, Sendable {
        case perform(ContentInput)
        case quit
        /// Show rows further up or down.
        case scroll(Int)
    }

    private(set) var scene: TerminalScene

    /// Texts that were given to the extension and have not come back.
    private var sentTexts: [String] = []
    /// Likewise the values of the slider that has the focus.
    private var sentValues: [Double] = []
    /// How far views were scrolled since the last snapshot.
    var scrolled: [UInt32: (x: Double, y: Double)] = [:]
    /// The slider that is being moved with the mouse, and its value.
    var dragged: (view: UInt32, value: Double)?

    init(_ snapshot: ContentSnapshot) {
        scene = TerminalScene(snapshot)
    }

    private var snapshot: ContentSnapshot { scene.snapshot }

    // MARK: What happens

    /// Takes what there is to draw now.
    mutating func show(_ snapshot: ContentSnapshot) {
        let before = field.map { scene.snapshot.tree.nodes[$0.node.number]?.texts[.text] ?? "" }
        let value = view(scene.focus)?.node.reals[.value]
        scene.snapshot = snapshot
        scrolled = [:]
        take(view(scene.focus)?.node.reals[.value], before: value)
        if let writing = scene.writing { take(snapshot, writing, before: before ?? "") }
        let isThere = targets.contains { $0 == scene.focus }
        if !isThere { scene.focus = nil }
        let isComposable = snapshot.actions.contains { $0.identifier == scene.composition?.action }
        if !isComposable || snapshot.phase == .closed { scene.composition = nil }
    }

    /// Says that something was not possible, and why; what was written or moved is as it was.
    mutating func refuse(_ input: ContentInput, _ sentence: String) {
        scene.message = sentence
        switch input {
        case .edit:
            sentTexts = []
            scene.writing = nil
        case .slide: sentValues = []
        case .scroll: scrolled = [:]
        default: break
        }
    }

    /// Goes on with what spins.
    mutating func tick() {
        scene.tick += 1
    }

    /// Takes what the user does.
    ///
    /// - Parameters:
    ///   - input: The key, the mouse or the text.
    ///   - drawing: What the user sees, its first row at the top.
    /// - Returns: What is to be done.
    mutating func take(_ input: TerminalInput, _ drawing: NotificationDrawing) -> [Effect] {
        scene.message = nil
        switch input {
        case .key(.interrupt): return [.quit]
        case .mouse(let mouse): return take(mouse, drawing)
        case .key(let key):
            return scene.composition == nil ? take(key) : compose(key)
        case .character(let character):
            return scene.composition == nil ? take(character) : compose(String(character))
        case .paste(let text):
            let isLong = scene.composition == nil && field?.node.kind == .textView
            let lines = text.split(
                omittingEmptySubsequences: !isLong,
                whereSeparator: \.isNewline
            ).joined(separator: isLong ? "\n" : " ")
            if scene.composition != nil { return compose(lines) }
            return field == nil ? [] : write { $0 += lines }
        }
    }

    // MARK: Keys

    private mutating func take(_ key: TerminalInput.Key) -> [Effect] {
        switch key {
        case .tab, .down: return move(1)
        case .backTab, .up: return move(-1)
        case .left: return step(-1)
        case .right: return step(1)
        case .enter:
            guard let field else { return press() }
            guard field.node.kind != .textView else { return write { $0 += "\n" } }
            return [.perform(.pressReturn(view: field.node.number))]
        case .backspace: return field == nil ? [] : write { $0 = String($0.dropLast()) }
        case .escape:
            guard field != nil else { return [.perform(.dismiss)] }
            return focus(nil)
        case .pageUp: return scroll(focusedScrollViews, rows: -10)
        case .pageDown: return scroll(focusedScrollViews, rows: 10)
        case .delete, .home, .end, .interrupt: return []
        }
    }

    private mutating func take(_ character: Character) -> [Effect] {
        if field != nil { return write { $0.append(character) } }
        switch character {
        case " ": return press()
        case "o": return [.perform(.open)]
        case "d": return [.perform(.dismiss)]
        case "m": return snapshot.mediaButton == nil ? [] : [.perform(.media)]
        case "q": return [.quit]
        case "1"..."9":
            let index = (character.wholeNumberValue ?? 0) - 1
            guard snapshot.actions.indices.contains(index) else { return [] }
            return take(action: snapshot.actions[index].identifier)
        default: return []
        }
    }

    /// Everything that can be acted on, in the order of the tree.
    var targets: [FocusTarget] {
        guard snapshot.phase != .closed else { return [] }
        var isFallback = false
        if case .fallback = snapshot.phase { isFallback = true }
        let shown = isFallback ? [] : snapshot.shownViews
        let accessory = isFallback || snapshot.firstResponder == nil ? [] : snapshot.shownAccessory
        let media = snapshot.mediaButton == nil || isFallback ? [] : [FocusTarget.media]
        let views = (shown.reachable, accessory.reachable)
        return views.0.map { .view($0.node.number) } + media
            + views.1.map { .view($0.node.number) }
            + snapshot.actions.map { .action($0.identifier) }
    }

    func view(_ target: FocusTarget?) -> ShownView? {
        guard case .view(let number) = target else { return nil }
        return (snapshot.shownViews + snapshot.shownAccessory).first { $0.node.number == number }
    }

    /// The field that is written into.
    var field: ShownView? { view(scene.focus).flatMap { $0.isField ? $0 : nil } }

    private mutating func move(_ step: Int) -> [Effect] {
        let targets = targets
        guard !targets.isEmpty else { return [] }
        let place = targets.firstIndex { $0 == scene.focus }
        let next = place.map { ($0 + step + targets.count) % targets.count }
        return focus(targets[next ?? (step > 0 ? 0 : targets.count - 1)])
    }

    /// Goes to a target: a field is left, another is entered.
    mutating func focus(_ target: FocusTarget?) -> [Effect] {
        guard scene.focus != target else { return [] }
        var effects: [Effect] = []
        if let field { effects.append(.perform(.endEditing(view: field.node.number))) }
        scene.focus = target
        scene.writing = nil
        sentTexts = []
        sentValues = []
        if let field { effects.append(.perform(.beginEditing(view: field.node.number))) }
        return effects
    }

    /// Presses what is focused.
    mutating func press() -> [Effect] {
        switch scene.focus {
        case .media: return [.perform(.media)]
        case .action(let identifier): return take(action: identifier)
        case .view(let number):
            guard let view = view(scene.focus) else { return [] }
            switch view.node.kind {
            case .switch:
                let isOn = view.node.integers[.isOn] == 1
                return [.perform(.toggle(view: number, isOn: !isOn))]
            case .slider: return []
            case .scroll where !view.takesInput: return []
            default: return [.perform(.tap(view: number))]
            }
        case nil: return []
        }
    }

    private mutating func take(action identifier: String) -> [Effect] {
        let action = snapshot.actions.first { $0.identifier == identifier }
        guard action?.textInput != nil else { return [.perform(.action(identifier, text: nil))] }
        scene.composition = TerminalScene.Composition(action: identifier)
        return []
    }

    /// Moves a slider by a twentieth of its length, and a scroll view by some columns.
    private mutating func step(_ direction: Double) -> [Effect] {
        guard let slider = view(scene.focus), slider.node.kind == .slider else {
            return focusedScrollViews.first.map { scroll($0, x: direction * 40, y: 0) } ?? []
        }
        let (minimum, maximum) = slider.range
        let start = sentValues.last ?? slider.node.reals[.value] ?? 0
        let reached = max(minimum, min(maximum, start + direction * (maximum - minimum) / 20))
        sentValues.append(reached)
        return [.perform(.slide(view: slider.node.number, value: reached, isLast: true))]
    }
}

// MARK: Writing

extension TerminalInteraction {
    private mutating func compose(_ key: TerminalInput.Key) -> [Effect] {
        switch key {
        case .enter:
            guard let composition = scene.composition else { return [] }
            scene.composition = nil
            return [.perform(.action(composition.action, text: composition.text))]
        case .escape: scene.composition = nil
        case .backspace:
            let text = scene.composition?.text ?? ""
            scene.composition?.text = String(text.dropLast())
        default: break
        }
        return []
    }

    private mutating func compose(_ text: String) -> [Effect] {
        scene.composition?.text += text
        return []
    }

    /// Changes the text of the field that is written into.
    private mutating func write(_ change: (inout String) -> Void) -> [Effect] {
        guard let field else { return [] }
        let before = scene.text(of: field)
        var text = before
        change(&text)
        guard text != before else { return [] }
        let number = field.node.number
        scene.writing = TerminalScene.Writing(view: number, text: text)
        sentTexts.append(text)
        return [.perform(.edit(view: number, text: text))]
    }

    /// Compares the extension's text with what was written: it may come late, or be another.
    private mutating func take(
        _ snapshot: ContentSnapshot,
        _ writing: TerminalScene.Writing,
        before: String
    ) {
        let text = snapshot.tree.nodes[writing.view]?.texts[.text] ?? ""
        if let index = sentTexts.lastIndex(of: text) {
            sentTexts.removeFirst(index + 1)
        } else if text != before {
            sentTexts = []
        }
        if sentTexts.isEmpty { scene.writing = nil }
    }

    /// Compares a slider's value with those it was moved to: it may come late, or be another.
    private mutating func take(_ value: Double?, before: Double?) {
        if let index = sentValues.lastIndex(where: { $0 == value }) {
            sentValues.removeFirst(index + 1)
        } else if value != before {
            sentValues = []
        }
    }
}

extension ShownView {
    /// A slider's least and greatest value.
    var range: (minimum: Double, maximum: Double) {
        let minimum = node.reals[.minimum] ?? 0
        return (minimum, max(minimum, node.reals[.maximum] ?? 1))
    }
}
