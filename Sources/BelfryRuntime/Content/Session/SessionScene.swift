// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryWire

/// What there is to see of an open notification: its snapshot, and what the next one is made from.
struct SessionScene {
    private(set) var snapshot: ContentSnapshot

    /// The category of the notification that is shown, as the app has declared it.
    private(set) var category: NotificationCategory?

    /// The actions, those that there is no space for among them.
    private(set) var actions: [NotificationAction] = []

    /// How many actions there is space for.
    private let actionCount: Int

    /// The height before the extension says anything.
    private let initialHeight: Double

    /// The height that the extension asked for; nil for what its root view has.
    private var preferredHeight: Double?

    /// The frame whose last part has not come.
    private var frame = IncomingFrame()

    /// Whether the extension's first callback has returned.
    private var hasDrawn = false

    /// Where keys go, as the extension numbers its views; view 0 is the extension as such.
    private var firstResponder: (view: UInt32, accessory: UInt32)? {
        didSet { snapshot.tree.docked = firstResponder?.accessory }
    }

    /// The views that a warning has named because their texts are not visible.
    private var unseen: Set<UInt32> = []

    /// Whether the snapshot is not what was handed on last.
    private var hasChanged = false

    /// Shows a notification as it is before its extension is loaded.
    init(_ manifest: Manifest, _ options: SessionOptions, _ first: ReceivedNotification) {
        let ratio = min(max(manifest.initialContentSizeRatio ?? 1, 0), Self.greatestRatio)
        snapshot = ContentSnapshot(
            header: options.header ?? manifest.displayName,
            date: first.date,
            content: first.content,
            isDefaultContentHidden: manifest.isDefaultContentHidden,
            isInteractive: manifest.isUserInteractionEnabled,
            width: options.width,
            height: options.width * ratio
        )
        initialHeight = snapshot.height
        actionCount = options.space.actionCount
    }

    // MARK: The notification

    /// Notes the category of the notification; nil where the app has declared none by that name.
    mutating func belongs(to category: NotificationCategory?) {
        self.category = category
    }

    /// Shows another notification in place of the one before it.
    mutating func show(_ received: ReceivedNotification) {
        snapshot.content = received.content
        snapshot.date = received.date
        hasChanged = true
    }

    /// Shows actions, as many as there is space for.
    mutating func show(_ actions: [NotificationAction]) {
        self.actions = actions
        snapshot.actions = Array(actions.prefix(actionCount))
        hasChanged = true
    }

    /// Shows the actions that the app has declared for the category.
    mutating func showDeclaredActions() {
        show(category?.actions ?? [])
    }

    /// Notes that the app was told something.
    mutating func note(_ event: ContentSnapshot.AppEvent) {
        snapshot.appEvents.append(event)
    }

    /// Notes what harms nobody, once; the sentence is not made where there are too many already.
    mutating func warn(_ sentence: @autoclosure () -> String) {
        guard snapshot.warnings.count < Self.warningLimit else { return }
        let sentence = sentence()
        guard !snapshot.warnings.contains(sentence) else { return }
        snapshot.warnings.append(sentence)
        hasChanged = true
    }

    /// Warns of the texts that are not visible now, and names each view once.
    mutating func warnOfUnseenTexts() {
        for text in snapshot.tree.unseenTexts
        where snapshot.warnings.count < Self.warningLimit && unseen.insert(text.view).inserted {
            warn(text.sentence)
        }
    }

    /// Notes that the session's machine has done something.
    mutating func noteChange() {
        hasChanged = true
    }

    // MARK: What the extension draws

    /// The extension's first callback has returned.
    mutating func noteDrawn() {
        hasDrawn = true
    }

    /// Takes a part of a frame.
    ///
    /// - Parameters:
    ///   - patches: What changes.
    ///   - isLast: Whether the frame ends with it.
    ///   - events: What the user did to views and the extension does not know of yet: it stays so.
    /// - Returns: The views that have another picture with the frame; none before it has ended.
    /// - Throws: ``ViewFault`` for what cannot be.
    mutating func take(
        _ patches: [ViewPatch],
        isLast: Bool,
        keeping events: [(view: UInt32, value: ControlValue)]
    ) throws(ViewFault) -> [UInt32] {
        try frame.take(patches, isLast: isLast, into: &snapshot.tree)
        // The frame may have begun before.
        snapshot.tree.docked = firstResponder?.accessory
        guard isLast else { return [] }
        for event in events { snapshot.tree.keep(event.value, of: event.view) }
        let pictured = frame.pictured
        frame = IncomingFrame()
        hasChanged = true
        return pictured
    }

