// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryLayout
internal import BelfryWire

extension ViewNode {
    /// Whether its frame follows from constraints alone.
    var isConstrained: Bool { look.integers[.isConstrained] == 1 }

    /// The view, as far as layout looks at it.
    var layoutNode: LayoutNode {
        var node = LayoutNode()
        node.children = look.children
        node.frame = look.frame
        node.previousParentSize = parentSize
        node.isConstrained = isConstrained
        node.isHidden = look.integers[.isHidden] == 1
        node.autoresizing = Int(look.integers[.autoresizing] ?? 0)
        node.margins = insets(.marginTop, .marginLeft, .marginBottom, .marginRight, unset: 8)
        node.content = content
        let hugging = kind == .label ? 251.0 : 250
        node.hugging = LayoutPriorities(
            horizontal: look.reals[.huggingHorizontal] ?? hugging,
            vertical: look.reals[.huggingVertical] ?? hugging
        )
        node.resistance = LayoutPriorities(
            horizontal: look.reals[.resistanceHorizontal] ?? 750,
            vertical: look.reals[.resistanceVertical] ?? 750
        )
        return node
    }

    /// How it lays out those that are arranged in it, when it is a stack.
    ///
    /// - Parameter spacings: The spaces behind views that want one of their own.
    /// - Returns: nil for any other view.
    func stack(_ spacings: [UInt32: Double]) -> LayoutStack? {
        guard kind == .stack else { return nil }
        var stack = LayoutStack(
            axis: value(of: .axis) ?? .horizontal,
            distribution: value(of: .distribution) ?? .fill,
            alignment: value(of: .alignment) ?? .fill,
            spacing: look.reals[.spacing] ?? 0,
            arranged: arranged
        )
        stack.customSpacings = spacings
        stack.areMarginsRelative = look.integers[.areMarginsRelative] == 1
        return stack
    }

    private var content: LayoutContent {
        switch kind {
        case .label: .label(text(size: 17, lineLimit: 1))
        case .image: .image(imageSize ?? LayoutSize())
        case .button:
            .button(
                LayoutButton(
                    title: look.texts[.text] == nil ? nil : text(size: 15, lineLimit: 0),
                    image: imageSize,
                    insets: insets(.insetTop, .insetLeft, .insetBottom, .insetRight, unset: 0),
                    isFilled: (look.integers[.buttonStyle] ?? 0) != 0
                )
            )
        case .slider: .slider
        case .switch: .switch
        case .textField: .textField(text(size: 17, lineLimit: 1, orPlaceholder: true))
        case .textView:
            .textView(
                text(size: 17, lineLimit: 0),
                insets: insets(.insetTop, .insetLeft, .insetBottom, .insetRight, unset: 0),
                isScrolling: look.integers[.isScrolling] != 0
            )
        case .progress: .progress
        case .activity: .activity(isLarge: look.integers[.sizeClass] == 1)
        case .plain, .stack, .scroll: .none
        }
    }

    private var imageSize: LayoutSize? {
        look.image.map { LayoutSize(width: $0.width, height: $0.height) }
    }

    private func text(
        size: Double,
        lineLimit: Int,
        orPlaceholder: Bool = false
    ) -> LayoutText {
        let font = LayoutFont(
            size: look.reals[.fontSize] ?? size,
            weight: Int(look.integers[.fontWeight] ?? 400),
            isFixedWidth: (look.integers[.fontTraits] ?? 0) & 2 != 0
        )
        let shown = look.texts[.text]
        let isEmpty = (shown?.count ?? 0) == 0
        let string = orPlaceholder && isEmpty ? look.texts[.placeholder] : shown
        let runs = look.runs.map { run in
            LayoutRun(
                start: Int(run.start),
                count: Int(run.count),
                font: LayoutFont(
                    size: run.fontSize > 0 ? run.fontSize : font.size,
                    weight: run.fontWeight > 0 ? Int(run.fontWeight) : font.weight,
                    isFixedWidth: run.flags & 2 != 0 || font.isFixedWidth
                )
            )
        }
        return LayoutText(
            string?.text ?? "",
            font: font,
            runs: runs,
            lineLimit: look.integers[.lineCount].map { Int($0) } ?? lineLimit,
            lineBreak: value(of: .lineBreak) ?? .truncateTail
        )
    }

    private func value<Value: RawRepresentable<Int>>(of key: ViewKey) -> Value? {
        look.integers[key].flatMap { Value(rawValue: Int($0)) }
    }

    private func insets(
        _ top: ViewKey,
        _ left: ViewKey,
        _ bottom: ViewKey,
        _ right: ViewKey,
        unset: Double
    ) -> LayoutInsets {
        LayoutInsets(
            top: look.reals[top] ?? unset,
            left: look.reals[left] ?? unset,
            bottom: look.reals[bottom] ?? unset,
            right: look.reals[right] ?? unset
        )
    }
}
