// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation
internal import FoundationSupplement

/// Buttons beside each other, of which one is chosen.
///
/// - SeeAlso: https://developer.apple.com/documentation/uikit/uisegmentedcontrol
@preconcurrency @MainActor
open class UISegmentedControl: UIControl {
    private let row = UIStackView()
    private var segments: [UIButton] = []

    /// What stands for no segment.
    public static let noSegment = -1

    /// Creates a control without segments.
    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    /// Creates a control for a storyboard, without segments.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    /// Creates a control of titles and pictures.
    public convenience init(items: [Any]?) {
        self.init(frame: .zero)
        for item in items ?? [] {
            if let title = item as? String {
                insertSegment(withTitle: title, at: segments.count, animated: false)
            } else if let image = item as? UIImage {
                insertSegment(with: image, at: segments.count, animated: false)
            }
        }
        sizeToFit()
    }

    override func setUp() {
        super.setUp()
        backgroundColor = .tertiarySystemFill
        layer.cornerRadius = 9
        row.axis = .horizontal
        row.distribution = .fillEqually
        row.translatesAutoresizingMaskIntoConstraints = false
        addSubview(row)
        NSLayoutConstraint.activate([
            row.topAnchor.constraint(equalTo: topAnchor, constant: 2),
            row.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 2),
            trailingAnchor.constraint(equalTo: row.trailingAnchor, constant: 2),
            bottomAnchor.constraint(equalTo: row.bottomAnchor, constant: 2),
        ])
    }

    /// How many segments there are.
    open var numberOfSegments: Int { segments.count }

    /// The segment that is chosen, from 0; ``noSegment`` for none.
    open var selectedSegmentIndex = UISegmentedControl.noSegment { didSet { update() } }

    /// Whether no segment stays chosen.
    ///
    /// - Note: Without effect: one does.
    open var isMomentary = false
    /// Whether segments are as wide as their titles.
    open var apportionsSegmentWidthsByContent = false {
        didSet { row.distribution = apportionsSegmentWidthsByContent ? .fill : .fillEqually }
    }
    /// The colour of the segment that is chosen.
    open var selectedSegmentTintColor: UIColor? { didSet { update() } }

    /// Adds a segment with a title.
    open func insertSegment(withTitle title: String?, at segment: Int, animated: Bool) {
        insert(at: segment) { $0.setTitle(title, for: .normal) }
    }

    /// Adds a segment with a picture.
    open func insertSegment(with image: UIImage?, at segment: Int, animated: Bool) {
        insert(at: segment) { $0.setImage(image, for: .normal) }
    }

    /// Takes a segment away.
    open func removeSegment(at segment: Int, animated: Bool) {
        guard segments.indices.contains(segment) else { return }
        segments.remove(at: segment).removeFromSuperview()
        if selectedSegmentIndex >= segments.count { selectedSegmentIndex = Self.noSegment }
        update()
    }

    /// Takes all segments away.
    open func removeAllSegments() {
        for segment in segments { segment.removeFromSuperview() }
        segments = []
        selectedSegmentIndex = Self.noSegment
    }

    /// Names a segment.
    open func setTitle(_ title: String?, forSegmentAt segment: Int) {
        guard segments.indices.contains(segment) else { return }
        segments[segment].setTitle(title, for: .normal)
    }

    /// What a segment is called.
    open func titleForSegment(at segment: Int) -> String? {
        segments.indices.contains(segment) ? segments[segment].title(for: .normal) : nil
    }

    /// Lets a segment be used, or not.
    open func setEnabled(_ enabled: Bool, forSegmentAt segment: Int) {
        guard segments.indices.contains(segment) else { return }
        segments[segment].isEnabled = enabled
    }

    /// Has titles look different.
    ///
    /// - Note: Without effect but for the font and the colour.
    open func setTitleTextAttributes(
        _ attributes: [NSAttributedString.Key: Any]?,
        for state: UIControl.State
    ) {
        let font = attributes?[.font] as? UIFont
        let color = attributes?[.foregroundColor] as? UIColor
        for segment in segments {
            if let font { segment.titleLabel?.font = font }
            if let color, state == .normal { segment.setTitleColor(color, for: .normal) }
        }
    }

    /// As high as on a phone, and as wide as its widest segment has them all.
    open override var intrinsicContentSize: CGSize {
        let widest = segments.map { $0.intrinsicContentSize.width }.max() ?? 0
        return CGSize(width: (widest + 16) * CGFloat(segments.count) + 4, height: 32)
    }

    /// Its usual size.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    private func insert(at place: Int, _ fill: (UIButton) -> Void) {
        let button = UIButton(type: .custom)
        fill(button)
        button.titleLabel?.font = .systemFont(ofSize: 13)
        button.layer.cornerRadius = 7
        button.addAction(
            UIAction { [weak self, weak button] _ in
                guard let self, let button else { return }
                choose(button)
            },
            for: .touchUpInside
        )
        let index = min(max(place, 0), segments.count)
        segments.insert(button, at: index)
        row.insertArrangedSubview(button, at: index)
        if selectedSegmentIndex >= index { selectedSegmentIndex += 1 }
        update()
    }

    private func choose(_ button: UIButton) {
        guard let index = segments.firstIndex(of: button), index != selectedSegmentIndex else {
            return
        }
        selectedSegmentIndex = index
        sendActions(for: [.valueChanged, .primaryActionTriggered])
    }

    private static let chosen = UIColor { traits in
        traits.userInterfaceStyle == .dark
            ? UIColor(red: 0.388, green: 0.388, blue: 0.4, alpha: 1) : .white
    }

    private func update() {
        for (index, segment) in segments.enumerated() {
            let isChosen = index == selectedSegmentIndex
            segment.setTitleColor(.label, for: .normal)
            segment.isSelected = false
            segment.titleLabel?.font = .systemFont(
                ofSize: 13,
                weight: isChosen ? .semibold : .medium
            )
            let tint = selectedSegmentTintColor ?? Self.chosen
            segment.backgroundColor = isChosen ? tint : .clear
        }
        invalidateIntrinsicContentSize()
    }
}