    /// Shows a picture that was read, in the view that has its image and in the frame on its way.
    mutating func setPicture(_ name: String, of image: ViewImage, in view: UInt32) {
        snapshot.tree.setPicture(name, of: view)
        frame.setPicture(name, of: image, in: view)
        hasChanged = true
    }

    /// The media play, or do not.
    mutating func setPlaying(_ isPlaying: Bool) {
        snapshot.isPlaying = isPlaying
    }

    /// Shows a button for media, or none.
    mutating func set(_ button: MediaButton?) {
        snapshot.mediaButton = button
    }

    /// Shows the extension's own title.
    mutating func setHeader(_ title: String) {
        snapshot.header = title
    }

    /// Keys go to a view, with another beside the keyboard.
    mutating func setFirstResponder(_ view: UInt32, accessory: UInt32) {
        firstResponder = (view, accessory)
    }

    /// Keys go nowhere.
    mutating func resignFirstResponder() {
        firstResponder = nil
    }

    /// The extension asks for a size; for none where both numbers are 0.
    ///
    /// - Returns: The height that it has.
    mutating func resize(_ width: Double, _ height: Double) -> Double {
        if width == 0, height == 0 {
            preferredHeight = nil
        } else {
            let wanted = width > 0 ? height * snapshot.width / width : height
            preferredHeight = wanted.isFinite ? wanted : nil
        }
        measure()
        return snapshot.height
    }

    // MARK: What the user does

    /// Does to a view what the user does.
    ///
    /// - Returns: What the extension is to be told; nil for nothing.
    /// - Throws: ``InputRefusal`` for what is not possible; nothing has changed then.
    mutating func take(_ input: ContentInput) throws(InputRefusal) -> ViewTree.Effect? {
        let effect = try snapshot.tree.take(input)
        hasChanged = true
        if case .beginEditing(let view) = input {
            // What is shown with the keyboard stays while the user writes in it.
            let accessory = firstResponder?.accessory ?? 0
            let isDocked = snapshot.tree.top(of: view) == accessory
            firstResponder = (view, isDocked ? accessory : 0)
        }
        if case .endEditing(let view) = input, firstResponder?.view == view {
            firstResponder = nil
        }
        return effect
    }

    // MARK: Without the extension

    /// Shows the notification as without its extension.
    mutating func fallBack(_ verdict: Verdict, explanation: String) {
        snapshot.phase = .fallback(verdict, explanation: explanation)
        snapshot.tree = ViewTree()
        snapshot.mediaButton = nil
        snapshot.isPlaying = false
        firstResponder = nil
        frame = IncomingFrame()
        preferredHeight = 0
        showDeclaredActions()
    }

    // MARK: Handing on

    /// Makes the next snapshot, where there is something new in it.
    ///
    /// - Parameter machine: How far the session is.
    /// - Returns: Whether there is.
    mutating func update(_ machine: ContentMachine) -> Bool {
        guard hasChanged else { return false }
        hasChanged = false
        snapshot.revision += 1
        measure()
        let views = snapshot.tree.nodes
        let responder = firstResponder.map { $0.view == 0 ? ViewTree.root : $0.view }
        snapshot.firstResponder = responder.flatMap { views[$0]?.number }
        snapshot.accessory = (firstResponder?.accessory).flatMap { views[$0]?.number }
        switch machine.state {
        case .loading: snapshot.phase = .loading
        case .failed: break
        case .closed: snapshot.phase = .closed
        case .open:
            let asked = machine.unanswered.last
            snapshot.phase =
                asked.map { .answering(action: $0.action) }
                ?? (hasDrawn ? .open : .loading)
        }
        return true
    }

    /// Takes the height that the extension wants, else that of its root view: held to what is sane.
    private mutating func measure() {
        let root = snapshot.tree.nodes[ViewTree.root]?.frame
        let laidOut = root.flatMap { $0 == ViewFrame() ? nil : $0.height }
        let height = preferredHeight ?? laidOut ?? initialHeight
        let greatest = snapshot.width * Self.greatestRatio
        snapshot.height = height.isFinite ? min(max(height, 0), greatest) : greatest
    }

    /// The highest that a notification is, by its width.
    private static let greatestRatio = 4.0

    /// Most that is said of what harms nobody.
    static let warningLimit = 32
}
