// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
public import FoundationSupplement

/// What a bar has in one place: a title, a picture, the name of something usual, a view or a space.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uibarbuttonitem
@preconcurrency @MainActor
open class UIBarButtonItem: NSObject {
    /// How an item looks.
    public enum Style: Int, Sendable {
        /// As text.
        case plain = 0
        /// With a border; as text here.
        case bordered = 1
        /// As what ends something: in bold.
        case done = 2
    }

    /// Something usual, with a title or a picture of its own.
    public enum SystemItem: Int, Sendable {
        /// Done.
        case done = 0
        /// Cancel.
        case cancel = 1
        /// Edit.
        case edit = 2
        /// Save.
        case save = 3
        /// A plus.
        case add = 4
        /// As much space as there is.
        case flexibleSpace = 5
        /// So much space as the item is wide.
        case fixedSpace = 6
        /// A pen.
        case compose = 7
        /// An arrow back.
        case reply = 8
        /// An arrow out of a box.
        case action = 9
        /// A folder.
        case organize = 10
        /// A ribbon in a book.
        case bookmarks = 11
        /// A looking glass.
        case search = 12
        /// An arrow in a circle.
        case refresh = 13
        /// A cross.
        case stop = 14
        /// A camera.
        case camera = 15
        /// A bin.
        case trash = 16
        /// A triangle.
        case play = 17
        /// Two bars.
        case pause = 18
        /// Two triangles back.
        case rewind = 19
        /// Two triangles forward.
        case fastForward = 20
        /// Undo.
        case undo = 21
        /// Redo.
        case redo = 22
        /// A cross that closes.
        case close = 24

        fileprivate var face: (title: String?, symbol: String?) {
            switch self {
            case .done: ("Done", nil)
            case .cancel: ("Cancel", nil)
            case .edit: ("Edit", nil)
            case .save: ("Save", nil)
            case .undo: ("Undo", nil)
            case .redo: ("Redo", nil)
            case .flexibleSpace, .fixedSpace: (nil, nil)
            case .add: (nil, "plus")
            case .compose: (nil, "pencil")
            case .reply: (nil, "arrow.uturn.left")
            case .action: (nil, "square.and.arrow.up")
            case .organize: (nil, "folder")
            case .bookmarks: (nil, "bookmark")
            case .search: (nil, "magnifyingglass")
            case .refresh: (nil, "arrow.clockwise")
            case .stop, .close: (nil, "xmark")
            case .camera: (nil, "camera")
            case .trash: (nil, "trash")
            case .play: (nil, "play.fill")
            case .pause: (nil, "pause.fill")
            case .rewind: (nil, "backward.fill")
            case .fastForward: (nil, "forward.fill")
            }
        }
    }

    /// How much of a bar an item takes.
    enum Width {
        case content
        case fixed(CGFloat)
        case rest
    }

    private let button = UIButton(type: .system)
    private var systemItem: SystemItem?

    /// The title.
    open var title: String? {
        didSet { button.setTitle(title, for: .normal) }
    }
    /// The picture.
    open var image: UIImage? {
        didSet { button.setImage(image, for: .normal) }
    }
    /// How it looks.
    open var style = Style.plain {
        didSet {
            button.titleLabel?.font =
                style == .done ? .boldSystemFont(ofSize: 17) : .systemFont(ofSize: 17)
        }
    }
    /// Whether it can be used.
    open var isEnabled = true {
        didSet { button.isEnabled = isEnabled }
    }
    /// The colour; nil for that of the bar.
    open var tintColor: UIColor? {
        didSet { button.tintColor = tintColor }
    }
    /// How wide it is in points; 0 for as wide as what it shows.
    open var width: CGFloat = 0
    /// A number to find it by.
    open var tag = 0
    /// The view that it shows in place of a button.
    open var customView: UIView?
    /// What ``action`` is a method of.
    open weak var target: AnyObject?
    /// The method that is called, with the item.
    open var action: Selector?
    /// What is done when it is pressed, in place of ``action``.
    open var primaryAction: UIAction?

    /// Creates an item that shows nothing.
    public override init() {
        super.init()
        setUp()
    }

    /// Creates an item for a storyboard, which says the rest.
    public required init?(coder: NSCoder) {
        super.init()
        setUp()
    }

    private func setUp() {
        button.titleLabel?.font = .systemFont(ofSize: 17)
        button.addAction(UIAction { [weak self] _ in self?.press() }, for: .touchUpInside)
    }

    /// Creates an item with a title.
    public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
        self.init()
        set(title, style, target, action)
    }

    /// Creates an item with a picture.
    public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
        self.init()
        set(nil, style, target, action)
        defer { self.image = image }
    }

    /// Creates an item of something usual.
    public convenience init(
        barButtonSystemItem systemItem: SystemItem,
        target: Any?,
        action: Selector?
    ) {
        self.init()
        set(nil, .plain, target, action)
        show(systemItem)
    }

    /// Has it be something usual, whose title and picture are the system's: the item's own stay nil.
    func show(_ systemItem: SystemItem) {
        self.systemItem = systemItem
        style = systemItem == .done ? .done : .plain
        button.setTitle(systemItem.face.title, for: .normal)
        button.setImage(systemItem.face.symbol.flatMap { UIImage(systemName: $0) }, for: .normal)
    }

    /// Creates an item of something usual that does something.
    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil) {
        self.init(barButtonSystemItem: systemItem, target: nil, action: nil)
        self.primaryAction = primaryAction
    }

    /// Creates an item that shows the title or the picture of what it does.
    public convenience init(primaryAction: UIAction?) {
        self.init(title: primaryAction?.title, style: .plain, target: nil, action: nil)
        self.primaryAction = primaryAction
        defer { image = primaryAction?.image }
    }

    /// Creates an item that shows a view.
    public convenience init(customView: UIView) {
        self.init()
        self.customView = customView
    }

    /// Creates as much space as there is.
    public class func flexibleSpace() -> UIBarButtonItem {
        let item = UIBarButtonItem()
        item.systemItem = .flexibleSpace
        return item
    }

    /// Creates a space.
    public class func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
        let item = UIBarButtonItem()
        (item.systemItem, item.width) = (.fixedSpace, width)
        return item
    }

    private func set(_ title: String?, _ style: Style, _ target: Any?, _ action: Selector?) {
        self.title = title
        self.style = style
        self.target = target.map { $0 as AnyObject }
        self.action = action
    }

    /// What a bar shows of it; nil for a space.
    var view: UIView? {
        switch systemItem {
        case .flexibleSpace, .fixedSpace: nil
        default: customView ?? button
        }
    }

    var extent: Width {
        if systemItem == .flexibleSpace { return .rest }
        return width > 0 || systemItem == .fixedSpace ? .fixed(width) : .content
    }

    private func press() {
        if let primaryAction { return primaryAction.perform(sender: self) }
        guard let action else { return }
        guard let target = target ?? FirstResponder.current else { return }
        ActionSender.send(action, to: target, from: self)
    }
}
